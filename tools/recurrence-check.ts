// Compares the dates of random recurrence rules with two other programs: `npm run recurrence:check`.
// Fails where both agree on other dates, and on every difference that no reading explains (recurrence/readings.ts).
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { plusYears } from '../src/core/time/clock.js';
import { expand } from '../src/core/time/expand.js';
import { parseRule } from '../src/core/time/rule.js';
import { ruleCases, skipCases } from '../tests/harness/random-rule.js';
import { byDateutil, byRruleTemporal, hasDateutil, type OracleCase, type OracleDates } from './recurrence/oracles.js';
import { type Oracle, type Reading, readingFor, readings } from './recurrence/readings.js';

const { values } = parseArgs({ options: { rules: { type: 'string' }, seed: { type: 'string' } } });
const total = Number(values.rules ?? 50_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const batchSize = 1_000;

/** Rules with SKIP are compared with rrule-temporal only: dateutil does not know it. */
const skipShare = 0.1;

const dated = ({ rule, start }: Pick<OracleCase, 'rule' | 'start'>): OracleCase => ({
  rule,
  start,
  to: plusYears(start, 60),
  limit: 30,
});

const own = ({ rule, start, to, limit }: OracleCase): readonly string[] => [
  ...expand(parseRule(rule, 'UTC'), start, { to, limit }),
];

const same = (a: OracleDates, b: OracleDates): boolean => JSON.stringify(a) === JSON.stringify(b);

const counts = { equal: 0, noAnswer: 0, agreed: 0, skipEqual: 0, empty: 0 };
const explained = new Map<Reading, { one: number; both: number; example: string }>();
const unexplained: string[] = [];

function note(reading: Reading, both: boolean, { rule, start }: OracleCase): void {
  const count = explained.get(reading) ?? { one: 0, both: 0, example: `${rule} from ${start}` };
  explained.set(reading, { ...count, ...(both ? { both: count.both + 1 } : { one: count.one + 1 }) });
}

const show = (dates: OracleDates): string => dates?.slice(0, 4).join(', ') || 'none';

function compare(one: OracleCase, answers: readonly (readonly [Oracle, OracleDates])[]): void {
  const dates = own(one);
  const rule = parseRule(one.rule, 'UTC');
  const given = answers.filter(([, answer]) => answer !== undefined);
  const different = given.filter(([, answer]) => !same(answer, dates));
  counts.noAnswer += answers.length - given.length;
  if (dates.length === 0) counts.empty += 1;
  if (different.length === 0) {
    counts.equal += 1;
    return;
  }
  const both = different.length > 1 && same(different[0]?.[1], different[1]?.[1]);
  if (both) counts.agreed += 1;
  for (const [oracle, answer] of both ? different.slice(0, 1) : different) {
    const reading = readingFor(rule, one.start, oracle);
    if (reading && (!both || reading.of.length === 2)) note(reading, both, one);
    else unexplained.push(`${one.rule} from ${one.start}\n  ${oracle}: ${show(answer)}\n  own: ${show(dates)}`);
  }
}

const batches = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, n) =>
    items.slice(n * batchSize, (n + 1) * batchSize),
  );

const withDateutil = hasDateutil();
if (!withDateutil) console.log('python3 with dateutil is not installed (Debian: python3-dateutil): skipped.');
console.log(`${total} rules with seed ${seed}, the first 30 dates within 60 years`);
const began = performance.now();
const cases = fc.sample(ruleCases, { numRuns: total, seed }).map(dated);
const done = { rules: 0 };
for (const batch of batches(cases)) {
  const [python, temporal] = await Promise.all([withDateutil ? byDateutil(batch) : [], byRruleTemporal(batch)]);
  for (const [at, one] of batch.entries()) {
    compare(one, [...(withDateutil ? [['dateutil', python[at]] as const] : []), ['rrule-temporal', temporal[at]]]);
  }
  done.rules += batch.length;
  if (process.stderr.isTTY) process.stderr.write(`\r${done.rules} of ${total}`);
}
const skips = fc.sample(skipCases, { numRuns: Math.ceil(total * skipShare), seed }).map(dated);
for (const batch of batches(skips)) {
  const temporal = await byRruleTemporal(batch);
  for (const [at, one] of batch.entries()) {
    if (temporal[at] === undefined) counts.noAnswer += 1;
    else if (same(temporal[at], own(one))) counts.skipEqual += 1;
    else compare(one, [['rrule-temporal', temporal[at]]]);
  }
}

const rows = readings.map((reading) => ({
  ...reading,
  ...(explained.get(reading) ?? { one: 0, both: 0, example: '' }),
}));
console.log(`
equal to every program that answered   ${counts.equal} of ${total} (${counts.empty} without a date)
with SKIP, equal to rrule-temporal     ${counts.skipEqual} of ${skips.length}
no answer within 10 s or 10,000 steps  ${counts.noAnswer}
both programs agree on other dates     ${counts.agreed}
other differences by reading:`);
for (const { of, about, one, both, example } of rows) {
  console.log(`${String(one).padStart(7)}  ${of.join(', ')}: ${about}${both ? `; both agree: ${both}` : ''}`);
  if (example) console.log(`         ${example}`);
}
console.log(`unexplained                            ${unexplained.length}`);
for (const text of unexplained.slice(0, 20)) console.log(text);
console.log(`${Math.round((performance.now() - began) / 1_000)} s`);
if (unexplained.length) process.exitCode = 1;
