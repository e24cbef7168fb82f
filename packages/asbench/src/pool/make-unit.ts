import { UserError } from '@itinera/metrics';
import { OrderFolder } from './order-folder.js';
import { type MakeUnit, outcomeOf, UnitGivenUp, type WorkPlace } from './unit-kind.js';
import { unitKinds } from './unit-kinds.js';
import type { Unit } from './unit-queue.js';

type FoundOrder = NonNullable<ReturnType<typeof OrderFolder.of>>;

/** Makes units one after the other, and keeps what their order needs from one to the next. */
export class UnitMaker {
  readonly #place: WorkPlace;
  #open: { readonly id: string; readonly make: MakeUnit } | null = null;

  #last: { readonly hash: string; readonly found: FoundOrder } | null = null;

  constructor(place: WorkPlace) {
    this.#place = place;
  }

  /**
   * Makes a unit and writes down what came of it. One that is done is not made again.
   * @returns false when it was given up.
   */
  async make(unit: Unit): Promise<boolean> {
    const found = this.#found(unit);
    if (found === null || found.folder.isMade(unit.number)) return true;
    try {
      const outcome = await outcomeOf(async () => (await this.#made(unit, found))(unit.number));
      found.folder.write(unit.number, outcome);
      return true;
    } catch (error) {
      if (error instanceof UnitGivenUp) return false;
      throw error;
    }
  }

  /** Null when there is nothing to make: the order is done with, or is not what the queue says. */
  #found(unit: Unit): FoundOrder | null {
    try {
      // Orders may be long: the last one is read once.
      if (this.#last?.hash !== unit.hash || this.#last.found.folder.id !== unit.order) {
        const found = OrderFolder.of(this.#place.home, unit);
        this.#last = found && { hash: unit.hash, found };
      }
      if (this.#last === null || !this.#last.found.folder.isThere) return null;
      const { found } = this.#last;
      if (unit.number < found.order.units) return found;
      throw new UserError(`${found.folder.path}: has ${found.order.units} units, and no number ${unit.number}.`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#place.warn(error.message);
      return null;
    }
  }

  async #made(unit: Unit, { folder, order }: FoundOrder): Promise<MakeUnit> {
    if (this.#open?.id === unit.order) return this.#open.make;
    this.#open = null;
    const load = unitKinds[order.kind];
    if (load === undefined) throw new UserError(`${folder.path}: "${order.kind}" is nothing that this version makes.`);
    const make = await (await load()).open(order, this.#place, folder);
    this.#open = { id: unit.order, make };
    return make;
  }
}
