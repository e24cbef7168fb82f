import { withPlainKeys } from './access.js';
import type { OsmFile, Tags } from './elements.js';
import { nameOf, parseDriveway, type RoadTags } from './road-tags.js';

/** A way that is a street, a path, or a ferry, by the ids of its nodes. */
export interface TaggedWay {
  readonly name: string;
  readonly tags: RoadTags;
  readonly refs: Float64Array;
}

const DRIVEWAY_KEYS = new Set(['service']);

/**
 * The driveways by which cars reach ferries, by id: those connected to a landing by driveways and service roads only.
 * Elsewhere driveways are not streets, but at a ferry terminal nothing else may lead to the ramp.
 *
 * @param roads ways of the file that are streets
 */
export async function readTerminals(
  file: OsmFile,
  roads: ReadonlyMap<number, TaggedWay>,
  onProgress: (share: number) => void,
): Promise<ReadonlyMap<number, TaggedWay>> {
  const ashore = new Set<number>();
  const services: TaggedWay[] = [];
  for (const way of roads.values()) {
    const { tags, refs } = way;
    if (tags.ferry && tags.lanes[0] > 0) ashore.add(refs[0]).add(refs[refs.length - 1]);
    if (!tags.ferry && tags.class === 'service') services.push(way);
  }
  const driveways = new Map<number, TaggedWay>();
  if (ashore.size === 0) return driveways;
  const way = (id: number, refs: readonly number[], tags: Tags) => {
    const road = refs.length > 1 && tags.has('service') ? parseDriveway(withPlainKeys(tags)) : undefined;
    if (road) driveways.set(id, { name: nameOf(tags), tags: road, refs: new Float64Array(refs) });
  };
  await file.visit({ way, wayKeys: DRIVEWAY_KEYS }, onProgress);
  const left = new Set([...services, ...driveways.values()]);
  for (let before = Infinity; left.size < before; ) {
    before = left.size;
    for (const found of left) {
      if (!found.refs.some((ref) => ashore.has(ref))) continue;
      for (const ref of found.refs) ashore.add(ref);
      left.delete(found);
    }
  }
  for (const [id, driveway] of driveways) if (left.has(driveway)) driveways.delete(id);
  return driveways;
}
