// The rich-text editor: a contenteditable element. Pasted and dropped HTML is sanitised before it is inserted, and the
// value is serialised from the elements.
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts';
import { cleaned, editorContent, htmlFromEditor } from './clean';
import { LinkBar } from './link-bar';
import { Toolbar } from './toolbar';
import './editor.css';

interface EditorProps {
  /** Id and ARIA attributes. */
  readonly control: Readonly<Record<string, unknown>>;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (html: string) => void;
  readonly onSource: () => void;
}

/** `execCommand` is deprecated, but the only way to edit that keeps the browser's undo. */
export const command = (name: string, value?: string): boolean => document.execCommand(name, false, value);

export function Editor({ control, value, placeholder, onChange, onSource }: EditorProps) {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef<string>();
  const emitted = useRef(new Set<string>());
  const selected = useRef<Range>();
  const [linking, setLinking] = useState(false);
  const [active, setActive] = useState(false);
  // Renders the toolbar again: its buttons show the format at the cursor.
  const [, setSelectionVersion] = useState(0);

  useEffect(() => {
    // An emitted value comes back after a render, when more may have been typed.
    const own = root.current === document.activeElement && emitted.current.has(value);
    if (!root.current || last.current === value || own) return;
    last.current = value;
    emitted.current.clear();
    root.current.replaceChildren(editorContent(value));
  }, [value]);

  useEffect(() => {
    const changed = () => {
      const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined;
      if (!range || !root.current?.contains(range.commonAncestorContainer)) return;
      selected.current = range.cloneRange();
      setSelectionVersion((version) => version + 1);
    };
    document.addEventListener('selectionchange', changed);
    return () => document.removeEventListener('selectionchange', changed);
  }, []);

  const emit = () => {
    if (!root.current) return;
    const html = htmlFromEditor(root.current);
    if (html === last.current) return;
    last.current = html;
    emitted.current.add(html);
    onChange(html);
  };
  /** Restores the selection that a toolbar button took away. */
  const restore = () => {
    // With focus, the selection also holds pending formats (bold for the next letter), which setting it would drop.
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
    emit();
  };
  // Firefox has no keys of its own for bold and italic.
  const shortcuts: Readonly<Record<string, () => void>> = {
    b: () => run('bold'),
    i: () => run('italic'),
    k: () => setLinking(true),
  };
  const receive = (data: DataTransfer | null) => {
    const html = data?.getData('text/html');
    if (html) command('insertHTML', cleaned(html));
    else command('insertText', data?.getData('text/plain') ?? '');
    emit();
  };

  return (
    <div class="editor">
      <Toolbar
        label={texts().formatting(String(control['aria-label']))}
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
      {/* biome-ignore lint/a11y/useSemanticElements: no element holds formatted text that is htmlFromEditor */}
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
        onInput={emit}
        onBlur={() => {
          emit();
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
          const act = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined;
          if (!act) return;
          event.preventDefault();
          act();
        }}
      />
    </div>
  );
}
