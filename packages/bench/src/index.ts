/** Schemas of typed requests; agents take it from here, whatever is installed beside them. */
export { z } from 'zod';
export { type Aoi, IdList, type LanePosition, type Poi, type XYPosition } from './agents/city-view.js';
export { AgentMap, type AroundPoiOptions, Environment, type PointLike, type Target } from './agents/environment.js';
export {
  type AgentClass,
  type AgentContext,
  type Intention,
  intentionList,
  MobilityAgent,
} from './agents/mobility-agent.js';
export type { Weather } from './agents/weather.js';
export type { Benchmark } from './benchmarks/benchmark.js';
export { DailyMobilityAgent } from './benchmarks/daily-mobility/agent.js';
export {
  type DailyMobilityResults,
  gatherDailyMobility,
  INTENTIONS,
} from './benchmarks/daily-mobility/gather.js';
export { readDailyMobilityTruth } from './benchmarks/daily-mobility/read-truth.js';
export {
  type DailyMobilityProfile,
  type DailyMobilityScore,
  type DailyMobilityTruth,
  scoreDailyMobility,
} from './benchmarks/daily-mobility/score.js';
export * as humob from './benchmarks/humob/index.js';
export { HurricaneMobilityAgent } from './benchmarks/hurricane-mobility/agent.js';
export {
  gatherHurricaneMobility,
  gatherPersonTrips,
  type HurricaneMobilityResults,
  type PersonTrips,
} from './benchmarks/hurricane-mobility/gather.js';
export { readHurricaneMobilityTruth } from './benchmarks/hurricane-mobility/read-truth.js';
export {
  type HurricaneMobilityProfile,
  type HurricaneMobilityScore,
  type HurricaneMobilityTruth,
  scoreHurricaneMobility,
} from './benchmarks/hurricane-mobility/score.js';
export type { Difference, NoiseOptions, NoiseReport, Spread } from './benchmarks/noise.js';
export {
  type Calibration,
  calibrate,
  compareScores,
  type NoisyScore,
  type ScoredResults,
  scoreWithNoise,
} from './benchmarks/score-with-noise.js';
export type { StatusRow } from './benchmarks/status-row.js';
export { type RunManifest, readManifest } from './engine/manifest.js';
export { RandomStream } from './engine/random-stream.js';
export type { Scores } from './engine/scores.js';
export { NdArray, type NdData } from './formats/nd-array.js';
export { readNpy } from './formats/npy.js';
export { readPickle } from './formats/read-pickle.js';
export { type ResultsFile, type ResultsMetadata, readResults, writeResults } from './formats/results.js';
export { writePickle } from './formats/write-pickle.js';
export { type AskPort, type AskTerms, createAgentLanguageModel } from './llm/agent-language-model.js';
export type { Budget } from './llm/budget.js';
export type { CallHead } from './llm/call-head.js';
export { readCallTotals } from './llm/call-totals.js';
export type { RecordedCall } from './llm/cassette.js';
export { type ProviderConfig, parseLanguageModelConfig, publicLanguageModelConfig } from './llm/config.js';
export { createLanguageModel, type LanguageModelOptions } from './llm/create-language-model.js';
export { BudgetExhausted, LanguageModelError, RunStopped } from './llm/errors.js';
export { estimateRun, type RunEstimate } from './llm/estimate.js';
export {
  type AgentLanguageModel,
  type CallTotals,
  type LanguageModel,
  type LiveUsage,
  type PersonProgress,
  type TypedRequestOptions,
  type Usage,
  unconfiguredLanguageModel,
} from './llm/language-model.js';
export type { Outcome } from './llm/outcome.js';
export { type ModelPrice, type Prices, parsePrices } from './llm/prices.js';
export type { Provider as LanguageModelProvider } from './llm/providers/provider.js';
export type { Completion, JsonSchema, Message, RequestOptions, Tool, ToolCall } from './llm/request.js';
export { RunFolder } from './log/run-folder.js';
export { type LoggedRow, readStatuses } from './log/statuses.js';
export { KeyError, type Position, type StatusAttributes, StatusMemory } from './memory/status-memory.js';
export { type Memory, StreamMemory } from './memory/stream-memory.js';
