import { type ExplorationLaw, explorationProbability } from '@itinera/mobility';
import type { AgentMap } from '../environment.js';
import type { RandomStream } from '../random-stream.js';

/** Positions of AOIs and their relevance: 1 plus the number of POIs. */
interface Attractions {
  readonly ids: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly relevance: Float64Array;
  readonly rowOf: ReadonlyMap<number, number>;
}

/** Computed once per city and thread. */
function attractionsOf(map: AgentMap): Attractions {
  return map.remember('attractions', () => {
    const all = map.getAllAois();
    const centres = all.map(({ id }) => map.getAoiCentre(id));
    return {
      ids: Float64Array.from(all, ({ id }) => id),
      x: Float64Array.from(centres, ({ x }) => x),
      y: Float64Array.from(centres, ({ y }) => y),
      relevance: Float64Array.from(all, ({ poiIds }) => 1 + poiIds.length),
      rowOf: new Map(all.map(({ id }, row) => [id, row])),
    };
  });
}

/**
 * The visits of a person, and the next place by density EPR: a new place with probability ρ S^−γ, chosen by relevance and
 * distance (mⱼ d^−2), otherwise an earlier one by its frequency. `environment.places` is another law, and would change every day of the
 * published one: it returns to places for the same purpose, near ones more often, forgets, and does not know those of today.
 *
 * @see L. Pappalardo, S. Rinzivillo, F. Simini (2016), Human mobility modelling: exploration and preferential return meet
 *   the gravity model, doi:10.1016/j.procs.2016.04.188
 */
export class VisitedPlaces {
  readonly #city: Attractions;
  readonly #law: ExplorationLaw;
  readonly #random: RandomStream;
  readonly #visited = new Set<number>();
  /** All visits in order: a uniform draw of one is a draw by frequency. */
  readonly #history: number[] = [];

  constructor(map: AgentMap, law: ExplorationLaw, random: RandomStream) {
    this.#city = attractionsOf(map);
    this.#law = law;
    this.#random = random;
  }

  get current(): number {
    return this.#history.at(-1)!;
  }

  visit(aoiId: number): void {
    this.#history.push(aoiId);
    this.#visited.add(aoiId);
  }

  /**
   * Chooses the next place.
   *
   * @param avoid a place that is not chosen
   * @returns the AOI; the current one if there is no other
   */
  move(avoid?: number): number {
    const { current } = this;
    const others = [...this.#visited].filter((id) => id !== current && id !== avoid).length;
    const explores = others === 0 || this.#random.uniform() < explorationProbability(this.#law, this.#visited.size);
    const next = (explores ? this.#new() : undefined) ?? (others > 0 ? this.#known(avoid) : current);
    if (next !== current) this.visit(next);
    return next;
  }

  #known(avoid: number | undefined): number {
    for (;;) {
      const id = this.#random.choice(this.#history);
      if (id !== this.current && id !== avoid) return id;
    }
  }

  #new(): number | undefined {
    const { ids, x, y, relevance, rowOf } = this.#city;
    const from = rowOf.get(this.current);
    if (from === undefined) return undefined;
    const weights = new Float64Array(ids.length);
    let total = 0;
    for (let row = 0; row < ids.length; row++) {
      const square = (x[row]! - x[from]!) ** 2 + (y[row]! - y[from]!) ** 2;
      if (!(square > 0)) continue;
      weights[row] = relevance[row]! / square;
    }
    for (const id of this.#visited) {
      const row = rowOf.get(id);
      if (row !== undefined) weights[row] = 0;
    }
    for (const weight of weights) total += weight;
    let left = this.#random.uniform() * total;
    for (let row = 0; row < ids.length; row++) {
      if (weights[row] === 0) continue;
      left -= weights[row]!;
      if (left < 0) return ids[row];
    }
    return undefined;
  }
}
