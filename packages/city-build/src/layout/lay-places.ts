import {
  type AoiMessage,
  AoiType,
  FirstId,
  LandUse,
  type PoiMessage,
  ringArea,
  ringCentroid,
} from '@itinera/city/browser';
import { type FlatRow, groupByRow, type LaneColumns, NumberList } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import type { RoadDraft } from './draft.js';
import { GateLists, gateSearch } from './gate-lists.js';
import { holds, type MergeCounts, type MergedArea, mergeAreas, ringBox } from './merge-areas.js';
import type { NetworkArea, NetworkPoi, NetworkSpare, RoadNetwork } from './network.js';

/** Half the side of the square for a POI outside any AOI, metres. */
const POI_HALF = 5;
/** Maximum distance from a bench to its AOI, metres. */
const FURNITURE_REACH = 50;
/** A place within this distance of a street serves it, metres. */
const NEAR = 100;

/** Numbers of the places of a network that are not in the map as such. */
export interface PlaceCounts extends MergeCounts {
  /** AOIs created for POIs outside any area. */
  poiAois: number;
  /** Benches, bins and the like far from any AOI, omitted. */
  poisDropped: number;
  /** AOIs of unknown use, assumed to be residential. */
  assumedResidential: number;
  /** Places more than 500 m from any lane, omitted with their POIs because nobody could get there. */
  outOfReach: number;
  /** AOIs created along streets that had none, and their POIs. */
  inferredAois: number;
  inferredPois: number;
}

/** The places of a map under construction. */
export interface PlaceDraft {
  readonly counts: PlaceCounts;
  /** AOIs with a gate on each lane, ascending. */
  readonly aoiIds: LaneColumns['aoiIds'];
  /** Yields the finished AOIs and POIs. */
  aois(): Generator<FlatRow<AoiMessage>>;
  pois(): Generator<PoiMessage>;
}

/** Finds the AOIs and POIs of a network, and their gates on the lanes of `draft`. */
export function layPlaces(draft: RoadDraft, network: RoadNetwork, onProgress: (share: number) => void): PlaceDraft {
  const { counts, aois, gates, pois, aoiOfPoi } = findPlaces(draft, network, onProgress);
  const poisOfAoi = groupByRow(aois.length, aoiOfPoi.view());
  return {
    counts,
    aoiIds: gates.aoiIdsByLane(),
    *aois() {
      for (const [row, { ring, landUse, name, floorArea = 0 }] of aois.entries()) {
        const code = landUse || 'R';
        const positions = new Float64Array(ring.length + 2);
        positions.set(ring);
        positions.set(ring.subarray(0, 2), ring.length);
        const poiIds = poisOfAoi.items.subarray(poisOfAoi.offsets[row], poisOfAoi.offsets[row + 1]);
        yield {
          id: FirstId.AOI + row,
          type: AoiType.OTHER,
          ...gates.of(row),
          positions,
          // Of the outline, because the map cannot store holes.
          area: ringArea(ring),
          poiIds: Array.from(poiIds, (poi) => FirstId.POI + poi),
          landUse: landUseOf(code),
          name,
          urbanLandUse: code,
          sublineIds: [],
          ...(floorArea > 0 && { floorArea }),
        };
      }
    },
    *pois() {
      for (const [row, { name, category, x, y }] of pois.entries()) {
        const aoiId = FirstId.AOI + aoiOfPoi.at(row);
        yield { id: FirstId.POI + row, name, category, position: { x, y }, aoiId, functions: [] };
      }
    },
  };
}

interface FoundAoi extends Pick<NetworkArea, 'ring' | 'landUse' | 'name'> {
  readonly floorArea?: number;
}

/** Places that become AOIs and POIs, in row order. */
interface FoundPlaces {
  readonly counts: PlaceCounts;
  readonly aois: readonly FoundAoi[];
  readonly gates: GateLists;
  readonly pois: readonly Pick<NetworkPoi, 'name' | 'category' | 'x' | 'y'>[];
  readonly aoiOfPoi: NumberList<Int32Array>;
}

/** A separate function, so that the search structures are out of memory when the map is filled. */
function findPlaces(draft: RoadDraft, network: RoadNetwork, onProgress: (share: number) => void): FoundPlaces {
  const { merged, counts: mergeCounts } = mergeAreas(network.areas);
  const counts: PlaceCounts = {
    ...mergeCounts,
    poiAois: 0,
    poisDropped: 0,
    assumedResidential: 0,
    outOfReach: 0,
    inferredAois: 0,
    inferredPois: 0,
  };
  const owner = new PoiOwner(merged);
  const owners = Int32Array.from(network.pois, (poi) => owner.of(poi));
  const { areas } = owner;
  counts.poiAois = areas.length - merged.length;
  const uses = areas.map((area) => area.landUse);
  network.pois.forEach((poi, i) => {
    if (owners[i] >= 0 && uses[owners[i]] === '') uses[owners[i]] = poi.landUse;
  });

  const gatesOf = gateSearch(draft);
  const gates = new GateLists(draft);
  const aois: FoundAoi[] = [];
  /** The AOI of each area, or -1. */
  const aoiOf = Int32Array.from(areas, ({ ring, area, name, floorArea }, i) => {
    if (i % 1000 === 0) onProgress(i / areas.length);
    const found = gatesOf(ring, area);
    if (found === undefined) {
      counts.outOfReach++;
      return -1;
    }
    if (uses[i] === '') counts.assumedResidential++;
    gates.add(found);
    return aois.push({ ring, landUse: uses[i], name, floorArea }) - 1;
  });
  const pois: Pick<NetworkPoi, 'name' | 'category' | 'x' | 'y'>[] = [];
  const aoiOfPoi = new NumberList(Int32Array);
  owners.forEach((area, i) => {
    if (area < 0) counts.poisDropped++;
    if (area < 0 || aoiOf[area] < 0) return;
    pois.push(network.pois[i]);
    aoiOfPoi.push(aoiOf[area]);
  });
  for (const spare of wantedSpares(network.spares ?? [], gates.lanePoints())) {
    const found = gatesOf(spare.ring, ringArea(spare.ring));
    if (found === undefined) continue;
    gates.add(found);
    const aoi = aois.push(spare) - 1;
    counts.inferredAois++;
    if (!spare.poi) continue;
    pois.push({ ...ringCentroid(spare.ring), ...spare.poi });
    aoiOfPoi.push(aoi);
    counts.inferredPois++;
  }
  return { counts, aois, gates, pois, aoiOfPoi };
}

/**
 * The spare places of a network that are far from any gate.
 * @param gates points on lanes as x, y pairs
 */
function wantedSpares(spares: readonly NetworkSpare[], gates: Float64Array): readonly NetworkSpare[] {
  if (gates.length === 0 || spares.length === 0) return spares;
  const index = new KDBush(gates.length / 2);
  for (let i = 0; i < gates.length; i += 2) index.add(gates[i], gates[i + 1]);
  index.finish();
  return spares.filter(({ x, y }) => index.within(x, y, NEAR).length === 0);
}

/** Finds the AOI of each POI, and creates one if there is none. */
class PoiOwner {
  readonly areas: MergedArea[];
  private readonly index: Flatbush | undefined;
  /** AOIs created for POIs, by 10 m grid cell. */
  private readonly cells = new Map<string, number>();

  constructor(merged: readonly MergedArea[]) {
    this.areas = merged.slice();
    if (merged.length === 0) return;
    this.index = new Flatbush(merged.length);
    for (const { ring } of merged) this.index.add(...ringBox(ring));
    this.index.finish();
  }

  /** Index of the AOI, or -1 if the point is not a destination and no AOI is nearby. */
  of(poi: NetworkPoi): number {
    const { x, y } = poi;
    let smallest = -1;
    for (const i of this.index?.search(x, y, x, y) ?? []) {
      if (poi.destination && this.areas[i].isGround) continue;
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
      floorArea: 0,
      isGround: false,
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
