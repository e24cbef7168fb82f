import type { World } from '@itinera/city';
import type { Clock } from '@itinera/run';
import type { CityView } from '../agents/city-view.js';
import type { Country } from '../agents/environment.js';
import type { AgentClass } from '../agents/mobility-agent.js';
import type { Weather } from '../agents/weather.js';
import type { LanguageModel } from '../llm/language-model.js';

/** Who a person is: its entry in `profiles.json`. */
export interface Profile {
  readonly id: number;
  /** AOI where the person lives and where its day begins. */
  readonly home: number;
  /** AOI where the person works; null when it does not. */
  readonly work: number | null;
  /** Everything else that the profile says, such as age and occupation. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What all people of a run share: plain data, handed to every thread. */
export interface SimulationSettings {
  readonly seed: number;
  readonly clock: Clock;
  /** By day; the last one stays. */
  readonly weather: readonly Weather[];
  /** Whose people they are, where the task says so. */
  readonly country?: Country | undefined;
  /** `agent_params` of the agent's configuration. */
  readonly agentParams: Readonly<Record<string, unknown>>;
  /**
   * `free` (default): each person at its own pace, so that a slow answer holds up nobody else. `step`: nobody begins a step
   * before everybody has ended the one before, in one thread, for agents that share state.
   */
  readonly order?: 'free' | 'step';
  /** How long one `forward()` may take, waiting for a language model not counted. */
  readonly stepTimeoutSeconds: number;
  /** Whether the ways of trips are kept lane by lane. */
  readonly routes: boolean;
}

/** What the people of one thread live in. */
export interface Surroundings {
  readonly settings: SimulationSettings;
  readonly city: CityView;
  readonly world: World;
  readonly agentClass: AgentClass;
  readonly llm: LanguageModel;
}
