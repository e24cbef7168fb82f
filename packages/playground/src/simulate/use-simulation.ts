import { counted } from '@itinera/base';
import type { GroupTables } from '@itinera/run/browser';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { parseHash, setQuery } from '../../../viewer/src/app/route.js';
import { setSource } from '../../../viewer/src/app/source.js';
import { startWorker } from '../start-worker.js';
import { lineIn, otherLanguage } from './agent/agent-code.js';
import type { AgentCode, AgentJob, Fault } from './messages.js';
import { ModelCalls, type OwnModel } from './model.js';
import { runParts } from './run-parts.js';
import { Sandbox, type SandboxEnd } from './sandbox.js';
import { sourceOfReplay } from './source-of-replay.js';
import { WorldThread } from './world/questions.js';
import type { FinishedPlay } from './world/run-files.js';
import type { PlayOutcome, WorldChoice } from './world/world.js';

const MOST_PRINTED_LINES = 200;
const SHARE_MILLISECONDS = 100;
const SET_OUT_SECONDS = 8.9 * 3600;

/** What the page shows of the simulation. */
export interface SimulationView {
  /** What is being done; null if nothing is. */
  readonly doing: string | null;
  /** Share of the steps, 0 to 1. */
  readonly share: number;
  readonly fault: Fault | null;
  readonly outcome: PlayOutcome | null;
  /** Whether the random agent runs, for the floor of the outcome. */
  readonly isAddingFloor: boolean;
  /** True if the outcome is of an earlier run, because the latest one failed or was cancelled. */
  readonly isStale: boolean;
  /** Whether the run of the outcome can be downloaded: its city is still there, and it called no model. */
  readonly isKept: boolean;
  /** The name of the run in the source of the viewer; null before the first. */
  readonly replay: string | null;
  readonly printed: readonly string[];
  /** Calls of the language model. */
  readonly calls: number;
}

const NOTHING: SimulationView = {
  doing: null,
  share: 0,
  fault: null,
  outcome: null,
  isAddingFloor: false,
  isStale: false,
  isKept: false,
  replay: null,
  printed: [],
  calls: 0,
};

/** The simulation of this page: one city, and one run at a time. */
export function useSimulation() {
  const [view, setView] = useState<SimulationView>(NOTHING);
  const simulation = useMemo(() => new Simulation((change) => setView((now) => ({ ...now, ...change }))), []);
  useEffect(() => () => simulation.cancel(), []);
  return { view, simulation };
}

/** What the user chooses; the map is that of the page unless another one was opened. */
export type Choice = Omit<WorldChoice, 'map'> & { readonly map: WorldChoice['map'] | null };

/** The map of the playground. */
async function ownCity(): Promise<WorldChoice['map']> {
  const packed = Uint8Array.from(atob((await runParts()).city), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return { name: 'map.pb', bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

class Simulation {
  readonly #show: (change: Partial<SimulationView>) => void;
  #sandbox: Sandbox | undefined;
  #world: WorldThread | undefined;
  /** The calls of the current run; null without a language model. */
  #calls: ModelCalls | null = null;
  #city: Promise<WorldChoice['map']> | undefined;
  /** The last finished run, to download. */
  #finished: FinishedPlay | undefined;
  #opened: { readonly choice: WorldChoice; readonly job: Promise<Omit<AgentJob, 'agent' | 'hasModel'>> } | undefined;
  /** Number of the latest run; earlier ones show nothing more. */
  #run = 0;

  constructor(show: (change: Partial<SimulationView>) => void) {
    this.#show = show;
  }

  /** Ends the current run. */
  cancel(): void {
    this.#run++;
    this.#calls?.end();
    this.#sandbox?.cancel();
    // A city that is being created cannot be interrupted otherwise.
    if (this.#world?.isBusy) {
      this.#leaveCity();
    }
    this.#show({ doing: null, isStale: true });
  }

  /** Simulates, scores and draws; ends the run before. */
  async run(agent: AgentCode, wanted: Choice, model: OwnModel | null): Promise<void> {
    this.#calls?.end();
    const run = ++this.#run;
    const show = (change: Partial<SimulationView>) => {
      if (run === this.#run) this.#show(change);
    };
    const printed: string[] = [];
    let shownAt = 0;
    try {
      const startedAt = new Date().toISOString();
      const begun = performance.now();
      show({ doing: 'Building the city', isAddingFloor: false, share: 0, fault: null, printed, calls: 0 });
      this.#city ??= ownCity();
      const choice = { ...wanted, map: wanted.map ?? (await this.#city) };
      const { world } = await runParts();
      const job = await this.#open(choice, world);
      if (run !== this.#run) return;
      const calls = model && new ModelCalls(model);
      this.#calls = calls;
      const all = choice.people * job.settings.clock.steps;
      show({ doing: 'Simulating' });
      this.#sandbox ??= new Sandbox(document.querySelector<HTMLIFrameElement>('#sandbox')!);
      const end = await this.#sandbox.run(
        { ...job, agent, hasModel: calls !== null },
        {
          onSteps: (steps) => {
            const now = performance.now();
            if (now - shownAt < SHARE_MILLISECONDS) return;
            shownAt = now;
            show({ share: Math.min(1, steps / all) });
          },
          onAsk: async (request) => {
            const reply = await calls!.ask(request);
            show({ calls: calls!.sent });
            return reply;
          },
          onPrint: (person, text) => {
            if (printed.length >= MOST_PRINTED_LINES) return;
            printed.push(person === null ? text : `person ${person}: ${text}`);
            show({ printed: [...printed] });
          },
        },
      );
      if (run !== this.#run) return;
      if (end.kind !== 'done') return show({ doing: null, fault: faultOf(end, agent), isStale: true });
      show({ doing: 'Scoring' });
      const outcome = await this.#world!.ask({ ask: 'score', groups: end.groups });
      const seconds = (performance.now() - begun) / 1000;
      if (run === this.#run)
        this.#finished = model !== null ? undefined : { groups: end.groups, agent, outcome, startedAt, seconds };
      const fault = outcome.problems.length === 0 ? null : problemFault(outcome);
      show({ outcome, isStale: false, fault, doing: 'Drawing', isKept: model === null });
      const replay = await this.#world!.ask({ ask: 'replay', groups: end.groups, version: String(run) });
      if (run !== this.#run) return;
      const name = `run ${run}`;
      // The first replay begins when most people set out for work.
      if (!parseHash(location.hash).query.has('t')) setQuery({ t: String(SET_OUT_SECONDS) });
      setSource(sourceOfReplay(name, replay));
      show({ doing: null, replay: name });
      if (outcome.floor !== null) return;
      show({ isAddingFloor: true });
      // The result stands without a floor.
      await this.#addFloor(job, end.groups, show).catch(() => {});
      show({ isAddingFloor: false });
    } catch (error) {
      show({ doing: null, fault: { message: (error as Error).message, line: null }, isStale: true });
    }
  }

  /** Simulates the random agent with the same people, and scores a run once more with its floor. Another run ends this. */
  async #addFloor(
    job: Omit<AgentJob, 'agent' | 'hasModel'>,
    groups: readonly GroupTables[],
    show: (change: Partial<SimulationView>) => void,
  ): Promise<void> {
    const world = this.#world!;
    const finished = this.#finished;
    const quiet = { onSteps: () => {}, onPrint: () => {}, onAsk: () => Promise.reject(new Error('no model')) };
    const end = await this.#sandbox!.run({ ...job, agent: { builtIn: 'random' }, hasModel: false }, quiet);
    if (end.kind !== 'done' || world !== this.#world) return;
    await world.ask({ ask: 'floor', groups: end.groups });
    const outcome = await world.ask({ ask: 'score', groups });
    if (finished !== undefined && finished === this.#finished) this.#finished = { ...finished, outcome };
    show({ outcome });
  }

  /** The folder of the last finished run as a zip archive. @param name of the folder */
  async download(name: string): Promise<Blob> {
    return this.#world!.ask({ ask: 'pack', run: this.#finished!, name });
  }

  #open(choice: WorldChoice, worker: string): Promise<Omit<AgentJob, 'agent' | 'hasModel'>> {
    const { people, seed, map } = this.#opened?.choice ?? {};
    if (this.#opened && people === choice.people && seed === choice.seed && map === choice.map) return this.#opened.job;
    this.#leaveCity();
    this.#world = new WorldThread(startWorker(worker));
    const job = this.#world.ask({ ask: 'open', choice });
    this.#opened = { choice, job };
    // The next run tries again.
    job.catch(() => {
      if (this.#opened?.job === job) this.#opened = undefined;
    });
    return job;
  }

  /** Ends the thread of the city, which the folder of the last run needs. */
  #leaveCity(): void {
    this.#world?.end();
    this.#world = undefined;
    this.#opened = undefined;
    this.#finished = undefined;
    this.#show({ isKept: false });
  }
}

function faultOf(end: Exclude<SandboxEnd, { kind: 'done' }>, agent: AgentCode): Fault | null {
  if (end.kind === 'cancelled') return null;
  if (end.kind === 'failed') {
    const other = 'code' in agent && /^SyntaxError/.test(end.fault.message) ? otherLanguage(agent.code) : null;
    return other === null ? end.fault : { message: other, line: null };
  }
  if (end.kind === 'flooded')
    return { message: 'The code prints or sends too much at once, so it was stopped. Print less.', line: null };
  if (end.person === null)
    return {
      message: 'The code does not end: it was stopped while it was loaded. Is there an endless loop?',
      line: null,
    };
  return {
    message: `forward() of person ${end.person} does not return, so the run was stopped. Is there an endless loop?`,
    line: null,
  };
}

function problemFault({ problems, problemCount, lostSteps }: PlayOutcome): Fault {
  const { message } = problems[0]!;
  const steps = counted(lostSteps, 'step');
  const others = problemCount > 1 ? ` (${counted(problemCount, 'problem')}, ${steps} without a decision)` : '';
  return { message: `${message}${others}`, line: lineIn(message) };
}
