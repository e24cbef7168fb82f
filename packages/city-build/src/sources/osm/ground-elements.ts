import type { OsmMember, Tags } from './elements.js';
import { type GroundTags, namingOrder, parseGroundArea, parseGroundLine, parseGroundPoint } from './ground-tags.js';
import type { WayNodes } from './node-store.js';

/** An area or a line on the ground. */
export interface ExtractedShape extends GroundTags {
  /** Indices of nodes, way by way, including those of holes. */
  readonly ways: readonly Int32Array[];
  /** Whether all of its ways are in the file. */
  readonly isWhole: boolean;
}

/** The ground data of an extract. */
export interface ExtractedGround {
  readonly shapes: readonly ExtractedShape[];
  /** Ways with land on their left and the sea on their right. Indices of nodes. */
  readonly coast: readonly Int32Array[];
  /** Degrees times 10⁷; sorted by priority of their names. */
  readonly points: readonly (GroundTags & { readonly lon: number; readonly lat: number })[];
}

/**
 * Collects the ground data of an extract while it is read: relations, then ways, then nodes. Keyed by id, see `extractCity`.
 */
export class GroundElements {
  readonly #relations = new Map<number, GroundTags & { readonly members: readonly number[] }>();
  readonly #memberWays = new Map<number, number | undefined>();
  readonly #ways = new Map<number, GroundTags & { readonly way: number }>();
  readonly #coast = new Map<number, number>();
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

  /** @param ways receives those that are kept */
  way(id: number, refs: ArrayLike<number>, tags: Tags, ways: WayNodes): void {
    const isClosed = refs.length > 3 && refs[0] === refs[refs.length - 1];
    const isCoast = tags.get('natural') === 'coastline';
    const ground = tags.size === 0 ? undefined : (isClosed && parseGroundArea(tags)) || parseGroundLine(tags);
    if (refs.length < 2 || !(isCoast || ground || this.#memberWays.has(id))) return;
    const way = ways.add(refs);
    if (isCoast) this.#coast.set(id, way);
    if (ground) this.#ways.set(id, { way, ...ground });
    if (this.#memberWays.has(id)) this.#memberWays.set(id, way);
  }

  node(id: number, lon: number, lat: number, tags: Tags): void {
    const ground = parseGroundPoint(tags);
    if (ground) this.#points.set(id, { lon, lat, order: namingOrder(tags), ...ground });
  }

  /** @param nodesOf the nodes of a way */
  finished(nodesOf: (way: number) => Int32Array): ExtractedGround {
    const shapes = [
      ...Array.from(this.#ways.values(), ({ kind, name, way }) => ({
        kind,
        name,
        ways: [nodesOf(way)],
        isWhole: true,
      })),
      ...Array.from(this.#relations.values(), ({ kind, name, members }) => {
        const ways = members.flatMap((ref) => this.#memberWays.get(ref) ?? []).map(nodesOf);
        return { kind, name, ways, isWhole: ways.length === members.length };
      }),
    ];
    const points = [...this.#points.values()].sort((a, b) => a.order - b.order);
    return { shapes, coast: Array.from(this.#coast.values(), nodesOf), points };
  }
}
