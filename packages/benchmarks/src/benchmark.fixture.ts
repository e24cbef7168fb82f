import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { synthesizeCity } from '@itinera/city-build';
import { type CityView, MapCityView, type Profile } from '@itinera/engine';
import { dayOfStep, INTENTIONS, secondOfStep } from '@itinera/run';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPeople } from './demo/demo-world.js';
import { writeDemo } from './demo/make-demo.js';
import type { Benchmark } from './port/benchmark.js';
import type { StatusRow } from './port/status-row.js';
import { metricsOf } from './scoring/noise.js';
import { differenceOf, scaleOf, scoreNoisily } from './scoring/score-with-noise.js';

const few = { resamples: 60, seed: 2 };
const SEED = 5;

/** Writes a synthetic dataset for quick runs: a village with a few people, and a ground truth if `truth` is set. */
export function toyDataset(folder: string, { name, demo }: Benchmark, people: number, truth = false): string {
  const population = { ...demo.population, people };
  writeDemo(folder, { name, demo: { ...demo, population, city: { residents: 500 } } });
  if (!truth) rmSync(join(folder, 'groundtruth'), { recursive: true });
  return folder;
}

/** Yields rows of people who go home or elsewhere at random and are travelling in every fourth row. */
function* someRows(
  { clock }: Benchmark,
  people: readonly Profile[],
  city: CityView,
  seed: number,
): Generator<StatusRow> {
  const random = new Random(seed);
  const aois = [...city.allAois.keys()];
  for (let step = 0; step < clock.steps; step++) {
    for (const { id, home } of people) {
      const place = random.uniform() < 0.6 ? home : aois[random.integer(aois.length)]!;
      const parent_id = step % 4 === 3 ? null : place;
      const action = INTENTIONS[random.integer(INTENTIONS.length)]!;
      yield { id, day: dayOfStep(clock, step), t: secondOfStep(clock, step), parent_id, action };
    }
  }
}

/** The contract of a benchmark: a synthetic truth that it can read, scores within range, noise, scale and comparison. */
export function describeBenchmark(benchmark: Benchmark): void {
  describe(`${benchmark.name} as a benchmark`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'benchmark '));
    afterAll(() => rmSync(folder, { recursive: true }));
    const map = synthesizeCity({ seed: SEED, size: 500 });
    const city = new MapCityView(map);
    const people = demoPeople({ ...benchmark.demo.population, people: 40 }, map, SEED);
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(benchmark.demo.truth(people, map, SEED)))
      writeFileSync(join(folder, name), bytes);
    const truth = benchmark.readTruth(folder);
    const gathered = (seed: number) => benchmark.gather(someRows(benchmark, people, city, seed), city, []);

    test('gathers results that can be written and read back, and scores them within the declared range', () => {
      const { results } = gathered(1);
      const score = benchmark.score(JSON.parse(JSON.stringify(results)), truth);
      expect(score).toEqual(benchmark.score(results, truth));
      expect(score.final_score).not.toBeNull();
      for (const profile of [score.documented, score.reference]) {
        for (const [metric, value] of Object.entries(metricsOf(profile))) {
          expect(benchmark.metrics, metric).toHaveProperty([metric]);
          const [least, most] = benchmark.metrics[metric]!.range;
          if (value === null) continue;
          expect(value, metric).toBeGreaterThanOrEqual(least);
          expect(value, metric).toBeLessThanOrEqual(most);
        }
      }
      expect(Object.keys(metricsOf(score.documented)).sort()).toEqual(Object.keys(benchmark.metrics).sort());
    });

    test('reports the noise of a score, from a run or just a results file, the same for the same seed', () => {
      const { results, people: byPerson } = gathered(1);
      for (const scored of [{ results }, { results, people: byPerson }]) {
        const { final_score, noise } = scoreNoisily(benchmark, scored, truth, few);
        const { value, low, high } = noise.documented.final_score!;
        expect(value).toBe(final_score);
        expect(low!).toBeLessThan(high!);
        expect(low!).toBeLessThanOrEqual(value!);
        expect(high!).toBeGreaterThanOrEqual(value!);
        expect(scoreNoisily(benchmark, scored, truth, few).noise).toEqual(noise);
      }
    });

    test('has a floor below its ceiling', () => {
      const { floor, ceiling } = scaleOf(benchmark, truth, { ...few, random: gathered(1) });
      expect(floor!.documented.final_score!.value!).toBeLessThan(ceiling.documented.final_score!.value!);
      expect(ceiling.method).not.toBe('');
    });

    test('finds no difference between equal results, and opposite differences when the results are swapped', () => {
      const [first, second] = [gathered(1), gathered(2)];
      const same = differenceOf(benchmark, first, first, truth, few).documented.final_score!;
      expect([same.value, same.pValue]).toEqual([0, 1]);
      const there = differenceOf(benchmark, first, second, truth, few).documented.final_score!;
      const back = differenceOf(benchmark, second, first, truth, few).documented.final_score!;
      expect(back.value).toBe(-there.value!);
      expect(there.low!).toBeLessThan(there.high!);
    });

    test('scores invalid results as null, with the reason', () => {
      const { final_score, documented } = benchmark.score({}, truth);
      expect(final_score).toBeNull();
      expect(Object.keys((documented as { undefined: object }).undefined)).not.toEqual([]);
      expect(() => benchmark.readTruth(join(folder, 'nothing'))).toThrow(/nothing/);
    });
  });
}
