// Long work shown as it goes: one line that is drawn anew on a terminal, plain lines in a pipe or a journal.

export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export interface Stage {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

export interface Progress {
  readonly show: (stage: Stage) => void;
  /** Leaves no trace of the bar behind. */
  readonly end: () => void;
}

const barEvery = 250;
const lineEvery = 1_000;
const widestBar = 30;

const grouped = (value: number): string => value.toLocaleString('en-US');
/** What is there already counts as all of it; more than was expected, too. */
const share = ({ done, total }: Stage): number => (total === 0 ? 1 : Math.min(1, done / total));

export const lineOf = (stage: Stage): string =>
  `${stage.name}: ${grouped(stage.done)} of ${grouped(stage.total)} rows, ${Math.floor(share(stage) * 100)} %`;

/** Never wider than the terminal: a broken line could not be drawn over. */
export function barOf(stage: Stage, columns: number): string {
  const text = lineOf(stage);
  const width = Math.min(widestBar, columns - text.length - 4);
  if (width < 5) return text.slice(0, Math.max(0, columns - 1));
  const filled = Math.floor(share(stage) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${text}`;
}

export function progressOn(screen: Screen, clock: () => number = Date.now): Progress {
  const drawn = screen.isTTY === true;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (stage) => {
      const now = clock();
      if (now - shownAt < (drawn ? barEvery : lineEvery)) return;
      shownAt = now;
      screen.write(drawn ? `\r\u001b[K${barOf(stage, screen.columns || 80)}` : `${lineOf(stage)}\n`);
    },
    end: () => {
      if (drawn) screen.write('\r\u001b[K');
    },
  };
}
