// Saved views of a list: the menu that opens them, and the dialogs that save and delete them.
import { useId, useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import { removeView, type SavedView, saveView, viewsOf } from '../preferences/preferences';
import { navigate } from '../router';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { describedBy, Field } from '../ui/field';
import { Menu } from '../ui/menu';
import { inBackground, toast } from '../ui/toast';
import { texts } from './texts';

interface ViewsProps {
  readonly resource: ResourceInfo;
  /** Query of the address, with the columns and the page size. */
  readonly query: () => string;
}

export function Views({ resource, query }: ViewsProps) {
  const [open, setOpen] = useState<'save' | 'manage'>();
  const views = viewsOf(resource.path);
  const close = () => setOpen(undefined);
  const items = [
    ...views.map((view) => ({
      label: view.name,
      icon: 'list' as const,
      onSelect: () => inBackground(navigate(`/${resource.path}?${view.query}`)),
    })),
    { label: texts().saveView, icon: 'add' as const, onSelect: () => setOpen('save') },
    ...(views.length ? [{ label: texts().manageViews, icon: 'edit' as const, onSelect: () => setOpen('manage') }] : []),
  ];
  return (
    <>
      <Menu label={texts().views} items={items} />
      {open === 'save' && <SaveView resource={resource} query={query()} onClose={close} />}
      {open === 'manage' && <ManageViews views={views} onClose={close} />}
    </>
  );
}

interface SaveViewProps {
  readonly resource: ResourceInfo;
  readonly query: string;
  readonly onClose: () => void;
}

function SaveView({ resource, query, onClose }: SaveViewProps) {
  const id = useId();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (event: Event) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return setError(texts().required);
    setBusy(true);
    try {
      await saveView({ resource: resource.path, name: trimmed, query });
      toast(texts().viewSaved(trimmed));
      onClose();
    } catch (problem) {
      setBusy(false);
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const form = `${id}-form`;
  return (
    <Dialog
      title={texts().saveViewTitle}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts().cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {texts().save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => inBackground(save(event))}>
        <Field id={id} label={texts().viewName} help={texts().saveViewHelp} error={error}>
          <input
            {...describedBy(id, { help: texts().saveViewHelp, error })}
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

interface ManageViewsProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

const ManageViews = ({ views, onClose }: ManageViewsProps) => (
  <Dialog
    title={texts().manageViewsTitle}
    size="small"
    onClose={onClose}
    footer={
      <Button kind="primary" onClick={onClose}>
        {texts().close}
      </Button>
    }
  >
    <ul class="view-list">
      {views.map((view) => (
        <li key={view.name}>
          <span>{view.name}</span>
          <IconButton
            icon="trash"
            label={texts().removeView(view.name)}
            onClick={() => inBackground(removeView(view).then(() => toast(texts().viewRemoved(view.name))))}
          />
        </li>
      ))}
    </ul>
  </Dialog>
);
