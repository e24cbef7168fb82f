import { FirstId } from '@itinera/city/browser';
import { DisjointSets, groupValues, NumberList, type RowColumns } from '@itinera/city/map-making';
import { offsetsOf } from './columns.js';
import type { RoadDraft } from './draft.js';
import type { DraftLanes } from './draft-lanes.js';
import type { LaneId } from './draft-roads.js';
import { type Gate, GateFinder, type Outline } from './gates.js';

type GateColumns = Pick<RowColumns<'aois'>, 'drivingPositions' | 'drivingGates' | 'walkingPositions' | 'walkingGates'>;

/** The gates of a place. */
export interface PlaceGates {
  readonly driving: readonly Gate[];
  readonly walking: readonly Gate[];
}

/** Finds the gates of places for people on foot, in the largest part of the walking network if there is one nearby. */
export function walkingSearch(draft: RoadDraft): (outline: Outline) => Gate[] {
  const parts = walkingParts(draft);
  const onFoot = new GateFinder(draft.lanes, parts.largest);
  const apart = new GateFinder(draft.lanes, parts.others);
  return (outline) => {
    const found = onFoot.gatesOf(outline);
    // A place on an isolated part can at least be reached within that part.
    return found.length > 0 ? found : apart.gatesOf(outline);
  };
}

/** The `walkLanes` of the largest connected walking network (by number of lanes), and all others. */
function walkingParts({ lanes, walkLanes }: RoadDraft): { largest: LaneId[]; others: LaneId[] } {
  const { count } = lanes;
  const parts = new DisjointSets(count);
  for (let lane = 0; lane < count; lane++) {
    const from = lanes.fromOf(lane);
    if (from < 0 || lanes.isDriving(lane)) continue;
    parts.join(lane, from >> 1);
    parts.join(lane, lanes.toOf(lane) >> 1);
  }
  const size = new Uint32Array(count);
  for (let lane = 0; lane < count; lane++) if (!lanes.isDriving(lane)) size[parts.rootOf(lane)]++;
  const partOf = Int32Array.from(walkLanes, (lane) => parts.rootOf(lane));
  const most = partOf.reduce((largest, part) => (largest < 0 || size[part] > size[largest] ? part : largest), -1);
  return {
    largest: walkLanes.filter((_, i) => partOf[i] === most),
    others: walkLanes.filter((_, i) => partOf[i] !== most),
  };
}

/** The gates of all AOIs as columns. */
export class GateLists {
  readonly #driving = new GateList();
  readonly #walking = new GateList();

  constructor(private readonly lanes: DraftLanes) {}

  /** Adds the gates of the next AOI. */
  add({ driving, walking }: PlaceGates): void {
    this.#driving.add(driving);
    this.#walking.add(walking);
  }

  columns(): GateColumns {
    const [driving, walking] = [this.#driving.columns(), this.#walking.columns()];
    return {
      drivingPositions: driving.positions,
      drivingGates: driving.points,
      walkingPositions: walking.positions,
      walkingGates: walking.points,
    };
  }

  /** Positions of all gates on their lanes, as x, y pairs. */
  lanePoints(): Float64Array {
    const points = new NumberList(Float64Array);
    for (const { positions } of [this.#driving.columns(), this.#walking.columns()]) {
      positions.laneId.forEach((lane, gate) => {
        const { x, y } = this.lanes.pointOn(lane, positions.s[gate]);
        points.push(x);
        points.push(y);
      });
    }
    return points.view();
  }

  /** The AOIs with gates on each lane, without repetitions. */
  aoiIdsByLane(): { readonly offsets: Uint32Array; readonly values: Int32Array } {
    const lists = [this.#driving, this.#walking];
    const [lanes, aois] = [new NumberList(Int32Array), new NumberList(Int32Array)];
    for (const list of lists) {
      lanes.pushAll(list.lanes);
      aois.pushAll(list.aois);
    }
    // A lane is for driving or for walking: its AOIs ascend.
    const count = this.lanes.count;
    const { offsets: gates, items } = groupValues(count, lanes.view(), aois.view());
    const offsets = new Uint32Array(count + 1);
    const values = new NumberList(Int32Array);
    for (let lane = 0; lane < count; lane++) {
      for (let i = gates[lane]; i < gates[lane + 1]; i++) {
        if (i === gates[lane] || items[i] !== items[i - 1]) values.push(FirstId.AOI + items[i]);
      }
      offsets[lane + 1] = values.length;
    }
    return { offsets, values: values.view() };
  }
}

/** The driving or walking gates of AOIs. */
class GateList {
  readonly #lanes = new NumberList(Int32Array);
  readonly #aois = new NumberList(Int32Array);
  readonly #s = new NumberList(Float64Array);
  readonly #xy = new NumberList(Float64Array);
  /** End of the gates of each AOI. */
  readonly #stops = new NumberList(Int32Array);

  add(gates: readonly Gate[]): void {
    for (const { lane, s, x, y } of gates) {
      this.#lanes.push(lane);
      this.#aois.push(this.#stops.length);
      this.#s.push(s);
      this.#xy.push(x);
      this.#xy.push(y);
    }
    this.#stops.push(this.#lanes.length);
  }

  /** The lane and the AOI of each gate. */
  get lanes(): Int32Array {
    return this.#lanes.view();
  }

  get aois(): Int32Array {
    return this.#aois.view();
  }

  columns() {
    const offsets = offsetsOf(this.#stops);
    return {
      positions: { offsets, laneId: this.#lanes.view(), s: this.#s.view() },
      points: { offsets, xy: this.#xy.view() },
    };
  }
}
