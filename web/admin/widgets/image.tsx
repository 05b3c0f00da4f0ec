// The image of a record: preview, upload, choose from the library, remove.

import { useRef, useState } from 'preact/hooks';
import { messageOf, request } from '../api/client';
import { contract, fieldsOf, type ResourceInfo } from '../api/contract';
import type { Media } from '../api/generated';
import { may } from '../api/session';
import { texts as mediaTexts } from '../media/texts';
import { Button } from '../ui/button';
import { describedBy, Field } from '../ui/field';
import { lazy } from '../ui/lazy';
import { useLoaded } from '../ui/load';
import { inBackground } from '../ui/toast';
import { TextWidget } from './text';
import { texts } from './texts';
import type { WidgetProps } from './widget';

const MediaPicker = lazy(async () => (await import('../media/picker')).MediaPicker);

/** The resource that takes uploads. */
const libraryOf = (name: string | undefined): ResourceInfo | undefined =>
  contract.resources.find((resource) => resource.upload && (name === undefined || resource.name === name));

export function ImageWidget(props: WidgetProps) {
  const library = libraryOf(props.field.input.resource);
  return library ? <Chooser {...props} library={library} /> : <TextWidget {...props} />;
}

function Chooser({ id, field, value, onChange, context, library }: WidgetProps & { readonly library: ResourceInfo }) {
  const chosen = Number(value) || 0;
  const input = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState<Media>();
  /** Of an image that was uploaded here, which has no alternative text yet. */
  const [newId, setNewId] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [pickerOpen, setPickerOpen] = useState(false);
  const [uploadError, setUploadError] = useState<string>();
  const { value: loaded } = useLoaded(
    async (signal) =>
      chosen && uploaded?.id !== chosen
        ? (await request<Media>('GET', `/${library.path}/${chosen}`, { signal })).body
        : undefined,
    [chosen],
  );
  const shown =
    chosen === 0 ? undefined : uploaded?.id === chosen ? uploaded : loaded?.id === chosen ? loaded : undefined;

  const upload = async (file: File | undefined) => {
    if (!file || !library.upload) return;
    setBusy(true);
    setUploadError(undefined);
    try {
      const { body } = await request<Media>('POST', `/${library.path}`, { file: { [library.upload]: file } });
      setUploaded(body);
      setNewId(body.id);
      onChange(body.id);
    } catch (error) {
      setUploadError(messageOf(error));
      throw error;
    } finally {
      setBusy(false);
    }
  };

  const describe = async (alt_text: string) => {
    setUploadError(undefined);
    try {
      setUploaded((await request<Media>('PATCH', `/${library.path}/${chosen}`, { body: { alt_text } })).body);
    } catch (error) {
      setUploadError(messageOf(error));
      throw error;
    }
  };

  const choose = (file: File | undefined) => inBackground(context.upload(() => upload(file)));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: drop target; the button beside it does the same
    <div
      class="image-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer?.files[0]);
      }}
    >
      {shown && <img class="picture" src={shown.sizes?.medium?.url ?? shown.url} alt={shown.alt_text || shown.title} />}
      {shown && newId === chosen && (
        <AlternativeText
          key={chosen}
          id={`${id}-alt`}
          library={library}
          onChange={(text) => inBackground(context.upload(() => describe(text)))}
        />
      )}
      {chosen > 0 && !shown && <p class="outcome">{texts().image(chosen)}</p>}
      <div class="buttons">
        {may(library.right) && (
          <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
            {busy ? mediaTexts().uploading : mediaTexts().upload}
          </Button>
        )}
        <Button icon="image" onClick={() => setPickerOpen(true)}>
          {texts().library}
        </Button>
        {chosen > 0 && (
          <Button kind="quiet" icon="close" onClick={() => onChange('')}>
            {texts().remove}
          </Button>
        )}
      </div>
      <input
        ref={input}
        id={`${id}-file`}
        class="unseen"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={texts().file(field.label)}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {pickerOpen && (
        <MediaPicker
          resource={library}
          onPick={(record) => {
            setPickerOpen(false);
            setUploaded(record);
            onChange(record.id);
          }}
          onClose={() => setPickerOpen(false)}
        />
      )}
      {uploadError && (
        <p class="error" role="alert">
          {uploadError}
        </p>
      )}
    </div>
  );
}

interface AlternativeTextProps {
  readonly id: string;
  readonly library: ResourceInfo;
  readonly onChange: (text: string) => void;
}

/** Asked for at once, while the editor looks at the picture. */
function AlternativeText({ id, library, onChange }: AlternativeTextProps) {
  const field = fieldsOf(library.name).find(({ name }) => name === 'alt_text');
  return field ? (
    <Field id={id} label={field.label} help={field.help}>
      <input
        {...describedBy(id, field)}
        maxLength={field.schema.maxLength}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  ) : null;
}
