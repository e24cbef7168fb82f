import { expect, test } from 'vitest';
import { describeBenchmark } from '../benchmark.fixture.js';
import { benchmarkNamed, benchmarks } from './benchmarks.js';

for (const benchmark of benchmarks) describeBenchmark(benchmark);

test('benchmarks are found by name, in any case', () => {
  expect(benchmarkNamed('dailymobility').name).toBe('DailyMobility');
  expect(() => benchmarkNamed('x')).toThrow('Unknown task x. Tasks: DailyMobility, HurricaneMobility, DiaryDay');
});
