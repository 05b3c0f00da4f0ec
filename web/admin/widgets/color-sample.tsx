// A word in two colours. The Content Security Policy allows styles that a script sets on an element.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Color, formatColor } from '../../../src/core/color.js';

interface Sample {
  readonly background: Color;
  readonly text: Color;
  readonly label: string;
}

export function ColorSample({ background, text, label }: Sample) {
  const sample = useRef<HTMLSpanElement>(null);
  const [back, front] = [formatColor(background), formatColor(text)];
  useLayoutEffect(() => {
    if (sample.current) Object.assign(sample.current.style, { backgroundColor: back, color: front });
  }, [back, front]);
  return (
    <span ref={sample} class="color-sample">
      {label}
    </span>
  );
}
