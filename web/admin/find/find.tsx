// Opens the search over everything: by a button, and by Ctrl+K or ⌘K on every page.
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../ui/button';
import { lazy } from '../ui/lazy';
import { texts } from './texts';

const FindDialog = lazy(async () => (await import('./find-dialog')).FindDialog);

export function Find() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      // The text editor uses the same keys for links.
      if (!isShortcut || event.defaultPrevented) return;
      // The browser would focus its address bar.
      event.preventDefault();
      // Another dialog keeps the focus.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    addEventListener('keydown', keyed);
    return () => removeEventListener('keydown', keyed);
  }, []);
  return (
    <>
      <IconButton
        class="top-find"
        icon="search"
        label={texts().find}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {open && <FindDialog onClose={() => setOpen(false)} />}
    </>
  );
}
