import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifest } from '../packages/run/src/manifest.fixture.js';
import { planSettings } from '../packages/run/src/plan.js';
import { root, textOf } from './pages.fixture.js';

const packages = join(root, 'packages');
const page = textOf('docs/architecture.md');
const section = page.slice(page.indexOf('## One plan'), page.indexOf('## Build'));
const rows = [...section.matchAll(/^\| `(\w+)` \| (.+?) \| `(.+?)` \|$/gm)].map(([, name, enters, file]) => ({
  name: name!,
  options: enters!.match(/--[a-z-]+/g) ?? [],
  file: file!,
}));
const source = (file: string) => readFileSync(join(packages, file), 'utf8');
/** Names of the fields of the plan in its file. */
const fields = [
  ...Object.keys(planSettings()),
  ...[...source('run/src/plan.ts').matchAll(/^ {2}readonly (\w+)\??: /gm)].map(([, name]) => name!),
].filter((name) => !['default', 'is', 'isNew'].includes(name));

test('every setting of a plan is shown, with an option by which it enters and a file in which it acts', () => {
  const names = rows.map(({ name }) => name);
  expect(names.sort(), 'add or remove its row under "One plan" in docs/architecture.md').toEqual([...fields].sort());
  const commands = readdirSync(join(packages, 'asbench/src/commands'), { encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name))
    .map((name) => source(`asbench/src/commands/${name}`))
    .join('\n');
  for (const { name, options, file } of rows) {
    expect(source(file), `${name} in ${file}`).toMatch(new RegExp(`\\b${name}\\b`));
    for (const option of options) expect(commands, name).toMatch(new RegExp(`[' ]${option}[' ]`));
  }
});

test('a manifest is a plan: it has every setting with a default', () => {
  expect(Object.keys(manifest)).toEqual(expect.arrayContaining(Object.keys(planSettings())));
});

test('whoever starts a run makes its plan with planRun, and no other code writes the first manifest', () => {
  const files = readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
      .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`),
  );
  const using = (pattern: RegExp) => files.filter((file) => pattern.test(source(file))).sort();
  expect(using(/\bplanRun\(/)).toEqual([
    'asbench/src/commands/make-trial.ts',
    'asbench/src/commands/robustness.ts',
    'runner/src/trials/plan-run.ts',
    'runner/src/trials/run-and-score.ts',
  ]);
  expect(using(/\bformat: RUN_FORMAT\b/)).toEqual([
    'playground/src/simulate/world/run-files.ts',
    'runner/src/trials/start-run.ts',
  ]);
});
