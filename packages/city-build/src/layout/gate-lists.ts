import { type AoiMessage, FirstId, type LanePositionMessage } from '@itinera/city/browser';
import { DisjointSets, type FlatRow, groupByRow, type LaneColumns, NumberList } from '@itinera/city/map-making';
import type { LaneId, RoadDraft } from './draft.js';
import { type Gate, GateFinder } from './gates.js';
import { type Path, pointAlong } from './geometry.js';

type AoiGates = Pick<FlatRow<AoiMessage>, 'drivingPositions' | 'drivingGates' | 'walkingPositions' | 'walkingGates'>;

/** The gates of a place. */
export interface PlaceGates {
  readonly driving: readonly Gate[];
  readonly walking: readonly Gate[];
}

/** Finds the gates of a place; returns undefined if there are none, so that the place is omitted. */
export function gateSearch(draft: RoadDraft): (ring: Path, area: number) => PlaceGates | undefined {
  const parts = walkingParts(draft);
  const byCar = new GateFinder(draft, draft.accessLanes, draft.oppositeOf);
  const onFoot = new GateFinder(draft, parts.largest);
  const apart = new GateFinder(draft, parts.others);
  return (ring, area) => {
    const driving = byCar.gatesOf(ring, area);
    let walking = onFoot.gatesOf(ring, area);
    // A place on an isolated part can at least be reached within that part.
    if (walking.length === 0) walking = apart.gatesOf(ring, area);
    return driving.length + walking.length === 0 ? undefined : { driving, walking };
  };
}

/** The `walkLanes` of the largest connected walking network (by number of lanes), and all others. */
function walkingParts(draft: RoadDraft): { largest: LaneId[]; others: LaneId[] } {
  const parts = new DisjointSets(draft.laneCount);
  draft.eachJoin((a, b) => parts.join(a, b));
  const partOf = (lane: LaneId) => parts.rootOf(lane);
  const size = new Uint32Array(draft.laneCount);
  for (let lane = 0; lane < draft.laneCount; lane++) size[partOf(lane)]++;
  let largest = -1;
  for (const lane of draft.walkLanes) if (largest < 0 || size[partOf(lane)] > size[largest]) largest = partOf(lane);
  const inLargest = (lane: LaneId) => partOf(lane) === largest;
  return { largest: draft.walkLanes.filter(inLargest), others: draft.walkLanes.filter((lane) => !inLargest(lane)) };
}

/** The gates of all AOIs as columns. */
export class GateLists {
  readonly #lanes = new NumberList(Int32Array);
  readonly #places = new NumberList(Float64Array);
  /** Ends of the driving gates and of the walking gates of each AOI. */
  readonly #stops = new NumberList(Int32Array);

  constructor(private readonly draft: RoadDraft) {}

  /** Adds the gates of the next AOI. */
  add({ driving, walking }: PlaceGates): void {
    for (const gates of [driving, walking]) {
      for (const { lane, s, x, y } of gates) {
        this.#lanes.push(lane);
        for (const value of [s, x, y]) this.#places.push(value);
      }
      this.#stops.push(this.#lanes.length);
    }
  }

  /** The gates of an AOI, by its row. */
  of(aoi: number): AoiGates {
    const stop = (list: number) => (list < 0 ? 0 : this.#stops.at(list));
    const positions = (list: number) => {
      const there: LanePositionMessage[] = [];
      for (let gate = stop(list - 1); gate < stop(list); gate++) {
        there.push({ laneId: this.#lanes.at(gate), s: this.#places.at(3 * gate) });
      }
      return there;
    };
    const points = (list: number) => {
      const xy = new Float64Array(2 * (stop(list) - stop(list - 1)));
      for (let i = 0, at = 3 * stop(list - 1) + 1; i < xy.length; i += 2, at += 3) {
        xy[i] = this.#places.at(at);
        xy[i + 1] = this.#places.at(at + 1);
      }
      return xy;
    };
    return {
      drivingPositions: positions(2 * aoi),
      drivingGates: points(2 * aoi),
      walkingPositions: positions(2 * aoi + 1),
      walkingGates: points(2 * aoi + 1),
    };
  }

  /** Positions of all gates on their lanes, as x, y pairs. */
  lanePoints(): Float64Array {
    const points = new Float64Array(2 * this.#lanes.length);
    for (let gate = 0; gate < this.#lanes.length; gate++) {
      const { x, y } = pointAlong(this.draft.pathOf(this.#lanes.at(gate)), this.#places.at(3 * gate));
      points.set([x, y], 2 * gate);
    }
    return points;
  }

  /** The AOIs with gates on each lane, without repetitions. */
  aoiIdsByLane(): LaneColumns['aoiIds'] {
    const aois = new Int32Array(this.#lanes.length);
    for (let list = 0; list < this.#stops.length; list++) {
      aois.fill(list >> 1, list === 0 ? 0 : this.#stops.at(list - 1), this.#stops.at(list));
    }
    const count = this.draft.laneCount;
    const { offsets: gates, items } = groupByRow(count, this.#lanes.view());
    const offsets = new Uint32Array(count + 1);
    const values = new NumberList(Int32Array);
    for (let lane = 0; lane < count; lane++) {
      for (let i = gates[lane]; i < gates[lane + 1]; i++) {
        if (i === gates[lane] || aois[items[i]] !== aois[items[i - 1]]) values.push(FirstId.AOI + aois[items[i]]);
      }
      offsets[lane + 1] = values.length;
    }
    return { offsets, values: values.view() };
  }
}
