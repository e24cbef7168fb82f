import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { readOdTsv } from '../on-disk.js';
import { useTempFolder } from '../temp-folder.fixture.js';
import { OD_BASELINES, predictOd } from './baselines.js';
import { holdOutDays } from './holdout.js';
import type { OdRecord } from './matrix.js';
import { compareOd, intervalOfOd, looksSwapped, scoreOdGroups } from './report.js';
import { BOX_OFF_PAIRS, daysFrom, NORM_OFF_DIAGONAL, SUBMISSION_DAYS, weekdayOn } from './rules.js';
import { observedRms, scoreOd } from './score.js';
import { synthesizeOd } from './synth.js';
import { type OdFlows, odFromRecord } from './tsv.js';
import { daysOfText, gapFrom, OD_WINDOWS, windowDays } from './windows.js';
import { writeOdTsv } from './write-tsv.js';

const temp = useTempFolder();

/** JSON lacks NaN and infinity. */
const numbers = (value: unknown): OdRecord =>
  JSON.parse(JSON.stringify(value), (_, held) => (/^-?(NaN|Infinity)$/.test(held) ? Number(held) : held));

interface Recorded {
  readonly id: string;
  readonly name: string;
  readonly truth: unknown;
  readonly pred: unknown;
  readonly days?: readonly string[];
  readonly expected: Readonly<Record<string, { readonly combined?: number | string; readonly error?: object }>>;
}
const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/humob/od/score.json'), 'utf8')) as {
  readonly cases: readonly Recorded[];
};

test.each(cases.map((one) => [`${one.id} ${one.name}`, one] as const))(
  'published scorers agree on %s',
  (_, { truth, pred, days, expected }) => {
    const score = () => scoreOd(odFromRecord(numbers(pred)), odFromRecord(numbers(truth)), days && { days });
    const answers = Object.values(expected);
    const scores = answers.flatMap(({ combined }) => (combined === undefined ? [] : [Number(combined)]));
    if (scores.length < answers.length && answers.length - scores.length >= scores.length)
      return expect(score).toThrow();
    const { combined } = score();
    const near = scores.filter((other) => other === combined || Math.abs(other - combined) <= 1e-12 * combined);
    expect(near.length).toBeGreaterThan(scores.length / 2);
  },
);

const day = (flow: number, cell = '50_50') => ({ [cell]: { [cell]: flow } });

test('a pair off the diagonal is divided by all such pairs of the box', () => {
  const flow = NORM_OFF_DIAGONAL * Math.sqrt(BOX_OFF_PAIRS);
  const score = scoreOd(odFromRecord({ '20240201': {} }), odFromRecord({ '20240201': { '35_30': { '70_70': flow } } }));
  expect(score).toMatchObject({
    rules: 'humob2026',
    diagonal: 0,
    offTheDiagonal: { hits: 0, misses: 1, inventions: 0 },
  });
  expect(score.combined).toBeCloseTo(0.5, 12);
});

test.each([
  ['a missing day', { '20240201': day(1) }, /no data for 20240203/],
  ['a day of NA', { '20240201': day(1), '20240203': null }, /no data for 20240203/],
  ['NaN in the box', { '20240201': day(1), '20240203': day(Number.NaN) }, /20240203 that is NaN/],
  ['infinity in the box', { '20240201': day(1), '20240203': day(Number.POSITIVE_INFINITY) }, /is Infinity/],
  ['a cell outside the grid', { '20240201': day(1, '71_1'), '20240203': day(1) }, /20240201: .*71_1 is outside/],
  ['a flow that is not a number', { '20240201': { '50_50': { '50_50': [] } } }, /is not numeric/],
] as const)('%s has no score', (_, prediction, message) => {
  const truth = odFromRecord({ '20240201': day(1), '20240203': day(2) });
  expect(() => scoreOd(odFromRecord(prediction), truth)).toThrow(message);
});

test('flows outside the box do not change a score, and days of NA are not scored', () => {
  const truth = odFromRecord({ '20240201': day(2), '20240202': null });
  const prediction = { '20240201': { ...day(2), '10_10': { '50_50': Number.NaN }, '-1_-1': { '-1_-1': 5 } } };
  expect(scoreOd(odFromRecord(prediction), truth)).toMatchObject({ combined: 0, days: [{ date: '20240201' }] });
});

/** The stand-in without the pairs that are not scored. */
const all: OdFlows = new Map([...synthesizeOd({ seed: 1, elsewhere: 0 })].map(({ date, day }) => [date, day]));
const predict = (name: string, dates: readonly string[]) => predictOd(all, dates, name);

slowTest('the stand-in has the published shape of the data', () => {
  const { diagonal, offDiagonal } = observedRms(all);
  expect(diagonal).toBeGreaterThan(0.95 * 26.57);
  expect(diagonal).toBeLessThan(1.05 * 26.57);
  expect(offDiagonal).toBeGreaterThan(0.9 * 0.0176);
  expect(offDiagonal).toBeLessThan(1.1 * 0.0176);
  const sums = [...all.values()].flatMap((day) =>
    day === null ? [] : [day.flows.reduce((sum, flow) => sum + flow, 0)],
  );
  expect(sums).toHaveLength(366 - 16);
  for (const sum of sums) expect(sum).toBeCloseTo(189_190.25, 3);
  const again = new Map([...synthesizeOd({ seed: 1, elsewhere: 0 })].map(({ date, day }) => [date, day]));
  expect(again).toEqual(all);
});

describe('baselines', () => {
  const scores = new Map(
    Object.keys(OD_BASELINES).map((name) => [
      name,
      scoreOd(predict(name, SUBMISSION_DAYS), all, { days: SUBMISSION_DAYS }).combined,
    ]),
  );
  const of = (name: string) => scores.get(name)!;

  test('baselines beat a prediction without flows, and more elaborate ones beat simpler ones', () => {
    for (const [name, combined] of scores) if (name !== 'zeros') expect(combined, name).toBeLessThan(of('zeros') / 2);
    expect(of('anchors')).toBeLessThan(of('line'));
    expect(of('blend')).toBeLessThan(of('flat-mean'));
    expect(of('line')).toBeLessThan(of('weekday-line'));
    expect(of('blend')).toBeLessThan(0.2068);
  });

  test('baselines are exact on perfectly regular flows', () => {
    const rising = (from: string, to: string, flow: (date: string, i: number) => number) =>
      Object.fromEntries(daysFrom(from, to).map((date, i) => [date, day(flow(date, i))]));
    const known = odFromRecord({
      ...rising('20240101', '20240131', (_, i) => i),
      ...rising('20240401', '20240510', (date) => weekdayOn(date)),
    });
    const flowOf = (name: string, date: string) => predictOd(known, [date], name).get(date)?.flows[0];
    expect(flowOf('zeros', '20240301')).toBe(0);
    expect(flowOf('flat-mean', '20240301')).toBeCloseTo(85 / 30, 12);
    expect(flowOf('after-as-is', '20240308')).toBe(4);
    // 2024-02-05 is a Monday: 7 of 70 days from Monday 29 January (28) to Monday 1 April (0), of which 5 of 61 in the gap.
    expect(flowOf('weekday-line', '20240205')).toBeCloseTo(28 * (1 - 5 / 61), 12);
    expect(flowOf('line', '20240205')).toBeCloseTo(25.5 * (1 - 5 / 61) + (85 / 30) * (5 / 61), 12);
    const over = predictOd(known, ['20240301'], 'flat-mean', { over: ['20240102', '20240104'] });
    expect(over.get('20240301')?.flows[0]).toBe(2);
  });

  slowTest('baselines do not use the days that they predict', () => {
    const days = windowDays('both_weeks');
    const few = new Map(
      [...all].map(([date, day]) => [
        date,
        day && { pairs: day.pairs.slice(300, 340), flows: day.flows.slice(300, 340) },
      ]),
    );
    const hidden = new Map([...few].map(([date, day]) => [date, days.includes(date) ? null : day]));
    for (const name of Object.keys(OD_BASELINES))
      expect(predictOd(hidden, days, name), name).toEqual(predictOd(few, days, name));
  });

  test('baselines predict from one side at the ends of the data, and from few days', () => {
    const known = odFromRecord({ '20240110': day(4), '20240111': day(4) });
    for (const name of Object.keys(OD_BASELINES))
      for (const date of ['20240101', '20240131'])
        expect(predictOd(known, [date], name).get(date)?.flows[0], `${name} ${date}`).toBeCloseTo(
          name === 'zeros' ? 0 : 4,
          9,
        );
  });

  test('an unknown baseline and data without a known day are rejected', () => {
    expect(() => predict('oracle', SUBMISSION_DAYS)).toThrow(/no baseline named oracle. Choose one of zeros/);
    expect(() => predictOd(new Map([['20240101', null]]), ['20240201'], 'line')).toThrow(/no known day/);
  });
});

describe('a score is broken down', () => {
  const line = scoreOd(predict('line', SUBMISSION_DAYS), all, { days: SUBMISSION_DAYS });
  const best = scoreOd(predict('anchors', SUBMISSION_DAYS), all, { days: SUBMISSION_DAYS });

  test('a score is broken down by weekday and phase, whose means are the score', () => {
    for (const groups of Object.values(scoreOdGroups(line))) {
      const mean = groups.reduce((sum, { days, combined }) => sum + days * combined, 0) / 58;
      expect(mean).toBeCloseTo(line.combined, 12);
    }
    expect(scoreOdGroups(line).phases.map(({ days }) => days)).toEqual([19, 19, 20]);
  });

  test('a score has an interval over blocks of days, and a paired difference', () => {
    const { low, high, value } = intervalOfOd(line);
    expect(value).toBeCloseTo(line.combined, 12);
    expect([low < value, high > value, intervalOfOd(line)]).toEqual([
      true,
      true,
      { low, high, value, level: 0.95, block: 7 },
    ]);
    const difference = compareOd(line, best);
    expect(difference.value).toBeCloseTo(line.combined - best.combined, 12);
    expect([difference.low > 0, difference.pValue < 0.01]).toEqual([true, true]);
    expect(compareOd(best, best)).toMatchObject({ value: 0, low: 0, high: 0, pValue: 1 });
  });

  test('few days have at least two blocks, and one day has no interval', () => {
    const few = (days: number) => ({ ...line, days: line.days.slice(0, days) });
    const { low, high, block } = intervalOfOd(few(4));
    expect([low < high, block]).toEqual([true, 2]);
    expect(intervalOfOd(few(1))).toMatchObject({ low: Number.NaN, high: Number.NaN });
    expect(compareOd(few(1), { ...best, days: best.days.slice(0, 1) }).pValue).toBeNaN();
  });

  test('swapped coordinates are noticed', () => {
    const names = ([y, x]: readonly string[]) => `${x}_${y}`;
    const record = Object.fromEntries(
      SUBMISSION_DAYS.map((date) => [date, { [names(['40', '60'])]: { [names(['40', '60'])]: 5 } }]),
    );
    const truth = odFromRecord(Object.fromEntries(SUBMISSION_DAYS.map((date) => [date, day(5, '40_60')])));
    const swapped = odFromRecord(record);
    expect(looksSwapped(swapped, truth, scoreOd(swapped, truth))).toBe(true);
    expect(looksSwapped(truth, truth, scoreOd(truth, truth))).toBe(false);
  });
});

describe('files', () => {
  test('files are read as they were written', () => {
    const path = temp.path('all.tsv');
    const few = new Map([...all].slice(0, 30));
    writeOdTsv(path, few);
    const read = readOdTsv(path);
    expect([...read.keys()]).toEqual([...few.keys()].sort());
    for (const [date, day] of few) {
      const sorted = (one: typeof day) =>
        one && new Map([...one.pairs.entries()].map(([i, pair]) => [pair, one.flows[i]]));
      expect(sorted(read.get(date) ?? null)).toEqual(sorted(day));
    }
    expect(() =>
      writeOdTsv(path, new Map([['20240201', { pairs: new Uint32Array(), flows: new Float64Array() }]])),
    ).toThrow(/20240201 has no flows/);
  });

  test('have as many pairs as they need, of which only those of the box are kept on request', () => {
    const [{ value }] = [synthesizeOd({ seed: 3 }).next()];
    expect(value?.day?.pairs.length).toBeGreaterThan(10_900);
    const pairs = Uint32Array.from({ length: 20_000 }, (_, i) => 7 * i);
    const path = temp.path('many.tsv');
    writeOdTsv(path, new Map([['20240101', { pairs, flows: new Float64Array(20_000).fill(1.5) }]]));
    expect(readOdTsv(path).get('20240101')?.pairs).toEqual(pairs);
    expect(readOdTsv(path, { boxOnly: true }).get('20240101')?.pairs).toHaveLength(0);
    const unusual = temp.write('unusual.tsv', "20240101\t{'050_50': {'50_50': '2'}, '1_1': {'1_1': -3}}\n");
    expect([...(readOdTsv(unusual, { boxOnly: true }).get('20240101')?.flows ?? [])]).toEqual([2]);
  });

  test.each([
    ['a missing column', '20240201\n', /line 1: Expected 2 tab-delimited columns/],
    ['a wrong date', '20240230\tNA\n', /line 1: "20240230" is not a date/],
    ['a repeated date', '20240201\tNA\n20240201\tNA\n', /line 2: the date 20240201 is repeated/],
    ['a matrix of another kind', '20240201\t[1]\n', /line 1 \(20240201\): The OD matrix .* must be a dict/],
    ['no line', '', /the file is empty/],
    ['a million line ends of old Macs', '\r'.repeat(1_000_000), /line 1: Expected 2 tab-delimited columns/],
    ['a zip archive', 'PK\u0003\u0004', /a zip archive.* Unpack it/],
  ])('files with %s are rejected with the line', (_, content, message) => {
    expect(() => readOdTsv(temp.write('wrong.tsv', content))).toThrow(message);
  });

  test('held-out days are hidden in one file and complete in the other', async () => {
    const path = temp.path('data.tsv');
    writeOdTsv(path, new Map([...all].slice(0, 60)));
    const { hidden, scored } = gapFrom('20231127');
    expect([hidden.length, scored.length, scored.includes('20231128')]).toEqual([60, 58, false]);
    const { files, counts } = await holdOutDays(path, hidden, scored, temp.path('held'));
    expect(counts).toEqual({ known: 25, truth: 26, withoutData: 6 });
    const [known, truth] = [readOdTsv(files.known), readOdTsv(files.truth)];
    expect(truth.get('20231127')).toEqual(readOdTsv(path).get('20231127'));
    expect([known.get('20231127'), known.get('20231126'), truth.has('20231128')]).toEqual([null, null, false]);
    await expect(holdOutDays(path, ['20250101'], ['20250101'], temp.path('none'))).rejects.toThrow(
      /no day with data is hidden/,
    );
    writeFileSync(temp.path('file'), '');
    await expect(holdOutDays(path, hidden, scored, temp.path('file/x'))).rejects.toThrow(
      /ENOTDIR|not a (folder|directory)/i,
    );
  });

  test('days are not held out of a file that an output would replace, and a rejected choice changes nothing', async () => {
    const folder = temp.path('again');
    mkdirSync(folder);
    const path = join(folder, 'known.tsv');
    writeOdTsv(path, new Map([...all].slice(0, 60)));
    const before = readFileSync(path, 'utf8');
    await expect(holdOutDays(path, ['20250101'], ['20250101'], folder)).rejects.toThrow(/no day with data is hidden/);
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([before, ['known.tsv']]);
    const { hidden, scored } = gapFrom('20231127');
    await expect(holdOutDays(path, hidden, scored, folder)).rejects.toThrow(`${path} is an input`);
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([before, ['known.tsv']]);
  });
});

test('windows of published work have names, and other windows can be given as dates', () => {
  expect(windowDays('may_jun')).toHaveLength(61);
  expect(windowDays('roll_0819').at(-1)).toBe('20241017');
  expect(windowDays('both_weeks')).toHaveLength(14);
  expect(new Set(OD_WINDOWS.map(({ name }) => name)).size).toBe(OD_WINDOWS.length);
  expect(() => windowDays('june')).toThrow(
    /No window named june\. Did you mean "gap_may_june"\? Choose one of both_weeks/,
  );
  expect(daysOfText('20240228-20240301,20240401')).toEqual(['20240228', '20240229', '20240301', '20240401']);
  expect(() => daysOfText('20240301-20240228')).toThrow(/expected a day or days/);
  expect(() => gapFrom('20240231')).toThrow(/not a date/);
});
