import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeDurably, writeSet } from '@itinera/base/node';
import { measuresCsv, notesOfFiles, type Report, syntheticNotes, type TrajectoryFile } from '@itinera/mobility';
import { RunFolder, readManifest } from '@itinera/run';
import { measureGround, measureReport, measuresSvg, packMeasureCells } from '@itinera/viewer';

interface Measured {
  /** Paths of the two sides. */
  readonly real: string;
  readonly generated: string;
  readonly report: Report;
  readonly files: Readonly<Record<string, TrajectoryFile>>;
  /** The report as JSON. */
  readonly whole: object;
  readonly ground: Awaited<ReturnType<typeof groundOf>>;
}

/** Writes a report of measures to a folder: the page, its numbers as JSON and CSV, and a picture. */
export async function writeReport(
  output: string,
  { real, generated, report, files, whole, ground }: Measured,
): Promise<void> {
  const cells =
    files.real && files.generated && packMeasureCells(files.real.trajectories, files.generated.trajectories, ground);
  const data = { real: basename(real), generated: basename(generated), notes: notesOfFiles(files), report };
  const page = measureReport(data, cells ?? null, ground?.city);
  await writeSet(
    output,
    'measures',
    (stage) => {
      writeDurably(join(stage, 'measures.json'), [`${JSON.stringify(whole, null, 2)}\n`]);
      writeDurably(join(stage, 'measures.csv'), [measuresCsv(report)]);
      writeDurably(join(stage, 'measures.svg'), [measuresSvg(report.measures, syntheticNotes(report))]);
      writeDurably(join(stage, 'report.html'), [page]);
    },
    [real, generated],
  );
}

/**
 * The map below where people are, by default that of a side that is a run; undefined without one.
 * @throws UserError if it cannot be read
 */
export async function groundOf(map: string | undefined, sides: readonly string[], home: string) {
  const path = map ?? sides.map(mapOfRun).find((found) => found !== undefined);
  return path === undefined ? undefined : await measureGround(path, join(home, 'cache'));
}

/** The map of a run, if it is on this machine. */
function mapOfRun(path: string): string | undefined {
  if (!existsSync(join(path, 'run.json'))) return undefined;
  const { map } = readManifest(new RunFolder(path));
  return existsSync(map.path) ? map.path : undefined;
}
