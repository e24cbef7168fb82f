/** Everything that works without Node: building maps from road networks, and synthetic cities. */

export { type BuildMapOptions, buildMap } from './layout/build-map.js';
export * from './layout/network.js';
export {
  CITY_SIZES,
  type CitySizeName,
  type SynthesisOptions,
  synthesizeCity,
} from './sources/synthetic/synthesize-city.js';
