// Rich text: an editor that produces only allowed markup, and a view of its HTML source.
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { texts } from '../texts';
import { controlProps, inputText, type WidgetProps } from '../widget';
import { cleaned } from './clean';
import { Editor } from './editor';

export function HtmlWidget(props: WidgetProps) {
  const { field, value, onChange, context } = props;
  const [source, setSource] = useState<string>();
  const closeSource = () => {
    if (source !== undefined && source !== inputText(value)) onChange(cleaned(source));
    setSource(undefined);
  };
  if (source === undefined)
    return (
      <Editor
        control={{ ...controlProps(props), 'aria-label': field.label }}
        value={inputText(value)}
        placeholder={context.fallback(field)}
        onChange={onChange}
        onSource={() => setSource(inputText(value))}
      />
    );
  return (
    <div class="stack">
      <textarea
        {...controlProps(props)}
        class="source"
        rows={10}
        spellcheck={false}
        value={source}
        onInput={(event) => setSource(event.currentTarget.value)}
        onBlur={() => {
          const html = cleaned(source);
          setSource(html);
          if (html !== inputText(value)) onChange(html);
        }}
      />
      <div>
        <Button kind="quiet" onClick={closeSource}>
          {texts().backToEditor}
        </Button>
      </div>
    </div>
  );
}
