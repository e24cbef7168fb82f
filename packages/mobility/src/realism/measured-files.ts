import { misfits, readingReport } from '../read/reading.js';
import { droppedRows, type TrajectoryFile } from '../read/trajectory-rows.js';
import type { LawRow } from './laws.js';
import type { Report } from './report.js';

/** The files that were compared, by their role. */
export type MeasuredFiles = Readonly<Record<string, TrajectoryFile>>;

/** A report with the rows that were dropped from its files, as plain data. */
export function reportAsJson(report: Report, files: MeasuredFiles, laws?: readonly LawRow[]) {
  const left = Object.entries(files).map(([name, file]) => {
    const { dropped, firstDropped, notes } = file;
    return [name, { dropped, firstDropped, notes, reading: file.reading ?? readingReport(file) }] as const;
  });
  return { ...report, ...(laws && { laws }), files: Object.fromEntries(left) };
}

/** Notes on dropped rows and on reading, one line each. */
export function notesOfFiles(files: MeasuredFiles): string[] {
  const { real, generated } = files;
  return [
    ...Object.entries(files).flatMap(([name, file]) => [...droppedRows(name, file), ...file.notes]),
    ...(real && generated
      ? misfits(real.reading ?? readingReport(real), generated.reading ?? readingReport(generated))
      : []),
  ];
}
