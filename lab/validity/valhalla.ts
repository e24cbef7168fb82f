import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export type LonLat = readonly [lon: number, lat: number];
export type Means = 'car' | 'bike' | 'foot';

/** A shortest route. */
export interface PeerRoute {
  readonly metres: number;
  /** Points of the streets, in order. */
  readonly shape: readonly LonLat[];
}

interface Actor {
  route(query: object): Promise<{ trip: { summary: { length: number }; legs: { shape: string }[] } }>;
  locate(query: object): Promise<{ edges?: { edge_info: { way_id: number } }[] | null }[]>;
}

const COSTINGS = { car: 'auto', bike: 'bicycle', foot: 'pedestrian' } as const;
/** All streets, and no preference but length: the harbour boat, stairs and mountain paths count as what they measure. */
const SHORTEST = { shortest: true, disable_hierarchy_pruning: true, use_ferry: 0.5 };
const ON_FOOT = { elevator_penalty: 0, step_penalty: 0, max_hiking_difficulty: 6 };

/** Valhalla on an extract. */
export class Valhalla {
  readonly #actor: Actor;
  readonly #query: object;
  readonly #costing: string;

  /**
   * Builds its tiles in a folder, unless they are there.
   * @param program the folder of the package `@valhallajs/valhallajs`
   */
  constructor(program: string, extract: string, folder: string, by: Means) {
    const config = join(folder, 'valhalla.json');
    this.#costing = COSTINGS[by];
    this.#query = {
      costing: this.#costing,
      costing_options: { [this.#costing]: by === 'foot' ? { ...SHORTEST, ...ON_FOOT } : SHORTEST },
    };
    if (!existsSync(config)) {
      const command = join(program, 'bin/valhalla-cli.js');
      const tiles = join(folder, 'tiles');
      mkdirSync(tiles);
      const { stdout } = spawnSync(process.execPath, [command, 'build_config', '--mjolnir-tile-dir', tiles]);
      const settings = JSON.parse(stdout.toString());
      settings.mjolnir.logging = { type: '' };
      settings.mjolnir.concurrency = 1;
      settings.mjolnir.tile_extract = '';
      for (const costing of Object.values(COSTINGS)) settings.service_limits[costing].max_distance = 500_000;
      writeFileSync(config, JSON.stringify(settings));
      const run = spawnSync(process.execPath, [command, 'build_tiles', '-c', config, resolve(extract)], {
        cwd: folder,
      });
      if (run.status !== 0) throw new Error(`Valhalla cannot read ${extract}: ${run.stderr.toString().slice(-400)}`);
    }
    const { Actor } = createRequire(join(program, 'index.js'))(program) as { Actor: new (config: string) => Actor };
    this.#actor = new Actor(readFileSync(config, 'utf8'));
  }

  /** The shortest route between two points; null if there is none. */
  async route(from: LonLat, to: LonLat): Promise<PeerRoute | null> {
    try {
      const { trip } = await this.#actor.route({ locations: [place(from), place(to)], ...this.#query });
      return { metres: 1000 * trip.summary.length, shape: decode(trip.legs[0]!.shape) };
    } catch {
      return null;
    }
  }

  /** Ids of the ways within some metres of a point. */
  async waysNear(point: LonLat, metres: number): Promise<ReadonlySet<number>> {
    try {
      const locations = [{ ...place(point), radius: metres }];
      const [found] = await this.#actor.locate({ locations, costing: this.#costing, verbose: true });
      return new Set(found?.edges?.map(({ edge_info }) => edge_info.way_id));
    } catch {
      return new Set();
    }
  }
}

const place = ([lon, lat]: LonLat) => ({ lon, lat });

/** Points of an encoded polyline with six decimals. */
function decode(text: string): LonLat[] {
  const points: LonLat[] = [];
  let at = 0;
  const next = () => {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const byte = text.charCodeAt(at++) - 63;
      value |= (byte & 31) << shift;
      if (byte < 32) break;
    }
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  for (let lon = 0, lat = 0; at < text.length; ) {
    lat += next();
    lon += next();
    points.push([lon / 1e6, lat / 1e6]);
  }
  return points;
}
