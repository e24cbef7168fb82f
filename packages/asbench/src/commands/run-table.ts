import { type RunFolder, readManifest } from '@itinera/run';
import { keptDoubts, syntheticNotice } from '@itinera/runner';
import { type ExportTable, writeTable } from '@itinera/studies';
import { outputFile } from './output-path.js';
import { printWarnings, warningsOf } from './print-result.js';

/** The arguments of the option for the table of a run, as `writeRunTable` writes it. */
export const TABLE_OUTPUT = [
  '-o, --output <file>',
  'write a table (.geojson, .csv, .parquet)',
  outputFile('.geojson', '.csv', '.parquet'),
] as const;

/** The mark of a run with synthetic data; empty for others. */
export function noticeOf(run: RunFolder): string {
  const { dataset, task } = readManifest(run);
  return dataset.synthetic ? syntheticNotice(task) : '';
}

/** What a finished run warns of, in sentences. */
export const warningsOfRun = (run: RunFolder): string[] => warningsOf(keptDoubts(run, readManifest(run)));

/** Prints what a finished run warns of, such as gridlock, and returns it: what is computed from the run is no better than the run. */
export function warnOfRun(run: RunFolder): string[] {
  const warnings = warningsOfRun(run);
  printWarnings(warnings);
  return warnings;
}

/** Writes a table about a run, marked if its data are synthetic. @param places names of the tables with places, for errors */
export function writeRunTable(path: string, run: RunFolder, subject: string, table: ExportTable, places: string): void {
  const description = noticeOf(run);
  const title = `${description === '' ? '' : 'SYNTHETIC '}${run.name} ${subject}`;
  writeTable(path, table, { title, description, createdAt: readManifest(run).startedAt }, { places });
}
