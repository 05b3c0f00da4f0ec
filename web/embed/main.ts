// The embed script: inserts an iframe with the calendar after its script tag, with the language and filters of the
// `data-` attributes, and fits its height to the content.
const names = [
  'view',
  'search',
  'category',
  'tag',
  'venue',
  'organizer',
  'city',
  'near',
  'radius',
  'featured',
  'free',
  'online',
  'when',
  'date',
  'lang',
  'theme',
  'limit',
  'accent',
  'background',
  'text',
  'corners',
  'font',
];

const script = document.currentScript;
if (script instanceof HTMLScriptElement) embed(script);

function embed(tag: HTMLScriptElement): void {
  const url = new URL('embed', tag.src);
  for (const name of names) {
    const value = tag.dataset[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const frame = document.createElement('iframe');
  frame.src = url.href;
  frame.title = tag.dataset.title ?? 'Calendar';
  frame.loading = 'lazy';
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: `${Number(tag.dataset.height) || 480}px`,
    border: '0',
  });
  addEventListener(
    'message',
    ({ origin, source, data }: MessageEvent<{ almanac?: string; height?: number } | null>) => {
      if (origin !== url.origin || source !== frame.contentWindow) return;
      const height = Number(data?.height);
      if (data?.almanac === 'height' && height > 0 && height < 20_000) frame.style.height = `${height}px`;
    },
  );
  tag.after(frame);
}
