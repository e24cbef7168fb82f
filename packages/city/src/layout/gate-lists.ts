import { groupByRow } from '../map/grouped-rows.js';
import { type AoiMessage, FirstId, type LanePositionMessage, type PointMessage } from '../map/message.js';
import { NumberList } from '../map/number-list.js';
import type { LaneId, RoadDraft } from './draft.js';
import { GateFinder } from './gates.js';
import { type Path, pointAlong } from './geometry.js';
import { walkingParts } from './walking-part.js';

type AoiGates = Pick<AoiMessage, 'drivingPositions' | 'drivingGates' | 'walkingPositions' | 'walkingGates'>;

/** The gates of all AOIs, found one AOI after the other and kept as columns. */
export class GateLists {
  readonly #driving: GateFinder;
  readonly #walking: GateFinder;
  readonly #apart: GateFinder;
  readonly #lanes = new NumberList(Int32Array);
  readonly #places = new NumberList(Float64Array);
  /** Where the gates for driving and then those for walking of an AOI stop. */
  readonly #stops = new NumberList(Int32Array);

  constructor(private readonly draft: RoadDraft) {
    const parts = walkingParts(draft);
    this.#driving = new GateFinder(draft, draft.accessLanes, draft.oppositeOf);
    this.#walking = new GateFinder(draft, parts.largest);
    this.#apart = new GateFinder(draft, parts.others);
  }

  /** Finds the gates of the next AOI. @returns false when there is none, and the place becomes no AOI */
  add(ring: Path, area: number): boolean {
    const driving = this.#driving.gatesOf(ring, area);
    let walking = this.#walking.gatesOf(ring, area);
    // On a part of its own a place can at least be reached from there.
    if (walking.length === 0) walking = this.#apart.gatesOf(ring, area);
    if (driving.length + walking.length === 0) return false;
    for (const gates of [driving, walking]) {
      for (const { lane, s, x, y } of gates) {
        this.#lanes.push(lane);
        for (const value of [s, x, y]) this.#places.push(value);
      }
      this.#stops.push(this.#lanes.length);
    }
    return true;
  }

  /** The gates of an AOI, by its row. */
  of(aoi: number): AoiGates {
    const stop = (list: number) => (list < 0 ? 0 : this.#stops.at(list));
    const between = <T>(list: number, make: (gate: number) => T) =>
      Array.from({ length: stop(list) - stop(list - 1) }, (_, i) => make(stop(list - 1) + i));
    const position = (gate: number): LanePositionMessage => ({
      laneId: this.#lanes.at(gate),
      s: this.#places.at(3 * gate),
    });
    const point = (gate: number): PointMessage => ({
      x: this.#places.at(3 * gate + 1),
      y: this.#places.at(3 * gate + 2),
    });
    return {
      drivingPositions: between(2 * aoi, position),
      drivingGates: between(2 * aoi, point),
      walkingPositions: between(2 * aoi + 1, position),
      walkingGates: between(2 * aoi + 1, point),
    };
  }

  /** Where all gates are on their lanes, as x, y pairs. */
  lanePoints(): Float64Array {
    const points = new Float64Array(2 * this.#lanes.length);
    for (let gate = 0; gate < this.#lanes.length; gate++) {
      const { x, y } = pointAlong(this.draft.pathOf(this.#lanes.at(gate)), this.#places.at(3 * gate));
      points.set([x, y], 2 * gate);
    }
    return points;
  }

  /** Which AOIs have gates on a lane, each once. */
  aoiIdsByLane(): (lane: LaneId) => number[] {
    const aois = new Int32Array(this.#lanes.length);
    for (let list = 0; list < this.#stops.length; list++) {
      aois.fill(list >> 1, list === 0 ? 0 : this.#stops.at(list - 1), this.#stops.at(list));
    }
    const { offsets, items } = groupByRow(this.draft.laneCount, this.#lanes.view());
    return (lane) => {
      const ids: number[] = [];
      for (let i = offsets[lane]; i < offsets[lane + 1]; i++) {
        const id = FirstId.AOI + aois[items[i]];
        if (ids.at(-1) !== id) ids.push(id);
      }
      return ids;
    };
  }
}
