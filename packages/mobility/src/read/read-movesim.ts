import { SECONDS_PER_DAY, SECONDS_PER_HOUR } from '@itinera/base';
import { createClock } from '@itinera/tables';
import type { ReadOptions } from './read-trajectories.js';
import type { TrajectoryFile } from './trajectory-file.js';
import { emptyRow, TrajectoryRows } from './trajectory-rows.js';

/**
 * Reads sequences of MoveSim: one person per line, with a location per hour (48 or 96: of one day).
 *
 * @param sequences one line per person: numbers of locations from 0, separated by spaces or commas
 * @param positions one line per location: latitude and longitude in degrees, or the reverse if a first number exceeds 90
 * @param options `name`: of the file, for messages
 * @throws UserError when no row is usable
 */
export function readMoveSim(
  sequences: string,
  positions: string,
  { name, zone, ...limits }: ReadOptions & { readonly name: string },
): TrajectoryFile {
  const places = numbersOf(positions);
  const isLonFirst = places.some(([first]) => Math.abs(first!) > 90);
  const rows = new TrajectoryRows(name, createClock(zone), limits);
  rows.expect({ ends: false, places: true, activities: false });
  const row = emptyRow();
  for (const [line, sequence] of numbersOf(sequences).entries()) {
    const step = [48, 96].includes(sequence.length) ? SECONDS_PER_DAY / sequence.length : SECONDS_PER_HOUR;
    const person = rows.person(String(line + 1));
    for (const [i, place] of sequence.entries()) {
      const [a = Number.NaN, b = Number.NaN] = places[place] ?? [];
      [row.lat, row.lon] = isLonFirst ? [b, a] : [a, b];
      row.time = i * step;
      row.place = place;
      const why = rows.fault(row);
      if (why) rows.drop(why, line + 1);
      else rows.add(person, row);
    }
  }
  return rows.finish();
}

/** The numbers of each line that has any. */
function numbersOf(text: string): number[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map((line) => line.split(/[\s,]+/).map(Number));
}
