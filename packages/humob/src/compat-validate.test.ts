import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compatValidate } from './compat-validate.js';
import { type GoldenCase, goldenArguments, goldenCases } from './golden-validator.fixture.js';
import { YEARS } from './tasks.js';
import { useTempFolder } from './temp-folder.fixture.js';

const temp = useTempFolder();

describe.each(YEARS)('the organisers’ validator of %s', (year) => {
  test.each(goldenCases())('$id $name', (golden: GoldenCase) => {
    const { stdout, exit, uncaught } = golden.expected[year];
    const result = compatValidate(year, goldenArguments(golden, temp));
    expect(result).toMatchObject({ stdout, exitCode: exit });
    expect(result.uncaught?.split(':')[0]).toBe(uncaught?.split(':')[0]);
  });
});

interface AugustCase {
  readonly id: string;
  readonly task: string;
  readonly header: boolean;
  /** Lines by index that replace those of a valid file. */
  readonly edits: readonly (readonly [number, string])[];
  /** Number of lines left out at the end. */
  readonly drop?: number;
  readonly exit: 0 | 1;
  readonly stdout: string;
  readonly uncaught: boolean;
}

describe('the organisers’ validator of August 2023, which takes no data set', () => {
  const people = Array.from({ length: 2500 }, (_, i) => `${22_500 + i},60,0,1,1`);
  const valid = (header: boolean) => (header ? ['uid,d,t,x,y', ...people] : [...people]);
  const cases: AugustCase[] = JSON.parse(
    readFileSync(join(import.meta.dirname, '../fixtures/humob/validator/august-2023.json'), 'utf8'),
  );
  test.each(cases)('$id', ({ id, task, header, edits, drop = 0, exit, stdout, uncaught }) => {
    const lines = valid(header);
    for (const [index, line] of edits) lines[index] = line;
    const file = temp.write(`august-${id}.csv`, `${lines.slice(0, lines.length - drop).join('\n')}\n`);
    const result = compatValidate('2023', [task, file]);
    expect(result.stdout.trimEnd()).toBe(stdout);
    expect(result.exitCode).toBe(exit);
    expect(result.uncaught !== undefined).toBe(uncaught);
  });
});
