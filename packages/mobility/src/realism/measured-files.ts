import { counted, UserError } from '@itinera/base';
import { type StayOptions, stays as staysOf } from '../place/stays.js';
import { clocksDiffer, describeReading, isTrack, misfits, readingReport, withStays } from '../read/reading.js';
import { droppedRows, type TrajectoryFile } from '../read/trajectory-rows.js';
import type { Report } from './report.js';

/** The files that were compared, by their role. */
export type MeasuredFiles = Readonly<Record<string, TrajectoryFile>>;

/**
 * A report with what was read from its files, as plain data: each with its reading, its dropped rows and notes; `notes` are those of
 * all files and what does not fit between the two sides, as every face shows them, and `warnings` those that limit the result.
 */
export function reportAsJson(report: Report, files: MeasuredFiles, laws: object = {}) {
  const left = Object.entries(files).map(([name, file]) => {
    const { dropped, firstDropped, notes } = file;
    return [name, { dropped, firstDropped, notes, reading: readingOf(file) }] as const;
  });
  const read = { files: Object.fromEntries(left), notes: notesOfFiles(files) };
  return { ...report, ...laws, ...read, warnings: warningsOfReport(report, files) };
}

/** What limits a report, one sentence each: dropped rows, doubts about what was read, and what does not fit between the sides. */
export function warningsOfReport(report: Report, files: MeasuredFiles): string[] {
  const { real, generated } = files;
  return [
    ...Object.entries(files).flatMap(([name, file]) => [...droppedRows(name, file), ...(file.doubts ?? [])]),
    ...(real && generated ? misfits(readingOf(real), readingOf(generated)) : []),
    ...report.compared.notes,
  ];
}

/** The reading of each file, and notes on dropped rows, on reading and on what does not fit; one line each. */
export function notesOfFiles(files: MeasuredFiles): string[] {
  const { real, generated } = files;
  return [
    ...Object.entries(files).flatMap(([name, file]) => describeReading(name, readingOf(file))),
    ...Object.entries(files).flatMap(([name, file]) => [...droppedRows(name, file), ...file.notes]),
    ...(real && generated ? misfits(readingOf(real), readingOf(generated)) : []),
  ];
}

/** The report with a verdict that also says if the two sides have different clocks, or cells on one side. */
export function withMisfits(report: Report, { real, generated }: MeasuredFiles): Report {
  if (!real || !generated) return report;
  const [one, other] = [readingOf(real), readingOf(generated)];
  const causes = [
    ...(one.cells === other.cells
      ? []
      : ['One side has cells of HuMob, whose positions are unknown, so places differ.']),
    ...(clocksDiffer(one, other)
      ? ['The clocks of the two sides differ, so what differs by hour or day may be the clock.']
      : []),
  ];
  if (causes.length === 0) return report;
  const says = [report.verdict.says, ...causes].join(' ');
  return { ...report, verdict: { ...report.verdict, says } };
}

const readingOf = (file: TrajectoryFile) => file.reading ?? readingReport(file);

/**
 * Tracks as stays, so that a fix is not taken for a visit, with a note; all points if options are given.
 *
 * @param asked `none` keeps all points
 * @throws UserError if no fix of a side becomes part of a stay
 */
export function measuredOnStays(files: MeasuredFiles, asked: StayOptions | 'none' | undefined): MeasuredFiles {
  const read = Object.entries(files).map(([name, file]) => [name, { ...file, reading: readingOf(file) }] as const);
  const isAnyTrack = read.some(([, file]) => isTrack(file.reading) && !file.areCells);
  if (asked === 'none' || (asked === undefined && !isAnyTrack)) return Object.fromEntries(read);
  return Object.fromEntries(
    read.map(([name, file]) => {
      const next = withStays(file, (points) => staysOf(points, asked));
      if (next === file) return [name, file] as const;
      const [fixes, count] = [file.trajectories.times.length, next.trajectories.times.length];
      if (count === 0)
        throw new UserError(
          `The ${name} side has ${counted(fixes, 'fix', 'fixes')} and no stay. Pass --stays with a larger radius or fewer minutes, or --stays none to measure fixes.`,
        );
      const why = asked === undefined ? ', because fixes of GPS are not visits; --stays none measures the fixes' : '';
      const note = `${name}: ${counted(fixes, 'fix', 'fixes')} are measured as ${counted(count, 'stay')}${why}.`;
      return [name, { ...next, notes: [...file.notes, note] }] as const;
    }),
  );
}
