import { MotionStatus } from '@itinera/city/browser';
import { INTENTIONS } from '@itinera/run/browser';
import type { AgentLanguageModel } from '../llm/language-model.js';
import type { StatusMemory } from '../memory/status-memory.js';
import type { StreamMemory } from '../memory/stream-memory.js';
import { type AgentParameter, defaultsOf } from './agent-parameters.js';
import type { Environment } from './environment.js';
import type { RandomStream } from './random-stream.js';
import type { Weather } from './weather.js';

/** The intentions that the benchmarks recognise; any other text counts as `other`. */
export const intentionList = INTENTIONS;
export type Intention = (typeof intentionList)[number];

/** The engine's side of an agent: the person, and access to the world. */
export interface AgentContext {
  readonly id: number;
  readonly status: StatusMemory;
  readonly stream: StreamMemory;
  readonly environment: Environment;
  readonly llm: AgentLanguageModel;
  readonly random: RandomStream;
  /** `agent_params` of the agent's configuration. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly logIntention: (intention: string) => void;
}

/**
 * The decisions of a person. The engine creates one instance per person, calls `init()` once and `forward()` in every
 * step. The decisions of `forward()` take effect when it has finished; if it throws or takes too long, the person
 * continues as before.
 */
export abstract class MobilityAgent {
  /** Its parameters by name, with the values that `asbench study evolve` may try. */
  static readonly parameters?: Readonly<Record<string, AgentParameter>>;
  readonly id: number;
  readonly status: StatusMemory;
  readonly stream: StreamMemory;
  readonly memory: { readonly status: StatusMemory; readonly stream: StreamMemory };
  readonly environment: Environment;
  readonly llm: AgentLanguageModel;
  /** The person's random numbers, determined by the seed. */
  readonly random: RandomStream;
  /** `agent_params` of the agent's configuration, and the defaults of its declared parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The values of `status.get('status')` for a person who is travelling. */
  readonly movementStatus: readonly number[] = [MotionStatus.WALKING, MotionStatus.DRIVING];
  readonly intentionList = intentionList;
  readonly #logIntention: (intention: string) => void;

  constructor(context: AgentContext) {
    this.id = context.id;
    this.status = context.status;
    this.stream = context.stream;
    this.memory = { status: context.status, stream: context.stream };
    this.environment = context.environment;
    this.llm = context.llm;
    this.random = context.random;
    this.params = { ...defaultsOf(new.target.parameters), ...context.params };
    this.#logIntention = context.logIntention;
  }

  /** Called once, before the first step. */
  init(): void | Promise<void> {}

  /** One step: look around, decide, act. */
  abstract forward(): void | Promise<void>;

  /** Called once, after the last step, with the time limit of a step. */
  close(): void | Promise<void> {}

  /**
   * Sends the person to an AOI by car; a trip in progress is rerouted from the current position. There is no trip to the
   * current AOI. If the AOI is unknown or unreachable, the person stays and the run records the reason.
   * @throws TypeError when the id is not an integer.
   */
  goToAoi(aoiId: number): void {
    this.environment.setAoiSchedules(this.id, aoiId);
  }

  /**
   * Sets the person's intention, for this row and the following ones until the next call.
   * @param intention one of `intentionList`; any other text counts as `other`.
   */
  logIntention(intention: Intention | (string & {})): void {
    this.#logIntention(intention);
  }

  /** The weather of the day. */
  getCurrentWeather(): Weather {
    return this.environment.weather;
  }
}

/** A class of agents; the engine calls nothing else. */
export interface AgentClass {
  new (context: AgentContext): MobilityAgent;
  readonly prototype: MobilityAgent;
  readonly parameters?: Readonly<Record<string, AgentParameter>>;
  /** True if its agents end slow steps themselves. */
  readonly keepsTime?: boolean;
  /** True if a schedule that its agents set or clear while travelling ends the current trip at once. */
  readonly stopsOnTheWay?: boolean;
}
