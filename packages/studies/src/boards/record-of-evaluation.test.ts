import { benchmarkNamed } from '@itinera/benchmarks';
import { type Evaluation, evaluateResults } from '@itinera/runner';
import { expect, test } from 'vitest';
import { goldenJson } from '../../../run/src/formats/golden.fixture.js';
import { evaluationAsFile } from './record-of-evaluation.js';

interface Case {
  readonly name: string;
  readonly ground_truth: object;
  readonly generated: unknown;
  readonly upstream: { readonly result: object };
}

test.each([
  ['DailyMobility', 'daily_eval.json'],
  ['HurricaneMobility', 'hurricane_eval.json'],
])("a file of scores of %s has the original's keys in their order, and everything else under one key", (task, file) => {
  const golden = goldenJson<{ cases: Case[] }>(file).cases.find(({ upstream }) => upstream.result !== undefined)!;
  const scores = evaluateResults(benchmarkNamed(task), { results: golden.generated }, golden.ground_truth, false);
  const written = evaluationAsFile({ scores } as Evaluation) as { final_score: number; itinera: object };
  expect(Object.keys(written)).toEqual([...Object.keys(golden.upstream.result), 'itinera']);
  expect(written.final_score).toBeCloseTo((golden.upstream.result as typeof written).final_score, 9);
  expect(written.itinera).toBe(scores);
});
