// The toolbar of the editor (ARIA toolbar pattern): one tab stop, arrow keys move between buttons.
import { useRef, useState } from 'preact/hooks';
import { texts } from '../texts';

interface ToolbarProps {
  readonly label: string;
  /** The editor has the focus: buttons show the format at the cursor. */
  readonly active: boolean;
  readonly run: (command: string, argument?: string) => void;
  readonly onLink: () => void;
  readonly onSource: () => void;
}

type ToolName = keyof ReturnType<typeof texts>['tools'];

interface Tool {
  readonly name: ToolName;
  readonly path: string;
  readonly command?: string;
  readonly argument?: string;
}

/** SVG paths on a grid of 20, like the other icons. */
const tools: readonly Tool[] = [
  {
    name: 'paragraph',
    path: 'M14.5 4H8a3.2 3.2 0 0 0 0 6.500h1.500M9.5 4v12.500M13 4v12.5',
    command: 'formatBlock',
    argument: 'p',
  },
  { name: 'heading', path: 'M5 4v12M15 4v12M5 10h10', command: 'formatBlock', argument: 'h2' },
  { name: 'subheading', path: 'M6.5 7v9M13.5 7v9M6.5 11.500h7', command: 'formatBlock', argument: 'h3' },
  { name: 'bold', path: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6zM7 4v12', command: 'bold' },
  { name: 'italic', path: 'M8 4h6M6 16h6M11.5 4l-3 12', command: 'italic' },
  {
    name: 'link',
    path: 'M8.5 11.500a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.200l-1 1M11.5 8.500a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.200l1-1',
  },
  {
    name: 'list',
    path: 'M8 5.500h9M8 10h9M8 14.500h9M4 5.500v.01M4 10v.01M4 14.500v.01',
    command: 'insertUnorderedList',
  },
  {
    name: 'numberedList',
    path: 'M9 5.500h8M9 10h8M9 14.500h8M3.5 4.500l1-.5v4M3 12h2.200L3 15.500h2.5',
    command: 'insertOrderedList',
  },
  {
    name: 'quote',
    path: 'M4 14.500c3-1 4-3.5 4-8H4v4h3M12 14.500c3-1 4-3.5 4-8h-4v4h3',
    command: 'formatBlock',
    argument: 'blockquote',
  },
  { name: 'clear', path: 'M5 4.500h10M10 4.500l-2 11M12.5 12l4 4M16.5 12l-4 4', command: 'removeFormat' },
  { name: 'source', path: 'M7 6l-4 4 4 4M13 6l4 4-4 4' },
];

function isOn({ command, argument }: Tool): boolean | undefined {
  if (command === undefined || command === 'removeFormat') return undefined;
  if (command === 'formatBlock') return document.queryCommandValue('formatBlock') === argument;
  return document.queryCommandState(command);
}

export function Toolbar({ label, active, run, onLink, onSource }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const go = (step: number) => {
    const next = (at + step + tools.length) % tools.length;
    setAt(next);
    const tool = bar.current?.children[next];
    if (tool instanceof HTMLElement) tool.focus();
  };
  const use = (tool: Tool) => {
    if (tool.name === 'link') onLink();
    else if (tool.command) run(tool.command, tool.argument);
    else onSource();
  };
  return (
    <div
      class="toolbar"
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      ref={bar}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) go(step);
      }}
    >
      {tools.map((tool, place) => (
        <button
          key={tool.name}
          type="button"
          class={tool.name === 'source' ? 'tool last' : 'tool'}
          title={texts().tools[tool.name]}
          aria-label={texts().tools[tool.name]}
          aria-pressed={active ? isOn(tool) : undefined}
          tabIndex={place === at ? 0 : -1}
          onPointerDown={(event) => event.preventDefault()}
          onFocus={() => setAt(place)}
          onClick={() => use(tool)}
        >
          <ToolIcon path={tool.path} />
        </button>
      ))}
    </div>
  );
}

const ToolIcon = ({ path }: { readonly path: string }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);
