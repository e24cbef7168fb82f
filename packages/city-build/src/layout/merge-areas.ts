import { ringArea, ringCentroid } from '@itinera/city/browser';
import Flatbush from 'flatbush';
import { AreaInsides } from './area-insides.js';
import { type Path, ringBox } from './geometry.js';
import type { NetworkArea } from './network.js';

/** An area that becomes an AOI, with the attributes taken from areas that it covers or that contain it. */
export interface MergedArea {
  readonly ring: Path;
  readonly holes: readonly Path[];
  /** Square metres, without the holes. */
  readonly area: number;
  readonly landUse: string;
  readonly name: string;
  /** Square metres of all floors of its buildings; 0 if unknown. */
  readonly floorArea: number;
  /** Whether it is residential ground, where a shop is a separate place. */
  readonly isGround: boolean;
}

/** Counts of areas that are not separate AOIs. */
export interface MergeCounts {
  /** Absorbed by a place or building. */
  covered: number;
  /** Zones whose land use passed to their contents. */
  zones: number;
}

/** Places larger than this (m²) absorb nothing: a district is not a single destination. */
const MAX_COVERING = 1e6;
/** A residential zone with a smaller covered share is also a place: most of its houses were not mapped. */
const MIN_COVER = 0.05;
/** Minimum share of an area's outline inside a place for the area to count as covered. */
const COVERED_SHARE = 0.8;

/**
 * Merges areas that are one destination: a school ground with its buildings, a park with its playground. Zones
 * (`landuse=residential` over half a town) and large campuses pass their land use to the buildings in them; a zone is an AOI
 * only if it is empty, or residential and nearly empty.
 */
export function mergeAreas(areas: readonly NetworkArea[]): { merged: MergedArea[]; counts: MergeCounts } {
  const counts: MergeCounts = { covered: 0, zones: 0 };
  if (areas.length === 0) return { merged: [], counts };
  const sizes = Float64Array.from(areas, areaOf);
  const centres = areas.map((area) => ringCentroid(area.ring));
  const index = new Flatbush(areas.length);
  for (const { ring } of areas) index.add(...ringBox(ring));
  index.finish();
  const landUse = areas.map((area) => area.landUse);
  const insides = new AreaInsides();
  const parent = new Int32Array(areas.length).fill(-1);
  /** Square metres of the content of each zone. */
  const occupied = new Float64Array(areas.length);
  const larger = (a: number, b: number) => sizes[a] > sizes[b] || (sizes[a] === sizes[b] && a < b);

  areas.forEach((area, i) => {
    const { x, y } = centres[i];
    let zone = -1;
    for (const j of index.search(x, y, x, y)) {
      if (j === i) continue;
      const other = areas[j];
      const isCampus = other.kind === 'place' && sizes[j] > MAX_COVERING && other.landUse.startsWith('A');
      const givesUse = (other.kind === 'zone' || isCampus) && area.kind !== 'zone';
      // Cheap checks first: with thousands of nested areas, comparing outlines is slow.
      if (!givesUse) {
        if (!larger(j, i) || (parent[i] >= 0 && !larger(j, parent[i]))) continue;
        if (other.kind !== 'zone' && sizes[j] > MAX_COVERING) continue;
        // Students live in the dormitories of a campus.
        if (area.kind === 'building' && area.landUse === 'R' && other.landUse.startsWith('A3')) continue;
      }
      if (!insides.holds(other, x, y)) continue;
      if (givesUse) {
        occupied[j] += sizes[i];
        if (zone < 0 || larger(zone, j)) zone = j;
        continue;
      }
      if (covers(other, area, centres[i], insides)) parent[i] = j;
    }
    if (landUse[i] === '' && zone >= 0) landUse[i] = areas[zone].landUse;
  });
  // Small ones first, so that a land use propagates outwards through all containing areas.
  const bySize = Array.from(areas.keys()).sort((a, b) => (larger(a, b) ? 1 : -1));
  const names = areas.map((area) => area.name);
  const floorAreas = areas.map(({ floors = 0 }, i) => floors * sizes[i]);
  for (const i of bySize) {
    const up = parent[i];
    if (up < 0 || areas[i].kind === 'zone') continue;
    // The parts of a building are drawn within its outline.
    if (areas[up].floors === undefined) floorAreas[up] += floorAreas[i];
    if (landUse[up] === '') landUse[up] = landUse[i];
    if (names[up] === '' && sizes[i] > 0.8 * sizes[up]) names[up] = names[i];
  }
  const merged: MergedArea[] = [];
  // One house in a residential zone does not house all its residents.
  const isBuilt = (zone: number) => occupied[zone] > (areas[zone].landUse === 'R' ? MIN_COVER * sizes[zone] : 0);
  areas.forEach((area, i) => {
    if (area.kind === 'zone' && isBuilt(i)) counts.zones++;
    else if (parent[i] >= 0 && !(areas[parent[i]].kind === 'zone' && isBuilt(parent[i]))) counts.covered++;
    else {
      const isGround = area.kind === 'zone' && landUse[i] === 'R';
      const { ring, holes } = area;
      merged.push({
        ring,
        holes,
        area: sizes[i],
        landUse: landUse[i],
        name: names[i],
        floorArea: floorAreas[i],
        isGround,
      });
    }
  });
  return { merged, counts };
}

/** Square metres of an area without its holes. */
export function areaOf({ ring, holes }: Pick<NetworkArea, 'ring' | 'holes'>): number {
  return Math.max(
    0,
    holes.reduce((rest, hole) => rest - ringArea(hole), ringArea(ring)),
  );
}

type RingCentre = ReturnType<typeof ringCentroid>;

/** Points on a shared edge count as inside: points shifted towards the centre are tested. */
function covers(outer: NetworkArea, inner: NetworkArea, { x, y }: RingCentre, insides: AreaInsides): boolean {
  const n = inner.ring.length / 2;
  let inside = 0;
  for (let i = 0; i < n; i++) {
    const px = inner.ring[2 * i];
    const py = inner.ring[2 * i + 1];
    if (insides.holds(outer, px + (x - px) * 0.05, py + (y - py) * 0.05)) inside++;
  }
  return inside >= COVERED_SHARE * n;
}
