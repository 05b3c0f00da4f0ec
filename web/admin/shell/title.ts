// The document title.
import { useEffect } from 'preact/hooks';
import { siteName } from '../api/paths';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteName}`;
  }, [title]);
}
