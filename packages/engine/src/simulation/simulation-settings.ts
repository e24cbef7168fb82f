import type { World } from '@itinera/city/browser';
import type { Clock } from '@itinera/run/browser';
import type { CityView } from '../agents/city-view.js';
import type { Country } from '../agents/environment.js';
import type { AgentClass } from '../agents/mobility-agent.js';
import type { Weather } from '../agents/weather.js';
import type { LanguageModel } from '../llm/language-model.js';
import type { PlanChanges } from './plan-changes.js';

/** A person: an entry of `profiles.json`. */
export interface Profile {
  readonly id: number;
  /** AOI where the person lives and where its day begins. */
  readonly home: number;
  /** AOI where the person works; null for people without work. */
  readonly work: number | null;
  /** All other attributes, such as age and occupation. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Settings that all people of a run share: plain data for every thread. */
export interface SimulationSettings {
  readonly seed: number;
  readonly clock: Clock;
  /** The weather by day; the last one applies to all later days. */
  readonly weather: readonly Weather[];
  /** Country of the people, if the task sets one. */
  readonly country?: Country | undefined;
  /** `agent_params` of the agent's configuration. */
  readonly agentParams: Readonly<Record<string, unknown>>;
  /**
   * `free` (default): each person advances at its own pace, so that a slow answer delays no one else. `step`: all people
   * finish a step before anyone starts the next, in one thread, for agents that share state.
   */
  readonly order?: 'free' | 'step';
  /** Time limit of one `forward()`, without the time it waits for a language model. */
  readonly stepTimeoutSeconds: number;
  /** Whether the routes of trips are recorded lane by lane. */
  readonly routes: boolean;
  /** What a scenario changes of people's plans. */
  readonly changes?: PlanChanges | undefined;
}

/** The world of the people of one thread. */
export interface Surroundings {
  readonly settings: SimulationSettings;
  readonly city: CityView;
  readonly world: World;
  readonly agentClass: AgentClass;
  readonly llm: LanguageModel;
}
