import type { GridReport } from './choose-homes.js';

/** Distances between the zones of homes and places, metres. */
export interface DistanceReport {
  readonly mean: number;
  readonly median: number;
  readonly ninetieth: number;
  /** The mean that the law expects for these homes. */
  readonly expected: number;
}

/** How good synthetic people are by what they were made from. */
export interface PeopleReport {
  readonly people: number;
  readonly households: number;
  readonly zones: number;
  /** Greatest difference from a marginal, as a share of all: after fitting, and of the people drawn. */
  readonly fitError: number;
  readonly drawError: number;
  /** The population grid, and what share of people would have to move for homes to be as in it; null without. */
  readonly grid: (GridReport & { readonly error: number }) | null;
  readonly workers: number;
  readonly workersWithoutPlace: number;
  readonly students: number;
  readonly studentsWithoutPlace: number;
  /** People of households without a car. */
  readonly carless: number;
  /** Null when nobody has a place. */
  readonly commute: DistanceReport | null;
  readonly school: DistanceReport | null;
}

/** The report as text for people. */
export function formatPeopleReport(report: PeopleReport): string {
  const count = (n: number) => n.toLocaleString('en-US');
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  const km = (metres: number) => `${(metres / 1000).toFixed(1)} km`;
  const distances = (distance: DistanceReport | null) =>
    distance === null
      ? 'none'
      : `mean ${km(distance.mean)} (the law expects ${km(distance.expected)}), median ${km(distance.median)}, ` +
        `one in ten beyond ${km(distance.ninetieth)}`;
  const { grid } = report;
  const lines: [string, string][] = [
    [
      'people',
      `${count(report.people)} SYNTHETIC ones in ${count(report.households)} households, ${count(report.carless)} without a car`,
    ],
    ['marginals', `fitted to ${percent(report.fitError)}, drawn to ${percent(report.drawError)} at the worst category`],
    [
      'homes',
      grid === null
        ? 'by the ground of residential land'
        : `${count(grid.cellsInMap)} of ${count(grid.cells)} cells of the grid are in the map (${count(grid.borrowed)} without homes of their own, in homes near by), with ${percent(grid.peopleInMap)} of its people; ${percent(grid.error)} of people live in another cell than the grid says`,
    ],
    [
      'work',
      `${count(report.workers)} workers, ${count(report.workersWithoutPlace)} of them without a place; ${distances(report.commute)}`,
    ],
    [
      'school',
      `${count(report.students)} students, ${count(report.studentsWithoutPlace)} of them without a place; ${distances(report.school)}`,
    ],
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(12)} ${text}`).join('\n')}\n`;
}
