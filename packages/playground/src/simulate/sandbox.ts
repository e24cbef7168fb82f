import type { WireRequest } from '@itinera/engine/browser';
import type { GroupTables } from '@itinera/run/browser';
import { onlyParsed } from './agent/agent-code.js';
import type { AgentJob, Fault, FromAgent, ToAgent } from './messages.js';
import type { ModelReply } from './model.js';
import { runParts } from './run-parts.js';

/** An agent that makes no step for this long is ended; the time of the language model does not count. */
const PATIENCE_MILLISECONDS = 4000;
const LOOK_MILLISECONDS = 250;
/** Messages and their characters within a second, beyond which an agent is ended: the page has to stay usable. */
const MOST_MESSAGES = 20_000;
const MOST_TEXT = 20_000_000;
const SECOND = 1000;
/** A step costs the page less than a print or a question. */
const PULSE_COST = 0.05;

export interface RunListeners {
  readonly onSteps: (steps: number) => void;
  readonly onPrint: (person: number | null, text: string) => void;
  /** Answers a request to the language model. */
  readonly onAsk: (request: WireRequest) => Promise<ModelReply>;
}

/** The end of a run in the sandbox. */
export type SandboxEnd =
  | { readonly kind: 'done'; readonly groups: readonly GroupTables[] }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'blocked'; readonly person: number | null }
  | { readonly kind: 'flooded' }
  | { readonly kind: 'cancelled' };

const MOST_CHARACTERS = 1000;

/** A fault with a text and a number, whatever the thread of the agent has sent. */
function plain(fault: Partial<Fault> | null | undefined): Fault {
  const message = String(fault?.message ?? '').slice(0, MOST_CHARACTERS);
  return { message, line: Number(fault?.line) || null, isSyntax: fault?.isSyntax === true };
}

/** The frame in which agents run, without origin, storage and network. */
export class Sandbox {
  readonly #frame: HTMLIFrameElement;
  readonly #ready: Promise<void>;
  #cancel: () => void = () => {};
  #onError: (message: string, line: number | null) => void = () => {};

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
    this.#ready = new Promise((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (data === 'ready') resolve();
        else this.#onError(String(data?.message ?? ''), Number(data?.line) || null);
      });
    });
    this.#order({ code: null, job: null });
  }

  /** Ends the current run. */
  cancel(): void {
    this.#cancel();
  }

  /** Runs an agent; ends the one before. */
  async run(job: AgentJob, { onSteps, onPrint, onAsk }: RunListeners): Promise<SandboxEnd> {
    this.#cancel();
    await this.#ready;
    const { agent } = await runParts();
    const { port1, port2 } = new MessageChannel();
    const groups: GroupTables[] = [];
    let person: number | null = null;
    let steps = 0;
    /** Requests without an answer. */
    let asked = 0;
    /** Time without a step, counted here: the thread of the agent may be stuck or lie. A slow start is not its fault. */
    let idle = Number.NEGATIVE_INFINITY;
    const received = { since: performance.now(), messages: 0, characters: 0 };
    let timer: ReturnType<typeof setInterval> | undefined;
    const end = await new Promise<SandboxEnd>((resolve) => {
      this.#cancel = () => resolve({ kind: 'cancelled' });
      this.#onError = (message, line) => resolve({ kind: 'failed', fault: { message, line } });
      const answerTo = async (request: WireRequest): Promise<ModelReply> => {
        if (!job.hasModel) return { stopped: 'This run has no language model.' };
        try {
          return await onAsk(request);
        } catch (error) {
          return { stopped: (error as Error).message };
        }
      };
      const isFlood = (message: FromAgent) => {
        const now = performance.now();
        if (now - received.since > SECOND) Object.assign(received, { since: now, messages: 0, characters: 0 });
        received.messages += message.kind === 'pulse' ? PULSE_COST : 1;
        if (message.kind === 'print') received.characters += String(message.text).length;
        if (message.kind === 'ask') received.characters += JSON.stringify(message.request).length;
        return received.messages > MOST_MESSAGES || received.characters > MOST_TEXT;
      };
      port1.onmessage = ({ data }: MessageEvent<FromAgent>) => {
        if (isFlood(data)) {
          // Messages that wait are dropped with the port.
          port1.close();
          resolve({ kind: 'flooded' });
        } else if (data.kind === 'begun') idle = Math.max(idle, 0);
        else if (data.kind === 'pulse') {
          if (Number(data.steps) > steps) idle = 0;
          steps = Number(data.steps);
          person = Number(data.person);
          onSteps(steps);
        } else if (data.kind === 'print')
          onPrint(data.person === null ? null : Number(data.person), String(data.text).slice(0, MOST_CHARACTERS));
        else if (data.kind === 'ask') {
          asked++;
          void answerTo(data.request).then((reply) => {
            asked--;
            port1.postMessage({ number: Number(data.number), reply } satisfies ToAgent);
          });
        } else if (data.kind === 'group') groups.push(data.tables);
        else if (data.kind === 'done') resolve({ kind: 'done', groups });
        else if (data.kind === 'failed') resolve({ kind: 'failed', fault: plain(data.fault) });
      };
      // Looks, not time: while the page itself is busy, messages wait, and nobody is blamed.
      timer = setInterval(() => {
        if (asked === 0) idle += LOOK_MILLISECONDS;
        if (idle > PATIENCE_MILLISECONDS) resolve({ kind: 'blocked', person });
      }, LOOK_MILLISECONDS);
      this.#order({ code: agent, job }, [port2]);
    });
    clearInterval(timer);
    port1.close();
    this.#cancel = () => {};
    if (end.kind === 'failed' && end.fault.isSyntax && end.fault.line === null && 'code' in job.agent)
      return { kind: 'failed', fault: await this.#parse(job.agent.code, end.fault) };
    this.#order({ code: null });
    return end;
  }

  /** Finds the line of a mistake in the code. */
  async #parse(code: string, fault: Fault): Promise<Fault> {
    const found = await new Promise<Fault>((resolve) => {
      this.#onError = (message, line) => resolve({ message: message.replace(/^Uncaught /, ''), line });
      this.#order({ code: onlyParsed(code) });
      setTimeout(() => resolve(fault), 2000);
    });
    this.#order({ code: null });
    return found;
  }

  #order(order: { readonly code: string | null; readonly job?: AgentJob | null }, ports: MessagePort[] = []): void {
    this.#frame.contentWindow?.postMessage(order, '*', ports);
  }
}
