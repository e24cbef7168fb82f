import { useEffect, useRef, useState } from 'preact/hooks';
import type { Address } from '../wire/addresses.js';
import { source } from './source.js';

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: string | null;
}

/** Milliseconds until the data are loaded again, fixed or by the data that arrived; 0 for never. */
export type Again<T> = number | ((data: T) => number);

/**
 * Loads the data of an address when it changes, and again at intervals. @param address null if there is none yet @param
 * again must be the same function at every call
 */
export function useLoad<T>(address: Address<T> | null, again: Again<T> = 0): Loaded<T> {
  return useLoaded(address, () => source.json<T>(address!), again);
}

/** Loads the data of several addresses together. */
export function useLoadAll<T>(addresses: readonly Address<T>[]): Loaded<readonly T[]> {
  return useLoaded(addresses.join('\n'), () => Promise.all(addresses.map((address) => source.json<T>(address))));
}

/** Loads packed data once. @param read must be the same function at every call */
export function useBytes<T>(address: Address<ArrayBuffer> | null, read: (buffer: ArrayBuffer) => T): Loaded<T> {
  return useLoaded(address, async () => read(await source.bytes(address!)));
}

/** The same of several addresses together. */
export function useAllBytes<T>(
  addresses: readonly Address<ArrayBuffer>[],
  read: (buffer: ArrayBuffer) => T,
): Loaded<readonly T[]> {
  return useLoaded(addresses.join('\n'), () =>
    Promise.all(addresses.map(async (address) => read(await source.bytes(address)))),
  );
}

/** The last data of an address, which stay until others arrive. */
export function useLast<T>({ data, error }: Loaded<T>): Loaded<T> {
  const last = useRef<T | null>(null);
  if (data !== null) last.current = data;
  return { data: last.current, error };
}

/** Loads something when its key changes, and again at intervals; nothing while the key is null. */
function useLoaded<T>(key: string | null, load: () => Promise<T>, again: Again<T> = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { key: string | null }>({ data: null, error: null, key: null });
  useEffect(() => {
    if (key === null) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let milliseconds = typeof again === 'number' ? again : 0;
    const next = async () => {
      try {
        const data = await load();
        if (typeof again === 'function') milliseconds = again(data);
        if (!gone) setState({ data, error: null, key });
      } catch (error) {
        const { message } = error as Error;
        if (!gone) setState((last) => ({ data: last.key === key ? last.data : null, error: message, key }));
      }
      if (!gone && milliseconds > 0 && source.live) timer = setTimeout(next, milliseconds);
    };
    void next();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, again]);
  return state.key === key ? state : { data: null, error: null };
}
