import type { MobilityAgent } from '../agents/mobility-agent.js';
import { StepOver } from '../agents/problem.js';
import type { AgentLanguageModel } from '../llm/language-model.js';
import type { Awaited, Patience } from './patience.js';

/** What a new instance of an agent is made with: its hands on the world work until it is cut off. */
export interface Hands {
  readonly llm: AgentLanguageModel;
  /** Does something in the person's name. @throws StepOver when the instance is cut off. */
  act(action: () => void): void;
}

export interface AgentLifeOptions {
  readonly make: (hands: Hands) => MobilityAgent;
  readonly llm: AgentLanguageModel;
  readonly patience: Patience;
  /** True when the agent ends steps that take too long by itself. */
  readonly keepsTime: boolean;
}

/** An instance that ran out of time is cut off: what it still does has no effect. */
interface Link {
  isCut: boolean;
}

/**
 * The life of a person's agent: made when it is first asked, asked, cut off when it takes too long (the next time an
 * instance of its own is made, with the same memory), and closed.
 */
export class AgentLife implements Awaited {
  readonly #options: AgentLifeOptions;
  #agent: MobilityAgent | undefined;
  #link: Link = { isCut: false };
  /** Requests to the language model that are open. */
  #requests = 0;
  /** Told when no request is open any more. */
  #onQuiet: (() => void) | undefined;

  constructor(options: AgentLifeOptions) {
    this.#options = options;
  }

  /** True while an answer of a language model is awaited, or the agent keeps the time by itself. */
  get excused(): boolean {
    return this.#requests > 0 || this.#options.keepsTime;
  }

  /** @returns nothing when the agent decided at once, a promise when it needs time. @throws what the agent throws. */
  forward(): undefined | PromiseLike<unknown> {
    const deciding = this.#agent === undefined ? this.#begin() : this.#agent.forward();
    return isThenable(deciding) ? deciding : undefined;
  }

  /** Tells the agent that it is over. @returns a promise when the agent needs time. @throws what the agent throws. */
  close(): undefined | PromiseLike<unknown> {
    const closing = this.#agent?.close();
    return isThenable(closing) ? closing : undefined;
  }

  /** Waits for the agent. @returns false when it takes too long. @throws what the agent throws. */
  inTime(work: PromiseLike<unknown>): Promise<boolean> {
    return this.#options.patience.wait(work, this);
  }

  /** Whatever the agent still does has no effect. */
  cutOff(): void {
    this.#link.isCut = true;
    this.#agent = undefined;
  }

  /** Waits for requests to the language model that the agent itself did not wait for. */
  async quiet(): Promise<void> {
    if (this.#requests > 0) await new Promise<void>((resolve) => (this.#onQuiet = resolve));
  }

  #begin(): void | PromiseLike<void> {
    const link: Link = { isCut: false };
    this.#link = link;
    const act = (action: () => void): void => {
      if (link.isCut) throw new StepOver();
      action();
    };
    const agent = this.#options.make({ llm: this.#counted(act), act });
    const ready = () => {
      if (!link.isCut) this.#agent = agent;
      return agent.forward();
    };
    const beginning = agent.init();
    return isThenable(beginning) ? beginning.then(ready) : ready();
  }

  /** The language model as the agent sees it: the time of its requests is not held against the step. */
  #counted(act: Hands['act']): AgentLanguageModel {
    const counted = async <T>(request: () => Promise<T>): Promise<T> => {
      act(() => this.#requests++);
      try {
        return await request();
      } finally {
        if (--this.#requests === 0) this.#onQuiet?.();
      }
    };
    const { llm } = this.#options;
    return {
      atextRequest: (...args: Parameters<typeof llm.atextRequest>) => counted(() => llm.atextRequest(...args)),
      request: (...args: Parameters<typeof llm.request>) => counted(() => llm.request(...args)),
    } as AgentLanguageModel;
  }
}

function isThenable(value: unknown): value is PromiseLike<void> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
