import { SONG_EXPLORATION } from '@itinera/mobility';
import { nearby } from './built-in/dated-days.js';
import { figuresOf, placeTypes } from './built-in/day-pattern-figures.js';
import { choosePlace, distanceOf, isOuting, metresBetween, placeAtDistance } from './built-in/outing-places.js';
import { PlaceMemory, REMEMBERED, RHO_DEVIATION, TRIES } from './built-in/place-memory.js';
import type { Country, Environment, PlaceChoice, Places } from './environment.js';
import type { RandomStream } from './random-stream.js';

/** The person's own random numbers for places, and where they are. */
interface Chooser {
  readonly random: RandomStream;
  readonly here: () => number;
  /** Home, workplace and school, as far as known. */
  readonly usual: readonly number[];
}

/** The key of the stream that decides how much a person explores. */
const EXPLORES = 0;

/** The memory of one person. */
export class KnownPlaces implements Places {
  readonly #environment: Environment;
  readonly #by: Chooser;
  readonly #memory: PlaceMemory;
  #today = -1;

  constructor(environment: Environment, by: Chooser) {
    this.#environment = environment;
    this.#by = by;
    this.#memory = new PlaceMemory(by.random.fork(EXPLORES), by.usual);
  }

  choose(purpose: string, { from = this.#by.here(), metres }: PlaceChoice = {}): number | null {
    const environment = this.#environment;
    const { map } = environment;
    if (metres === undefined && !isOuting(purpose))
      throw new TypeError(
        `places.choose: expected ${Object.keys(placeTypes).join(', ')}, or metres for any purpose, got ${JSON.stringify(purpose)}.`,
      );
    if (metres !== undefined && !(metres >= 0 && Number.isFinite(metres)))
      throw new TypeError(`places.choose: expected metres of 0 or more, got ${metres}.`);
    const [day] = environment.getDatetime();
    if (day !== this.#today) this.#memory.nextDay();
    this.#today = day;
    const { random } = this.#by;
    const isNear = metres === undefined && random.chance(nearby.share);
    const figures = figuresOf[environment.country];
    const draw = (isNearby: boolean) => () => {
      if (metres !== undefined) return placeAtDistance(map, random, from, metres);
      if (!isOuting(purpose)) return undefined;
      return choosePlace({ environment, random }, figures, purpose, map.getAoiCentre(from), isNearby);
    };
    const explore = isNear ? [draw(true), draw(false)] : [draw(false)];
    const metresTo = (place: number) => metresBetween(map, from, place);
    const mean = metres ?? (isOuting(purpose) ? distanceOf(figures, purpose, isNear) : 0);
    const scale = Math.max(1, mean / 2);
    return this.#memory.choose(random, { purpose, from, isNear }, { here: from, explore, metresTo, scale }) ?? null;
  }
}

/** The figures by which places are chosen in a country, for Python. Distances are means in metres. */
export function outingRules(country: Country) {
  const figures = figuresOf[country];
  const purposes = (Object.keys(placeTypes) as (keyof typeof placeTypes)[]).map((purpose) => {
    const [near, far] = [true, false].map((isNear) => distanceOf(figures, purpose, isNear));
    return [purpose, { categories: placeTypes[purpose], near, far }] as const;
  });
  return {
    ...SONG_EXPLORATION,
    rhoDeviation: RHO_DEVIATION,
    remembered: REMEMBERED,
    tries: TRIES,
    nearby,
    purposes: Object.fromEntries(purposes),
  };
}
