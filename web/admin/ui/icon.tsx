// Icons as SVG paths on a grid of 20.

const strokes = {
  add: 'M10 4v12M4 10h12',
  archive: 'M3 5h14v4H3zM4.5 9v7h11V9M8 12h4',
  back: 'M12 4l-6 6 6 6',
  calendar: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5',
  check: 'M4 10.5l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  dark: 'M16 11.5A6.5 6.5 0 0 1 8.5 4a6.5 6.5 0 1 0 7.5 7.5z',
  down: 'M5 8l5 5 5-5',
  edit: 'M4 16l.8-3.5L13 4.3l2.7 2.7-8.2 8.2zM11.5 5.8l2.7 2.7',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  feed: 'M4.5 10.5a5 5 0 0 1 5 5M4.5 5.500a10 10 0 0 1 10 10M5 15v.01',
  filter: 'M3 5h14M5.5 10h9M8 15h4',
  folder: 'M3 6V4.5h5L9.5 6H17v10H3z',
  home: 'M3.5 9.500L10 4l6.5 5.500M5.5 8.500V16h9V8.500M8.500 16v-4h3v4',
  image: 'M3.5 4.500h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.500M12.5 7.500v.01',
  key: 'M12.5 3.500a4 4 0 1 1-3.6 5.700L3.5 14.500v2.500H6v-2h2v-2l1.5-1.3',
  light:
    'M10 6.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1 1M14.7 14.700l1 1M15.7 4.300l-1 1M5.3 14.700l-1 1',
  list: 'M7 5.500h10M7 10h10M7 14.500h10M3.5 5.500v.01M3.5 10v.01M3.5 14.500v.01',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  more: 'M4 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0M9 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  next: 'M8 4l6 6-6 6',
  users:
    'M7.5 4a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.600zM2.5 16.500c0-3 2-5 5-5s5 2 5 5M13 4.300a2.8 2.8 0 0 1 0 5M14.5 11.900c1.9.7 3 2.4 3 4.6',
  user: 'M10 3.500a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.400zM4 16.500c0-3.3 2.5-5 6-5s6 1.7 6 5',
  pin: 'M10 17.500s5.5-5 5.5-9a5.5 5.5 0 0 0-11 0c0 4 5.5 9 5.5 9zM10 6.700a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.600z',
  repeat:
    'M4 9.500V8.500a2.5 2.5 0 0 1 2.5-2.500H16M13.5 3.500L16 6l-2.5 2.5M16 10.500v1a2.5 2.5 0 0 1-2.5 2.500H4M6.5 11.500L4 14l2.5 2.5',
  restore: 'M4 10a6 6 0 1 1 1.8 4.300M4 14.500V10.500h4',
  search: 'M9 3.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4',
  settings: 'M3 5.500h7M14 5.500h3M10 3.500v4M3 10h3M10 10h7M6 8v4M3 14.500h9M16 14.500h1M12 12.500v4',
  signOut: 'M8 4H4v12h4M8 10h9M13.5 6.500L17 10l-3.5 3.5',
  star: 'M10 3l2.1 4.5 4.9.6-3.6 3.4.9 4.9-4.3-2.4-4.3 2.4.9-4.900L3 8.100l4.9-.6z',
  tag: 'M3.5 9V3.500H9l7.5 7.5-5.5 5.500zM6.5 6.500v.01',
  trash: 'M4 5.500h12M8 5.500V3.500h4v2M5.5 5.500l.8 11h7.400l.8-11M8.5 8.500v5M11.5 8.500v5',
  up: 'M5 12l5-5 5 5',
  upload: 'M10 13V4M6 7.500L10 3.500l4 4M4 12.500v4h12v-4',
  warning: 'M10 3.500L17.5 16.500h-15zM10 8.500v3.500M10 14.300v.01',
} as const;

export type IconName = keyof typeof strokes;

/** Hidden from screen readers: the text or label beside it says the same. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    class="icon"
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={strokes[name]} />
  </svg>
);
