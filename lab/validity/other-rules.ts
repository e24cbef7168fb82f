import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CityMap } from '@itinera/city';
import { buildCity } from '@itinera/city-build';
import { openOsm } from '../../packages/city-build/src/sources/osm/open-osm.js';
import { type OsmData, toXml } from '../../packages/city-build/src/sources/osm/osm-files.fixture.js';

type Tags = Record<string, string>;

interface PeerRule {
  readonly name: string;
  /** The tags as the peer understands them; null if it leaves the way out. `isCut`: whether nodes are beyond the extract. */
  way?(tags: Tags, isCut: boolean): Tags | null;
  node?(tags: Tags): Tags;
}

const LIMITED = /^(destination|customers|permit|delivery|residents|private)$/;
const OPEN = { foot: 'yes', bicycle: 'yes' };

/** What Valhalla's shortest routes on foot and by bicycle do otherwise by design: none of it is a difference of the streets. */
export const PEER_RULES: readonly PeerRule[] = [
  { name: 'leaves out ways with nodes beyond the extract', way: (tags, isCut) => (isCut ? null : tags) },
  { name: 'leaves out squares (`area=yes`)', way: (tags) => (tags.area === 'yes' ? null : tags) },
  {
    name: 'passes `access=destination`, `private` and the like',
    way: (tags) => (LIMITED.test(tags.foot ?? tags.access ?? '') ? { ...tags, ...OPEN } : tags),
  },
  {
    name: 'passes private gates',
    node: (tags) => (tags.barrier && LIMITED.test(tags.access ?? '') ? { ...OPEN, ...tags } : tags),
  },
  {
    name: 'walks along one-way pedestrian streets only',
    way: (tags) => (tags.highway === 'pedestrian' && tags.oneway === 'yes' ? { ...tags, 'oneway:foot': 'yes' } : tags),
  },
  {
    name: 'rides on steps',
    way: (tags) => (tags.highway === 'steps' ? { ...tags, highway: 'path', bicycle: 'yes' } : tags),
  },
];

/** The map of an extract as it is, and with one rule after the other. */
export async function* mapsByRules(path: string): AsyncGenerator<{ readonly rule: string; readonly map: CityMap }> {
  let data = await readExtract(path);
  const folder = mkdtempSync(join(tmpdir(), 'rules '));
  const mapOf = async () => {
    writeFileSync(join(folder, 'map.osm'), toXml(data));
    return (await buildCity(join(folder, 'map.osm'))).map;
  };
  try {
    yield { rule: '', map: await mapOf() };
    for (const rule of PEER_RULES) {
      data = byRule(data, rule);
      yield { rule: rule.name, map: await mapOf() };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function byRule({ nodes, ways, ...rest }: OsmData, rule: PeerRule): OsmData {
  const known = new Set(nodes.map(({ id }) => id));
  return {
    ...rest,
    nodes: nodes.map((node) => (node.tags && rule.node ? { ...node, tags: rule.node(node.tags) } : node)),
    ways: ways.flatMap((way) => {
      if (rule.way === undefined || way.tags?.highway === undefined) return [way];
      const tags = rule.way(way.tags, !way.refs.every((ref) => known.has(ref)));
      return tags === null ? [] : [{ ...way, tags }];
    }),
  };
}

export async function readExtract(path: string): Promise<OsmData> {
  const data = { nodes: [], ways: [], relations: [] } as {
    nodes: OsmData['nodes'][number][];
    ways: OsmData['ways'][number][];
    relations: NonNullable<OsmData['relations']>[number][];
  };
  const some = (tags: ReadonlyMap<string, string>) => (tags.size > 0 ? { tags: Object.fromEntries(tags) } : {});
  const file = await openOsm(path);
  const none = () => {};
  await file.visit(
    { node: (id, lon, lat, tags) => void data.nodes.push({ id, lon: lon / 1e7, lat: lat / 1e7, ...some(tags) }) },
    none,
  );
  await file.visit(
    { way: (id, refs, tags) => void data.ways.push({ id, refs: Array.from(refs), ...some(tags) }) },
    none,
  );
  return data;
}
