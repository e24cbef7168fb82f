import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { peer } from '../../base/perf/peers.js';

/** What another program needed. */
export interface Peer {
  /** Processor time of all its threads. */
  readonly seconds: number;
}

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

/** Runs a program to its end in a folder, where it may leave files. @returns undefined if it is not installed or fails */
function timed(words: readonly string[], folder: string): Peer | undefined {
  const file = join(folder, 'seconds');
  const { status } = spawnSync('/usr/bin/time', ['-f', '%U %S', '-o', file, ...words], {
    cwd: folder,
    stdio: 'ignore',
  });
  if (status !== 0) return undefined;
  const [user, system] = readFileSync(file, 'utf8').trim().split(' ').map(Number);
  return { seconds: user! + system! };
}
