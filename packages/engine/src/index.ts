export { DiaristAgent } from './agents/built-in/diarist.js';
export { DiaryModelAgent } from './agents/built-in/diary-model-agent.js';
export { builtInAgents } from './agents/built-in/index.js';
export { StormDiaristAgent } from './agents/built-in/storm-diarist.js';
export { type Aoi, type CityView, IdList, type LanePosition, type Poi, type XYPosition } from './agents/city-view.js';
export { AgentMap, type AroundPoiOptions, Environment, type PointLike, type Target } from './agents/environment.js';
export { importFile, isModule } from './agents/import-file.js';
export { findAgent, loadAgent } from './agents/load-agent.js';
export { MapCityView } from './agents/map-city-view.js';
export {
  type AgentClass,
  type AgentContext,
  type Intention,
  intentionList,
  MobilityAgent,
} from './agents/mobility-agent.js';
export { RandomStream, StreamPurpose } from './agents/random-stream.js';
export { type AgentKit, type PythonBase, pythonBaseOf, type Task, type TaskAddress } from './agents/task.js';
export { sunny, type Weather } from './agents/weather.js';
export { type AskPort, createAgentLanguageModel } from './llm/agent-language-model.js';
export { askAgain } from './llm/ask-again.js';
export type { Budget } from './llm/budget.js';
export { readCallTotals } from './llm/call-totals.js';
export type { RecordedCall } from './llm/cassette.js';
export {
  type ProviderConfig,
  parseLanguageModelConfig,
  publicLanguageModelConfig,
  publicSampling,
} from './llm/config.js';
export { createLanguageModel, type LanguageModelOptions } from './llm/create-language-model.js';
export { BudgetExhausted, LanguageModelError, RunStopped } from './llm/errors.js';
export { assumptions, estimateRun, type Range, type RunEstimate } from './llm/estimate.js';
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
export { type ModelPrice, type Prices, parsePrices } from './llm/prices.js';
export type { Provider } from './llm/providers/provider.js';
export { SCRIPTED_TEXT } from './llm/providers/scripted.js';
export { RateBook } from './llm/rate-book.js';
export type { Completion, JsonSchema, Message, RequestOptions, Tool } from './llm/request.js';
export type { AskTerms } from './llm/request-terms.js';
export { KeyError, type Position, type StatusAttributes, StatusMemory } from './memory/status-memory.js';
export { type Memory, StreamMemory } from './memory/stream-memory.js';
export { type AgentUse, checkPythonAgent, describeShared, faultsOf } from './python/check-agent.js';
export { DEFAULT_PYTHON } from './python/python-process.js';
export { stretchTable } from './simulation/movement-tables.js';
export { openCity, type PreparedCity, type SharedCity, shareCity } from './simulation/open-city.js';
export { type ModelSetup, noModel } from './simulation/open-model.js';
export type { PlanChanges } from './simulation/plan-changes.js';
export { prepareCity } from './simulation/prepare-city.js';
export { type SimulationProgress, simulate } from './simulation/simulate.js';
export { simulateGroup } from './simulation/simulate-group.js';
export type { Profile, SimulationSettings } from './simulation/simulation-settings.js';
