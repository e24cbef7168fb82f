import { limitOf, parseLimited, UserError } from '@itinera/base';
import { readWhole } from '@itinera/tables';
import { openFile } from '@itinera/tables/node';
import { boundedVisitor } from './bounded-visitor.js';
import {
  DEGREE,
  NO_TAGS,
  type OsmFile,
  type OsmHeader,
  type OsmMember,
  type OsmVisitor,
  type Tags,
} from './elements.js';

interface LonLat {
  readonly lon: number;
  readonly lat: number;
}

interface Element {
  readonly type: string;
  readonly id: number;
  readonly lon?: number;
  readonly lat?: number;
  readonly visible?: boolean;
  readonly center?: LonLat;
  readonly tags?: Record<string, string> | null;
  readonly nodes?: number[];
  readonly geometry?: (LonLat | null)[];
  readonly members?: (OsmMember & { readonly geometry?: (LonLat | null)[] })[];
}

/**
 * A JSON response of the Overpass API (`out body`, `out skel`, `out geom` and `out center`), plain or compressed with
 * gzip, up to 256 MB. Ways with inline geometry need no nodes.
 *
 * @see https://dev.overpass-api.de/output_formats.html
 */
export class OverpassFile implements OsmFile {
  readonly header: OsmHeader = { date: '', remark: '' };
  private elements: readonly Element[] | undefined;
  /** Ids for points without one: negative, and equal for the same position or element. */
  private readonly newIds = new Map<string, number>();

  constructor(readonly path: string) {}

  async visit(visitor: OsmVisitor, onProgress?: (share: number) => void): Promise<void> {
    this.elements ??= await this.load();
    const known = new Set<number>();
    const ways = new Set<number>();
    for (const { type, id } of this.elements) {
      if (type === 'node') known.add(id);
      if (type === 'way') ways.add(id);
    }
    const bounded = boundedVisitor(this.path, openFile(this.path).size, visitor);
    this.elements.forEach((element, i) => {
      if (element.visible !== false) this.visitElement(bounded, element, known, ways);
      if (i % 10_000 === 0) onProgress?.(i / this.elements!.length);
    });
    onProgress?.(1);
  }

  private visitElement(visitor: OsmVisitor, element: Element, known: Set<number>, ways: Set<number>): void {
    const { type, id, center, geometry, members } = element;
    const what = `${type} ${id}`;
    if (type === 'node') this.visitNode(visitor, id, this.lonLat(element, what), this.tagsOf(element));
    else if (center && !element.nodes && !geometry && !members) {
      // With `out center`, only the centre of a way or relation is known: a point with its tags.
      this.visitNode(visitor, this.newId(what), this.lonLat(center, what), this.tagsOf(element));
    } else if (type === 'way') {
      const refs = this.refsOf(element.nodes, geometry, what);
      this.visitGeometry(visitor, refs, geometry, known, what);
      visitor.way?.(id, refs, this.tagsOf(element));
    } else if (type === 'relation') this.visitRelation(visitor, element, known, ways);
  }

  private visitRelation(visitor: OsmVisitor, element: Element, known: Set<number>, ways: Set<number>): void {
    const what = `relation ${element.id}`;
    const members = this.few(this.list(element.members, `${what}: members`), what);
    for (const member of members) {
      if (member?.type !== 'way' || !member.geometry || ways.has(member.ref)) continue;
      ways.add(member.ref);
      const refs = this.refsOf(undefined, member.geometry, what);
      this.visitGeometry(visitor, refs, member.geometry, known, what);
      visitor.way?.(member.ref, refs, NO_TAGS);
    }
    visitor.relation?.(
      element.id,
      members.map((member) => this.memberOf(member, what)),
      this.tagsOf(element),
    );
  }

  private visitNode(visitor: OsmVisitor, id: number, { lon, lat }: LonLat, tags: Tags): void {
    visitor.node?.(id, Math.round(lon * DEGREE), Math.round(lat * DEGREE), tags);
  }

  private visitGeometry(
    visitor: OsmVisitor,
    refs: readonly number[],
    geometry: Element['geometry'],
    known: Set<number>,
    what: string,
  ): void {
    if (!visitor.node || !geometry) return;
    geometry.forEach((place, i) => {
      if (!place || known.has(refs[i])) return;
      known.add(refs[i]);
      this.visitNode(visitor, refs[i], this.lonLat(place, what), NO_TAGS);
    });
  }

  private refsOf(nodes: number[] | undefined, geometry: Element['geometry'], what: string): readonly number[] {
    if (nodes !== undefined) {
      for (const ref of this.list(nodes, `${what}: nodes`)) {
        if (!Number.isSafeInteger(ref)) throw this.wrong(`${what} refers to node ${shown(ref)}, expected a number`);
      }
      return this.few(nodes, what);
    }
    // A point cut off by the query's box is null: an id that does not exist.
    const places = this.few(this.list(geometry, `${what}: geometry`), what);
    return places.map((place) => (place ? this.placeId(this.lonLat(place, what)) : 0));
  }

  private placeId({ lon, lat }: LonLat): number {
    return this.newId(`${lon} ${lat}`);
  }

  private newId(key: string): number {
    const id = this.newIds.get(key) ?? -1 - this.newIds.size;
    this.newIds.set(key, id);
    return id;
  }

  private lonLat({ lon, lat }: Partial<LonLat>, what: string): LonLat {
    if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon + lat)) {
      throw this.wrong(`${what} is at ${shown(lon)}, ${shown(lat)}, expected lon and lat in degrees`);
    }
    return { lon, lat };
  }

  private tagsOf({ type, id, tags }: Element): Tags {
    if (tags === undefined || tags === null) return NO_TAGS;
    if (typeof tags !== 'object' || Array.isArray(tags)) throw this.wrong(`${type} ${id}: tags are ${shown(tags)}`);
    return new Map(
      Object.entries(tags).map(([key, value]) => {
        if (typeof value === 'object') throw this.wrong(`${type} ${id}: a tag is ${shown(value)}`);
        return [key, String(value)];
      }),
    );
  }

  private memberOf(member: OsmMember, what: string): OsmMember {
    const { type, ref, role } = member ?? {};
    if ((type !== 'node' && type !== 'way' && type !== 'relation') || !Number.isSafeInteger(ref)) {
      throw this.wrong(`${what} has a member ${shown(type)} ${shown(ref)}`);
    }
    return { type, ref, role: typeof role === 'string' ? role : '' };
  }

  private list<T>(value: T[] | undefined, what: string): T[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.wrong(`${what} are not a list`);
    return value;
  }

  private few<T>(parts: T[], what: string): T[] {
    if (parts.length > limitOf('osmParts')) throw this.wrong(`${what} has more than ${limitOf('osmParts')} parts`);
    return parts;
  }

  private async load(): Promise<Element[]> {
    let root: { elements?: Element[]; remark?: string; osm3s?: { timestamp_osm_base?: string } };
    try {
      root = parseLimited(this.path, await this.text()) as typeof root;
    } catch (error) {
      if (error instanceof UserError) throw error;
      const what = error instanceof Error ? error.message : String(error);
      throw this.wrong(`incomplete JSON: ${what}`);
    }
    const remark = typeof root?.remark === 'string' ? root.remark.trim() : '';
    if (remark !== '' && !(Array.isArray(root.elements) && root.elements.length > 0))
      throw this.wrong(`no elements; the server reports: ${remark}`);
    this.header.remark = remark;
    if (!Array.isArray(root?.elements)) throw this.wrong('the list "elements" is missing');
    root.elements.forEach((element, i) => {
      if (typeof element?.type !== 'string' || !Number.isSafeInteger(element.id)) {
        throw this.wrong(`element ${i} has type ${shown(element?.type)} and id ${shown(element?.id)}`);
      }
    });
    const date = root.osm3s?.timestamp_osm_base;
    if (typeof date === 'string') this.header.date = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? '';
    return root.elements;
  }

  private async text(): Promise<string> {
    return new TextDecoder().decode(await readWhole(openFile(this.path), { wholeBytes: limitOf('overpassBytes') }));
  }

  private wrong(what: string): UserError {
    return new UserError(
      `${this.path}: ${what}. Expected a result of the Overpass API ([out:json]). Run the query again.`,
    );
  }
}

/** A short text for any value; nested values may be arbitrarily deep. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 40);
}
