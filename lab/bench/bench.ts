import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row } from '../../packages/base/perf/row.js';
import { benchTable, failures } from './bench-table.js';
import { LIMITS } from './limits.js';

// Runs every packages/*/perf/*.bench.ts (compiled to build/) one after the other, and prints what they measured in one
// table, with the most that each may cost: npm run bench [-- part of a name]. Times are those of this machine; only ratios
// of one run are comparable.
const wanted = process.argv.slice(2);
const packages = join(import.meta.dirname, '..', '..', 'packages');
const load = loadavg()[0]!.toFixed(1);
const rows: Row[] = [];
const titles: string[] = [];

for (const name of readdirSync(packages).sort()) {
  const folder = join(packages, name, 'perf');
  if (!existsSync(folder)) continue;
  for (const file of readdirSync(folder)
    .filter((entry) => entry.endsWith('.bench.js'))
    .sort()) {
    const title = `${name}/${basename(file, '.bench.js')}`;
    titles.push(title);
    if (wanted.length > 0 && !wanted.some((part) => title.includes(part))) continue;
    console.log(`\n# ${title}`);
    try {
      const { default: bench } = (await import(pathToFileURL(join(folder, file)).href)) as {
        default: () => Promise<Row[]>;
      };
      rows.push(...(await bench()));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

const unknown = wanted.filter((part) => !titles.some((title) => title.includes(part)));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(' or ')}. There are ${titles.join(', ')}.`);
  process.exitCode = 1;
}
console.log(
  `\n${cpus()[0]?.model}, ${availableParallelism()} cores (load ${load} before), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
console.table(benchTable(rows, LIMITS));
const failed = failures(rows, LIMITS);
if (failed.length > 0) {
  console.error(`Wrong results or over the limit: ${failed.join('; ')}`);
  process.exitCode = 1;
}
const missing = Object.keys(LIMITS).filter((work) => !rows.some((row) => row.work === work));
if (missing.length > 0) console.log(`With limits, but not measured in this run: ${missing.join('; ')}`);
