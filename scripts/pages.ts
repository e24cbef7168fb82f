import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed } from './printed.js';
import { writeBetweenMarks } from './write-between-marks.js';

// Updates the output of commands that the pages show: npm run pages.
const home = mkdtempSync(join(tmpdir(), 'printed-'));
try {
  for (const { pages, mark, text } of printed(home)) for (const page of pages) writeBetweenMarks(page, mark, text);
} finally {
  rmSync(home, { recursive: true });
}
