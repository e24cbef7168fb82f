import { printed } from './printed.js';
import { writeBetweenMarks } from './write-between-marks.js';

// Writes what commands print on demo data into the pages that show it: npm run pages.
for (const { pages, mark, text } of printed()) for (const page of pages) writeBetweenMarks(page, mark, text);
