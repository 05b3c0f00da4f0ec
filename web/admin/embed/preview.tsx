// The embedded calendar as the code will show it. The frame has the height that the calendar reports.
import { useEffect, useRef } from 'preact/hooks';
import { useSettled } from '../ui/settled';
import { texts } from './texts';

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
