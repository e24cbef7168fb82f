import { UserError } from '@itinera/base';
import { compareNextPlace, readCheckIns, readPredictions, scoreNextPlace, targetRows } from '@itinera/mobility';
import { openFile } from '@itinera/tables/node';
import { splitOf, writePerUser } from '../next-place/next-place-files.js';
import { marksOfTables } from '../trajectories/synthetic-mark.js';
import { describeNextPlace, type ScoredFile } from './next-place-summary.js';
import { printResult, printWarnings } from './print-result.js';
import { print } from './terminal.js';

export interface NextPlaceScoreOptions {
  readonly test: string;
  readonly train?: readonly string[];
  readonly zone?: string;
  readonly by?: 'hour';
  readonly perUser?: string;
  readonly seed: number;
  readonly json?: true;
}

/** Scores files of predictions and prints them; the others are compared with the first. */
export async function printNextPlaceScores(
  paths: readonly string[],
  { test: testPath, train: trainPaths, zone, by, perUser, seed, json }: NextPlaceScoreOptions,
) {
  const test = await readCheckIns(openFile(testPath), { zone });
  const train = trainPaths && (await readCheckIns(trainPaths.map(openFile), { zone, names: test.names }));
  if (targetRows(test).length === 0)
    throw new UserError(`${testPath}: its column target marks no row. Expected 1 for rows to predict.`);
  const read = [];
  for (const path of paths) read.push(await readPredictions(openFile(path), test, { zone }));
  const marks = await marksOfTables(...paths, testPath, ...(trainPaths ?? []));
  const warnings = [...marks, ...new Set([test, ...(train ? [train] : []), ...read].flatMap(({ notes }) => notes))];
  const scored = read.map((predictions) => scoreNextPlace(predictions, test, { seed, ...(train && { train }) }));
  const files = scored.map(
    (one, i): ScoredFile => ({
      name: paths[i]!,
      report: one.report,
      ...(i > 0 && { difference: compareNextPlace(one, scored[0]!, { seed }) }),
    }),
  );
  if (perUser !== undefined) writePerUser(perUser, files);
  const described = splitOf(testPath);
  if (!json) {
    printWarnings(warnings);
    return print(
      describeNextPlace(
        files,
        test,
        described ? `${described.rule}` : 'unknown (no split.json next to the test file)',
        by === 'hour',
        marks.length > 0,
      ),
    );
  }
  // NaN is null in JSON.
  printResult(
    {
      split: described ?? null,
      synthetic: marks.length > 0,
      seed,
      predictions: files.map(({ name, report: { byUser: _, ...report }, difference }) => ({
        name,
        ...report,
        ...(difference && { minusFirst: difference }),
      })),
    },
    warnings,
  );
}
