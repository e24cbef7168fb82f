import { DAY, weekdayNumber } from '../clock.js';
import { homeEntries } from '../place/home-location.js';
import { placeNumbers } from '../place/place-numbers.js';
import { visits } from '../place/visits.js';
import { workEntries } from '../place/work-location.js';
import { localClock, type Trajectories } from '../trajectories.js';
import type { MonthStay } from './month-laws.js';
import { LEAST_WEEKS, type PeopleMonths } from './realism-card.js';

/** A record before 1971 is counted from day 0: its days have no dates. */
const FIRST_DATE = 365 * DAY;
const DAYS_PER_WEEK = 7;

/**
 * The days of all people, from the midnight before the first row to the last day of half of them, which counts from noon on. A row without an end lasts until the next one of the person.
 * Of two weeks or more, only people who are recorded in every complete week count. Home and workplace are found by the hours of the rows;
 * whether somebody has a workplace at all is unknown, so that nobody counts in the laws of attendance.
 *
 * @returns with `notes` on who does not count, and on days without dates, whose weekdays are unknown
 */
export function peopleMonths(trajectories: Trajectories): PeopleMonths & { readonly notes: readonly string[] } {
  const { times, ends, starts } = localClock(trajectories);
  const lasts = trajectories.people.map((_, person) => (ends ?? times)[starts[person + 1] - 1]).sort((a, b) => a - b);
  const last = lasts[lasts.length >> 1] ?? Number.NaN;
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const midnight = Math.floor(first / DAY) * DAY;
  const { numbers } = placeNumbers(trajectories);
  const { places } = visits(trajectories);
  const [homes, works] = [homeEntries(trajectories), workEntries(trajectories)];
  // Few are recorded until midnight of the last day; a row of the next one after midnight makes no day.
  const days = Math.round((last - midnight) / DAY);
  const weeks = Math.floor(days / DAYS_PER_WEEK);
  const isWhole = (stays: readonly MonthStay[]) => {
    const recorded = new Set<number>();
    for (const { arrival, departure } of stays) {
      const week = (seconds: number) => Math.floor(seconds / (DAYS_PER_WEEK * DAY));
      const to = week(ends && departure !== null ? departure : arrival);
      for (let one = week(arrival); one <= to; one++) recorded.add(one);
    }
    return Array.from({ length: weeks }, (_, week) => week).every((week) => recorded.has(week));
  };
  const all = trajectories.people.map((_, person) => {
    const stays: MonthStay[] = [];
    for (let row = starts[person]; row < starts[person + 1]; row++) {
      const until = ends?.[row] ?? (row + 1 < starts[person + 1] ? times[row + 1] : null);
      stays.push({
        place: numbers[row],
        arrival: times[row] - midnight,
        departure: until === null ? null : until - midnight,
      });
    }
    const usual = [homes[person], works[person]].flatMap((entry) => (entry < 0 ? [] : [places[entry]]));
    return { stays, usual: new Set(usual), duty: null };
  });
  const people = weeks < LEAST_WEEKS ? all : all.filter(({ stays }) => isWhole(stays));
  const isDated = first >= FIRST_DATE;
  return {
    people,
    days,
    firstWeekday: isDated ? weekdayNumber(first) : null,
    notes: [
      ...(people.length < all.length
        ? [
            `laws over weeks: only the ${people.length} of ${all.length} people who are recorded in each of the ${weeks} weeks count`,
          ]
        : []),
      ...(isDated || weeks < LEAST_WEEKS
        ? []
        : ['laws over weeks: the days have no dates, so nothing about weekdays is computed']),
    ],
  };
}
