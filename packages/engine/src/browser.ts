/** Everything that runs without Node: agents, and the simulation of a group of people in memory. */

export { z } from 'zod';
export { agentClassIn } from './agents/agent-class-in.js';
export type { AgentParameter, ParameterValue } from './agents/agent-parameters.js';
export { builtInAgents } from './agents/built-in/index.js';
export { type Aoi, type CityView, IdList, type LanePosition, type Poi, type XYPosition } from './agents/city-view.js';
export {
  AgentMap,
  type AroundPoiOptions,
  Environment,
  type PlaceChoice,
  type Places,
  type PointLike,
  type Target,
} from './agents/environment.js';
export type { Housemate } from './agents/housemate.js';
export { MapCityView } from './agents/map-city-view.js';
export {
  type AgentClass,
  type AgentContext,
  type Intention,
  intentionList,
  MobilityAgent,
} from './agents/mobility-agent.js';
export { describeError } from './agents/problem.js';
export { RandomStream, StreamPurpose } from './agents/random-stream.js';
export { sunny, type Weather } from './agents/weather.js';
export { type AskPort, createAgentLanguageModel } from './llm/agent-language-model.js';
export { BudgetExhausted, LanguageModelError, RunStopped } from './llm/errors.js';
export {
  type AgentLanguageModel,
  type CallTotals,
  type LanguageModel,
  type LiveUsage,
  noModel,
  type PersonProgress,
  type TypedRequestOptions,
  type Usage,
  unconfiguredLanguageModel,
} from './llm/language-model.js';
export { forServer, readCompletion } from './llm/providers/chat-completion.js';
export type { WireRequest } from './llm/request.js';
export { KeyError, type Position, type StatusAttributes, StatusMemory } from './memory/status-memory.js';
export { type Memory, StreamMemory } from './memory/stream-memory.js';
export { watchBuiltIns } from './simulation/built-ins.js';
export { LastStep } from './simulation/current-step.js';
export { householdOf, householdsOf } from './simulation/households.js';
export { openCity, type PreparedCity, type SharedCity, shareCity } from './simulation/open-city.js';
export { type Pulse, simulateGroup } from './simulation/simulate-group.js';
export type { Profile, SimulationSettings } from './simulation/simulation-settings.js';
