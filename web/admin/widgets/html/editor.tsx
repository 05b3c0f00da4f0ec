// The editor itself: elements that can be typed into. Whatever is pasted or dropped is cleaned before it gets there, and
// what leaves is written anew from the elements.
import { useEffect, useRef, useState } from 'preact/hooks';
import { cleaned, editable, typed } from './clean';
import { LinkBar } from './link-bar';
import { Toolbar } from './toolbar';
import './editor.css';

interface EditorProps {
  /** Id, name and description. */
  readonly control: Readonly<Record<string, unknown>>;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (html: string) => void;
  readonly onSource: () => void;
}

/** The browser's own commands: the one way that keeps its undo. */
export const command = (name: string, value?: string): boolean => document.execCommand(name, false, value);

export function Editor({ control, value, placeholder, onChange, onSource }: EditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef<string>();
  const told = useRef(new Set<string>());
  const selected = useRef<Range>();
  const [linking, setLinking] = useState(false);
  const [active, setActive] = useState(false);
  // Buttons show what holds at the cursor.
  const [, setTurn] = useState(0);

  useEffect(() => {
    // What was typed comes back a little later, when more may have been typed.
    const own = root.current === document.activeElement && told.current.has(value);
    if (!root.current || last.current === value || own) return;
    last.current = value;
    told.current.clear();
    root.current.replaceChildren(editable(value));
  }, [value]);

  useEffect(() => {
    const changed = () => {
      const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined;
      if (!range || !root.current?.contains(range.commonAncestorContainer)) return;
      selected.current = range.cloneRange();
      setTurn((turn) => turn + 1);
    };
    document.addEventListener('selectionchange', changed);
    return () => document.removeEventListener('selectionchange', changed);
  }, []);

  const tell = () => {
    if (!root.current) return;
    const html = typed(root.current);
    if (html === last.current) return;
    last.current = html;
    told.current.add(html);
    onChange(html);
  };
  /** Goes back to where the cursor was before a button was pressed. */
  const restore = () => {
    // There the cursor knows more than its place, such as what the next letter will look like.
    if (root.current === document.activeElement) return;
    root.current?.focus();
    if (!selected.current) return;
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(selected.current);
  };
  const run = (name: string, argument?: string) => {
    restore();
    command('styleWithCSS', 'false');
    command(name, argument);
    tell();
  };
  const receive = (data: DataTransfer | null) => {
    const html = data?.getData('text/html');
    if (html) command('insertHTML', cleaned(html));
    else command('insertText', data?.getData('text/plain') ?? '');
    tell();
  };

  return (
    <div class="editor">
      <Toolbar
        label={`${control['aria-label']}: formatting`}
        active={active}
        run={run}
        onLink={() => setLinking(true)}
        onSource={onSource}
      />
      {linking && (
        <LinkBar
          at={selected.current}
          onDone={(address) => {
            setLinking(false);
            if (address === undefined) restore();
            else run(address ? 'createLink' : 'unlink', address || undefined);
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: no element holds formatted text that is typed */}
      <div
        {...control}
        ref={root}
        class="prose"
        role="textbox"
        aria-multiline="true"
        tabIndex={0}
        contentEditable
        spellcheck
        data-placeholder={value === '' ? placeholder || undefined : undefined}
        onFocus={() => {
          command('defaultParagraphSeparator', 'p');
          setActive(true);
        }}
        onInput={tell}
        onBlur={() => {
          tell();
          setActive(false);
        }}
        onPaste={(event) => {
          event.preventDefault();
          receive(event.clipboardData);
        }}
        onDrop={(event) => {
          event.preventDefault();
          const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
          if (range)
            getSelection()?.setBaseAndExtent(
              range.startContainer,
              range.startOffset,
              range.endContainer,
              range.endOffset,
            );
          receive(event.dataTransfer);
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
          event.preventDefault();
          setLinking(true);
        }}
      />
    </div>
  );
}
