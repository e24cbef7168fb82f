import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asbench } from '../packages/asbench/src/commands/asbench.fixture.js';
import { withDemo } from '../packages/benchmarks/src/demo.fixture.js';
import { piecesOf } from '../scripts/page-code.js';
import { firstRun, tutorialRow } from '../scripts/printed.js';
import { packagePages, pages, root, textOf } from './pages.fixture.js';
import { Reader } from './reader.fixture.js';

/** The Chinese pages have the commands of the English ones, which pages.test.ts checks. */
const read = [...pages, ...packagePages, 'python/README.md'].filter((page) => !page.includes('zh'));
const notRun: string[] = [];
/** All readers share demo data and caches. */
const home = mkdtempSync(join(tmpdir(), 'home-of-readers-'));
beforeAll(async () => {
  for (const task of ['DailyMobility', 'HurricaneMobility'] as const) await withDemo(home, task);
});
afterAll(() => {
  rmSync(home, { recursive: true });
  console.log(`Not run:\n${notRun.sort().join('\n')}`);
});

test('the pages show the output of the commands; to update them: npm run pages', async () => {
  const output = async (...args: string[]) => (await asbench(root, '--home-dir', home, ...args)).stdout;
  const { pages, mark, text } = await firstRun(output);
  for (const page of pages) expect(textOf(page)).toContain(`<!-- ${mark} -->\n${text}\n<!-- /${mark} -->`);
  // The last step contains the code of the steps before it.
  expect(textOf('docs/tutorial.md')).toContain(`${await tutorialRow(output, 4)}\n`);
});

const withCode = read
  .map((page) => [page, piecesOf(page, textOf(page))] as const)
  .filter(([, pieces]) => pieces.length > 0);

test.runIf(process.platform !== 'win32').each(withCode)(
  '%s: the code runs from top to bottom, unless a comment explains why not',
  async (page, pieces) => {
    const reader = new Reader(home);
    try {
      for (const piece of pieces) await reader.follow(piece);
    } finally {
      reader.end();
      notRun.push(...reader.notRun.map(({ what, why }) => `  ${page}: ${what}: ${why}`));
    }
  },
);
