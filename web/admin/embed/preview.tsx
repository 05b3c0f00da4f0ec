// The embedded calendar as the code will show it. The frame has the height that the calendar reports.
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from './texts';

/** Waits until the last option was typed. */
const pauseMs = 400;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function Preview({ url }: { readonly url: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const resize = ({ source, data }: MessageEvent<{ almanac?: string; height?: number } | null>) => {
      const height = Number(data?.height);
      if (!frame.current || source !== frame.current.contentWindow || data?.almanac !== 'height') return;
      if (height > 0 && height < 20_000) frame.current.style.height = `${height}px`;
    };
    addEventListener('message', resize);
    return () => removeEventListener('message', resize);
  }, []);
  return <iframe ref={frame} class="embed-preview" title={texts().preview} src={useSettled(url)} />;
}
