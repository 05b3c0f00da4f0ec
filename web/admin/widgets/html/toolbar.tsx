// What can be done to a text. One stop of the Tab key; arrows go along it.
import { useRef, useState } from 'preact/hooks';

interface ToolbarProps {
  readonly label: string;
  readonly run: (command: string, argument?: string) => void;
  readonly onLink: () => void;
  readonly onSource: () => void;
}

interface Tool {
  readonly name: string;
  readonly sign: string;
  readonly command?: string;
  readonly argument?: string;
}

const tools: readonly Tool[] = [
  { name: 'Paragraph', sign: '¶', command: 'formatBlock', argument: 'p' },
  { name: 'Heading', sign: 'H', command: 'formatBlock', argument: 'h2' },
  { name: 'Subheading', sign: 'h', command: 'formatBlock', argument: 'h3' },
  { name: 'Bold', sign: 'B', command: 'bold' },
  { name: 'Italic', sign: 'I', command: 'italic' },
  { name: 'Link', sign: '' },
  { name: 'List', sign: '•–', command: 'insertUnorderedList' },
  { name: 'Numbered list', sign: '1.', command: 'insertOrderedList' },
  { name: 'Quote', sign: '“', command: 'formatBlock', argument: 'blockquote' },
  { name: 'Clear formatting', sign: 'T×', command: 'removeFormat' },
  { name: 'Source', sign: '<>' },
];

function isOn({ command, argument }: Tool): boolean | undefined {
  if (command === undefined || command === 'removeFormat') return undefined;
  if (command === 'formatBlock') return document.queryCommandValue('formatBlock') === argument;
  return document.queryCommandState(command);
}

export function Toolbar({ label, run, onLink, onSource }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const go = (step: number) => {
    const next = (at + step + tools.length) % tools.length;
    setAt(next);
    (bar.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  const use = (tool: Tool) => {
    if (tool.name === 'Link') onLink();
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
          class={`tool tool-${tool.name.toLowerCase().replaceAll(' ', '-')}`}
          title={tool.name}
          aria-label={tool.name}
          aria-pressed={isOn(tool)}
          tabIndex={place === at ? 0 : -1}
          onPointerDown={(event) => event.preventDefault()}
          onFocus={() => setAt(place)}
          onClick={() => use(tool)}
        >
          {tool.sign ? <span aria-hidden="true">{tool.sign}</span> : <Chain />}
        </button>
      ))}
    </div>
  );
}

const Chain = () => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    aria-hidden="true"
  >
    <path d="M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.200-4.200l-1 1M11.5 8.500a3 3 0 0 0-4.200 0l-3 3a3 3 0 0 0 4.200 4.200l1-1" />
  </svg>
);
