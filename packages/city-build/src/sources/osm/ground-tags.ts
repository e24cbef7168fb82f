import type { GroundKind } from '@itinera/city/browser';
import type { Tags } from './elements.js';

/** A ground shape by its tags. */
export interface GroundTags {
  readonly kind: GroundKind;
  readonly name: string;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Areas: the first row that matches a tag counts. */
const AREAS: readonly (readonly [key: string, values: ReadonlySet<string>, kind: GroundKind])[] = [
  ['natural', words('water'), 'water'],
  ['waterway', words('riverbank dock'), 'water'],
  ['landuse', words('reservoir basin'), 'water'],
  ['man_made', words('pier breakwater groyne quay'), 'pier'],
  ['aeroway', words('apron runway taxiway'), 'apron'],
  ['aeroway', words('aerodrome'), 'airport'],
  ['natural', words('beach sand shingle'), 'sand'],
  ['natural', words('wood scrub'), 'wood'],
  ['landuse', words('forest'), 'wood'],
  ['natural', words('bare_rock scree glacier rock'), 'rock'],
  ['leisure', words('park garden golf_course pitch recreation_ground common dog_park'), 'green'],
  ['landuse', words('grass meadow recreation_ground village_green cemetery allotments orchard vineyard'), 'green'],
  ['natural', words('grassland heath wetland fell'), 'green'],
  ['landuse', words('farmland farm'), 'field'],
  ['landuse', words('residential commercial retail industrial port railway construction brownfield'), 'built'],
];

const LINES: readonly (readonly [key: string, values: ReadonlySet<string>, kind: GroundKind])[] = [
  ['waterway', words('river canal'), 'river'],
  ['waterway', words('stream'), 'stream'],
  ['railway', words('rail narrow_gauge monorail funicular'), 'rail'],
  ['railway', words('light_rail tram subway'), 'tram'],
  ['aeroway', words('runway'), 'runway'],
  ['aeroway', words('taxiway'), 'taxiway'],
  ['man_made', words('pier breakwater groyne'), 'mole'],
  ['route', words('ferry'), 'ferry'],
];

const POINTS: readonly (readonly [key: string, values: ReadonlySet<string>, kind: GroundKind])[] = [
  ['place', words('city town village'), 'town'],
  ['place', words('suburb quarter neighbourhood borough city_block hamlet'), 'district'],
  ['place', words('sea ocean'), 'bay'],
  ['natural', words('bay strait'), 'bay'],
];

/** @returns undefined if it is not drawn */
export function parseGroundArea(tags: Tags): GroundTags | undefined {
  return tags.has('building') || isHidden(tags) ? undefined : parse(tags, AREAS);
}

/** @returns undefined if it is not drawn, such as sidings and underground lines */
export function parseGroundLine(tags: Tags): GroundTags | undefined {
  return tags.has('service') || isHidden(tags) ? undefined : parse(tags, LINES);
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

function parse(tags: Tags, rows: typeof AREAS): GroundTags | undefined {
  const row = rows.find(([key, values]) => values.has(tags.get(key) ?? ''));
  return row && { kind: row[2], name: tags.get('name') ?? '' };
}
