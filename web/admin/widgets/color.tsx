// A colour: the picker of the browser, the same value as text, and how it will look on pages.
import { contrast, parseColor, textContrast, tintsOf } from '../../../src/core/color.js';
import { ColorSample } from './color-sample';
import { texts } from './color-texts';
import { controlProps, textOf, type WidgetProps } from './widget';

const white = { r: 255, g: 255, b: 255 };

/** Light and dark samples, and a note where the colour itself is too light for texts. */
function Hint({ value }: { readonly value: string }) {
  const color = parseColor(value);
  if (!color) return null;
  const { light, dark } = tintsOf(color);
  return (
    <p class="color-hint" aria-live="polite">
      <ColorSample background={light.tint} text={light.tintInk} label={texts().light} />
      <ColorSample background={dark.tint} text={dark.tintInk} label={texts().dark} />
      {contrast(color, white) < textContrast && <span>{texts().shade}</span>}
    </p>
  );
}

export function ColorWidget(props: WidgetProps) {
  const { value, onChange } = props;
  const text = textOf(value);
  return (
    <div class="stack">
      <div class="color">
        <input
          type="color"
          aria-label={texts().pick}
          value={parseColor(text) ? text : '#888888'}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <input
          {...controlProps(props)}
          value={text}
          maxLength={7}
          placeholder="#1a6b3c"
          autoComplete="off"
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        {text !== '' && (
          <button type="button" class="button plain" onClick={() => onChange('')}>
            {texts().clear}
          </button>
        )}
      </div>
      <Hint value={text} />
    </div>
  );
}
