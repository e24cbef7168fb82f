import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Row } from '../../packages/base/perf/row.js';
import { benchTable, failures, markdown, unmeasured, withoutGrowth } from './bench-table.js';
import { LIMITS, type Limits } from './limits.js';

// Runs every packages/*/perf/*.bench.ts (compiled to build/) one after the other, and prints what they measured in one
// table, with the most that each may cost: npm run bench [-- part of a name] [--markdown FILE]. Times are those of this
// machine; only ratios of one run are comparable.
const { values, positionals: wanted } = parseArgs({
  options: { markdown: { type: 'string' } },
  allowPositionals: true,
});
const packages = join(import.meta.dirname, '..', '..', 'packages');
const machine = `${cpus()[0]?.model}, ${availableParallelism()} cores (load ${loadavg()[0]!.toFixed(1)} before), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
const notes =
  'Ratio: our cost in times of the peer’s, 1/20 is twenty times less. Exponent: k of cost ∝ size^k over three or more sizes, ' +
  '1 is linear; empty where another row of the bench has it. Limit: the most that our cost and the ratio may be. Seconds are of processor time unless said otherwise.';
const rowsOf: Record<string, Row[]> = {};
const allRows = () => Object.values(rowsOf).flat();
let limits: Limits = {};
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
    limits = { ...limits, ...LIMITS[title] };
    const start = performance.now();
    try {
      const { default: bench } = (await import(pathToFileURL(join(folder, file)).href)) as {
        default: () => Promise<Row[]>;
      };
      const own = await bench();
      rowsOf[title] = own;
      console.table(benchTable(own, limits));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
    console.log(`${((performance.now() - start) / 1000).toFixed(0)} s by the clock`);
    // After each, so that a run that is broken off leaves its rows.
    if (values.markdown)
      writeFileSync(values.markdown, `${machine}\n\n${markdown(benchTable(allRows(), limits))}\n\n${notes}\n`);
  }
}

const unknown = wanted.filter((part) => !titles.some((title) => title.includes(part)));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(' or ')}. There are ${titles.join(', ')}.`);
  process.exitCode = 1;
}
console.log(`\n${machine}`);
console.table(benchTable(allRows(), limits));
console.log(notes);
for (const [fault, works] of [
  ['Wrong results or over the limit', failures(allRows(), limits)],
  ['With a limit, but not measured', unmeasured(allRows(), limits, process.env)],
  ['No `exponent` in any row (a number, or `no size`)', withoutGrowth(rowsOf)],
] as const) {
  if (works.length === 0) continue;
  console.error(`${fault}: ${works.join('; ')}`);
  process.exitCode = 1;
}
