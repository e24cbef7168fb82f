import type { Motion, Trip } from '@itinera/city/browser';
import type { ProblemKind } from '@itinera/run/browser';
import { dateOfDay, dayOfStep, NO_INTENTION, secondOfStep, stepAt } from '@itinera/run/browser';
import { Environment } from '../agents/environment.js';
import type { MobilityAgent } from '../agents/mobility-agent.js';
import type { Patience } from '../agents/patience.js';
import { KnownPlaces } from '../agents/places.js';
import { AgentGone, describeError, FailedAlone } from '../agents/problem.js';
import { RandomStream, StreamPurpose } from '../agents/random-stream.js';
import { sunny, type Weather } from '../agents/weather.js';
import { RunStopped } from '../llm/errors.js';
import { StreamMemory } from '../memory/stream-memory.js';
import { AgentLife, type Hands } from './agent-life.js';
import { householdsIn } from './households.js';
import { MEMORY_MEGABYTES } from './limits.js';
import { ProblemBook } from './problem-book.js';
import type { Profile, Surroundings } from './simulation-settings.js';
import { StatusView } from './status-view.js';

const MAX_TIMEOUTS_IN_A_ROW = 3;

/** The step from which a person is disabled, because it blocked or ended its thread there. */
export interface Disabled {
  readonly step: number;
  readonly kind: ProblemKind;
}

/** One person of a run: its current step and the decision of its agent. */
export class PersonRun {
  readonly id: number;
  readonly profile: Profile;
  /** The source of `Math.random()` inside this person's agent. */
  readonly mathRandom: RandomStream;
  readonly problems: ProblemBook;
  step = 0;
  intention = NO_INTENTION;
  /** Trips that the step decided on; null for no change. */
  trips: readonly Trip[] | null = null;
  /** Steps without a decision, because the agent failed or was disabled. */
  lostSteps = 0;
  /** Set when the whole run has to stop: the person's steps end here and `resume` repeats them. */
  stopped: RunStopped | null = null;

  readonly #in: Surroundings;
  readonly #view: StatusView;
  readonly #stream: StreamMemory;
  readonly #random: RandomStream;
  readonly #life: AgentLife;
  readonly #disabled: Disabled | undefined;
  #timeoutsInARow = 0;
  #isGivenUp = false;
  #time: { readonly step: number; readonly now: readonly [day: number, t: number] } = { step: -1, now: [0, 0] };
  #today: { readonly day: number; readonly date: ReturnType<typeof dateOfDay> } = { day: -1, date: null };

  constructor(surroundings: Surroundings, profile: Profile, patience: Patience, disabled?: Disabled) {
    this.#in = surroundings;
    this.#disabled = disabled;
    this.profile = profile;
    this.id = profile.id;
    const { settings, city, llm, agentClass } = surroundings;
    const { seed, clock } = settings;
    this.#random = new RandomStream(seed, this.id);
    this.mathRandom = new RandomStream(seed, this.id, StreamPurpose.MATH_RANDOM);
    this.problems = new ProblemBook(this.id, clock);
    this.#view = new StatusView(profile, city);
    this.#stream = new StreamMemory(() => this.#now());
    this.#life = new AgentLife({
      make: (hands) => this.#make(hands),
      llm: llm.forPerson(this.id, {
        remaining: () => clock.steps - this.step,
        step: () => ({ day: dayOfStep(clock, this.step), t: secondOfStep(clock, this.step) }),
        fellBack: (message) => this.problems.fellBack(this.step, message),
      }),
      patience,
      keepsTime: agentClass.keepsTime === true,
    });
  }

  get motion(): Motion {
    return this.#view.motion!;
  }

  /** Starts a step of the person. */
  begin(step: number, motion: Motion): void {
    this.step = step;
    this.#view.motion = motion;
    this.trips = null;
  }

  /**
   * Requests the decision of this step from the agent. Never throws: `trips` and `intention` contain the decision, or the
   * previous one if there was a problem.
   * @returns undefined if the agent decided at once, otherwise a promise.
   */
  decide(): void | Promise<void> {
    if (this.#disabled && this.step >= this.#disabled.step) {
      this.lostSteps++;
      if (this.step === this.#disabled.step) this.#problem(this.#disabled.kind, disabledMessage(this.#disabled));
      return;
    }
    if (this.#isGivenUp) {
      this.lostSteps++;
      return;
    }
    const before = this.intention;
    try {
      const deciding = this.#life.forward();
      if (deciding !== undefined) return this.#await(deciding, before);
      this.#timeoutsInARow = 0;
      this.#checkStopped();
    } catch (error) {
      this.#failed(error, before);
    }
  }

  /**
   * Closes the agent, unless it has blocked or ended its thread.
   * @returns a promise if the agent needs time, with the time limit of a step.
   */
  end(): void | Promise<void> {
    try {
      const closing = this.#disabled ? undefined : this.#life.close();
      if (closing !== undefined) return this.#awaitEnd(closing);
    } catch (error) {
      this.#note(error);
    }
    this.#life.cutOff();
  }

  /** Waits for unawaited requests to the language model. */
  async quiet(): Promise<void> {
    await this.#life.quiet();
    this.#checkStopped();
  }

  async #await(deciding: PromiseLike<unknown>, before: string): Promise<void> {
    try {
      if (await this.#life.inTime(deciding)) this.#timeoutsInARow = 0;
      else this.#timedOut(before);
      this.#checkStopped();
    } catch (error) {
      this.#failed(error, before);
    }
  }

  async #awaitEnd(closing: PromiseLike<unknown>): Promise<void> {
    try {
      if (!(await this.#life.inTime(closing))) this.#problem('timed-out', this.#tookTooLong('close()'));
    } catch (error) {
      this.#note(error);
    }
    this.#life.cutOff();
  }

  #make({ llm, act }: Hands): MobilityAgent {
    const port = {
      personId: this.id,
      city: this.#in.city,
      now: () => this.#now(),
      weather: () => this.#weather(),
      date: () => this.#date(),
      country: () => this.#in.settings.country ?? null,
      rideTime: (from: number, to: number, departure: number) =>
        this.#in.world.rideTime(this.id, from, to, departure * 1000),
      driveDelay: (from: number, to: number, departure: number) =>
        this.#in.world.driveDelay(this.id, from, to, departure * 1000),
      household: () => householdsIn(this.#in.world, this.#in.settings.seed).of(this.profile),
      places: (environment: Environment) =>
        new KnownPlaces(environment, {
          here: () => this.#view.motion?.aoiId ?? this.profile.home,
          random: new RandomStream(this.#in.settings.seed, this.id, StreamPurpose.PLACES),
          usual: usualPlacesOf(this.profile),
        }),
      plan: (trips: readonly Trip[]) =>
        act(() => {
          this.trips = trips;
        }),
    };
    return new this.#in.agentClass({
      id: this.id,
      status: this.#view.status,
      stream: this.#stream,
      environment: new Environment(port),
      llm,
      random: this.#random,
      params: this.#in.settings.agentParams,
      logIntention: (intention) => act(() => this.#logIntention(intention)),
    });
  }

  #logIntention(intention: unknown): void {
    if (typeof intention !== 'string') throw new TypeError(`logIntention: expected a text, got ${typeof intention}.`);
    this.intention = intention;
  }

  #failed(error: unknown, before: string): void {
    this.#note(error);
    this.#undo(before);
    this.#checkStopped();
  }

  #note(error: unknown): void {
    if (error instanceof RunStopped) this.stopped = error;
    else if (error instanceof AgentGone) {
      this.#isGivenUp = true;
      this.#problem('given-up', error.message);
    } else if (error instanceof FailedAlone) {
      for (const { time, error: failure } of error.failures)
        this.problems.unawaitedRejection(stepAt(this.#in.settings.clock, time), describeError(failure));
      if (error.cause) this.#note(error.cause);
    } else this.#problem('threw', describeError(error));
  }

  #timedOut(before: string): void {
    this.#life.cutOff();
    this.#problem('timed-out', this.#tookTooLong('forward()'));
    this.#undo(before);
    if (++this.#timeoutsInARow < MAX_TIMEOUTS_IN_A_ROW) return;
    this.#isGivenUp = true;
    this.#problem(
      'given-up',
      `disabled after ${this.#timeoutsInARow} slow steps in a row; --step-timeout sets the limit`,
    );
  }

  #tookTooLong(method: string): string {
    return `${method} took longer than ${this.#in.settings.stepTimeoutSeconds} s; --step-timeout sets the limit`;
  }

  #undo(before: string): void {
    this.lostSteps++;
    this.trips = null;
    this.intention = before;
  }

  #checkStopped(): void {
    this.stopped ??= this.#in.llm.stoppedFor(this.id);
  }

  #problem(kind: ProblemKind, message: string): void {
    this.problems.note(this.step, kind, message);
  }

  #now(): readonly [day: number, t: number] {
    if (this.#time.step !== this.step) {
      const { clock } = this.#in.settings;
      this.#time = { step: this.step, now: [dayOfStep(clock, this.step), secondOfStep(clock, this.step)] };
    }
    return this.#time.now;
  }

  #date(): ReturnType<typeof dateOfDay> {
    const { clock } = this.#in.settings;
    const day = dayOfStep(clock, this.step);
    if (day !== this.#today.day) this.#today = { day, date: dateOfDay(clock, day) };
    return this.#today.date;
  }

  #weather(): Weather {
    const { clock, weather } = this.#in.settings;
    return weather[Math.min(dayOfStep(clock, this.step), weather.length - 1)] ?? sunny;
  }
}

function disabledMessage({ kind }: Disabled): string {
  const what =
    kind === 'blocked'
      ? 'blocked its thread for longer than --step-timeout allows'
      : `ended its thread or used more than ${MEMORY_MEGABYTES} MB of memory`;
  return `forward() ${what}; the person no longer moves`;
}

function usualPlacesOf({ home, work, attributes: { school } }: Profile): number[] {
  return [home, work, school].filter((place) => typeof place === 'number');
}
