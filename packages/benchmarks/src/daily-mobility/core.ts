import { sunny } from '@itinera/engine/browser';
import { INTENTIONS } from '@itinera/run/browser';
import type { BenchmarkCore } from '../port/benchmark.js';
import { DailyMobilityAgent } from './agent.js';
import { dailyMobilityCeiling } from './ceiling.js';
import { dailyMobilityDemo } from './demo.js';
import { dailyMobilityFindings } from './findings.js';
import { gatherDailyMobility } from './gather.js';
import { dailyMobilityMetrics, dailyMobilityParts } from './metrics.js';
import { compareDailyMobility, dailyMobilityNoise } from './noise.js';
import { dailyMobilityRemarks } from './remarks.js';
import { scoreDailyMobility } from './score.js';

/** One ordinary day of residents of Beijing. */
export const dailyMobilityCore: BenchmarkCore = {
  name: 'DailyMobility',
  description: 'Daily mobility of residents of Beijing: radius, places per day, intentions',
  version: '1.0.0',
  author: 'AgentSociety Team',
  dataset: { repository: 'tsinghua-fib-lab/daily-mobility-generation-benchmark', branch: 'main' },
  tags: ['mobility-generation'],
  // 1.05 days: the documented number of rows is 100.
  clock: { stepSeconds: 900, steps: 100 },
  weather: [sunny],
  country: 'CN',
  intentions: INTENTIONS,
  people: 100,
  gather: (rows, city) => {
    const centres = new Map<number, readonly [number, number]>();
    for (const { id } of city.allAois) {
      const { x, y } = city.aoiCentre(id)!;
      centres.set(id, [x, y]);
    }
    return { results: gatherDailyMobility(rows, centres) };
  },
  metrics: dailyMobilityMetrics,
  parts: dailyMobilityParts,
  score: scoreDailyMobility,
  remarks: dailyMobilityRemarks,
  noise: ({ results }, truth) => dailyMobilityNoise(results, truth),
  ceiling: dailyMobilityCeiling,
  compare: (first, second, truth) => compareDailyMobility(first.results, second.results, truth),
  findings: dailyMobilityFindings,
  demo: dailyMobilityDemo,
  agentBase: DailyMobilityAgent,
};
