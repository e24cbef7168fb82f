import type { Motion, Trip } from '@itinera/city';
import type { ProblemKind } from '@itinera/run';
import { dayOfStep, secondOfStep, stepAt } from '@itinera/run';
import { Environment } from '../agents/environment.js';
import type { MobilityAgent } from '../agents/mobility-agent.js';
import { AgentGone, describeError, FailedAlone, ProblemList, StepOver } from '../agents/problem.js';
import { RandomStream, StreamPurpose } from '../agents/random-stream.js';
import { sunny } from '../agents/weather.js';
import { RunStopped } from '../llm/errors.js';
import type { AgentLanguageModel } from '../llm/language-model.js';
import { type Position, StatusMemory } from '../memory/status-memory.js';
import { StreamMemory } from '../memory/stream-memory.js';
import type { Awaited, Patience } from './patience.js';
import type { Profile, Simulation, Surroundings } from './simulation.js';

/** What a row says of a person that has logged no intention. */
const NO_INTENTION = 'Planning';
const TIMEOUTS_BEFORE_GIVING_UP = 3;

/** An agent instance that ran out of time is cut off: what it still does has no effect. */
interface Link {
  cut: boolean;
}

/** One person of a run: its memory, its agent and the step it is in. */
export class PersonRun implements Awaited {
  readonly id: number;
  /** What `Math.random()` draws from inside this person's agent. */
  readonly mathRandom: RandomStream;
  readonly problems = new ProblemList();
  /** Decisions for which the language model gave nothing usable; they are among the problems. */
  fallbacks = 0;
  step = 0;
  intention = NO_INTENTION;
  /** What the step's decision wants to be done, null for nothing. */
  trips: readonly Trip[] | null = null;
  /** Set when the run as a whole has to stop: the person's steps end here and `resume` does them again. */
  stopped: RunStopped | null = null;

  readonly #in: Surroundings;
  readonly #simulation: Simulation;
  readonly #patience: Patience;
  readonly #random: RandomStream;
  readonly #status: StatusMemory;
  readonly #stream: StreamMemory;
  readonly #llm: AgentLanguageModel;
  /** The step from which this person is asked no more, because it once ended its thread. */
  readonly #mutedFrom: number;
  readonly #mutedAs: ProblemKind;
  #motion: Motion | undefined;
  #agent: MobilityAgent | undefined;
  #link: Link = { cut: false };
  #requests = 0;
  /** Told when no request to the language model is open any more. */
  #onQuiet: (() => void) | undefined;
  #isOver = false;
  #timeouts = 0;
  #givenUp = false;

  constructor(
    surroundings: Surroundings,
    profile: Profile,
    patience: Patience,
    muted?: { step: number; kind: ProblemKind },
  ) {
    this.#in = surroundings;
    this.#simulation = surroundings.simulation;
    this.#patience = patience;
    this.id = profile.id;
    const { seed, clock } = this.#simulation;
    this.#random = new RandomStream(seed, this.id);
    this.mathRandom = new RandomStream(seed, this.id, StreamPurpose.MATH_RANDOM);
    const place = (aoiId: number) => ({ aoiPosition: { aoiId } });
    this.#status = new StatusMemory(
      {
        ...profile.attributes,
        home: place(profile.home),
        ...(profile.work === null ? {} : { work: place(profile.work) }),
      },
      (key) => this.#live(key),
    );
    this.#stream = new StreamMemory(() => this.#now());
    this.#llm = surroundings.llm.forPerson(this.id, {
      remaining: () => clock.steps - this.step,
      step: () => ({ day: dayOfStep(clock, this.step), t: secondOfStep(clock, this.step) }),
      fellBack: (message) => {
        this.fallbacks++;
        this.#problem('fell-back', message);
      },
    });
    this.#mutedFrom = muted?.step ?? Number.POSITIVE_INFINITY;
    this.#mutedAs = muted?.kind ?? 'blocked';
  }

  /** True while an answer of a language model is awaited, or the agent keeps the time by itself. */
  get excused(): boolean {
    return this.#requests > 0 || this.#in.agentClass.keepsTime === true;
  }

  get motion(): Motion {
    return this.#motion!;
  }

  /** Puts the person into a step. */
  begin(step: number, motion: Motion): void {
    this.step = step;
    this.#motion = motion;
    this.trips = null;
  }

  /**
   * Asks the agent what to do in this step. Whatever the agent does, this ends well: `trips` and `intention` hold the
   * decision, or the one before when there was a problem.
   * @returns nothing when the agent decided at once, a promise when it needs time.
   */
  decide(): void | Promise<void> {
    if (this.step >= this.#mutedFrom) {
      if (this.step === this.#mutedFrom)
        this.#problem(this.#mutedAs, mutedMessages[this.#mutedAs] ?? 'is asked no more');
      return;
    }
    if (this.#givenUp) return;
    const before = this.intention;
    try {
      const deciding = this.#agent === undefined ? this.#begin() : this.#agent.forward();
      if (isThenable(deciding)) return this.#await(deciding, before);
      this.#timeouts = 0;
      this.#checkStopped();
    } catch (error) {
      this.#failed(error, before);
    }
  }

  /**
   * Tells the agent that it is asked no more; one that has blocked or ended its thread is told nothing.
   * @returns a promise when the agent needs time; it may take as long as a step.
   */
  end(): void | Promise<void> {
    try {
      const ending = this.#mutedFrom < Number.POSITIVE_INFINITY ? undefined : this.#agent?.close();
      if (isThenable(ending)) return this.#awaitEnd(ending);
    } catch (error) {
      this.#note(error);
    }
    this.#link.cut = true;
  }

  /** Waits for requests to the language model that the agent itself did not wait for. */
  async quiet(): Promise<void> {
    if (this.#requests > 0) await new Promise<void>((resolve) => (this.#onQuiet = resolve));
    this.#checkStopped();
  }

  /** What goes wrong from here on cannot be told with the person's problems any more. */
  over(): void {
    this.#isOver = true;
  }

  /**
   * Notes that work failed which the agent began in a step and which nobody waits for.
   * @returns false when the person is over: too late to be counted.
   */
  failedAlone(step: number, message: string): boolean {
    if (!this.#isOver) this.#problem('not-awaited', message, step);
    return !this.#isOver;
  }

  async #await(deciding: PromiseLike<unknown>, before: string): Promise<void> {
    try {
      if (await this.#patience.wait(deciding, this)) this.#timeouts = 0;
      else this.#timedOut(before);
      this.#checkStopped();
    } catch (error) {
      this.#failed(error, before);
    }
  }

  async #awaitEnd(ending: PromiseLike<unknown>): Promise<void> {
    try {
      if (!(await this.#patience.wait(ending, this))) this.#problem('timed-out', this.#tookTooLong('close()'));
    } catch (error) {
      this.#note(error);
    }
    this.#link.cut = true;
  }

  /** Makes the agent and asks it for the first time. */
  #begin(): void | Promise<void> {
    const link: Link = { cut: false };
    this.#link = link;
    const port = {
      personId: this.id,
      city: this.#in.city,
      now: () => this.#now(),
      weather: () => this.#weather(),
      plan: (trips: readonly Trip[]) =>
        this.#act(link, () => {
          this.trips = trips;
        }),
    };
    const agent = new this.#in.agentClass({
      id: this.id,
      status: this.#status,
      stream: this.#stream,
      environment: new Environment(port),
      llm: this.#connect(link),
      random: this.#random,
      params: this.#simulation.agentParams,
      logIntention: (intention) => this.#act(link, () => this.#logIntention(intention)),
    });
    const ready = () => {
      if (!link.cut) this.#agent = agent;
      return agent.forward();
    };
    const beginning = agent.init();
    return isThenable(beginning) ? beginning.then(ready) : ready();
  }

  #logIntention(intention: unknown): void {
    if (typeof intention !== 'string') throw new TypeError(`logIntention: expected a text, got ${typeof intention}.`);
    this.intention = intention;
  }

  #act(link: Link, action: () => void): void {
    if (link.cut) throw new StepOver();
    action();
  }

  /** The language model as the agent sees it: the time of its requests is not held against the step. */
  #connect(link: Link): AgentLanguageModel {
    const counted = async <T>(request: () => Promise<T>): Promise<T> => {
      this.#act(link, () => this.#requests++);
      try {
        return await request();
      } finally {
        if (--this.#requests === 0) this.#onQuiet?.();
      }
    };
    const llm = this.#llm;
    return {
      atextRequest: (...args: Parameters<typeof llm.atextRequest>) => counted(() => llm.atextRequest(...args)),
      request: (...args: Parameters<typeof llm.request>) => counted(() => llm.request(...args)),
    } as AgentLanguageModel;
  }

  #failed(error: unknown, before: string): void {
    this.#note(error);
    this.#undo(before);
    this.#checkStopped();
  }

  #note(error: unknown): void {
    if (error instanceof RunStopped) this.stopped = error;
    else if (error instanceof AgentGone) {
      this.#givenUp = true;
      this.#problem('given-up', error.message);
    } else if (error instanceof FailedAlone) {
      for (const { time, error: failure } of error.failures)
        this.failedAlone(stepAt(this.#simulation.clock, time), describeError(failure));
      if (error.cause) this.#note(error.cause);
    } else this.#problem('threw', describeError(error));
  }

  #timedOut(before: string): void {
    this.#link.cut = true;
    this.#agent = undefined;
    this.#problem('timed-out', this.#tookTooLong('forward()'));
    this.#undo(before);
    if (++this.#timeouts < TIMEOUTS_BEFORE_GIVING_UP) return;
    this.#givenUp = true;
    this.#problem('given-up', `asked no more after ${this.#timeouts} steps in a row that took too long`);
  }

  #tookTooLong(method: string): string {
    return `${method} took longer than ${this.#simulation.stepTimeoutSeconds} s`;
  }

  #undo(before: string): void {
    this.trips = null;
    this.intention = before;
  }

  #checkStopped(): void {
    this.stopped ??= this.#in.llm.stoppedFor(this.id);
  }

  #problem(kind: ProblemKind, message: string, step = this.step): void {
    const [day, t] = this.#now(step);
    this.problems.add({ person: this.id, day, t, kind, message });
  }

  #now(step = this.step): readonly [day: number, t: number] {
    const { clock } = this.#simulation;
    return [dayOfStep(clock, step), secondOfStep(clock, step)];
  }

  #weather() {
    const { clock, weather } = this.#simulation;
    return weather[Math.min(dayOfStep(clock, this.step), weather.length - 1)] ?? sunny;
  }

  #live(key: string): unknown {
    const motion = this.#motion;
    if (motion === undefined) return undefined;
    switch (key) {
      case 'id':
        return this.id;
      case 'status':
        return motion.status;
      case 'position':
        return this.#position(motion);
      case 'v':
        return motion.speed;
      case 'direction':
        return motion.direction;
      default:
        return undefined;
    }
  }

  #position(motion: Motion): Position {
    const [longitude, latitude] = this.#in.city.toLngLat(motion.x, motion.y);
    return {
      xyPosition: { x: motion.x, y: motion.y },
      longlatPosition: { longitude, latitude },
      ...(motion.aoiId === null ? {} : { aoiPosition: { aoiId: motion.aoiId } }),
      ...(motion.laneId === null ? {} : { lanePosition: { laneId: motion.laneId, s: motion.s } }),
    };
  }
}

const mutedMessages: Partial<Record<ProblemKind, string>> = {
  blocked: 'forward() blocked its thread; the person stays in place from here on',
  crashed: 'forward() ended its thread or exhausted its memory; the person stays in place from here on',
};

function isThenable(value: unknown): value is Promise<void> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
