import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../port/benchmark.js';
import { dailyMobilityCore } from './core.js';
import { readDailyMobilityTruth } from './read-truth.js';

export const dailyMobility: Benchmark = {
  ...dailyMobilityCore,
  readTruth: readDailyMobilityTruth,
  // Compiled or not, the file is among the sources.
  pythonBase: fileURLToPath(new URL('../../src/daily-mobility/agent.py', import.meta.url)),
};
