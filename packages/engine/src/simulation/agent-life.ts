import type { MobilityAgent } from '../agents/mobility-agent.js';
import type { Awaited, Patience } from '../agents/patience.js';
import { StepOver } from '../agents/problem.js';
import type { AgentLanguageModel } from '../llm/language-model.js';

/** The context of a new agent instance: access to the world until the instance is cut off. */
export interface Hands {
  readonly llm: AgentLanguageModel;
  /** Acts on behalf of the person. @throws StepOver when the instance is cut off. */
  act(action: () => void): void;
}

export interface AgentLifeOptions {
  readonly make: (hands: Hands) => MobilityAgent;
  readonly llm: AgentLanguageModel;
  readonly patience: Patience;
  /** True if the agent ends slow steps itself. */
  readonly keepsTime: boolean;
}

/** An instance that has run out of time is cut off: its later actions have no effect. */
interface Link {
  isCut: boolean;
}

/**
 * The life cycle of a person's agent: created on its first step, cut off when a step takes too long (the next step creates
 * another instance with the same memory), and closed.
 */
export class AgentLife implements Awaited {
  readonly #options: AgentLifeOptions;
  #agent: MobilityAgent | undefined;
  #link: Link = { isCut: false };
  /** Open requests to the language model. */
  #requests = 0;
  /** Called when no request is open any more. */
  #onQuiet: (() => void) | undefined;

  constructor(options: AgentLifeOptions) {
    this.#options = options;
  }

  /** True while the agent waits for a language model, or if it handles time limits itself. */
  get excused(): boolean {
    return this.#requests > 0 || this.#options.keepsTime;
  }

  /** @returns undefined if the agent decided at once, otherwise a promise. @throws the errors of the agent. */
  forward(): undefined | PromiseLike<unknown> {
    const deciding = this.#agent === undefined ? this.#begin() : this.#agent.forward();
    return isThenable(deciding) ? deciding : undefined;
  }

  /** Closes the agent. @returns a promise if the agent needs time. @throws the errors of the agent. */
  close(): undefined | PromiseLike<unknown> {
    const closing = this.#agent?.close();
    return isThenable(closing) ? closing : undefined;
  }

  /** Waits for the agent. @returns false if it takes too long. @throws the errors of the agent. */
  inTime(work: PromiseLike<unknown>): Promise<boolean> {
    return this.#options.patience.wait(work, this);
  }

  /** Cuts the agent off: its later actions have no effect. */
  cutOff(): void {
    this.#link.isCut = true;
    this.#agent = undefined;
  }

  /** Waits for unawaited requests to the language model. */
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

  /** Returns the language model as seen by the agent: the time of its requests does not count towards the step. */
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
