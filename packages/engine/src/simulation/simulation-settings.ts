import type { World } from '@itinera/city/browser';
import type { Clock, PlanSettings, RunPlan } from '@itinera/run/browser';
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
  /** The members of the household who take part, in order of their ids, this one included; default: this one alone. */
  readonly household?: readonly Profile[] | undefined;
}

/** The settings of a run's plan, and what its task and its scenario set: plain data for every thread. */
export interface SimulationSettings extends PlanSettings, Pick<RunPlan, 'order' | 'routes'> {
  readonly clock: Clock;
  /** The weather by day; the last one applies to all later days. */
  readonly weather: readonly Weather[];
  /** Country of the people, if the task sets one. */
  readonly country?: Country | undefined;
  /** `agent_params` of the agent's configuration. */
  readonly agentParams: Readonly<Record<string, unknown>>;
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
