import { DAY, weekdayNumber } from '../clock.js';
import { homeEntries } from '../place/home-location.js';
import { placeNumbers } from '../place/place-numbers.js';
import { visits } from '../place/visits.js';
import { workEntries } from '../place/work-location.js';
import { localClock, type Trajectories } from '../trajectories.js';
import type { MonthStay } from './month-laws.js';
import type { PeopleMonths } from './realism-card.js';

/**
 * The days of all people, from the midnight before the first row to the last day of half of them, which counts from noon on. A row without an end lasts until the next one of the person.
 * Home and workplace are found by the hours of the rows; whether somebody has a workplace at all is unknown, so that nobody counts in
 * the laws of attendance.
 */
export function peopleMonths(trajectories: Trajectories): PeopleMonths {
  const { times, ends, starts } = localClock(trajectories);
  const lasts = trajectories.people.map((_, person) => (ends ?? times)[starts[person + 1] - 1]).sort((a, b) => a - b);
  const last = lasts[lasts.length >> 1] ?? Number.NaN;
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const midnight = Math.floor(first / DAY) * DAY;
  const { numbers } = placeNumbers(trajectories);
  const { places } = visits(trajectories);
  const [homes, works] = [homeEntries(trajectories), workEntries(trajectories)];
  const people = trajectories.people.map((_, person) => {
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
  // Few are recorded until midnight of the last day; a row of the next one after midnight makes no day.
  return { people, days: Math.round((last - midnight) / DAY), firstWeekday: weekdayNumber(first) };
}
