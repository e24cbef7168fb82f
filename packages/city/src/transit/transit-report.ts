import type { DropCounts } from './drops.js';

/** What of a feed is in a map, and what is not. */
export interface TransitReport {
  /** Path of the feed. */
  readonly feed: string;
  readonly timeZone: string;
  /** First and last day of the calendar, and the Monday of the week that stands for others, as dates. */
  readonly calendar: readonly [first: string, last: string];
  readonly usualWeek: string;
  readonly stations: number;
  readonly lines: number;
  readonly busSublines: number;
  readonly subwaySublines: number;
  /** Trips by timetable row, and how many of them run on each weekday of the usual week, Monday first. */
  readonly trips: number;
  readonly tripsByWeekday: readonly number[];
  /** Pairs of stops that can be changed between on foot. */
  readonly footpaths: number;
  /** Pairs of stops that follow each other, and how many of those have no known way between them. */
  readonly hops: number;
  readonly hopsWithoutWay: number;
  /** What was left out of the feed, and of what is in the feed but not in the map. */
  readonly dropped: DropCounts;
}

/** The report as text for people. */
export function formatTransitReport(report: TransitReport): string {
  const count = (n: number) => n.toLocaleString('en-US');
  const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const lines: [string, string][] = [
    ['transit', `${report.feed}${report.timeZone && `, times of ${report.timeZone}`}`],
    ['calendar', `${report.calendar.join(' to ')}; other days follow the week of ${report.usualWeek}`],
    ['stations', `${count(report.stations)}, ${count(report.footpaths)} walks between them`],
    [
      'lines',
      `${count(report.lines)} with ${count(report.busSublines)} sublines by bus, ${count(report.subwaySublines)} on rails`,
    ],
    [
      'trips',
      `${count(report.trips)}; ${report.tripsByWeekday.map((trips, i) => `${week[i]} ${count(trips)}`).join(', ')}`,
    ],
    ['routes', `${count(report.hops)} between stops, ${count(report.hopsWithoutWay)} of them unknown on the map`],
    ...Object.entries(report.dropped).map(([what, dropped]): [string, string] => [
      'left out',
      `${count(dropped.count)} ${what} (${dropped.example})`,
    ]),
  ];
  return `${lines.map(([label, text]) => `${label.padEnd(16)} ${text}`).join('\n')}\n`;
}
