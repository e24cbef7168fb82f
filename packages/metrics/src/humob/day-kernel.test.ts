import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { humobDays } from '../../perf/humob-days.js';
import { Proximity } from '../geobleu/proximity.js';
import { WasmKernel } from './wasm-kernel.js';

test('the generated kernel matches its source', () => {
  const source = readFileSync(join(import.meta.dirname, '..', '..', 'wasm', 'day-kernel.wat'));
  const generated = readFileSync(join(import.meta.dirname, 'day-kernel.generated.ts'), 'utf8');
  expect(generated).toContain(`SHA-256 of the source: ${createHash('sha256').update(source).digest('hex')}\n`);
});

test('the kernel restarts its numbers before they run out, and scores as before', () => {
  const days = humobDays(20, 5);
  const kernel = new WasmKernel(new Proximity(0.5));
  for (const name of ['generatedX', 'generatedY', 'referenceX', 'referenceY', 'offsets'] as const) {
    kernel[name].set(days[name]);
  }
  const score = () => {
    kernel.run(20, 5, true, true);
    return [kernel.sums.slice(0, 100), kernel.warping.slice(0, 20)];
  };
  const expected = score();
  kernel.base.value = 2 ** 30;
  expect(score()).toEqual(expected);
  expect(kernel.base.value).toBeGreaterThan(2 ** 30);
  expect(score()).toEqual(expected);
  expect(kernel.base.value).toBeLessThan(2 ** 16);
  expect(score()).toEqual(expected);
});
