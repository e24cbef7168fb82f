import { readFile, stat } from 'node:fs/promises';
import { UserError } from '../../user-error.js';
import {
  DEGREE,
  NO_TAGS,
  type OsmFile,
  type OsmHeader,
  type OsmMember,
  type OsmVisitor,
  type Tags,
} from './elements.js';

/** JSON is parsed at once: this many bytes take some eight times as much memory. */
const MOST_BYTES = 256 * 1024 * 1024;

interface LonLat {
  readonly lon: number;
  readonly lat: number;
}

interface Element {
  readonly type: string;
  readonly id: number;
  readonly lon?: number;
  readonly lat?: number;
  readonly center?: LonLat;
  readonly tags?: Record<string, string>;
  readonly nodes?: number[];
  readonly geometry?: (LonLat | null)[];
  readonly members?: (OsmMember & { readonly geometry?: (LonLat | null)[] })[];
}

/**
 * An answer of the Overpass API in JSON (`out body`, `out skel`, `out geom` and `out center`), up to 256 MB.
 * Ways that bring their own geometry need no nodes.
 *
 * @see https://dev.overpass-api.de/output_formats.html
 */
export class OverpassFile implements OsmFile {
  readonly header: OsmHeader = { date: '' };
  private elements: readonly Element[] | undefined;
  /** Ids for points that come without: negative, the same for the same place. */
  private readonly placeIds = new Map<string, number>();

  constructor(readonly path: string) {}

  async visit(visitor: OsmVisitor, onProgress?: (share: number) => void): Promise<void> {
    this.elements ??= await this.load();
    const known = new Set<number>();
    const ways = new Set<number>();
    for (const { type, id } of this.elements) {
      if (type === 'node') known.add(id);
      if (type === 'way') ways.add(id);
    }
    this.elements.forEach((element, i) => {
      this.visitElement(element, visitor, known, ways);
      if (i % 10_000 === 0) onProgress?.(i / this.elements!.length);
    });
    onProgress?.(1);
  }

  private visitElement(element: Element, visitor: OsmVisitor, known: Set<number>, ways: Set<number>): void {
    const { type, id, center, geometry } = element;
    if (type === 'node') {
      this.visitNode(visitor, id, this.lonLat(element, `node ${id}`), this.tagsOf(element));
    } else if (type === 'way') {
      const refs = this.refsOf(element.nodes, geometry, `way ${id}`);
      // `out center` knows only where a way is: a point with its tags.
      if (refs.length === 0 && center) {
        this.visitNode(visitor, this.placeId(center), this.lonLat(center, `way ${id}`), this.tagsOf(element));
        return;
      }
      this.visitGeometry(visitor, refs, geometry, known, `way ${id}`);
      visitor.way?.(id, refs, this.tagsOf(element));
    } else if (type === 'relation') {
      const members = this.list(element.members, `relation ${id}: members`);
      for (const member of members) {
        if (member?.type !== 'way' || !member.geometry || ways.has(member.ref)) continue;
        ways.add(member.ref);
        const refs = this.refsOf(undefined, member.geometry, `relation ${id}`);
        this.visitGeometry(visitor, refs, member.geometry, known, `relation ${id}`);
        visitor.way?.(member.ref, refs, NO_TAGS);
      }
      visitor.relation?.(
        id,
        members.map((member) => this.memberOf(member, id)),
        this.tagsOf(element),
      );
    }
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
        if (!Number.isSafeInteger(ref)) throw this.wrong(`${what} refers to node ${ref}, expected a number`);
      }
      return nodes;
    }
    // A point cut off by the query's box is null: an id that is nowhere.
    return this.list(geometry, `${what}: geometry`).map((place) => (place ? this.placeId(place) : 0));
  }

  private placeId({ lon, lat }: LonLat): number {
    const key = `${lon} ${lat}`;
    const id = this.placeIds.get(key) ?? -1 - this.placeIds.size;
    this.placeIds.set(key, id);
    return id;
  }

  private lonLat({ lon, lat }: Partial<LonLat>, what: string): LonLat {
    if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon + lat)) {
      throw this.wrong(`${what} is at ${lon}, ${lat}, expected lon and lat in degrees`);
    }
    return { lon, lat };
  }

  private tagsOf({ type, id, tags }: Element): Tags {
    if (tags === undefined) return NO_TAGS;
    if (typeof tags !== 'object' || tags === null) throw this.wrong(`${type} ${id}: tags are ${tags}`);
    return new Map(Object.entries(tags).map(([key, value]) => [key, String(value)]));
  }

  private memberOf(member: OsmMember, id: number): OsmMember {
    const { type, ref, role } = member ?? {};
    if ((type !== 'node' && type !== 'way' && type !== 'relation') || !Number.isSafeInteger(ref)) {
      throw this.wrong(`relation ${id} has a member ${JSON.stringify({ type, ref })}`);
    }
    return { type, ref, role: role ?? '' };
  }

  private list<T>(value: T[] | undefined, what: string): T[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.wrong(`${what} are no list`);
    return value;
  }

  private async load(): Promise<Element[]> {
    const { size } = await stat(this.path);
    if (size > MOST_BYTES) {
      throw new UserError(
        `${this.path}: ${Math.round(size / 2 ** 20)} MB of JSON, expected up to ${MOST_BYTES / 2 ** 20} MB. Use an .osm.pbf extract of the area.`,
      );
    }
    let root: { elements?: Element[]; remark?: string; osm3s?: { timestamp_osm_base?: string } };
    try {
      root = JSON.parse((await readFile(this.path, 'utf8')).replace(/^\uFEFF/, ''));
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw this.wrong(`no complete JSON: ${what}`);
    }
    if (typeof root?.remark === 'string' && /error/i.test(root.remark)) {
      throw this.wrong(`the server stopped early: ${root.remark}`);
    }
    if (!Array.isArray(root?.elements)) throw this.wrong('no list "elements"');
    root.elements.forEach((element, i) => {
      if (typeof element?.type !== 'string' || !Number.isSafeInteger(element.id)) {
        throw this.wrong(`element ${i} has type ${element?.type} and id ${element?.id}`);
      }
    });
    const date = root.osm3s?.timestamp_osm_base;
    if (typeof date === 'string') this.header.date = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? '';
    return root.elements;
  }

  private wrong(what: string): UserError {
    return new UserError(
      `${this.path}: ${what}. Expected an answer of the Overpass API ([out:json]); run the query again.`,
    );
  }
}
