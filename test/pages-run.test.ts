import { afterAll, expect, test } from 'vitest';
import { printed } from '../scripts/printed.js';
import { pages, textOf } from './pages.fixture.js';
import { piecesOf, Reader } from './reader.fixture.js';

/** Pages in Chinese have the commands of the English ones, which pages.test.ts looks at. */
const read = [...pages, 'python/README.md'].filter((page) => !page.includes('zh'));
const notRun: string[] = [];
afterAll(() => console.log(`Not run of the pages:\n${notRun.join('\n')}`));

test('what the pages say that commands print is what they print: npm run pages', () => {
  for (const { pages, mark, text } of printed())
    for (const page of pages) expect(textOf(page)).toContain(`<!-- ${mark} -->\n${text}\n<!-- /${mark} -->`);
});

const withCode = read
  .map((page) => [page, piecesOf(page, textOf(page))] as const)
  .filter(([, pieces]) => pieces.length > 0);

test.runIf(process.platform !== 'win32').each(withCode)(
  '%s: its code runs from top to bottom, but for what says why not',
  (page, pieces) => {
    const reader = new Reader();
    try {
      for (const piece of pieces) reader.does(piece);
    } finally {
      reader.end();
      notRun.push(...reader.notRun.map(({ what, why }) => `  ${page}: ${what}: ${why}`));
    }
  },
  300_000,
);
