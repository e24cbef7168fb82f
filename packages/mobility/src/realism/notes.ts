import { counted } from '@itinera/base';
import type { Trajectories } from '../trajectories.js';
import { hoursApart } from './hours-apart.js';
import type { Sets } from './sets.js';

/** Notes that the reader should know before trusting a number. */
export function notesOn({ real, generated }: Sets): string[] {
  const notes: string[] = [];
  if (real.people.length < 30 || generated.people.length < 30) {
    notes.push(
      'Fewer than 30 people on one side: a JSD on 50 bins is far from 0 even for equal distributions; compare it with its ceiling.',
    );
  }
  if ((real.ends === undefined) !== (generated.ends === undefined)) {
    notes.push(
      'One set has stays, the other points: turn the points into stays first (--stays 200,20), otherwise measures of time mean different things.',
    );
  }
  const perPerson = (set: Trajectories) => set.times.length / set.people.length;
  const ratio = perPerson(real) / perPerson(generated);
  if (ratio > 2 || ratio < 0.5) {
    notes.push(
      'Records per person differ more than twofold: measures that grow with the number of records (distances, visits, entropies) differ for that reason alone.',
    );
  }
  const people = real.people.length / generated.people.length;
  if (people > 2 || people < 0.5) {
    notes.push(
      'Numbers of people differ more than twofold: sparse counts (flows, places by hour) differ for that reason alone.',
    );
  }
  const swapped = swappedNote(real, generated);
  if (swapped) notes.push(swapped);
  const hours = hoursApart(real, generated);
  if (hours !== undefined) notes.push(shiftedNote(hours));
  return notes;
}

/** Borders of a set: west, south, east, north. */
type Borders = readonly [number, number, number, number];

function bordersOf({ lons, lats }: Trajectories): Borders {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < lons.length; row++) {
    west = Math.min(west, lons[row]);
    east = Math.max(east, lons[row]);
    south = Math.min(south, lats[row]);
    north = Math.max(north, lats[row]);
  }
  return [west, south, east, north];
}

/** Whether the sets do not overlap, but would if longitude and latitude of one were swapped. */
function swappedNote(real: Trajectories, generated: Trajectories): string | undefined {
  const a = bordersOf(real);
  const b = bordersOf(generated);
  const meet = (one: Borders, other: Borders) =>
    one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
  if (meet(a, b)) return areExchanged(real, generated, a, b) ? EXCHANGED : undefined;
  return meet(a, [b[1], b[0], b[3], b[2]])
    ? SWAPPED
    : 'The sets are in different parts of the world: measures of places are not comparable.';
}

const SWAPPED =
  'The sets do not overlap, but would if longitude and latitude of one were swapped: pass --real-columns or --generated-columns with lat and lon swapped.';
const EXCHANGED =
  'The sets hardly share places, but would if longitude and latitude (or x and y) of one were swapped: pass --real-columns or --generated-columns with the two swapped.';

const OTHER_HOURS = 'The clock of one side may be off: ';

const shiftedNote = (hours: number) =>
  `${OTHER_HOURS}trips are at the same hours if ${counted(Math.abs(hours), 'hour is', 'hours are')} ${hours > 0 ? 'added to' : 'taken from'} the generated times. If one side is in UTC, name its column of times utc_time and pass --zone; otherwise correct its times.`;

/** Whether a note of a report says that axes are swapped, or times of day shifted, which may be all that differs. */
export const saysMistaken = (note: string): boolean =>
  note === SWAPPED || note === EXCHANGED || note.startsWith(OTHER_HOURS);

/** Squares along each side of the box of two sets. */
const SQUARES = 64;
/** Share of records in common squares from which sets fit each other, and how many times as many as the other way round. */
const [FITTING, TIMES] = [0.3, 3];

/** Whether records are in the same squares only after the axes of one set were exchanged, as cells of HuMob may be. */
function areExchanged(real: Trajectories, generated: Trajectories, a: Borders, b: Borders): boolean {
  const low = Math.min(...a, ...b);
  const size = (Math.max(...a, ...b) - low || 1) / SQUARES;
  const at = (degrees: number) => Math.min(SQUARES - 1, Math.floor((degrees - low) / size));
  const shares = ({ lons, lats }: Trajectories, isSwapped: boolean) => {
    const squares = new Float64Array(SQUARES * SQUARES);
    for (let row = 0; row < lons.length; row++) {
      const [x, y] = [at(lons[row]), at(lats[row])];
      squares[isSwapped ? y * SQUARES + x : x * SQUARES + y] += 1 / lons.length;
    }
    return squares;
  };
  const own = shares(real, false);
  const common = (isSwapped: boolean) =>
    shares(generated, isSwapped).reduce((sum, share, square) => sum + Math.min(share, own[square]), 0);
  const swapped = common(true);
  return swapped >= FITTING && swapped > TIMES * common(false);
}
