import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printed } from '../scripts/printed.js';
import { calls, codeBlocks, root, textOf } from './pages.fixture.js';

const program = join(root, 'packages', 'asbench', 'bin', 'asbench.js');
/** What needs a network, a browser, or files that only the reader has. */
const notHere = /^(ui|clone|measure real\.csv|map build)|my_agent\.py|other-run/;

test('what the pages say that commands print is what they print: npm run pages', () => {
  for (const { pages, mark, text } of printed())
    for (const page of pages) expect(textOf(page)).toContain(`<!-- ${mark} -->\n${text}\n<!-- /${mark} -->`);
}, 300_000);

test.each(['README.md', 'docs/quick-start.md'])(
  'the commands of %s run one after the other',
  (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'as a reader '));
    try {
      symlinkSync(join(root, 'examples'), join(folder, 'examples'));
      for (const { lines } of codeBlocks(textOf(page))) {
        const name = /^\/\/ ([\w-]+\.ts)$/.exec(lines[0]!)?.[1];
        if (name !== undefined) writeFileSync(join(folder, name), lines.join('\n'));
      }
      const here = calls(textOf(page)).filter((words) => !notHere.test(words.join(' ')));
      expect(here.length).toBeGreaterThan(1);
      for (const words of here)
        execFileSync(process.execPath, [program, ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  600_000,
);
