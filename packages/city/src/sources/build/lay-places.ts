import Flatbush from 'flatbush';
import { groupByRow } from '../../map/grouped-rows.js';
import {
  type Aoi,
  AoiType,
  FirstId,
  LandUse,
  type LanePosition,
  type Poi,
  type XYPosition,
} from '../../map/message.js';
import { NumberList } from '../../map/number-list.js';
import { type LaneId, type RoadDraft, toPoints } from './draft.js';
import { GateFinder } from './gates.js';
import { type Path, ringArea } from './geometry.js';
import { holds, type MergeCounts, type MergedArea, mergeAreas, ringBox } from './merge-areas.js';
import type { NetworkPoi, RoadNetwork } from './network.js';
import { walkingParts } from './walking-part.js';

/** Half the side of the square that stands for a point of interest on its own, metres. */
const POI_HALF = 5;
/** How far from an AOI a bench still belongs to it, metres. */
const FURNITURE_REACH = 50;

/** What became of the places of a network that are not in the map as such. */
export interface PlaceCounts extends MergeCounts {
  /** AOIs made for points of interest that lie in no area. */
  poiAois: number;
  /** Benches, bins and the like far from any AOI, left out. */
  poisDropped: number;
  /** AOIs of unknown use that are taken for dwellings. */
  assumedResidential: number;
  /** Places without any lane within 500 m, left out with their points of interest: nobody could get there. */
  outOfReach: number;
}

/** The places of a map under construction. */
export interface PlaceDraft {
  readonly counts: PlaceCounts;
  /** AOIs with a gate on a lane, ascending. */
  aoiIdsOf(lane: LaneId): number[];
  /** The finished AOIs and POIs one after the other. */
  aois(): Generator<Aoi>;
  pois(): Generator<Poi>;
}

/** Finds the AOIs and POIs of a network, and their gates on the lanes of `draft`. */
export function layPlaces(draft: RoadDraft, network: RoadNetwork, onProgress: (share: number) => void): PlaceDraft {
  const { merged, counts: mergeCounts } = mergeAreas(network.areas);
  const counts: PlaceCounts = { ...mergeCounts, poiAois: 0, poisDropped: 0, assumedResidential: 0, outOfReach: 0 };
  const owner = new PoiOwner(merged);
  const owners = Int32Array.from(network.pois, (poi) => owner.of(poi));
  const { areas } = owner;
  counts.poiAois = areas.length - merged.length;
  const uses = areas.map((area) => area.landUse);
  network.pois.forEach((poi, i) => {
    if (owners[i] >= 0 && uses[owners[i]] === '') uses[owners[i]] = poi.landUse;
  });

  const gates = new GateLists(draft);
  /** The areas that become AOIs, and the AOI of each area or -1. */
  const reached: number[] = [];
  const aoiOf = Int32Array.from(areas, ({ ring, area }, i) => {
    if (i % 1000 === 0) onProgress(i / areas.length);
    if (gates.add(ring, area)) return reached.push(i) - 1;
    counts.outOfReach++;
    return -1;
  });
  for (const i of reached) if (uses[i] === '') counts.assumedResidential++;
  /** The points of interest that become POIs, and the AOI of each of these. */
  const kept: number[] = [];
  const aoiOfPoi = new NumberList(Int32Array);
  owners.forEach((area, i) => {
    if (area < 0) counts.poisDropped++;
    if (area < 0 || aoiOf[area] < 0) return;
    kept.push(i);
    aoiOfPoi.push(aoiOf[area]);
  });
  const poisOfAoi = groupByRow(reached.length, aoiOfPoi.view());
  return {
    counts,
    aoiIdsOf: gates.aoiIdsByLane(),
    *aois() {
      for (const [row, i] of reached.entries()) {
        const { ring, name } = areas[i];
        const code = uses[i] || 'R';
        const positions = toPoints(ring);
        const pois = poisOfAoi.items.subarray(poisOfAoi.offsets[row], poisOfAoi.offsets[row + 1]);
        yield {
          id: FirstId.AOI + row,
          type: AoiType.OTHER,
          ...gates.of(row),
          positions: [...positions, { ...positions[0] }],
          // Of the outline, which is all that the map can hold of it.
          area: Math.abs(ringArea(ring)),
          poiIds: Array.from(pois, (poi) => FirstId.POI + poi),
          landUse: landUseOf(code),
          name,
          urbanLandUse: code,
          sublineIds: [],
        };
      }
    },
    *pois() {
      for (const [row, i] of kept.entries()) {
        const { name, category, x, y } = network.pois[i];
        const aoiId = FirstId.AOI + aoiOfPoi.at(row);
        yield { id: FirstId.POI + row, name, category, position: { x, y }, aoiId, functions: [] };
      }
    },
  };
}

type AoiGates = Pick<Aoi, 'drivingPositions' | 'drivingGates' | 'walkingPositions' | 'walkingGates'>;

/** The gates of all AOIs. */
class GateLists {
  readonly #driving: GateFinder;
  readonly #walking: GateFinder;
  readonly #apart: GateFinder;
  readonly #lanes = new NumberList(Int32Array);
  readonly #places = new NumberList(Float64Array);
  /** Where the gates for driving and then those for walking of an AOI stop. */
  readonly #stops = new NumberList(Int32Array);

  constructor(private readonly draft: RoadDraft) {
    const parts = walkingParts(draft);
    this.#driving = new GateFinder(draft, draft.accessLanes);
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

  of(aoi: number): AoiGates {
    const stop = (list: number) => (list < 0 ? 0 : this.#stops.at(list));
    const between = <T>(list: number, make: (gate: number) => T) =>
      Array.from({ length: stop(list) - stop(list - 1) }, (_, i) => make(stop(list - 1) + i));
    const position = (gate: number): LanePosition => ({ laneId: this.#lanes.at(gate), s: this.#places.at(3 * gate) });
    const point = (gate: number): XYPosition => ({
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

/** Finds the AOI of each point of interest, and makes one where there is none. */
class PoiOwner {
  readonly areas: MergedArea[];
  private readonly index: Flatbush | undefined;
  /** AOIs made for points of interest, by 10 m cell of the plane. */
  private readonly cells = new Map<string, number>();

  constructor(merged: readonly MergedArea[]) {
    this.areas = merged.slice();
    if (merged.length === 0) return;
    this.index = new Flatbush(merged.length);
    for (const { ring } of merged) this.index.add(...ringBox(ring));
    this.index.finish();
  }

  /** Offset of the AOI, or -1 when the point is no destination and nothing is near. */
  of(poi: NetworkPoi): number {
    const { x, y } = poi;
    let smallest = -1;
    for (const i of this.index?.search(x, y, x, y) ?? []) {
      if (holds(this.areas[i], x, y) && (smallest < 0 || this.areas[i].area < this.areas[smallest].area)) smallest = i;
    }
    if (smallest >= 0) return smallest;
    const cell = `${Math.floor(x / (2 * POI_HALF))} ${Math.floor(y / (2 * POI_HALF))}`;
    const made = this.cells.get(cell);
    if (made !== undefined) return made;
    if (!poi.destination) return this.index?.neighbors(x, y, 1, FURNITURE_REACH)[0] ?? -1;
    const h = POI_HALF;
    this.areas.push({
      ring: Float64Array.of(x - h, y - h, x + h, y - h, x + h, y + h, x - h, y + h),
      holes: [],
      area: 4 * h * h,
      landUse: poi.landUse,
      name: poi.name,
    });
    this.cells.set(cell, this.areas.length - 1);
    return this.areas.length - 1;
  }
}

/** The deprecated land use of a GB 50137-2011 code. */
function landUseOf(code: string): LandUse {
  switch (code[0]) {
    case 'R':
      return LandUse.RESIDENTIAL;
    case 'B':
      return LandUse.COMMERCIAL;
    case 'M':
    case 'W':
      return LandUse.INDUSTRIAL;
    case 'A':
      return LandUse.PUBLIC;
    case 'S':
      return LandUse.TRANSPORTATION;
    default:
      return LandUse.OTHER;
  }
}
