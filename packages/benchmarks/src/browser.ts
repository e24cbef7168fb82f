/** What scores a run in memory, describes it and creates synthetic data: nothing here requires Node. */

export { DailyMobilityAgent } from './daily-mobility/agent.js';
export { dailyMobilityCore } from './daily-mobility/core.js';
export { dailyMobilityParts } from './daily-mobility/metrics.js';
export { dailyMobilityTruthOf } from './daily-mobility/truth-of-files.js';
export { type DemoWorld, demoWorld } from './demo/demo-world.js';
export { type Doubt, stepDoubts } from './doubts/step-doubts.js';
export { strangeIntentions } from './doubts/strange-intentions.js';
export type { BenchmarkCore } from './port/benchmark.js';
export { scaleOf, scoreNoisily } from './scoring/score-with-noise.js';
