import { MotionStatus } from '@itinera/city';
import { INTENTIONS } from '@itinera/run';
import type { AgentLanguageModel } from '../llm/language-model.js';
import type { StatusMemory } from '../memory/status-memory.js';
import type { StreamMemory } from '../memory/stream-memory.js';
import type { Environment } from './environment.js';
import type { RandomStream } from './random-stream.js';
import type { Weather } from './weather.js';

/** The intentions that the benchmarks know; any other text counts as `other`. */
export const intentionList = INTENTIONS;
export type Intention = (typeof intentionList)[number];

/** What the engine gives an agent: the person it is, and its hands on the world. */
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
 * A person's mind. The engine makes one instance a person, calls `init()` once and `forward()` at every step. What
 * `forward()` decides takes effect when it has finished; if it throws or takes too long, the person goes on with what it was doing.
 */
export abstract class MobilityAgent {
  readonly id: number;
  readonly status: StatusMemory;
  readonly stream: StreamMemory;
  readonly memory: { readonly status: StatusMemory; readonly stream: StreamMemory };
  readonly environment: Environment;
  readonly llm: AgentLanguageModel;
  /** The person's own random numbers: the same seed gives the same ones. */
  readonly random: RandomStream;
  readonly params: Readonly<Record<string, unknown>>;
  /** The values of `status.get('status')` at which a person is on its way. */
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
    this.params = context.params;
    this.#logIntention = context.logIntention;
  }

  /** Called once, before the first step. */
  init(): void | Promise<void> {}

  /** One step: look around, decide, act. */
  abstract forward(): void | Promise<void>;

  /** Called once, after the last step; it may take as long as a step. */
  close(): void | Promise<void> {}

  /**
   * Sends the person to an AOI, by car; a trip under way is re-routed from where the person is. To the AOI where it already
   * is: no trip. An unknown AOI or one without a way to it: the person stays, and the run records why.
   * @throws TypeError when the id is not a whole number.
   */
  goToAoi(aoiId: number): void {
    this.environment.setAoiSchedules(this.id, aoiId);
  }

  /**
   * Says what the person is doing, for this row and the following ones until it says otherwise.
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

/** What is made from a file of an agent: the engine calls nothing else. */
export interface AgentClass {
  new (context: AgentContext): MobilityAgent;
  readonly prototype: MobilityAgent;
  /** True when its agents end steps that take too long by themselves. */
  readonly keepsTime?: boolean;
  /** True when a schedule that its agents set or empty on the way ends the trip under way at once. */
  readonly stopsOnTheWay?: boolean;
}
