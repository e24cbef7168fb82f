import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed } from './printed.js';
import { writeBetweenMarks } from './write-between-marks.js';

// Updates the output of commands that the pages show: npm run pages.
const home = mkdtempSync(join(tmpdir(), 'printed-'));
const program = join('packages', 'asbench', 'bin', 'asbench.js');
const asbench = async (...args: string[]) =>
  execFileSync(process.execPath, [program, '--home-dir', home, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
try {
  for (const { pages, mark, text } of await printed(asbench))
    for (const page of pages) writeBetweenMarks(page, mark, text);
} finally {
  rmSync(home, { recursive: true });
}
