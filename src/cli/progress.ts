// Progress of a long command: a bar that is redrawn on a terminal, plain lines in a pipe or a journal.

export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export interface Stage {
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** What is counted; rows if absent. */
  readonly unit?: string;
}

export interface Progress {
  readonly show: (stage: Stage) => void;
  /** Clears the bar. */
  readonly end: () => void;
}

const barIntervalMs = 250;
const lineIntervalMs = 1_000;
const maxBarWidth = 30;

const grouped = (value: number): string => value.toLocaleString('en-US');
/** From 0 to 1. An empty table is complete; rows added during the copy do not exceed 1. */
const share = ({ done, total }: Stage): number => (total === 0 ? 1 : Math.min(1, done / total));

export const lineOf = (stage: Stage): string =>
  `${stage.name}: ${grouped(stage.done)} of ${grouped(stage.total)} ${stage.unit ?? 'rows'}, ${Math.floor(share(stage) * 100)} %`;

/** Never wider than the terminal: a wrapped line could not be redrawn. */
export function barOf(stage: Stage, columns: number): string {
  const text = lineOf(stage);
  const width = Math.min(maxBarWidth, columns - text.length - 4);
  if (width < 5) return text.slice(0, Math.max(0, columns - 1));
  const filled = Math.floor(share(stage) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${text}`;
}

export function progressOn(screen: Screen, clock: () => number = Date.now): Progress {
  const redraws = screen.isTTY === true;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (stage) => {
      const now = clock();
      if (now - shownAt < (redraws ? barIntervalMs : lineIntervalMs)) return;
      shownAt = now;
      screen.write(redraws ? `\r\u001b[K${barOf(stage, screen.columns || 80)}` : `${lineOf(stage)}\n`);
    },
    end: () => {
      if (redraws) screen.write('\r\u001b[K');
    },
  };
}
