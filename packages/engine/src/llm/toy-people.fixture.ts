import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ProviderConfig, parseLanguageModelConfig } from './config.js';
import type { AgentLanguageModel, LanguageModel } from './language-model.js';
import type { WallClock } from './wall-clock.js';

/** Creates a folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'itinera-llm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Timers of at least this length are timeouts and deadlines; shorter ones are back-off and rate limits. */
const LONG_MILLISECONDS = 100_000;

/** A clock that never waits: short timers fire at once and move it forward, long ones fire when `expire` is called. */
export function quickClock() {
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const long = new Map<() => void, number>();
  const waits: number[] = [];
  let begun = 0;
  const clock: WallClock = {
    now,
    after(milliseconds, action) {
      if (milliseconds >= LONG_MILLISECONDS) {
        begun++;
        long.set(action, milliseconds);
        return () => void long.delete(action);
      }
      waits.push(milliseconds);
      const at = now() + milliseconds;
      const due = setImmediate(() => {
        skipped += Math.max(0, at - now());
        action();
      });
      return () => clearImmediate(due);
    },
  };
  /** Fires the timers of at least this length. */
  const expire = (least = 0) => {
    for (const [action, milliseconds] of [...long]) if (milliseconds >= least && long.delete(action)) action();
  };
  /** Fires the timers once whatever a server in this process has sent is read: counted in turns of the event loop, since a slow machine has no fixed time. */
  const expireWhenIdle = async () => {
    for (let turns = 0, seen = begun; turns < 100; turns++) {
      await new Promise(setImmediate);
      if (begun !== seen) [seen, turns] = [begun, 0];
    }
    expire();
  };
  return { clock, waits, expire, expireWhenIdle };
}

/** The config of a server with an OpenAI-compatible interface. */
export function configOf(url: string, more: Record<string, unknown> = {}): ProviderConfig[] {
  const entry = { provider: 'vllm', base_url: url, model: 'toy', timeout: 300, ...more };
  return parseLanguageModelConfig([entry], { env: {}, warn: () => {} });
}

export const user = (content: string) => [{ role: 'user', content } as const];

/** Returns the model of one person at the first of some steps. */
export function person(model: LanguageModel, id = 1, steps = 1): AgentLanguageModel {
  return model.forPerson(id, { remaining: () => steps, step: () => ({ day: 0, t: 1 }) });
}

/**
 * Runs people who make one request per step, each with its own prompt; the answers are their diary.
 * @param fallback the answer when a request fails permanently.
 * @returns the diaries by person; a person ends early when the run stops.
 */
export async function livePeople(
  model: LanguageModel,
  { people, steps, fallback }: { people: number; steps: number | ((id: number) => number); fallback?: string },
): Promise<string[][]> {
  const live = async (id: number): Promise<string[]> => {
    const all = typeof steps === 'number' ? steps : steps(id);
    const diary: string[] = [];
    const llm = model.forPerson(id, {
      remaining: () => all - diary.length,
      step: () => ({ day: 0, t: 1 + 900 * diary.length }),
    });
    while (diary.length < all) {
      const prompt = user(`person ${id} step ${diary.length} after ${diary.at(-1) ?? 'nothing'}`);
      const answer = await llm.atextRequest(prompt, fallback === undefined ? {} : { fallback }).catch(() => undefined);
      if (model.stoppedFor(id) || answer === undefined) break;
      diary.push(answer);
    }
    return diary;
  };
  return Promise.all(Array.from({ length: people }, (_, id) => live(id)));
}
