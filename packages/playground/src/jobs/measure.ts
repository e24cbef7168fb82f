import { UserError } from '@itinera/base';
import {
  makeRealismPiece,
  measuredOnStays,
  measuresCsv,
  notesOfFiles,
  parsePlaceRule,
  type RealismFinding,
  readTrajectories,
  realismPieces,
  realismReport,
  realismSets,
  reportAsJson,
  type TrajectoryFile,
  warningsOfReport,
  withFiles,
} from '@itinera/mobility';
import { API, type MeasureData, PAGES, packMeasureCells, pathParts } from '@itinera/viewer/browser';
import { pause, type TabJob } from './job.js';
import { requireUsable, shownName, tableFile } from './job-files.js';
import { seedOf } from './score.js';

/** All rows are kept in memory, with about 100 bytes each. */
const MOST_BYTES = 5e8;
const ROLES = ['real', 'generated', 'train', 'holdout'] as const;

/** Same as `asbench measure`. */
export const measureJob: TabJob = async (task, onProgress) => {
  requireUsable(task.files, MOST_BYTES);
  const seed = seedOf(task);
  const places =
    task.settings.places === undefined
      ? undefined
      : await parsePlaceRule(task.settings.places, () =>
          Promise.reject(new UserError('Cells of H3 are available on the command line only.')),
        );
  const [activities, placeNames] = [new Map<string, number>(), new Map<string, number>()];
  const files: Record<string, TrajectoryFile> = {};
  for (const [done, role] of ROLES.entries()) {
    const file = task.files[role];
    if (file === undefined) continue;
    onProgress(`reading ${shownName(file.name)}`, done, ROLES.length);
    await pause();
    files[role] = await readTrajectories(tableFile(file), { activities, places: placeNames });
    if (places?.by === 'own' && !files[role].trajectories.places)
      throw new UserError(`${shownName(file.name)} has no places. Add a column "place" with whole numbers.`);
  }
  // GPS is measured on stays, as on the command line.
  const measured = measuredOnStays(files, undefined);
  const { real, generated, train, holdout } = measured as Record<'real' | 'generated', TrajectoryFile> &
    Record<string, TrajectoryFile | undefined>;
  const options = {
    ...(places && { places }),
    seed,
    ...(train && { train: train.trajectories }),
    ...(holdout && { holdout: holdout.trajectories }),
  };
  const sets = realismSets(real.trajectories, generated.trajectories, options);
  const pieces = realismPieces(sets);
  const found: RealismFinding[] = [];
  for (const piece of pieces) {
    onProgress('measuring', found.length, pieces.length);
    await pause();
    found.push(makeRealismPiece(piece, sets, options));
  }
  const report = withFiles(realismReport(sets, found), measured);
  const names = { real: shownName(task.files.real!.name), generated: shownName(task.files.generated!.name) };
  const data: MeasureData = { ...names, notes: notesOfFiles(measured), report };
  const cells = packMeasureCells(real.trajectories, generated.trajectories);
  return {
    page: pathParts(PAGES.measures, { report: 'report' }),
    notes: warningsOfReport(report, measured),
    saved: [
      { name: 'measures.json', text: `${JSON.stringify(reportAsJson(report, measured), null, 2)}\n` },
      { name: 'measures.csv', text: measuresCsv(report) },
    ],
    answer: (address) =>
      ({ [API.measures.at({ report: 'report' })]: data, [API.measureCells.at({ report: 'report' })]: cells })[address],
  };
};
