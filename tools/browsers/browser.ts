// What the journeys need of a browser. Each engine has its own protocol; all of them are used by pointer and keys, as people do.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type ColorScheme = 'light' | 'dark';

export interface Browser {
  readonly open: (url: string) => Promise<void>;
  /** The value of a JavaScript expression in the page, or what its promise resolves to. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Presses the mouse button at the first point and releases it at the last. */
  readonly pointer: (path: readonly Point[]) => Promise<void>;
  /** Each item is a text to type or keys to hold together, such as `Control+a`. */
  readonly keys: (...items: readonly string[]) => Promise<void>;
  /** Two digits lead from the month of a date input to its day; otherwise an arrow key does. */
  readonly stepsInDates: boolean;
  readonly chooseFile: (selector: string, file: string) => Promise<void>;
  readonly resize: (size: Size) => Promise<void>;
  readonly picture: () => Promise<Buffer>;
  /** The page as a PDF, where the engine can print without a dialog. */
  readonly print?: () => Promise<Buffer>;
  /** Elements without an accessible name, as the engine computes it for screen readers. */
  readonly unnamed?: () => Promise<readonly string[]>;
  /** Errors of scripts and of the content security policy. */
  readonly errors: string[];
  readonly close: () => Promise<void>;
}

export interface BrowserSettings {
  readonly colorScheme: ColorScheme;
  /** A folder of its own: profile, configuration, home. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** Programs that are not installed, with their Debian packages. */
  readonly missing: () => readonly string[];
  readonly start: (settings: BrowserSettings) => Promise<Browser>;
}

/** Roles of elements that people use, which need a name. */
export const usedRoles = [
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'link',
  'listbox',
  'menuitem',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
];

/** Keys with a name, as WebDriver numbers them. */
export const namedKeys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** `Control+a` and `Enter`, but not a text with a plus sign. */
export const chordOf = (item: string): readonly string[] | undefined => {
  const parts = item.split('+');
  const [last = '', ...held] = parts.toReversed();
  const isChord = held.every((part) => part in namedKeys) && (last in namedKeys || held.length > 0);
  return isChord ? parts : undefined;
};

/** Key actions of WebDriver and WebDriver BiDi. */
export function keyActions(items: readonly string[]): readonly object[] {
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  return items.flatMap((item) => {
    const chord = chordOf(item)?.map((key) => namedKeys[key] ?? key);
    if (chord) return [...chord.map(down), ...chord.toReversed().map(up)];
    return [...item].flatMap((letter) => [down(letter), up(letter)]);
  });
}

/** Pointer actions of WebDriver and WebDriver BiDi. */
export function pointerActions(path: readonly Point[]): readonly object[] {
  const moves = path.map(({ x, y }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }));
  const [first, ...others] = moves;
  return [first, { type: 'pointerDown', button: 0 }, ...others, { type: 'pointerUp', button: 0 }].filter(
    (action) => action !== undefined,
  );
}
