import type { Tags } from './elements.js';
import type { WayNodes } from './node-store.js';
import { parseDriveway, type RoadTags } from './road-tags.js';

/** A way that is a street, a path, or a ferry, by its number in `WayNodes`. */
export interface TaggedWay {
  readonly name: string;
  readonly tags: RoadTags;
  readonly way: number;
}

/** A driveway, by the ids of its nodes. `T`: its tags, which those with the same share, or what they say of a street. */
export interface Driveway<T> {
  readonly name: string;
  readonly tags: T;
  readonly refs: Float64Array;
}

/**
 * The driveways by which cars reach ferries, by id: those connected to a landing by driveways and service roads only.
 * Elsewhere driveways are not streets, but at a ferry terminal nothing else may lead to the ramp.
 *
 * @param roads ways of the file that are streets
 * @param nodes theirs
 */
export function ferryTerminals(
  roads: Iterable<TaggedWay>,
  driveways: ReadonlyMap<number, Driveway<Tags>>,
  nodes: WayNodes,
): ReadonlyMap<number, Driveway<RoadTags>> {
  const ashore = new Set<number>();
  const services: Float64Array[] = [];
  for (const { tags, way } of roads) {
    if (!tags.ferry && tags.class !== 'service') continue;
    const refs = nodes.idsOf(way);
    if (!tags.ferry) services.push(refs);
    else if (tags.lanes[0] > 0) ashore.add(refs[0]).add(refs[refs.length - 1]);
  }
  const terminals = new Map<number, Driveway<RoadTags>>();
  if (ashore.size === 0) return terminals;
  const known = new Map<Tags, RoadTags | undefined>();
  for (const [id, { name, tags, refs }] of driveways) {
    if (!known.has(tags)) known.set(tags, parseDriveway(tags));
    const road = known.get(tags);
    if (road) terminals.set(id, { name, tags: road, refs });
  }
  const left = new Set([...services, ...Array.from(terminals.values(), ({ refs }) => refs)]);
  for (let before = Infinity; left.size < before; ) {
    before = left.size;
    for (const refs of left) {
      if (!refs.some((ref) => ashore.has(ref))) continue;
      for (const ref of refs) ashore.add(ref);
      left.delete(refs);
    }
  }
  for (const [id, { refs }] of terminals) if (left.has(refs)) terminals.delete(id);
  return terminals;
}
