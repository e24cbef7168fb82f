import { placeTypes, tripHours } from './day-pattern-figures.js';
import type { PlacedPart } from './day-planner.js';
import { MIDNIGHT } from './survey-day.js';

/** Parts of a day away from home, and the return: rows of the day, the return excluded. */
export interface Tour {
  readonly from: number;
  readonly to: number;
}

/** The tours from home to home of a day, in order. */
export function toursOf(parts: readonly PlacedPart[]): Tour[] {
  const tours: Tour[] = [];
  for (let from = 1; from < parts.length; from++) {
    if (parts[from]!.at === 'home' || parts[from - 1]!.at !== 'home') continue;
    const to = parts.findIndex(({ at }, i) => i > from && at === 'home');
    if (to < 0) break;
    tours.push({ from, to });
  }
  return tours;
}

/** The tours whose time and place the person chose freely, for nobody else. */
export function freeToursOf(parts: readonly PlacedPart[]): Tour[] {
  const isFree = ({ at, with: companion, isLed }: PlacedPart) =>
    Object.hasOwn(placeTypes, at) && companion === undefined && !isLed;
  return toursOf(parts).filter(({ from, to }) => parts.slice(from, to).every(isFree));
}

/** A day without a tour. */
export function withoutTour(parts: readonly PlacedPart[], { from, to }: Tour): PlacedPart[] {
  const sleeps = parts[to]!.activity !== 'home activity';
  return parts.toSpliced(from, to - from + (sleeps ? 0 : 1));
}

/** The parts of a tour, with the return. */
export function partsOf(parts: readonly PlacedPart[], { from, to }: Tour): PlacedPart[] {
  return parts.slice(from, to + 1);
}

/** A day with a tour that begins and ends while the person is at home and awake; null if they are not. */
export function withTour(parts: readonly PlacedPart[], tour: readonly PlacedPart[]): PlacedPart[] | null {
  const [begins, ends] = [tour[0]!.begins, tour.at(-1)!.begins];
  const i = parts.findLastIndex((part) => part.begins <= begins);
  const part = parts[i];
  if (part === undefined || part.at !== 'home' || part.activity !== 'home activity') return null;
  const isBack = i > 0 && parts[i - 1]!.at !== 'home' ? part.begins + tripHours : part.begins;
  if (isBack > begins || ends + tripHours > (parts[i + 1]?.begins ?? MIDNIGHT)) return null;
  return parts.toSpliced(i + 1, 0, ...tour);
}
