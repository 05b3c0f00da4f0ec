// What saving led to, where it is more than “Saved”: the record is published, scheduled or waits for review. It stays until it
// is closed, the record is saved again or its page is left.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import { showMoment } from '../api/moment';
import { type ApiRecord, nameOf, pageOf } from '../api/records';
import { showQrCode } from '../record/qr-code';
import { texts as recordTexts } from '../record/texts';
import { Button, ButtonLink, IconButton } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { texts as uiTexts } from '../ui/texts';
import { inBackground } from '../ui/toast';
import { isWall } from '../widgets/wall-clock';
import { texts } from './texts';

interface Outcome {
  readonly resource: ResourceInfo;
  readonly record: ApiRecord;
  readonly text: string;
}

/** Outside of the page: a new record gets another one when it is saved. */
const outcome = signal<Outcome | undefined>(undefined);

/** The sentence for a save that changed who sees the record, or when; else undefined. */
export function outcomeText(
  resource: ResourceInfo,
  before: ApiRecord | undefined,
  record: ApiRecord,
): string | undefined {
  const name = nameOf(resource, record);
  const { status, _input: input } = record;
  if (status === 'future' && isWall(input?.date) && (before?.status !== 'future' || before._input?.date !== input.date))
    return texts().isScheduled(name, showMoment(input.date));
  if (!resource.statuses || status === before?.status) return undefined;
  if (status === 'publish') return texts().isPublished(name);
  return status === 'pending' ? texts().isSubmitted(name) : undefined;
}

export const showOutcome = (resource: ResourceInfo, record: ApiRecord, text: string | undefined): void => {
  outcome.value = text === undefined ? undefined : { resource, record, text };
};

/** Above the form of the record. The sentence is in a live region that was empty before, so that screen readers say it. */
export function OutcomeNotice({ resource, id }: { readonly resource: ResourceInfo; readonly id: number | undefined }) {
  const [shown, setShown] = useState<Outcome>();
  const box = useRef<HTMLDivElement>(null);
  const { value } = outcome;
  const isHere = value?.resource === resource && value.record.id === id;
  useEffect(() => setShown(isHere ? value : undefined), [value, isHere]);
  useEffect(() => {
    if (shown) box.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  useEffect(
    () => () => {
      if (outcome.peek()?.record.id === id) outcome.value = undefined;
    },
    [id],
  );
  const page = shown && pageOf(resource, shown.record);
  return (
    <div ref={box} class={shown && 'notice save-outcome'}>
      <div class="outcome-text" role="status">
        {shown && <Icon name="check" />}
        {shown && <strong>{shown.text}</strong>}
      </div>
      {shown && (
        <div class="buttons">
          {page && (
            <>
              <ButtonLink icon="external" href={page} target="_blank" rel="noopener">
                {texts().view}
              </ButtonLink>
              <CopyButton text={page} label={recordTexts().copyLink} />
              <Button onClick={() => inBackground(showQrCode(nameOf(resource, shown.record), page))}>
                {recordTexts().qrCode}
              </Button>
            </>
          )}
          <IconButton
            icon="close"
            label={uiTexts().dismiss}
            onClick={() => {
              outcome.value = undefined;
              // The button is gone: the keyboard continues at the form.
              box.current?.closest('form')?.querySelector<HTMLElement>('a, button')?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
