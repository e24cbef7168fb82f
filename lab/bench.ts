import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs every packages/*/perf/*.bench.ts (compiled to build/) one after the other: npm run bench [-- part of a name].
// Each file prints its own table of ratios; times are shown, but only ratios of one run are comparable.
const wanted = process.argv.slice(2);
const packages = join(import.meta.dirname, '..', 'packages');

for (const name of readdirSync(packages).sort()) {
  const folder = join(packages, name, 'perf');
  if (!existsSync(folder)) continue;
  for (const file of readdirSync(folder)
    .filter((entry) => entry.endsWith('.bench.js'))
    .sort()) {
    const title = `${name}/${basename(file, '.bench.js')}`;
    if (wanted.length > 0 && !wanted.some((part) => title.includes(part))) continue;
    console.log(`\n# ${title}`);
    const { default: bench } = (await import(pathToFileURL(join(folder, file)).href)) as {
      default: () => Promise<void>;
    };
    await bench();
  }
}
