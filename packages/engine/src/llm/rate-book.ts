import type { ProviderConfig } from './config.js';
import { createRateMemory } from './rate-window.js';

/** Requests and tokens sent to a provider in the last minute; undefined without a limit. */
export interface RateMemories {
  readonly requests: SharedArrayBuffer | undefined;
  readonly tokens: SharedArrayBuffer | undefined;
}

/**
 * Requests of the last minute by provider, model, address and key, so that consecutive runs share the limits per minute.
 */
export class RateBook {
  readonly #memories = new Map<string, RateMemories>();

  /** Returns the memories of these providers, in their order. */
  of(providers: readonly ProviderConfig[]): RateMemories[] {
    const seen: string[] = [];
    return providers.map((config) => {
      const name = JSON.stringify([config.provider, config.model, config.baseUrl, config.apiKey]);
      // A provider that is configured twice has its limits twice.
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
