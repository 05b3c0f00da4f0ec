// Saved views of a list: the menu that opens them, and the dialogs that save and delete them.
import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import { removeView, type SavedView, saveView, viewsOf } from '../preferences/preferences';
import { navigate } from '../router';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormDialog } from '../ui/form';
import { Menu } from '../ui/menu';
import { texts as uiTexts } from '../ui/texts';
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

const SaveView = ({ resource, query, onClose }: SaveViewProps) => (
  <FormDialog
    title={texts().saveViewTitle}
    items={[{ name: 'name', label: texts().viewName, help: texts().saveViewHelp, maxLength: 100, required: true }]}
    submit={uiTexts().save}
    send={async ({ name: given = '' }) => {
      const name = given.trim();
      await saveView({ resource: resource.path, name, query });
      toast(texts().viewSaved(name));
      onClose();
    }}
    onClose={onClose}
  />
);

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
        {uiTexts().close}
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
