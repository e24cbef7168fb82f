import Flatbush from 'flatbush';
import {
  type Aoi,
  AoiType,
  FirstId,
  LandUse,
  type LanePosition,
  type Poi,
  type XYPosition,
} from '../../map/message.js';
import { type RoadDraft, toPoints } from './draft.js';
import { type Gate, GateFinder } from './gates.js';
import { ringArea } from './geometry.js';
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

/** The AOIs and POIs of a network, with gates on the lanes of `draft`. */
export function layPlaces(
  draft: RoadDraft,
  network: RoadNetwork,
  onProgress: (share: number) => void,
): { aois: Aoi[]; pois: Poi[]; counts: PlaceCounts } {
  const { merged, counts: mergeCounts } = mergeAreas(network.areas);
  const counts: PlaceCounts = { ...mergeCounts, poiAois: 0, poisDropped: 0, assumedResidential: 0, outOfReach: 0 };
  const owner = new PoiOwner(merged);
  const owners = network.pois.map((poi) => owner.of(poi));
  counts.poiAois = owner.areas.length - merged.length;
  const uses = owner.areas.map((area) => area.landUse);
  network.pois.forEach((poi, i) => {
    if (owners[i] >= 0 && uses[owners[i]] === '') uses[owners[i]] = poi.landUse;
  });
  const driving = new GateFinder(draft, draft.accessLanes);
  const parts = walkingParts(draft);
  const walking = new GateFinder(draft, parts.largest);
  const apart = new GateFinder(draft, parts.others);
  const aois: Aoi[] = [];
  const aoiOf = owner.areas.map((area, i): Aoi | undefined => {
    if (i % 1000 === 0) onProgress(i / owner.areas.length);
    const drivingGates = driving.gatesOf(area.ring, area.area);
    // On a part of its own a place can at least be reached from there.
    const inLargest = walking.gatesOf(area.ring, area.area);
    const walkingGates = inLargest.length > 0 ? inLargest : apart.gatesOf(area.ring, area.area);
    if (drivingGates.length + walkingGates.length === 0) {
      counts.outOfReach++;
      return undefined;
    }
    const id = FirstId.AOI + aois.length;
    if (uses[i] === '') counts.assumedResidential++;
    const code = uses[i] || 'R';
    for (const { lane } of [...drivingGates, ...walkingGates]) if (lane.aoiIds.at(-1) !== id) lane.aoiIds.push(id);
    const positions = toPoints(area.ring);
    const aoi: Aoi = {
      id,
      type: AoiType.OTHER,
      drivingPositions: drivingGates.map(lanePosition),
      walkingPositions: walkingGates.map(lanePosition),
      positions: [...positions, positions[0]],
      drivingGates: drivingGates.map(gatePoint),
      walkingGates: walkingGates.map(gatePoint),
      // Of the outline, which is all that the map can hold of it.
      area: Math.abs(ringArea(area.ring)),
      poiIds: [],
      landUse: landUseOf(code),
      name: area.name,
      urbanLandUse: code,
      sublineIds: [],
    };
    aois.push(aoi);
    return aoi;
  });
  const pois: Poi[] = [];
  network.pois.forEach((poi, i) => {
    if (owners[i] < 0) {
      counts.poisDropped++;
      return;
    }
    const aoi = aoiOf[owners[i]];
    if (!aoi) return;
    const id = FirstId.POI + pois.length;
    aoi.poiIds.push(id);
    pois.push({
      id,
      name: poi.name,
      category: poi.category,
      position: { x: poi.x, y: poi.y },
      aoiId: aoi.id,
      functions: [],
    });
  });
  return { aois, pois, counts };
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

const lanePosition = ({ lane, s }: Gate): LanePosition => ({ laneId: lane.id, s });
const gatePoint = ({ x, y }: Gate): XYPosition => ({ x, y });
