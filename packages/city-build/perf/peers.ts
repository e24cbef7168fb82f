import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { apart } from '../../base/perf/apart.js';
import { peer, peerSeconds } from '../../base/perf/peers.js';

const VALHALLA = 'node_modules/@valhallajs/valhallajs';
const CONFIG = 'valhalla.json';

export type LonLat = readonly [lon: number, lat: number];

/** Processor seconds of SUMO's netconvert, if it is installed, on an extract as .osm XML: the streets alone, without places. */
export function netconvert(extract: string, folder: string): number | undefined {
  const output = join(folder, 'net.xml');
  return peerSeconds(['netconvert', '--xml-validation', 'never', '--osm-files', extract, '-o', output], folder);
}

/** Path of an extract's streets and ferries with their restrictions; undefined without osmium, or if it is no .osm.pbf. */
export function streetsAlone(extract: string, folder: string): string | undefined {
  const output = join(folder, 'streets.osm.pbf');
  const wanted = ['w/highway', 'w/route=ferry', 'r/route=ferry', 'r/type=restriction'];
  const words = ['osmium', 'tags-filter', '--overwrite', '-o', output, resolve(extract), ...wanted];
  return extract.endsWith('.pbf') && peerSeconds(words, folder) !== undefined ? output : undefined;
}

/**
 * Processor seconds of Valhalla's preprocessing of an .osm.pbf: the streets and paths alone, without places. Leaves its tiles.
 * @returns undefined without the npm package `@valhallajs/valhallajs` in `ITINERA_PEERS/node_modules`, or for another format
 */
export function valhalla(extract: string, folder: string): number | undefined {
  const program = peer(join(VALHALLA, 'bin/valhalla-cli.js'));
  if (program === undefined || !extract.endsWith('.pbf')) return undefined;
  const tiles = join(folder, 'tiles');
  rmSync(tiles, { recursive: true, force: true });
  mkdirSync(tiles);
  const { stdout } = spawnSync(process.execPath, [program, 'build_config', '--mjolnir-tile-dir', tiles]);
  writeFileSync(join(folder, CONFIG), stdout);
  return peerSeconds([process.execPath, program, 'build_tiles', '-c', CONFIG, resolve(extract)], folder);
}

/** Median milliseconds of Valhalla's fastest routes by car, by the clock, without instructions, on the tiles that `valhalla` left. */
export function valhallaRoutes(pairs: readonly (readonly [LonLat, LonLat])[], folder: string): number | undefined {
  const program = peer(VALHALLA);
  if (program === undefined) return undefined;
  const script = `
    const { readFileSync } = require('node:fs');
    const { Actor } = require(${JSON.stringify(program)});
    const config = JSON.parse(readFileSync(${JSON.stringify(CONFIG)}, 'utf8'));
    config.mjolnir.logging = { type: '' };
    config.mjolnir.tile_extract = '';
    const actor = new Actor(JSON.stringify(config));
    (async () => {
      const times = [];
      for (const locations of ${JSON.stringify(pairs.map((ends) => ends.map(([lon, lat]) => ({ lon, lat }))))}) {
        const start = performance.now();
        await actor.route({ locations, costing: 'auto', directions_type: 'none' }).catch(() => {});
        times.push(performance.now() - start);
      }
      console.log(times.sort((a, b) => a - b)[times.length >> 1]);
    })();`;
  const file = join(folder, 'routes.cjs');
  writeFileSync(file, script);
  return Number(apart([process.execPath, file], folder).printed);
}
