// Colours in order: a picker for each, how it looks on pages, and a button that adds one.
import { useId } from 'preact/hooks';
import { Button, IconButton } from '../ui/button';
import { ColorInput, Hint } from './color';
import { texts } from './texts';
import type { WidgetProps } from './widget';

/** Suggested in turn: far apart and readable on light and dark pages. */
const suggestions = ['#1a6b3c', '#a03030', '#2a5d9f', '#8a5a00', '#6b3fa0', '#0f7173', '#b0417a', '#4d5b2a'];

export function ColorsWidget({ field, value, onChange }: WidgetProps) {
  const id = useId();
  const colors: readonly string[] = Array.isArray(value) ? value.map(String) : [];
  const next = suggestions.find((color) => !colors.includes(color)) ?? '#1a6b3c';
  const nameOf = (at: number) => texts().numbered(field.label, at + 1);
  return (
    <div class="stack">
      {colors.map((color, at) => (
        <div key={at} class="stack">
          <ColorInput
            control={{ id: `${id}-${at}`, 'aria-label': nameOf(at) }}
            label={nameOf(at)}
            value={color}
            onChange={(changed) => onChange(colors.with(at, changed))}
          >
            <IconButton
              icon="close"
              label={texts().removeItem(nameOf(at))}
              onClick={() => onChange(colors.toSpliced(at, 1))}
            />
          </ColorInput>
          <Hint value={color} />
        </div>
      ))}
      <div>
        <Button icon="add" onClick={() => onChange([...colors, next])}>
          {texts().addColor}
        </Button>
      </div>
    </div>
  );
}
