import { explorationProbability, SONG_EXPLORATION } from '@itinera/mobility';
import type { RandomStream } from '../random-stream.js';
import { isOuting } from './outing-places.js';
import { PackedVisits, type PlaceWish, type Visit } from './packed-visits.js';

/**
 * Number of visits that a person remembers, three to seven weeks of outings: places that were not visited since are forgotten, so that
 * the number of familiar places stays about the same. @see L. Alessandretti et al. (2018), doi:10.1038/s41562-018-0364-x
 */
export const REMEMBERED = 50;

/** Standard deviation of ρ between people, some of whom explore more than others (assumption). */
export const RHO_DEVIATION = 0.3;
/** Draws until a place is new, by each way of drawing. */
export const TRIES = 200;

/** Distances of a choice, and the city's places. */
interface PlaceOptions {
  /** The place where the person is, which is not chosen. */
  readonly here: number;
  /** Ways of drawing a place from all of the city, undefined if there is none; the next one is for those who know what the first draws. */
  readonly explore: readonly (() => number | undefined)[];
  /** The straight-line distance of a place, metres. */
  readonly metresTo: (place: number) => number;
  /** Known places are chosen with a probability proportional to e^(−distance / scale), metres: half of the mean distance. */
  readonly scale: number;
  /** Whether the person always goes to the same place, the closest, once they know one. */
  readonly isFixed?: boolean;
}

const NONE: readonly Visit[] = [];
const NO_VISITS = new PackedVisits(NONE);

/**
 * The places that a person knows. With probability ρ S^−γ after S distinct places an outing leads to a new one, otherwise to an
 * earlier one for the same purpose, by its frequency and, so that trips do not become longer, its distance. If it must be near, that is
 * one where the person went from the same place. Nobody goes to where they are
 * if there is another place.
 * Whoever knows all places nearby goes farther for a new one. Places of the same day are not yet known, so that a first day has only
 * new ones.
 *
 * @see C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760
 */
export class PlaceMemory {
  readonly #rho: number;
  /** Places that are known from the beginning. */
  readonly #usual: readonly number[];
  /** Before today, the oldest first. */
  #earlier = NO_VISITS;
  #today = NONE;

  /**
   * @param random decides how much the person explores
   * @param usual places that are known from the beginning: home, and workplace or school
   */
  constructor(random: RandomStream, usual: readonly number[]) {
    const { rho } = SONG_EXPLORATION;
    // As far below the mean as 1 is above it, so that the mean over people is the published one.
    this.#rho = Math.min(1, Math.max(2 * rho - 1, random.normal(rho, RHO_DEVIATION)));
    this.#usual = usual;
  }

  /** Must be called at the start of each day. */
  nextDay(): void {
    if (this.#today.length > 0)
      this.#earlier = new PackedVisits([...this.#earlier.unpack(), ...this.#today].slice(-REMEMBERED));
    this.#today = NONE;
  }

  /**
   * The places where the person went today, if others have changed what they chose: the rest was not visited.
   * @param places with purpose and origin of those to which the person went with somebody
   */
  correct(
    places: readonly { readonly place: number; readonly followed: Pick<PlaceWish, 'purpose' | 'from'> | null }[],
  ): void {
    const visited = new Set(places.map(({ place }) => place));
    const kept = this.#today.filter(({ place }) => visited.has(place));
    const others = places.flatMap(({ place, followed }) =>
      followed !== null && isOuting(followed.purpose) ? [visitOf({ ...followed, isNear: false }, place)] : [],
    );
    this.#today = [...kept, ...others];
  }

  /**
   * Returns the place of an outing and remembers it.
   * @param random used only if there is a choice between new and known
   */
  choose(random: RandomStream, wish: PlaceWish, options: PlaceOptions): number | undefined {
    const earlier = this.#earlier.unpack();
    const known = suitable(earlier, wish, options.here);
    const places = new Set([...this.#usual, ...earlier.map(({ place }) => place)]);
    const { isFixed = false } = options;
    const law = { ...SONG_EXPLORATION, rho: this.#rho };
    const returns = known.length > 0 && (isFixed || !random.chance(explorationProbability(law, places.size)));
    const place = returns ? returnTo(random, known, options) : newPlace(places, options);
    if (place !== undefined) this.#today = [...this.#today, visitOf(wish, place)];
    return place;
  }
}

/** Without a spread, whose objects take five times the memory. */
function visitOf({ purpose, isNear, from }: PlaceWish, place: number): Visit {
  return { purpose, isNear, from, place };
}

/**
 * Earlier visits for the purpose to other places than here; if it must be near, those for which the person left from here. Who knows no
 * place farther away goes to one nearby.
 */
function suitable(earlier: readonly Visit[], wish: PlaceWish, here: number): readonly Visit[] {
  const visits = earlier.filter(({ purpose, place }) => place !== here && purpose === wish.purpose);
  const alike = visits.filter(({ isNear, from }) => isNear === wish.isNear && (!isNear || from === wish.from));
  return alike.length > 0 || wish.isNear ? alike : visits;
}

function returnTo(random: RandomStream, visits: readonly Visit[], { metresTo, scale, isFixed }: PlaceOptions): number {
  const metres = visits.map(({ place }) => metresTo(place));
  const least = Math.min(...metres);
  if (isFixed) return visits[metres.indexOf(least)]!.place;
  // Relative to the closest, so that the sum is not 0 where all are far.
  return visits[random.weighted(metres.map((one) => Math.exp((least - one) / scale)))]!.place;
}

/** A place that is not known, unless the city has too few. */
function newPlace(known: ReadonlySet<number>, { explore, here }: PlaceOptions): number | undefined {
  let place: number | undefined;
  for (const draw of explore)
    for (let tries = 0; tries < TRIES; tries++) {
      place = draw();
      if (place === undefined || (place !== here && !known.has(place))) return place;
    }
  return place;
}
