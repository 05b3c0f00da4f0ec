// Plays a stream on new worlds, then compares all stored data.
import { type Pair, startPair } from './pair.js';
import { knowledge, type Path, paths } from './references.js';
import { type Concrete, concrete, isPause, type Step } from './steps.js';

const always = 'start_date=0001-01-01&end_date=9999-12-31';
const wholeTerms = ['hide_empty=0', 'hide_empty=0&orderby=description', 'hide_empty=0&orderby=slug&order=desc'];
const wholePlaces = ['status=any', 'status=trash'];
const whole: Readonly<Record<Path, readonly string[]>> = {
  events: [
    `${always}&status=any`,
    `${always}&status=any&orderby=title`,
    `${always}&status=trash&orderby=title`,
    `${always}&status=any&geoloc_lat=52&geoloc_lng=13&geoloc_radius=20040&orderby=distance`,
  ],
  venues: wholePlaces,
  organizers: wholePlaces,
  categories: wholeTerms,
  tags: wholeTerms,
};

/** All data, as an administrator sees it. */
const everything = (language: string): readonly Concrete[] =>
  paths.flatMap((path) =>
    whole[path].map((query) => ({
      request: `GET /${path}?per_page=100&context=edit&${query}&i18n_language=${language}`,
      as: 'administrator',
    })),
  );

const lineOf = ({ request, as, on, headers = {}, body }: Concrete): string =>
  `${request} as ${as} on ${on} ${body ? JSON.stringify(body) : ''} ${Object.entries(headers).join()}`.trimEnd();

/** Returns the number of requests; a failure lists all of them. */
export async function play(steps: readonly Step[], languages: readonly string[] = []): Promise<number> {
  const pair = await startPair({ ALMANAC_LANGUAGES: languages.join() });
  const script: string[] = [];
  try {
    await run(pair, steps, languages, script);
  } catch (error) {
    throw new Error([...script, (error as Error).message].join('\n'), { cause: error });
  } finally {
    await pair.stop();
  }
  return script.length;
}

async function run(pair: Pair, steps: readonly Step[], languages: readonly string[], script: string[]): Promise<void> {
  const known = knowledge();
  for (const step of steps) {
    if (isPause(step)) {
      pair.pass(step.seconds);
      continue;
    }
    const request = concrete(step, known);
    script.push(lineOf(request));
    known.learn(step.path, await pair.ask(request));
  }
  for (const request of (languages.length ? languages : ['']).flatMap(everything)) {
    script.push(lineOf(request));
    await pair.ask(request);
  }
  const faults = await pair.faults();
  if (faults.length) throw new Error(faults.join('\n'));
}
