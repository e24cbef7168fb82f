import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { apart } from '../../base/perf/apart.js';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';

const PEOPLE = 1000;
const PLACES = 3000;
/** Rows per person. */
const SIZES = [1000, 3000, 10_000] as const;
/** Reads the files and counts their lines. */
const COUNT_LINES = `
  const { readFileSync } = require('node:fs');
  let lines = 0;
  for (const path of process.argv.slice(1)) for (const byte of readFileSync(path)) if (byte === 10) lines++;
  console.log(lines);`;
const program = join(import.meta.dirname, '../../../../packages/asbench/bin/asbench.js');

/** Writes half-hourly rows of people with a home, a workplace and a few other places. @returns rows */
function writeTown(path: string, seed: number, rowsPerPerson: number): number {
  const random = new Random(seed);
  const places = Array.from(
    { length: PLACES },
    () => `${(35.5 + random.uniform() * 0.3).toFixed(6)},${(139.5 + random.uniform() * 0.3).toFixed(6)}`,
  );
  const file = openSync(path, 'w');
  writeSync(file, 'uid,time,lat,lon\n');
  for (let person = 0; person < PEOPLE; person++) {
    const own = Array.from({ length: 8 }, () => random.integer(PLACES));
    let place = own[0]!;
    const lines: string[] = [];
    for (let row = 0; row < rowsPerPerson; row++) {
      const hour = (row % 48) / 2;
      if (hour < 7 || hour > 22) place = own[0]!;
      else if (hour > 9 && hour < 17) place = own[1]!;
      else if (random.uniform() < 0.4) place = own[random.integer(8)]!;
      lines.push(`${person},${1_600_041_600 + row * 1800},${places[place]}`);
    }
    writeSync(file, `${lines.join('\n')}\n`);
  }
  closeSync(file);
  return PEOPLE * rowsPerPerson;
}

/** A complete run of asbench measure on two files, and the growth of its time. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'measure-bench-'));
  try {
    const runs = SIZES.map((rowsPerPerson) => {
      const [real, generated] = ['real', 'generated'].map((name) => join(folder, `${name}.csv`)) as [string, string];
      const rows = writeTown(real, 1, rowsPerPerson);
      writeTown(generated, 2, rowsPerPerson);
      const words = [program, 'measure', real, generated, '--json', '-o', join(folder, 'report')];
      const { seconds, megabytes } = apart([process.execPath, ...words]);
      const plain = apart([process.execPath, '--eval', COUNT_LINES, real, generated]).seconds;
      return { name: `measure, ${rows.toLocaleString('en-GB')} rows twice`, seconds, megabytes, plain };
    });
    const growth = (costs: readonly number[]) => exponent(SIZES, costs);
    const { name, seconds, megabytes, plain } = runs.at(-1)!;
    return [
      {
        work: name,
        ours: seconds,
        unit: 's',
        peer: { name: 'reading and counting lines', cost: plain },
        exponent: growth(runs.map((run) => run.seconds)),
      },
      { work: `${name}: memory`, ours: megabytes, unit: 'MB', exponent: growth(runs.map((run) => run.megabytes)) },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
