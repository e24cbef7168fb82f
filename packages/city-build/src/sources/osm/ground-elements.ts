import type { OsmMember, Tags } from './elements.js';
import { type GroundTags, namingOrder, parseGroundArea, parseGroundLine, parseGroundPoint } from './ground-tags.js';
import type { NodeIdList } from './node-store.js';

/** An area or a line on the ground. */
export interface ExtractedShape extends GroundTags {
  /** Offsets of nodes, way by way; those of holes are among them. */
  readonly ways: readonly Int32Array[];
  /** Whether the file has all of its ways. */
  readonly isWhole: boolean;
}

/** What an extract says of the ground. */
export interface ExtractedGround {
  readonly shapes: readonly ExtractedShape[];
  /** Ways with land on their left and the sea on their right. Offsets of nodes. */
  readonly coast: readonly Int32Array[];
  /** Degrees times 10⁷; what is named first comes first. */
  readonly points: readonly (GroundTags & { readonly lon: number; readonly lat: number })[];
}

/** Gathers what an extract says of the ground while it is read: relations, then ways, then nodes. By id, see `extractCity`. */
export class GroundElements {
  readonly #relations = new Map<number, GroundTags & { readonly members: readonly number[] }>();
  readonly #memberWays = new Map<number, Float64Array | undefined>();
  readonly #ways = new Map<number, GroundTags & { readonly refs: Float64Array }>();
  readonly #coast = new Map<number, Float64Array>();
  readonly #points = new Map<
    number,
    GroundTags & { readonly lon: number; readonly lat: number; readonly order: number }
  >();

  relation(id: number, members: readonly OsmMember[], tags: Tags): void {
    if (tags.get('type') !== 'multipolygon') return;
    const ground = parseGroundArea(tags);
    if (!ground) return;
    const ways = members.filter(({ type }) => type === 'way').map(({ ref }) => ref);
    this.#relations.set(id, { members: ways, ...ground });
    for (const ref of ways) this.#memberWays.set(ref, undefined);
  }

  /** @param needed gets the nodes of what is kept */
  way(id: number, refs: ArrayLike<number>, tags: Tags, needed: NodeIdList): void {
    const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1];
    const isCoast = tags.get('natural') === 'coastline';
    const ground = tags.size === 0 ? undefined : (isClosed && parseGroundArea(tags)) || parseGroundLine(tags);
    if (refs.length < 2 || !(isCoast || ground || this.#memberWays.has(id))) return;
    const kept = Float64Array.from(refs);
    if (isCoast) this.#coast.set(id, kept);
    if (ground) this.#ways.set(id, { refs: kept, ...ground });
    if (this.#memberWays.has(id)) this.#memberWays.set(id, kept);
    for (const ref of kept) needed.add(ref);
  }

  node(id: number, lon: number, lat: number, tags: Tags): void {
    const ground = parseGroundPoint(tags);
    if (ground) this.#points.set(id, { lon, lat, order: namingOrder(tags), ...ground });
  }

  /** @param offsets of nodes, by their ids */
  finished(offsets: (refs: Float64Array) => Int32Array): ExtractedGround {
    const shapes = [
      ...Array.from(this.#ways.values(), ({ kind, name, refs }) => ({
        kind,
        name,
        ways: [offsets(refs)],
        isWhole: true,
      })),
      ...Array.from(this.#relations.values(), ({ kind, name, members }) => {
        const ways = members.flatMap((ref) => this.#memberWays.get(ref) ?? []).map(offsets);
        return { kind, name, ways, isWhole: ways.length === members.length };
      }),
    ];
    const points = [...this.#points.values()].sort((a, b) => a.order - b.order);
    return { shapes, coast: Array.from(this.#coast.values(), offsets), points };
  }
}
