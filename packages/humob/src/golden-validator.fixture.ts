import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Year } from './tasks.js';
import type { useTempFolder } from './temp-folder.fixture.js';

/** One run of the organisers' validator, by year; see the README next to cases.json. */
export interface GoldenCase {
  readonly id: string;
  readonly name: string;
  readonly argv: readonly string[];
  readonly make?: { readonly uids: readonly [number, number]; readonly row: readonly number[] };
  readonly expected: Readonly<Record<Year, { stdout: string; exit: 0 | 1; uncaught?: string }>>;
}

const folder = join(import.meta.dirname, '../fixtures/humob/validator');

export function goldenCases(): GoldenCase[] {
  return JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
}

/** The arguments of a case with full paths; writes the file that it describes into the folder of the test file. */
export function goldenArguments({ id, argv, make }: GoldenCase, temp: ReturnType<typeof useTempFolder>): string[] {
  let made = '';
  if (make !== undefined) {
    const [first, last] = make.uids;
    const lines = Array.from({ length: last - first + 1 }, (_, i) => `${first + i},${make.row.join(',')}\n`);
    made = temp.write(`${id}.csv`, `uid,d,t,x,y\n${lines.join('')}`);
  }
  return argv.map((argument, i) => (argument === 'MADE' ? made : i === 0 ? argument : join(folder, 'files', argument)));
}
