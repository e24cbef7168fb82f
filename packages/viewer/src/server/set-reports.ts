import type { FlowsData, HumobSide, OpenScoring } from '@itinera/humob';
import { packScoringCells } from '../data/scoring-cells.js';
import { API, FLOWS, PAGES, pathParts } from '../wire/addresses.js';
import type { MeasureData } from '../wire/measures.js';
import { OWN } from './measure-reports.js';
import { Held, reportHtml } from './report-page.js';

/** Users that the page of a scoring lists before "Show all". */
const LISTED_USERS = 12;

/**
 * Returns a report of `asbench measure` as one HTML file that opens without a server.
 * @param cells from `packMeasureCells` @param city the map below them, from `measureGround`
 */
export function measureReport(data: MeasureData, cells: Uint8Array | null, city: Uint8Array | null = null): string {
  const held = new Held(pathParts(PAGES.measures, { report: OWN }));
  held.put(API.measures.at({ report: OWN }), data);
  held.putFile(API.measureCells.at({ report: OWN }), cells);
  held.putFile(API.measureCity.at({ report: OWN }), city);
  return reportHtml(`${data.generated} and ${data.real}`, held);
}

/** The same for a score of predicted flows. */
export function flowsReport(data: FlowsData): string {
  const held = new Held(pathParts(PAGES.flows, {}));
  held.put(FLOWS.at({}), data);
  return reportHtml(data.sides.map(({ name }) => name).join(', '), held);
}

/** The same for a scoring of steps: with the map of each side, and the days of its worst and best users. */
export function scoringReport(name: string, open: OpenScoring): string {
  const detail = open.detail();
  const few = (side: HumobSide): HumobSide => ({
    ...side,
    worst: side.worst.slice(0, LISTED_USERS),
    best: side.best.slice(0, LISTED_USERS),
  });
  const [first, second] = [few(detail.first), detail.second && few(detail.second)];
  const held = new Held(pathParts(PAGES.scoring, { scoring: name }));
  held.put(API.scoring.at({ scoring: name }), { ...detail, first, second });
  for (const [submission, steps] of open.submissions.entries())
    held.putFile(API.scoringCells.at({ scoring: name, submission }), packScoringCells(open.reference, steps));
  for (const { uid } of [...first.worst, ...first.best])
    held.putPacked(API.scoringUser.at({ scoring: name, user: uid }), open.user(uid));
  return reportHtml(name, held);
}
