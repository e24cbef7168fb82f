import { explorationProbability, SONG_EXPLORATION } from '@itinera/mobility';
import type { RandomStream } from '../random-stream.js';
import { isOuting } from './outing-places.js';

/**
 * Number of visits that a person remembers, about seven weeks of outings: places that were not visited since are forgotten, so that
 * the number of familiar places stays about the same. @see L. Alessandretti et al. (2018), doi:10.1038/s41562-018-0364-x
 */
export const REMEMBERED = 50;

/** A choice of a place. */
interface PlaceWish {
  readonly purpose: string;
  /** The AOI where the person is. */
  readonly from: number;
  /** Whether the place must be near. */
  readonly isNear: boolean;
}

interface Visit extends PlaceWish {
  readonly place: number;
}

/**
 * The places that a person knows. With probability ρ S^−γ after S distinct places an outing leads to a new one, otherwise to an
 * earlier one for the same purpose: one that the person went to from the same place, by its frequency, so that trips do not become
 * longer, or else the closest. Places of the same day are not yet known, so that a first day has only new ones.
 *
 * @see C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760
 */
export class PlaceMemory {
  /** In order, the oldest first. */
  #visits: Visit[] = [];
  /** Visits before today. */
  #earlier = 0;

  /** Must be called at the start of each day. */
  nextDay(): void {
    this.#visits = this.#visits.slice(-REMEMBERED);
    this.#earlier = this.#visits.length;
  }

  /**
   * The places where the person went today, if others have changed what they chose: the rest was not visited.
   * @param places with purpose and origin of those to which the person went with somebody
   */
  correct(
    places: readonly { readonly place: number; readonly followed: Pick<PlaceWish, 'purpose' | 'from'> | null }[],
  ): void {
    const visited = new Set(places.map(({ place }) => place));
    this.#visits = this.#visits.filter(({ place }, i) => i < this.#earlier || visited.has(place));
    for (const { place, followed } of places)
      if (followed !== null && isOuting(followed.purpose)) this.#visits.push({ ...followed, place, isNear: false });
  }

  /**
   * Returns the place of an outing and remembers it.
   * @param random used only if there is a choice between new and known
   * @param explore draws a place from all of the city; undefined if there is none
   * @param metresTo the distance of a place
   * @param isFixed whether the person always goes to the same place once they know one
   */
  choose(
    random: RandomStream,
    wish: PlaceWish,
    explore: () => number | undefined,
    metresTo: (place: number) => number,
    isFixed = false,
  ): number | undefined {
    const earlier = this.#visits.slice(0, this.#earlier);
    const alike = earlier.filter(({ purpose, isNear }) => purpose === wish.purpose && isNear === wish.isNear);
    const known = alike.filter(({ from }) => from === wish.from);
    const others = wish.isNear ? [] : alike;
    const distinct = new Set(earlier.map(({ place }) => place)).size;
    const returns =
      known.length + others.length > 0 &&
      (isFixed || !random.chance(explorationProbability(SONG_EXPLORATION, distinct)));
    const place = returns ? (known.length > 0 ? random.choice(known) : closest(others, metresTo)).place : explore();
    if (place !== undefined) this.#visits.push({ ...wish, place });
    return place;
  }
}

function closest(visits: readonly Visit[], metresTo: (place: number) => number): Visit {
  let best = visits[0]!;
  for (const visit of visits) if (metresTo(visit.place) < metresTo(best.place)) best = visit;
  return best;
}
