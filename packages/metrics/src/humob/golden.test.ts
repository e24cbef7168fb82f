import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  calcDtw,
  calcDtwBulk,
  calcDtwOrig,
  calcDtwSingle,
  calcGeobleu,
  calcGeobleuBulk,
  calcGeobleuOrig,
  calcGeobleuSingle,
  type Rules,
} from '../index.js';

const functions = {
  calc_dtw: calcDtw,
  calc_dtw_bulk: calcDtwBulk,
  calc_dtw_orig: calcDtwOrig,
  calc_dtw_single: calcDtwSingle,
  calc_geobleu: calcGeobleu,
  calc_geobleu_bulk: calcGeobleuBulk,
  calc_geobleu_orig: calcGeobleuOrig,
  calc_geobleu_single: calcGeobleuSingle,
};

interface Outcome {
  value?: number | string;
  error?: { type: string; message: string };
  absent?: true;
  rounding_range?: [number, number];
}
interface Call {
  function: keyof typeof functions;
  kwargs: Record<string, unknown>;
  v2023: Outcome;
  v2025: Outcome;
}
interface Case {
  id: string;
  name: string;
  generated: number[][];
  reference: number[][];
  calls: Call[];
}

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'geobleu');
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const releases: [keyof Call & `v${string}`, Rules][] = [
  ['v2023', 'humob2023'],
  ['v2023', 'humob2024'],
  ['v2025', 'giscup2025'],
];

function expectOutcome(actual: () => number, expected: Outcome, isDtw: boolean): void {
  if (expected.error) {
    expect(actual).toThrow(expected.error.message);
    return;
  }
  const value = Number(expected.value);
  const got = actual();
  if (Number.isNaN(value) || !Number.isFinite(value)) expect(got).toBe(value);
  else if (isDtw) expect(got).toBe(value);
  else {
    const tolerance = 1e-12 * Math.min(1, value || 1);
    expect(Math.abs(got - value), `${got} for ${value}`).toBeLessThanOrEqual(tolerance);
  }
}

for (const file of ['readme', 'days', 'users', 'unequal', 'edge', 'errors', 'bulk']) {
  const cases = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Case[];
  test.each(cases.map((item) => [item.id, item.name, item] as const))('%s: %s', (_id, _name, item) => {
    for (const call of item.calls) {
      // The reference ignores weights; this package uses them, so they are omitted here.
      const { processes: _processes, weights: _weights, ...kwargs } = call.kwargs;
      const options = Object.fromEntries(Object.entries(kwargs).map(([key, value]) => [camelCase(key), value]));
      const calc = functions[call.function];
      for (const [release, rules] of releases) {
        const expected = call[release] as Outcome;
        if (expected.absent) continue;
        expectOutcome(
          () => calc(item.generated, item.reference, { ...options, rules }),
          expected,
          call.function.startsWith('calc_dtw'),
        );
      }
    }
  });
}
