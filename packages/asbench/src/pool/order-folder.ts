import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import { asUserError, writeDurably } from '@itinera/run';
import type { Unit } from './unit-queue.js';

/** What is to be made in units, as it stands in a file of the home that all workers share. */
export interface Order {
  /** Which of the things that workers can make. */
  readonly kind: string;
  /** How many units. */
  readonly units: number;
  /** SHA-256 of what workers may take, by path: agents with what they import, submissions. */
  readonly files: Readonly<Record<string, string>>;
  /** What the kind needs: names, paths and numbers. */
  readonly what: unknown;
}

/** What came of a unit. */
export type UnitOutcome = { readonly result: unknown } | { readonly error: string };

const FILE = /^(\d{1,8})\.json$/;

/**
 * An order in the home, `queue/<id>`: what is asked, and the outcome of each unit that is done, a file each. Written by one
 * who asks and read by all who work; the same order has the same folder.
 */
export class OrderFolder {
  readonly path: string;
  readonly id: string;
  readonly #hash: string;

  private constructor(home: string, id: string, hash: string) {
    this.path = join(home, 'queue', id);
    this.id = id;
    this.#hash = hash;
  }

  /** Writes an order down, where it is not yet. Units that failed are taken as not made. */
  static make(home: string, order: Order): OrderFolder {
    const text = `${JSON.stringify(order, null, 2)}\n`;
    const hash = sha256Of(text);
    const folder = new OrderFolder(home, hash.slice(0, 16), hash);
    mkdirSync(join(folder.path, 'done'), { recursive: true });
    writeDurably(join(folder.path, 'order.json'), [text]);
    for (const number of folder.made())
      if ('error' in folder.outcome(number)) rmSync(folder.#outcomePath(number), { force: true });
    return folder;
  }

  /**
   * The order that a unit is of; null when it is done with and gone.
   * @throws UserError when it is not what the unit says.
   */
  static of(home: string, { order: id, hash }: Omit<Unit, 'number'>): { folder: OrderFolder; order: Order } | null {
    const folder = new OrderFolder(home, id, hash);
    const path = join(folder.path, 'order.json');
    if (!existsSync(path)) return null;
    const text = readFileSync(path, 'utf8');
    if (sha256Of(text) !== hash || hash.slice(0, 16) !== id)
      throw new UserError(`${path}: is not the order that the queue names. Nothing of it is made.`);
    return { folder, order: JSON.parse(text) as Order };
  }

  /** False once who ordered it has all. */
  get isThere(): boolean {
    return existsSync(this.path);
  }

  /** The units of these numbers. */
  units(numbers: Iterable<number>): Unit[] {
    return Array.from(numbers, (number) => ({ order: this.id, hash: this.#hash, number }));
  }

  /** Numbers of the units that are done. */
  made(): number[] {
    return readdirSync(join(this.path, 'done'))
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .map(Number);
  }

  isMade(number: number): boolean {
    return existsSync(this.#outcomePath(number));
  }

  outcome(number: number): UnitOutcome {
    return JSON.parse(readFileSync(this.#outcomePath(number), 'utf8')) as UnitOutcome;
  }

  /** Writes down what came of a unit. Two who made the same one write the same. */
  write(number: number, outcome: UnitOutcome): void {
    try {
      writeDurably(this.#outcomePath(number), [`${JSON.stringify(outcome)}\n`]);
    } catch (error) {
      // Whoever ordered it has all that it wants, and took the folder away.
      if (this.isThere) throw asUserError(error);
    }
  }

  /** Where workers share out the limits of a model. */
  slotPath(number: number): string {
    return join(this.path, `slot-${number}.lock`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #outcomePath(number: number): string {
    return join(this.path, 'done', `${number}.json`);
  }
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
