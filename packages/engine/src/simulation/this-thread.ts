import type { RunFolder } from '@itinera/run';
import { builtInAgent } from '../agents/load-agent.js';
import { noModel } from '../llm/language-model.js';
import { openCity } from './open-city.js';
import { simulateGroup } from './simulate-group.js';
import {
  type FromThread,
  failureOf,
  type GroupTask,
  type SimulationThread,
  type ThreadListener,
  type ThreadSetup,
  type ToThread,
} from './thread-messages.js';

interface OwnSetup extends Pick<ThreadSetup, 'settings' | 'city'> {
  /** Name of the agent. */
  readonly builtIn: string;
  readonly folder: RunFolder;
}

/**
 * Simulates in the thread that starts the run, for runs that take less time than the start of a thread. Only for built-in agents in
 * runs without a model: they never block, print or wait for anything external. Not for coupled people.
 */
export class ThisThread implements SimulationThread {
  readonly stepsUnderWay = 0;
  readonly #setup: OwnSetup;
  readonly #listener: ThreadListener;
  #opened: ReturnType<typeof openCity> | undefined;
  #work: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(setup: OwnSetup, listener: ThreadListener) {
    this.#setup = setup;
    this.#listener = listener;
    this.#next(async () => listener.message({ kind: 'ready' }));
  }

  credit(): void {}

  send(message: ToThread): void {
    const { kind } = message;
    this.#next(
      kind === 'group' ? () => this.#simulate(message) : async () => this.#listener.message({ kind: 'closed' }),
    );
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#work;
  }

  /** Continues after a turn of the event loop, in which signals are heard. */
  #next(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => new Promise(setImmediate))
      .then(async () => {
        if (!this.#hasEnded) await work();
      })
      .catch((error) => this.#tell(failureOf(error)));
  }

  async #simulate({ group, profiles, disabled }: GroupTask): Promise<void> {
    const { builtIn, settings, folder } = this.#setup;
    this.#opened ??= openCity(this.#setup.city, settings.clock.firstDay, null);
    const { city, world } = this.#opened;
    const surroundings = { settings, city, world, agentClass: builtInAgent(builtIn), llm: noModel };
    const outcome = await simulateGroup(surroundings, profiles, { disabled });
    if ('stopped' in outcome) {
      this.#tell({ kind: 'stopped', group, message: outcome.stopped.message });
      return;
    }
    await folder.writeGroup(group, outcome);
    this.#tell({ kind: 'done', group, problemCount: outcome.statuses.facts.problemCount });
  }

  /** The run no longer listens once it has ended. */
  #tell(message: FromThread): void {
    if (!this.#hasEnded) this.#listener.message(message);
  }
}
