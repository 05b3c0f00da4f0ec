// A colour: the picker of the browser, the same value as text, and how it will look on pages.
import type { ComponentChildren } from 'preact';
import { contrast, parseColor, textContrast, tintsOf } from '../../../src/core/color.js';
import { textsOf } from '../i18n/texts';
import { Button } from '../ui/button';
import { ColorSample } from './color-sample';
import { controlProps, inputText, type WidgetProps } from './widget';

const texts = textsOf('color');

const white = { r: 255, g: 255, b: 255 };

/** Light and dark samples, and a note where the colour itself is too light for texts. */
export function Hint({ value }: { readonly value: string }) {
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

interface ColorInputProps {
  /** Id and ARIA attributes of the text input. */
  readonly control: { readonly id: string; readonly 'aria-label'?: string };
  readonly label: string;
  readonly value: string;
  /** The colour that is used while there is no value. */
  readonly usual?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Instead of the button that clears the value. */
  readonly children?: ComponentChildren;
}

export const ColorInput = ({ control, label, value, usual, onChange, children }: ColorInputProps) => (
  <div class="color">
    <input
      type="color"
      class={value === '' && !usual ? 'no-color' : undefined}
      aria-label={texts().pick(label)}
      value={parseColor(value) ? value : (usual ?? '#ffffff')}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
    <input
      {...control}
      type="text"
      value={value}
      maxLength={7}
      placeholder={usual ?? '#1a6b3c'}
      autoComplete="off"
      spellcheck={false}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
    {children ??
      (value !== '' && (
        <Button kind="quiet" aria-label={texts().clearNamed(label)} onClick={() => onChange('')}>
          {texts().clear}
        </Button>
      ))}
  </div>
);

export function ColorWidget(props: WidgetProps) {
  const { field, value, onChange } = props;
  return (
    <div class="stack">
      <ColorInput
        control={controlProps(props)}
        label={field.label}
        value={inputText(value)}
        usual={field.input.usual}
        onChange={onChange}
      />
      <Hint value={inputText(value)} />
    </div>
  );
}
