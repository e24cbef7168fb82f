import { drawWaitingTime, SONG_EXPLORATION, SONG_WAITING_TIMES } from '@itinera/mobility';
import type { AgentContext } from '../mobility-agent.js';
import { PlannedAgent, type PlannedStop } from './planned-agent.js';
import { VisitedPlaces } from './visited-places.js';

/**
 * Density EPR with its published constants: waits by a truncated power law, then explores or returns. It does not
 * distinguish day and night.
 *
 * @see C. Song et al. (2010), Modelling the scaling properties of human mobility, doi:10.1038/nphys1760
 */
export class DensityEprAgent extends PlannedAgent {
  readonly #places: VisitedPlaces;
  #leaves = 0;

  constructor(context: AgentContext) {
    super(context);
    this.#places = new VisitedPlaces(this.environment.map, SONG_EXPLORATION, this.random);
    for (const place of this.usualPlaces) this.#places.visit(place);
    this.#leaves = drawWaitingTime(SONG_WAITING_TIMES, this.random);
  }

  protected planDay(from: number, to: number): PlannedStop[] {
    const stop = (at: number, aoiId: number) => ({ from: at, aoiId, intention: this.intentionAt(aoiId, at) });
    const stops = [stop(from, this.#places.current)];
    while (this.#leaves < to) {
      stops.push(stop(this.#leaves, this.#places.move()));
      this.#leaves += drawWaitingTime(SONG_WAITING_TIMES, this.random);
    }
    return this.withNights(stops, to);
  }
}
