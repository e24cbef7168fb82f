import { type DropCounts, describeDrops } from './drops.js';

/** Contents of a feed that are on a map, and those that were left out. */
export interface TransitReport {
  /** Path of the feed. */
  readonly feed: string;
  readonly timeZone: string;
  /** First and last day of the calendar, and the Monday of the week used for days outside it, as dates. */
  readonly calendar: readonly [first: string, last: string];
  readonly usualWeek: string;
  readonly stations: number;
  readonly lines: number;
  readonly busSublines: number;
  readonly subwaySublines: number;
  /** Trips by timetable row, and how many of them run on each weekday of the usual week, Monday first. */
  readonly trips: number;
  readonly tripsByWeekday: readonly number[];
  /** Pairs of stops with a walk between them. */
  readonly footpaths: number;
  /** Pairs of consecutive stops, how many of them use streets for buses only, and how many have no known route between them. */
  readonly hops: number;
  readonly hopsOnBusStreets: number;
  readonly hopsWithoutWay: number;
  /** Rows of the feed that were left out, including those outside the map. */
  readonly dropped: DropCounts;
}

/** Formats the report as text. */
export function formatTransitReport(report: TransitReport): string {
  const count = (n: number) => n.toLocaleString('en-US');
  const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const lines: [string, string][] = [
    ['transit', `${report.feed}${report.timeZone && `, times of ${report.timeZone}`}`],
    ['calendar', `${report.calendar.join(' to ')}; other days follow the week of ${report.usualWeek}`],
    ['stations', `${count(report.stations)}, ${count(report.footpaths)} walks between them`],
    [
      'lines',
      `${count(report.lines)} with ${count(report.busSublines)} bus sublines, ${count(report.subwaySublines)} on rails`,
    ],
    [
      'trips',
      `${count(report.trips)}; ${report.tripsByWeekday.map((trips, i) => `${week[i]} ${count(trips)}`).join(', ')}`,
    ],
    [
      'routes',
      `${count(report.hops)} between stops, ${count(report.hopsOnBusStreets)} of them over streets for buses only, ${count(report.hopsWithoutWay)} without a route on the map`,
    ],
    ...describeDrops(report.dropped).map((text): [string, string] => ['left out', text]),
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(16)} ${text}`).join('\n')}\n`;
}
