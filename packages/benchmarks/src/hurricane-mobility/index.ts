import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../port/benchmark.js';
import { HurricaneMobilityAgent } from './agent.js';
import { hurricaneMobilityCeiling } from './ceiling.js';
import { hurricaneMobilityDemo } from './demo.js';
import { hurricaneMobilityFindings } from './findings.js';
import { gatherPersonTrips, sumTrips } from './gather.js';
import { hurricaneMobilityMetrics, hurricaneMobilityParts } from './metrics.js';
import { compareHurricaneMobility, hurricaneMobilityNoise } from './noise.js';
import { readHurricaneMobilityTruth } from './read-truth.js';
import { hurricaneMobilityRemarks } from './remarks.js';
import { scoreHurricaneMobility } from './score.js';
import { weatherOfDorian } from './weather.js';

/** Three days around Hurricane Dorian in Columbia, South Carolina. */
export const hurricaneMobility: Benchmark = {
  name: 'HurricaneMobility',
  description: 'Mobility before, during and after Hurricane Dorian: trips per day, trips by hour',
  version: '1.0.0',
  author: 'AgentSociety Team',
  dataset: { repository: 'tsinghua-fib-lab/hurricane-mobility-generation-benchmark', branch: 'main' },
  tags: ['hurricane-mobility', 'extreme-weather'],
  clock: { stepSeconds: 1800, steps: 144 },
  weather: weatherOfDorian,
  country: 'US',
  tripsAreSeenAtRows: true,
  people: 100,
  gather: (rows, city) => {
    const people = gatherPersonTrips(rows, new Set(city.allAois.keys()));
    return { results: sumTrips(people), people };
  },
  readTruth: readHurricaneMobilityTruth,
  metrics: hurricaneMobilityMetrics,
  parts: hurricaneMobilityParts,
  score: scoreHurricaneMobility,
  remarks: hurricaneMobilityRemarks,
  noise: hurricaneMobilityNoise,
  ceiling: hurricaneMobilityCeiling,
  compare: compareHurricaneMobility,
  findings: hurricaneMobilityFindings,
  demo: hurricaneMobilityDemo,
  agentBase: HurricaneMobilityAgent,
  // Compiled or not, the file is among the sources.
  pythonBase: fileURLToPath(new URL('../../src/hurricane-mobility/agent.py', import.meta.url)),
};
