import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '@itinera/base';
import { exponent } from '../../base/perf/exponent.js';

const PEOPLE = 1000;
const PLACES = 3000;
/** Rows per person. */
const SIZES = [250, 500, 1000] as const;
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

/** A complete run of asbench measure on files of a million rows each, and the growth of its time and memory. */
export default async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'measure-bench-'));
  try {
    const table: Record<string, object> = {};
    const costs: number[] = [];
    for (const rowsPerPerson of SIZES) {
      const [real, generated] = ['real', 'generated'].map((name) => join(folder, `${name}.csv`)) as [string, string];
      const rows = writeTown(real, 1, rowsPerPerson);
      writeTown(generated, 2, rowsPerPerson);
      const { seconds, peak } = costOf([program, 'measure', real, generated, '--json', '-o', join(folder, 'report')]);
      const plain = costOf(['--eval', COUNT_LINES, real, generated]);
      costs.push(seconds);
      table[`${rows.toLocaleString('en-GB')} rows each`] = {
        'seconds of CPU': seconds.toFixed(1),
        'peak memory, MB': peak.toFixed(0),
        'MB of files': ((2 * statSync(real).size) / 2 ** 20).toFixed(0),
        'times as long as counting lines': (seconds / plain.seconds).toFixed(0),
      };
    }
    console.table(table);
    console.log(`Cost by number of rows: exponent ${exponent(SIZES, costs).toFixed(2)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs Node, which prints what it has used when it ends. @returns processor seconds, and peak memory in MB */
function costOf(args: readonly string[]): { readonly seconds: number; readonly peak: number } {
  const say = 'process.on("exit",()=>process.stderr.write("\\n"+JSON.stringify(process.resourceUsage())))';
  const url = `data:text/javascript,${encodeURIComponent(say)}`;
  const { stderr, status } = spawnSync(process.execPath, ['--import', url, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(stderr);
  const used = JSON.parse(stderr.trim().split('\n').at(-1)!) as NodeJS.ResourceUsage;
  return { seconds: (used.userCPUTime + used.systemCPUTime) / 1e6, peak: used.maxRSS / 1024 };
}
