import { join } from 'node:path';

/** This package in the bundle, whose threads start in a quarter of the time; for coverage from the sources. */
export const bundled = (await import(
  process.env.ITINERA_TEST_SOURCES ? './index.js' : join(import.meta.dirname, '../../asbench/bundle/itinera.js')
)) as typeof import('./index.js');
