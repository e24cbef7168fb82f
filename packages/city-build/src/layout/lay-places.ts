import { AoiType, FirstId, LandUse, ringArea, ringCentroid } from '@itinera/city/browser';
import { groupByRow, NumberList, type RowColumns } from '@itinera/city/map-making';
import Flatbush from 'flatbush';
import { AreaInsides } from './area-insides.js';
import { PointCells } from './cells.js';
import { countFrom } from './columns.js';
import type { RoadDraft } from './draft.js';
import { GateLists, walkingSearch } from './gate-lists.js';
import { GateFinder, Outline } from './gates.js';
import { ringBox } from './geometry.js';
import { type MergeCounts, type MergedArea, mergeAreas } from './merge-areas.js';
import type { NetworkArea, NetworkPlaces, NetworkPoi, NetworkSpare } from './network.js';

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

/** The AOIs and POIs of a map under construction, as columns because there are many. */
export interface LaidPlaces {
  readonly counts: PlaceCounts;
  /** AOIs with a gate on each lane, ascending. */
  readonly aoiIds: NonNullable<RowColumns<'lanes'>['aoiIds']>;
  /** Without their texts. */
  readonly aois: RowColumns<'aois'>;
  readonly pois: RowColumns<'pois'>;
  /** Texts by row. */
  readonly texts: Readonly<Record<'aoiName' | 'landUse' | 'poiName' | 'category', readonly string[]>>;
}

/** Lays out the places of a network as AOIs and POIs with gates on the lanes of its streets. */
export function layPlaces(
  network: NetworkPlaces,
  draft: RoadDraft,
  onProgress: (share: number) => void = () => {},
): LaidPlaces {
  const { counts, aois, gates, pois, aoiOfPoi } = findPlaces(joinPlaces(network), draft, onProgress);
  const landUse = aois.map((aoi) => aoi.landUse || 'R');
  const floorAreas = Float64Array.from(aois, ({ floorArea = 0 }) => floorArea);
  const poisOfAoi = groupByRow(aois.length, aoiOfPoi.view());
  const present = new Uint8Array(aois.length).fill(1);
  return {
    counts,
    aoiIds: gates.aoiIdsByLane(),
    aois: {
      id: countFrom(FirstId.AOI, aois.length),
      type: new Uint8Array(aois.length).fill(AoiType.OTHER),
      ...gates.columns(),
      positions: closedRings(aois),
      // Of the outline, because the map cannot store holes.
      area: { present, values: Float64Array.from(aois, ({ ring }) => ringArea(ring)) },
      poiIds: { offsets: poisOfAoi.offsets, values: Int32Array.from(poisOfAoi.items, (poi) => FirstId.POI + poi) },
      landUse: { present, values: Uint8Array.from(landUse, landUseOf) },
      floorArea: { present: Uint8Array.from(floorAreas, (area) => (area > 0 ? 1 : 0)), values: floorAreas },
    },
    pois: {
      id: countFrom(FirstId.POI, pois.length),
      position: { present: new Uint8Array(pois.length).fill(1), xy: pointsOf(pois) },
      aoiId: aoiOfPoi.view().map((aoi) => FirstId.AOI + aoi),
    },
    texts: {
      aoiName: aois.map(({ name }) => name),
      landUse,
      poiName: pois.map(({ name }) => name),
      category: pois.map(({ category }) => category),
    },
  };
}

/** The outlines of AOIs, whose last point repeats the first. */
function closedRings(aois: readonly FoundAoi[]): { readonly offsets: Uint32Array; readonly xy: Float64Array } {
  const offsets = new Uint32Array(aois.length + 1);
  aois.forEach(({ ring }, row) => {
    offsets[row + 1] = offsets[row] + ring.length / 2 + 1;
  });
  const xy = new Float64Array(2 * offsets[aois.length]);
  aois.forEach(({ ring }, row) => {
    const start = 2 * offsets[row];
    xy.set(ring, start);
    xy[start + ring.length] = ring[0];
    xy[start + ring.length + 1] = ring[1];
  });
  return { offsets, xy };
}

function pointsOf(pois: readonly { readonly x: number; readonly y: number }[]): Float64Array {
  const xy = new Float64Array(2 * pois.length);
  pois.forEach(({ x, y }, i) => {
    xy[2 * i] = x;
    xy[2 * i + 1] = y;
  });
  return xy;
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

/** The areas of a network as AOIs, not yet with gates, and the area of each POI. */
interface JoinedPlaces extends Pick<NetworkPlaces, 'pois' | 'spares'> {
  readonly areas: readonly MergedArea[];
  /** Land use of each area, with that of its POIs. */
  readonly uses: readonly string[];
  /** The area of each POI, or -1. */
  readonly owners: Int32Array;
  readonly counts: MergeCounts & Pick<PlaceCounts, 'poiAois'>;
}

/** Merges areas that are one destination, and finds the area of each POI. */
function joinPlaces({ areas: apart, pois, spares }: NetworkPlaces): JoinedPlaces {
  const { merged, counts } = mergeAreas(apart);
  const owner = new PoiOwner(merged);
  const owners = Int32Array.from(pois, (poi) => owner.of(poi));
  const { areas } = owner;
  const uses = areas.map((area) => area.landUse);
  pois.forEach((poi, i) => {
    if (owners[i] >= 0 && uses[owners[i]] === '') uses[owners[i]] = poi.landUse;
  });
  return {
    areas,
    uses,
    owners,
    pois,
    counts: { ...counts, poiAois: areas.length - merged.length },
    ...(spares && { spares }),
  };
}

/** A separate function, so that the search structures are out of memory when the map is filled. */
function findPlaces(places: JoinedPlaces, draft: RoadDraft, onProgress: (share: number) => void): FoundPlaces {
  const { areas, uses, owners } = places;
  const counts: PlaceCounts = {
    ...places.counts,
    poisDropped: 0,
    assumedResidential: 0,
    outOfReach: 0,
    inferredAois: 0,
    inferredPois: 0,
  };
  const byCar = new GateFinder(draft.lanes, draft.accessLanes);
  const walkingTo = walkingSearch(draft);
  const outline = new Outline();
  const gates = new GateLists(draft.lanes);
  const aois: FoundAoi[] = [];
  /** The AOI of each area, or -1. */
  const aoiOf = Int32Array.from(areas, ({ ring, area, name, floorArea }, i) => {
    if (i % 1000 === 0) onProgress(i / areas.length);
    outline.of(ring, area);
    const found = { driving: byCar.gatesOf(outline), walking: walkingTo(outline) };
    if (found.driving.length + found.walking.length === 0) {
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
    pois.push(places.pois[i]);
    aoiOfPoi.push(aoiOf[area]);
  });
  for (const spare of wantedSpares(places.spares ?? [], gates.lanePoints())) {
    outline.of(spare.ring, ringArea(spare.ring));
    const found = { driving: byCar.gatesOf(outline), walking: walkingTo(outline) };
    if (found.driving.length + found.walking.length === 0) continue;
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
  const cells = new PointCells(NEAR);
  for (let i = 0; i < gates.length; i += 2) cells.add(gates[i], gates[i + 1]);
  return spares.filter(({ x, y }) => !cells.hasNear(x, y));
}

/** Finds the AOI of each POI, and creates one if there is none. */
class PoiOwner {
  readonly areas: MergedArea[];
  private readonly index: Flatbush | undefined;
  readonly #insides = new AreaInsides();
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
      if (this.#insides.holds(this.areas[i], x, y) && (smallest < 0 || this.areas[i].area < this.areas[smallest].area))
        smallest = i;
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
