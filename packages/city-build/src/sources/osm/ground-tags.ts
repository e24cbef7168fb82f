import type { GroundKind } from '@itinera/city/browser';
import type { Tags } from './elements.js';

/** A ground shape by its tags. */
export interface GroundTags {
  readonly kind: GroundKind;
  readonly name: string;
}

/** A kind of ground. Of an element's tags, the one with the lowest rank counts. */
interface RankedKind {
  readonly kind: GroundKind;
  readonly rank: number;
}

/** By key and value of a tag. */
type Kinds = ReadonlyMap<string, ReadonlyMap<string, RankedKind>>;

/** @param rows the first one that matches a tag counts; values are separated by spaces */
function kindsOf(rows: readonly (readonly [key: string, values: string, kind: GroundKind])[]): Kinds {
  const kinds = new Map<string, Map<string, RankedKind>>();
  for (const [rank, [key, values, kind]] of rows.entries()) {
    const ofKey = kinds.get(key) ?? new Map<string, RankedKind>();
    for (const value of values.split(' ')) if (!ofKey.has(value)) ofKey.set(value, { kind, rank });
    kinds.set(key, ofKey);
  }
  return kinds;
}

const AREAS = kindsOf([
  ['natural', 'water', 'water'],
  ['waterway', 'riverbank dock', 'water'],
  ['landuse', 'reservoir basin', 'water'],
  ['man_made', 'pier breakwater groyne quay', 'pier'],
  ['aeroway', 'apron runway taxiway', 'apron'],
  ['aeroway', 'aerodrome', 'airport'],
  ['natural', 'beach sand shingle', 'sand'],
  ['natural', 'wood scrub', 'wood'],
  ['landuse', 'forest', 'wood'],
  ['natural', 'bare_rock scree glacier rock', 'rock'],
  ['leisure', 'park garden golf_course pitch recreation_ground common dog_park', 'green'],
  ['landuse', 'grass meadow recreation_ground village_green cemetery allotments orchard vineyard', 'green'],
  ['natural', 'grassland heath wetland fell', 'green'],
  ['landuse', 'farmland farm', 'field'],
  ['landuse', 'residential commercial retail industrial port railway construction brownfield', 'built'],
]);

const LINES = kindsOf([
  ['waterway', 'river canal', 'river'],
  ['waterway', 'stream', 'stream'],
  ['railway', 'rail narrow_gauge monorail funicular', 'rail'],
  ['railway', 'light_rail tram subway', 'tram'],
  ['aeroway', 'runway', 'runway'],
  ['aeroway', 'taxiway', 'taxiway'],
  ['man_made', 'pier breakwater groyne', 'mole'],
  ['route', 'ferry', 'ferry'],
]);

const POINTS = kindsOf([
  ['place', 'city town village', 'town'],
  ['place', 'suburb quarter neighbourhood borough city_block hamlet', 'district'],
  ['place', 'sea ocean', 'bay'],
  ['natural', 'bay strait', 'bay'],
]);

/** @returns undefined if it is not drawn */
export function parseGroundArea(tags: Tags): GroundTags | undefined {
  const ground = parse(tags, AREAS);
  return ground === undefined || tags.has('building') || isHidden(tags) ? undefined : ground;
}

/** @returns undefined if it is not drawn, such as sidings and underground lines */
export function parseGroundLine(tags: Tags): GroundTags | undefined {
  const ground = parse(tags, LINES);
  return ground === undefined || tags.has('service') || isHidden(tags) ? undefined : ground;
}

/** @returns undefined for points without a name */
export function parseGroundPoint(tags: Tags): GroundTags | undefined {
  return tags.has('name') ? parse(tags, POINTS) : undefined;
}

const ORDER = ['city', 'town', 'village', 'suburb', 'borough', 'quarter', 'neighbourhood', 'city_block', 'hamlet'];
const MOST_PEOPLE = 1e9;

/** Lower values are named first: cities before towns, and larger populations first. */
export function namingOrder(tags: Tags): number {
  const people = Number(tags.get('population')?.replaceAll(/[ ,.']/g, ''));
  return ORDER.indexOf(tags.get('place') ?? '') - (people > 0 ? Math.min(people, MOST_PEOPLE - 1) / MOST_PEOPLE : 0);
}

function isHidden(tags: Tags): boolean {
  const tunnel = tags.get('tunnel') ?? 'no';
  return tunnel !== 'no' || tags.get('location') === 'underground' || tags.get('intermittent') === 'yes';
}

/** Looks up each tag, because most elements have fewer tags than there are rows. */
function parse(tags: Tags, kinds: Kinds): GroundTags | undefined {
  let first: RankedKind | undefined;
  for (const [key, value] of tags) {
    const found = kinds.get(key)?.get(value);
    if (found !== undefined && (first === undefined || found.rank < first.rank)) first = found;
  }
  return first && { kind: first.kind, name: tags.get('name') ?? '' };
}
