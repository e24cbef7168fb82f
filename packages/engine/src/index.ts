export { DiaristAgent } from './agents/built-in/diarist.js';
export { DiaryModelAgent } from './agents/built-in/diary-model-agent.js';
export { StormDiaristAgent } from './agents/built-in/storm-diarist.js';
export { importFile, isModule } from './agents/import-file.js';
export { findAgent, loadAgent } from './agents/load-agent.js';
export {
  type AgentKit,
  type OpenAgentKit,
  type PythonBase,
  pythonBaseOf,
  type Task,
  type TaskAddress,
} from './agents/task.js';
export * from './browser.js';
export { askAgain } from './llm/ask-again.js';
export type { Budget } from './llm/budget.js';
export { readCallTotals } from './llm/call-totals.js';
export type { RecordedCall } from './llm/cassette.js';
export {
  modelEntry,
  type ProviderConfig,
  parseLanguageModelConfig,
  publicLanguageModelConfig,
  publicSampling,
} from './llm/config.js';
export { createLanguageModel, type LanguageModelOptions } from './llm/create-language-model.js';
export { assumptions, estimateRun, type Range, type RunEstimate } from './llm/estimate.js';
export { type ModelPrice, type Prices, parsePrices } from './llm/prices.js';
export type { ModelFaults, Provider } from './llm/providers/provider.js';
export { SCRIPTED_TEXT } from './llm/providers/scripted.js';
export { RateBook } from './llm/rate-book.js';
export type { Completion, JsonSchema, Message, RequestOptions, Tool } from './llm/request.js';
export type { AskTerms } from './llm/request-terms.js';
export { createRedactor } from './llm/secrets.js';
export { type AgentUse, checkPythonAgent, describeShared, faultsOf } from './python/check-agent.js';
export { DEFAULT_PYTHON, PYTHON_FOLDER } from './python/python-process.js';
export { stretchTable } from './simulation/movement-tables.js';
export type { ModelSetup } from './simulation/open-model.js';
export type { PlanChanges } from './simulation/plan-changes.js';
export { prepareCity } from './simulation/prepare-city.js';
export { type SimulationProgress, simulate } from './simulation/simulate.js';
