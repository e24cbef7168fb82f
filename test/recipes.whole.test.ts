import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDemo } from '../packages/benchmarks/src/demo.fixture.js';
import { root, textOf } from './pages.fixture.js';
import { type Line, optionOfRun, type Recipe, recipes } from './recipes.fixture.js';

const scratch = mkdtempSync(join(tmpdir(), 'itinera-recipes-'));

let printed: ReadonlyMap<Recipe, string>;

/** Copies the files that a build needs, follows every recipe, and builds. */
beforeAll(() => {
  cpSync(join(root, 'scripts', 'build'), join(scratch, 'scripts', 'build'), { recursive: true });
  for (const file of ['tsconfig.base.json', 'package-lock.json']) cpSync(join(root, file), join(scratch, file));
  cpSync(join(root, 'lab/bench'), join(scratch, 'lab/bench'), { recursive: true });
  writeFileSync(join(scratch, 'package.json'), '{ "type": "module" }');
  const modules = join(scratch, 'node_modules');
  mkdirSync(join(modules, '@itinera'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== 'itinera' && !existsSync(join(modules, name)))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(root, 'packages'))) {
    cpSync(join(root, 'packages', name), join(scratch, 'packages', name), {
      recursive: true,
      filter: (file) => !/[\\/](?:dist|bundle|fixtures|perf)$|\.test\.ts$/.test(file),
    });
    if (name !== 'asbench')
      symlinkSync(join(scratch, 'packages', name), join(modules, name === 'itinera' ? name : join('@itinera', name)));
  }
  for (const recipe of recipes) follow(recipe);
  for (const line of optionOfRun) insert(line);
  node('scripts/build/build.js', '--scripts');
  printed = printedByCode();
});
afterAll(() => rmSync(scratch, { recursive: true }));

function follow({ file, code, line }: Recipe): void {
  expect(existsSync(join(scratch, file))).toBe(false);
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), code);
  if (line !== undefined) insert(line);
}

function insert({ in: file, after, text: added, import: imported = '' }: Line): void {
  const path = join(scratch, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(after);
  writeFileSync(path, imported + text.replace(after, `${after}\n${added}\n`));
}

const node = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: scratch, encoding: 'utf8' });

/** What the code of each recipe prints. All run in one process: loading the packages takes longest. */
function printedByCode(): ReadonlyMap<Recipe, string> {
  const withCode = recipes.filter(({ shows }) => 'code' in shows);
  const END = '– the end –';
  const calls = withCode.map(({ shows }, i) => {
    writeFileSync(join(scratch, `recipe-${i}.mjs`), (shows as { code: string }).code);
    return `await import('./recipe-${i}.mjs'); console.log('${END}');`;
  });
  const printed = node('--input-type=module', '-e', calls.join('\n')).split(END);
  return new Map(withCode.map((recipe, i) => [recipe, printed[i]!]));
}

test.each(recipes)('adding $row takes one file and at most one line', (recipe) => {
  const { shows, prints } = recipe;
  expect('code' in shows ? printed.get(recipe) : node(...shows.command)).toContain(prints);
});

test('CONTRIBUTING.md has the recipes that are tested, with their files', () => {
  const rows = [...textOf('CONTRIBUTING.md').matchAll(/^\| (an? [^|]+) \| ([^|]+) \| ([^|]*) \|$/gm)];
  expect(rows.map(([, what]) => what)).toEqual(recipes.map(({ row }) => row));
  for (const [i, { file, line, folder = dirname(file) }] of recipes.entries()) {
    expect(rows[i]![2]).toContain(folder);
    if (line) expect(rows[i]![3]).toContain(basename(line.in));
    else expect(rows[i]![3]).toBe('none');
  }
});

test('an option of a run is an entry of its plan, an option, and the line where it acts', async () => {
  await withDemo(join(scratch, '.agentsociety-benchmark'), 'DailyMobility');
  const run = (...more: string[]) => {
    const words = 'run DailyMobility -a commuter -n 2 -m inference --demo --threads 1 --json'.split(' ');
    const { folder, sums } = JSON.parse(node('packages/asbench/bin/asbench.js', ...words, ...more));
    const { retired, expId } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    return { trips: sums.trips, retired, expId };
  };
  const [usual, changed] = [run(), run('--retired')];
  expect([usual.retired, changed.retired]).toEqual([false, true]);
  expect(changed.trips).toBeLessThan(usual.trips);
  expect(changed.expId).not.toBe(usual.expId);
  for (const { in: file } of optionOfRun.slice(0, 2)) expect(textOf('CONTRIBUTING.md')).toContain(`\`${file}\``);
});
