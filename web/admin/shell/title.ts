// The document title.
import { useEffect } from 'preact/hooks';
import { brand } from './brand';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brand.value.name}`;
  }, [title]);
}
