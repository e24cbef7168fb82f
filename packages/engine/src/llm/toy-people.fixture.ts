import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ProviderConfig, parseLanguageModelConfig } from './config.js';
import type { AgentLanguageModel, LanguageModel } from './language-model.js';
import { systemTime, type WallClock } from './wall-clock.js';

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'itinera-llm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock whose timers run ten times as fast, so that back-off does not make the tests slow. */
export const hurriedClock: WallClock = {
  now: systemTime.now,
  after: (milliseconds, action) => systemTime.after(milliseconds / 10, action),
};

/** The config of a server with an OpenAI-compatible interface. */
export function configOf(url: string, more: Record<string, unknown> = {}): ProviderConfig[] {
  const entry = { provider: 'vllm', base_url: url, model: 'toy', timeout: 300, ...more };
  return parseLanguageModelConfig([entry], { env: {}, warn: () => {} });
}

export const user = (content: string) => [{ role: 'user', content } as const];

/** One person at its first of some steps. */
export function person(model: LanguageModel, id = 1, steps = 1): AgentLanguageModel {
  return model.forPerson(id, { remaining: () => steps, step: () => ({ day: 0, t: 1 }) });
}

/**
 * People who make a request a step, each with its own prompt; what they get is their diary.
 * @param fallback what a step takes when its request is given up.
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
