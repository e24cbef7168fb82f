import { gzipSync } from 'node:zlib';
import { readMapFile } from '@itinera/city';
import { cityShape } from '../replay/city-shape.js';

export interface CityJob {
  readonly path: string;
  /** Folder of decoded maps. */
  readonly cacheFolder: string;
}

/** Draws a map and packs it, in a thread: that of a large city takes a second. */
export default async function packedCity({ path, cacheFolder }: CityJob): Promise<Uint8Array> {
  const { map } = await readMapFile(path, { cacheFolder });
  return gzipSync(cityShape(map));
}
