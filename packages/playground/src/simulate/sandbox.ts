import agentWorker from 'worker:./agent/worker.ts';
import type { WireRequest } from '@itinera/engine/browser';
import type { GroupTables } from '@itinera/run/browser';
import { onlyParsed } from './agent/agent-code.js';
import type { AgentJob, Fault, FromAgent, ToAgent } from './messages.js';
import type { ModelReply } from './model.js';

/** An agent that does not return control for this long is ended. */
const PATIENCE_MILLISECONDS = 4000;
/** Messages that wait while the page was busy are read before anyone is blamed. */
const SECOND_LOOK_MILLISECONDS = 500;

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
    const { port1, port2 } = new MessageChannel();
    const groups: GroupTables[] = [];
    let heard = performance.now();
    let person: number | null = null;
    /** Requests without an answer: nobody is blamed for their time. */
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = await new Promise<SandboxEnd>((resolve) => {
      this.#cancel = () => resolve({ kind: 'cancelled' });
      this.#onError = (message, line) => resolve({ kind: 'failed', fault: { message, line } });
      port1.onmessage = ({ data }: MessageEvent<FromAgent>) => {
        heard = performance.now();
        if (data.kind === 'pulse') {
          person = Number(data.person);
          onSteps(Number(data.steps));
        } else if (data.kind === 'print')
          onPrint(data.person === null ? null : Number(data.person), String(data.text).slice(0, MOST_CHARACTERS));
        else if (data.kind === 'ask') {
          asked++;
          void onAsk(data.request).then((reply) => {
            asked--;
            heard = performance.now();
            port1.postMessage({ number: data.number, reply } satisfies ToAgent);
          });
        } else if (data.kind === 'group') groups.push(data.tables);
        else if (data.kind === 'done') resolve({ kind: 'done', groups });
        else if (data.kind === 'failed') resolve({ kind: 'failed', fault: plain(data.fault) });
      };
      const look = (isSecond: boolean) => {
        const late = asked === 0 && performance.now() - heard > PATIENCE_MILLISECONDS;
        if (late && isSecond) resolve({ kind: 'blocked', person });
        else timer = setTimeout(() => look(late), late ? SECOND_LOOK_MILLISECONDS : PATIENCE_MILLISECONDS / 4);
      };
      look(false);
      this.#order({ code: agentWorker, job }, [port2]);
    });
    clearTimeout(timer);
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
