import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { dayPrecisions, type Step } from '@itinera/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asbench } from '../../packages/asbench/src/commands/asbench.fixture.js';
import { withDemo } from '../../packages/benchmarks/src/demo.fixture.js';
import { pages, root, textOf } from '../../test/pages.fixture.js';
import { hashOfFile, PICTURES, readRecord, sourcesNow } from './picture-sources.js';

const record = readRecord();
const home = mkdtempSync(join(tmpdir(), 'home of pictures '));
beforeAll(async () => {
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const) await withDemo(home, task);
});
afterAll(() => rmSync(home, { recursive: true }));
const all = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svg|png|webp|jpe?g|gif)$/.test(name))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);

test('every picture is shown on a page and taken by npm run pictures', () => {
  const shown = pages.flatMap((page) =>
    [...textOf(page).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => join(dirname(page), path!)),
  );
  expect(all.filter((picture) => !shown.includes(picture))).toEqual([]);
  expect(Object.keys(PICTURES).sort()).toEqual([...all].sort());
});

test.each(Object.keys(PICTURES))('%s shows the current data', async (file) => {
  const { file: bytes, ...made } = record[file]!;
  expect(hashOfFile(file), 'The picture was not changed by npm run pictures.').toBe(bytes);
  const now = await sourcesNow(file, home, async (...words) => {
    const { status, stdout, stderr } = await asbench(root, ...words);
    expect(status, stderr).toBe(0);
    return stdout;
  });
  expect(made, `Take the picture again: npm run pictures -- ${parse(file).name}`).toMatchObject(now);
});

test('the drawing of GEO-BLEU shows the precisions of its points', () => {
  const drawing = textOf('docs/geobleu.svg');
  const points = (colour: string): Step[] =>
    [...drawing.matchAll(new RegExp(`<circle cx="(\\d+)" cy="(\\d+)" r="8" fill="${colour}"/>`, 'g'))]
      .slice(0, 4)
      .map(([, cx, cy], t) => [0, t, Math.floor((Number(cx) - 40) / 40), Math.floor((330 - Number(cy)) / 40)]);
  const [generated, reference] = [points('#d1495b'), points('#1f6f8b')];
  const column = (steps: readonly Step[], at: 2 | 3) => Float64Array.from(steps, (step) => step[at]);
  const columns = [column(generated, 2), column(generated, 3), column(reference, 2), column(reference, 3)] as const;
  const { values } = dayPrecisions(columns, Int32Array.of(0, 4), { rules: 'humob2023' });
  expect(values).toHaveLength(3);
  for (const [n, p] of values.entries())
    expect(drawing).toMatch(new RegExp(`>p${'₁₂₃'[n]} = [^<]* = ${p.toFixed(3)}<`));
});
