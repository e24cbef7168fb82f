import type { ProviderConfig } from './config.js';
import { createRateMemory } from './rate-window.js';

/** What was sent to a provider in the last minute; undefined where there is no limit. */
export interface RateMemories {
  readonly requests: SharedArrayBuffer | undefined;
  readonly tokens: SharedArrayBuffer | undefined;
}

/**
 * What was sent in the last minute, by provider, model, address and key: runs that are made one after the other keep within
 * the limits of a minute together.
 */
export class RateBook {
  readonly #memories = new Map<string, RateMemories>();

  /** The memories of these providers, in their order. */
  of(providers: readonly ProviderConfig[]): RateMemories[] {
    const seen: string[] = [];
    return providers.map((config) => {
      const name = JSON.stringify([config.provider, config.model, config.baseUrl, config.apiKey]);
      // Who names a provider twice has its limits twice.
      const key = `${name} ${seen.filter((other) => other === name).length}`;
      seen.push(name);
      const known = this.#memories.get(key);
      const memories = {
        requests: known?.requests ?? memoryFor(config.requestsPerMinute),
        tokens: known?.tokens ?? memoryFor(config.tokensPerMinute),
      };
      this.#memories.set(key, memories);
      return memories;
    });
  }
}

function memoryFor(limit: number): SharedArrayBuffer | undefined {
  return limit === Number.POSITIVE_INFINITY ? undefined : createRateMemory();
}
