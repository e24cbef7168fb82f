import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Peer, peer, timed } from '../../base/perf/peers.js';

/** SUMO's netconvert, if it is installed, on an extract as .osm XML: the streets alone, without places. */
export function netconvert(extract: string, folder: string): Peer | undefined {
  const output = join(folder, 'net.xml');
  return timed(['netconvert', '--xml-validation', 'never', '--osm-files', extract, '-o', output], folder);
}

/**
 * Valhalla's preprocessing of an .osm.pbf: the streets and paths alone, without places.
 * @returns undefined without the npm package `@valhallajs/valhallajs` in `ITINERA_PEERS/node_modules`
 */
export function valhalla(extract: string, folder: string): Peer | undefined {
  const program = peer('node_modules/@valhallajs/valhallajs/bin/valhalla-cli.js');
  if (program === undefined) return undefined;
  const tiles = join(folder, 'tiles');
  const config = join(folder, 'valhalla.json');
  mkdirSync(tiles);
  const { stdout } = spawnSync(process.execPath, [program, 'build_config', '--mjolnir-tile-dir', tiles]);
  writeFileSync(config, stdout);
  const run = timed([process.execPath, program, 'build_tiles', '-c', config, resolve(extract)], folder);
  rmSync(tiles, { recursive: true });
  return run;
}
