import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarkNamed, scaleOf } from '@itinera/benchmarks';
import { afterAll, expect, test } from 'vitest';
import { keptScales } from './kept-scales.js';

const home = mkdtempSync(join(tmpdir(), 'kept scales '));
afterAll(() => rmSync(home, { recursive: true }));

const benchmark = benchmarkNamed('DailyMobility');
/** Twenty people, whose days differ by the factor. */
const people = (factor: number) => {
  const rows = Array.from({ length: 20 }, (_, i) => i);
  return {
    gyration_radius: rows.map((i) => factor * (i + 1)),
    daily_location_numbers: rows.map((i) => 1 + (i % 5)),
    intention_sequences: rows.map((i) => [i % 4, (i + 1) % 4]),
    intention_proportions: rows.map((i) => [i / 20, 1 - i / 20]),
  };
};
const truthOf = ({ intention_sequences, intention_proportions, ...rest }: ReturnType<typeof people>) => ({
  ...rest,
  daily_intentions_2d: intention_sequences,
  intention_proportions_2d: intention_proportions,
});
const truth = truthOf(people(100));
const scaled = (over: { home?: string; truth?: object; version?: string; seed?: number } = {}) => {
  const made: string[] = [];
  const kept = keptScales(over.home ?? home, { ...benchmark, ...(over.version && { version: over.version }) });
  const scale = scaleOf(benchmark, over.truth ?? truth, {
    random: { results: people(90) },
    results: people(100),
    resamples: 100,
    seed: over.seed ?? 1,
    kept: {
      get: kept.get,
      set: (key, noise) => {
        made.push(noise.method);
        kept.set(key, noise);
      },
    },
  });
  return { scale, made: made.length };
};
const files = () => readdirSync(join(home, 'cache', 'scales')).map((name) => join(home, 'cache', 'scales', name));

test('floor and ceiling are drawn once per truth, people, seed and version, and are the same when they are read', () => {
  const first = scaled();
  expect(first.made).toBe(2);
  expect(files()).toHaveLength(2);
  expect(scaled()).toEqual({ scale: first.scale, made: 0 });
  expect(
    scaleOf(benchmark, truth, { random: { results: people(90) }, results: people(100), resamples: 100, seed: 1 }),
  ).toEqual(first.scale);
  expect(scaled({ truth: truthOf(people(101)) }).made).toBe(2);
  expect(scaled({ seed: 2 }).made).toBe(2);
  expect(scaled({ version: '0' }).made).toBe(2);
});

test('without a home, only what is shipped is read, and nothing is written', () => {
  const key = 'a truth that nobody ships';
  keptScales(home, benchmark).set(key, { forged: true } as never);
  expect(keptScales(home, benchmark).get(key)).toEqual({ forged: true });
  const before = files().length;
  keptScales(null, benchmark).set('another', { forged: true } as never);
  expect([keptScales(null, benchmark).get(key), files().length]).toEqual([undefined, before]);
  for (const path of files()) rmSync(path);
});

test('a file that is damaged, cut off, or of another scale is drawn again and replaced', () => {
  const { scale } = scaled();
  const before = files().map((path) => [path, readFileSync(path, 'latin1')] as const);
  const [[, other]] = before as [readonly [string, string]];
  const damages = [
    (text: string) => text.replace(/"level":0.95/, '"level":0.96'),
    (text: string) => text.slice(0, -20),
    () => '',
    () => '{}\n',
    (text: string) => (text === other ? before[1]![1] : other),
    () => 'x'.repeat(2_000_000),
  ];
  for (const damage of damages) {
    for (const [path, text] of before) writeFileSync(path, damage(text), 'latin1');
    expect(scaled()).toEqual({ scale, made: 2 });
    expect(scaled().made).toBe(0);
    for (const [path, text] of before) writeFileSync(path, text, 'latin1');
  }
});

test('without a disk to write to, scores are the same', () => {
  const file = join(home, 'a file');
  writeFileSync(file, '');
  expect(scaled({ home: file })).toEqual({ scale: scaled().scale, made: 2 });
});

test('these are the floors and ceilings of SCALES_VERSION 1: raise it when they change, or homes answer with former ones', () => {
  const { floor, ceiling } = scaled().scale;
  const scores = [floor!, ceiling].flatMap(({ documented, reference }) =>
    [documented, reference].flatMap(({ final_score }) => Object.values(final_score!)),
  );
  expect(scores.map((score) => Number(score?.toFixed(6)))).toEqual([
    83.75, 79.432465, 87.881816, 99.999694, 87.324355, 100, 62.374744, 43.050788, 74.711867, 61.229258, 40.029069,
    81.144951,
  ]);
});
