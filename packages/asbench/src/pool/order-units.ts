import { setTimeout as sleep } from 'node:timers/promises';
import { LocalQueue } from './local-queue.js';
import { type Order, OrderFolder, type UnitOutcome } from './order-folder.js';
import { serveUnits } from './serve-units.js';
import { type MakeUnit, outcomeOf } from './unit-kind.js';
import type { Unit, UnitQueue } from './unit-queue.js';

const LOOK_MILLISECONDS = 100;
/** Looks after which what is missing is put into the queue again, if it has been lost there. */
const LOOKS_BEFORE_ASKING_AGAIN = 150;

/** Who orders units, and is told of them. */
export interface Orderer {
  readonly home: string;
  readonly signal: AbortSignal;
  readonly onOutcome: (number: number, outcome: UnitOutcome) => void;
  /** Told now and then while nothing may have happened. */
  readonly onLook?: () => void;
}

/**
 * Has units made by the workers of a queue, and waits for all of them. What is done already is not made again; whoever waits may
 * leave and come back with the same order.
 * @returns the order's folder, to be removed by who has what it holds; null when the signal came first.
 */
export async function orderUnits(order: Order, queue: UnitQueue, orderer: Orderer): Promise<OrderFolder | null> {
  const { home, signal, onOutcome, onLook = () => {} } = orderer;
  const folder = OrderFolder.make(home, order);
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const missing = new Set(Array.from({ length: order.units }, (_, number) => number));
  for (let looks = 0; ; looks++) {
    for (const number of folder.made()) if (missing.delete(number)) onOutcome(number, folder.outcome(number));
    if (missing.size === 0) return folder;
    if (signal.aborted) return null;
    if (looks % LOOKS_BEFORE_ASKING_AGAIN === 0) await Promise.race([queue.add(folder.units(missing)), aborted]);
    onLook();
    await sleep(LOOK_MILLISECONDS);
  }
}

/** The same in this process, without files: units one after the other, in order. */
export async function makeUnitsHere(units: number, make: MakeUnit, orderer: Omit<Orderer, 'home'>): Promise<void> {
  const queue = new LocalQueue();
  await queue.add(Array.from({ length: units }, (_, number) => ({ order: '', hash: '', number })));
  const made = async ({ number }: Unit) => {
    orderer.onOutcome(number, await outcomeOf(() => make(number)));
    return true;
  };
  await serveUnits(queue, made, orderer.signal);
}
