import { counted } from '@itinera/base';
import type { GridReport } from './choose-homes.js';

/** Distances between the zones of homes and places, metres. */
export interface DistanceReport {
  readonly mean: number;
  readonly median: number;
  readonly ninetieth: number;
  /** Mean predicted by the law for these homes. */
  readonly expected: number;
}

/** The agreement of synthetic people with their targets. */
export interface PeopleReport {
  readonly people: number;
  readonly households: number;
  readonly zones: number;
  /** Largest difference from a marginal, as a share of all people: after fitting, and of the people drawn. */
  readonly fitError: number;
  readonly drawError: number;
  /** The population grid, and the share of people who would have to move to match it; null without a grid. */
  readonly grid: (GridReport & { readonly error: number }) | null;
  /** The share of workers who would have to live in another cell to match the grid of workers; null without one. */
  readonly workersError: number | null;
  /** Variables whose marginals are those of other places. */
  readonly assumed: readonly string[];
  /** Whether the law of distances to work is that of another place. */
  readonly isLawAssumed: boolean;
  readonly workers: number;
  /** Share of jobs that the map lacks, which are where people live. */
  readonly jobsNearHomes: number;
  readonly workersWithoutPlace: number;
  readonly students: number;
  readonly studentsWithoutPlace: number;
  /** People of households without a car. */
  readonly carless: number;
  /** Null if nobody has a place. */
  readonly commute: DistanceReport | null;
  readonly school: DistanceReport | null;
}

/** The report as text. */
export function formatPeopleReport(report: PeopleReport): string {
  const count = (n: number) => n.toLocaleString('en-US');
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  const km = (metres: number) => `${(metres / 1000).toFixed(1)} km`;
  const distances = (distance: DistanceReport | null, law = 'the law') =>
    distance === null
      ? 'none'
      : `mean ${km(distance.mean)} (${law} predicts ${km(distance.expected)}), median ${km(distance.median)}, ` +
        `the farthest 10 % beyond ${km(distance.ninetieth)}`;
  const { grid } = report;
  const lines: [string, string][] = [
    [
      'people',
      `${count(report.people)} SYNTHETIC people in ${count(report.households)} households, ${count(report.carless)} without a car`,
    ],
    [
      'marginals',
      `largest error of a category: ${percent(report.fitError)} of the fit, ${percent(report.drawError)} of the people${report.assumed.length > 0 ? `; not given, so taken from other places: ${report.assumed.map((name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ')}` : ''}`,
    ],
    [
      'homes',
      grid === null
        ? 'by area of residential land'
        : `${count(grid.cellsInMap)} of ${count(grid.cells)} cells of the grid are on the map (${count(grid.borrowed)} without homes use nearby ones), with ${percent(grid.peopleInMap)} of its people${grid.empty ? `, and ${counted(grid.empty, 'cell has', 'cells have')} no value` : ''}; ${percent(grid.error)} of people live in a different cell than in the grid${report.workersError === null ? '' : `, and ${percent(report.workersError)} of workers`}`,
    ],
    [
      'work',
      `${count(report.workers)} workers, ${count(report.workersWithoutPlace)} without a work place${report.jobsNearHomes > 0 ? `, ${percent(report.jobsNearHomes)} of jobs placed near homes, as the map has no site for them` : ''}; ${distances(report.commute, report.isLawAssumed ? 'the law of Columbia SC' : undefined)}`,
    ],
    [
      'school',
      `${count(report.students)} students, ${count(report.studentsWithoutPlace)} without a school; ${distances(report.school)}`,
    ],
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(12)} ${text}`).join('\n')}\n`;
}
