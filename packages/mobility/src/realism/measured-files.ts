import { counted, grouped, UserError } from '@itinera/base';
import { type StayOptions, stays as staysOf } from '../place/stays.js';
import { clocksDiffer, describeReading, isTrack, misfits, readingReport, withStays } from '../read/reading.js';
import { DROPS, type Drop, droppedRows, type TrajectoryFile } from '../read/trajectory-file.js';
import { saysMistaken } from './notes.js';
import type { Report } from './report.js';

/** Reasons for which a record is lost: not those that repeat one, are masked on purpose, or drop a track of many. */
const LOST: readonly Drop[] = ['columns', 'more', 'person', 'time', 'offset', 'coordinates', 'unended', 'ends'];
/** Share of dropped rows from which the verdict names it. */
const MANY_LOST = 0.01;

/** The files that were compared, by their role. */
export type MeasuredFiles = Readonly<Record<string, TrajectoryFile>>;

/**
 * A report with what was read from its files, as plain data: each with its reading, its dropped rows and notes; `notes` are those of
 * all files and what does not fit between the two sides, as every face shows them, and `warnings` those that limit the result.
 * `synthetic`: whether people of any set are marked so.
 */
export function reportAsJson(report: Report, files: MeasuredFiles, laws: object = {}) {
  const left = Object.entries(files).map(([name, file]) => {
    const { dropped, firstDropped, notes } = file;
    return [name, { dropped, firstDropped, notes, reading: readingOf(file) }] as const;
  });
  const read = { files: Object.fromEntries(left), notes: notesOfFiles(files) };
  const synthetic = syntheticSets(report).length > 0;
  return { ...report, ...laws, ...read, synthetic, warnings: warningsOfReport(report, files) };
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

/**
 * The report with what its files are: each set that is marked as synthetic, and a verdict that also says so, and if the two sides
 * have different clocks or shifted ones, cells on one side, swapped axes, or many rows of a side were dropped.
 */
export function withFiles(report: Report, files: MeasuredFiles): Report {
  const marked = markedAs(report, files);
  const says = [report.verdict.says, ...syntheticNotes(marked), ...causesOf(report, files)].join(' ');
  return says === report.verdict.says ? report : { ...marked, verdict: { ...report.verdict, says } };
}

const SETS = ['real', 'generated', 'train', 'holdout'] as const;

function markedAs(report: Report, files: MeasuredFiles): Report {
  const marked = SETS.flatMap((name) => {
    const set = report.compared[name];
    return set && files[name]?.synthetic ? [[name, { ...set, synthetic: true }]] : [];
  });
  return { ...report, compared: { ...report.compared, ...Object.fromEntries(marked) } };
}

const syntheticSets = ({ compared }: Pick<Report, 'compared'>) => SETS.filter((name) => compared[name]?.synthetic);

/** A sentence that names the sets of synthetic people; none without them. */
export function syntheticNotes(report: Pick<Report, 'compared'>): string[] {
  const sets = syntheticSets(report);
  return sets.length === 0 ? [] : [`SYNTHETIC people, who do not exist: ${sets.join(', ')}.`];
}

function causesOf({ compared }: Report, { real, generated }: MeasuredFiles): string[] {
  if (!real || !generated) return [];
  const [one, other] = [readingOf(real), readingOf(generated)];
  return [
    ...compared.notes.filter(saysMistaken),
    ...lossOf('real', real),
    ...lossOf('generated', generated),
    ...(one.cells === other.cells
      ? []
      : ['One side has cells of HuMob, whose positions are unknown, so places differ.']),
    ...(clocksDiffer(one, other)
      ? ['The clocks of the two sides differ, so what differs by hour or day may be the clock.']
      : []),
  ];
}

/** A sentence if many rows of a side were dropped. */
function lossOf(side: string, file: TrajectoryFile): string[] {
  const lost = LOST.reduce((sum, why) => sum + (file.dropped[DROPS[why][0]] ?? 0), 0);
  const rows = lost + readingOf(file).records;
  if (lost === 0 || lost < MANY_LOST * rows) return [];
  const share = `${grouped(lost)} of ${counted(rows, `${side} row`)} (${((100 * lost) / rows).toFixed(0)} %)`;
  return [`${share} were dropped: what is missing may be all that differs.`];
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
