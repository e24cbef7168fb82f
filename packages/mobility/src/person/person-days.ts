import { DAY, dayNumber } from '../clock.js';
import { memoized } from '../memoized.js';
import { localClock, type Trajectories } from '../trajectories.js';

/** Days of people: those of person i are entries `starts[i]` to `starts[i + 1]`, in order. */
export interface PersonDays {
  readonly starts: Uint32Array;
  /** For each entry, number of the day, 0 on 1970-01-01. */
  readonly days: Float64Array;
  /** Start of the rows of each entry in `rows`, and one more. */
  readonly rowStarts: Uint32Array;
  readonly rows: Uint32Array;
}

/**
 * The days with records of each person, with the rows of each day. A stay belongs to every day that it touches; one that
 * ends at midnight does not touch the next.
 */
export const personDays: (trajectories: Trajectories) => PersonDays = memoized((given) => {
  const trajectories = localClock(given);
  return trajectories.ends ? daysOfStays(trajectories) : daysOfPoints(trajectories);
});

/** Rows of points are in order of time: each day is one run of rows. */
function daysOfPoints({ starts: personRows, times }: Trajectories): PersonDays {
  const starts = new Uint32Array(personRows.length);
  const days = new Float64Array(times.length);
  const rowStarts = new Uint32Array(times.length + 1);
  let used = 0;
  for (let person = 0; person + 1 < personRows.length; person++) {
    starts[person] = used;
    for (let row = personRows[person]; row < personRows[person + 1]; row++) {
      const day = dayNumber(times[row]);
      if (used > starts[person] && days[used - 1] === day) continue;
      rowStarts[used] = row;
      days[used++] = day;
    }
  }
  starts[personRows.length - 1] = used;
  rowStarts[used] = times.length;
  const rows = new Uint32Array(times.length);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  return { starts, days: days.slice(0, used), rowStarts: rowStarts.slice(0, used + 1), rows };
}

function daysOfStays(trajectories: Trajectories): PersonDays {
  const { starts: personRows, times, ends } = trajectories;
  const people = personRows.length - 1;
  const starts = new Uint32Array(people + 1);
  const days: number[] = [];
  const rowStarts: number[] = [];
  const rows: number[] = [];
  for (let person = 0; person < people; person++) {
    starts[person] = days.length;
    const byDay = new Map<number, number[]>();
    for (let row = personRows[person]; row < personRows[person + 1]; row++) {
      const first = dayNumber(times[row]);
      const last = ends ? Math.max(first, Math.ceil(ends[row] / DAY) - 1) : first;
      for (let day = first; day <= last; day++) {
        const own = byDay.get(day);
        if (own) own.push(row);
        else byDay.set(day, [row]);
      }
    }
    for (const day of [...byDay.keys()].sort((a, b) => a - b)) {
      days.push(day);
      rowStarts.push(rows.length);
      for (const row of byDay.get(day) as number[]) rows.push(row);
    }
  }
  starts[people] = days.length;
  rowStarts.push(rows.length);
  return {
    starts,
    days: Float64Array.from(days),
    rowStarts: Uint32Array.from(rowStarts),
    rows: Uint32Array.from(rows),
  };
}
