import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, UserError } from '@itinera/base';
import { readWithin, writeDurably } from '@itinera/base/node';
import type { FlowsData } from '../od/flows-data.js';
import type { MeanScore } from '../score-people.js';
import { makeScoringFolder, scoringNames } from './scorings.js';

/** Predictions of daily flows that were scored, in the list. */
export interface ListedFlows {
  readonly name: string;
  readonly trouble: string | null;
  /** The best first. */
  readonly predictions: readonly string[];
  readonly days: number | null;
  /** Combined NRMSE of the best. */
  readonly combined: MeanScore | null;
}

const FILE = 'flows.json';

/** Keeps the scores of predicted flows under a name. @throws UserError if the name is not valid for a folder */
export function keepFlows(home: string, name: string, data: FlowsData): void {
  writeDurably(join(makeScoringFolder(home, name), FILE), [`${JSON.stringify({ format: 1, ...data })}\n`]);
}

/** @throws UserError if they are damaged or missing */
export function readKeptFlows(home: string, name: string): FlowsData {
  const path = join(home, 'humob', name, FILE);
  if (!scoringNames(home).includes(name) || !existsSync(path)) throw new UserError(`${name}: scored flows not found.`);
  const data = parseJson(readWithin(path, undefined, FILE).toString(), FILE) as
    | (FlowsData & { format?: unknown })
    | null;
  if (data?.format !== 1 || !Array.isArray(data.sides))
    throw new UserError(`${FILE} is not a scoring of this version. Score again with --keep ${name}`);
  // Earlier records have no warnings.
  return { ...data, warnings: data.warnings ?? [] };
}

/** Whether a name is that of predicted flows. */
export const isKeptFlows = (home: string, name: string): boolean => existsSync(join(home, 'humob', name, FILE));

/** The scored flows of a home, including damaged ones. */
export function listFlows(home: string): ListedFlows[] {
  return scoringNames(home)
    .filter((name) => isKeptFlows(home, name))
    .map((name) => {
      try {
        const { sides } = readKeptFlows(home, name);
        const { score, interval } = sides[0]!;
        const combined = { value: score.combined, low: interval.low, high: interval.high };
        const predictions = sides.map((side) => side.name);
        return { name, trouble: null, predictions, days: score.days.length, combined };
      } catch (error) {
        return { name, trouble: (error as Error).message, predictions: [], days: null, combined: null };
      }
    });
}
