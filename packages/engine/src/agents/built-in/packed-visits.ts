/** A choice of a place. */
export interface PlaceWish {
  readonly purpose: string;
  /** The AOI where the person is. */
  readonly from: number;
  /** Whether the place must be near. */
  readonly isNear: boolean;
}

/** The place that was chosen. */
export interface Visit extends PlaceWish {
  readonly place: number;
}

/** Of a visit: twice the number of its purpose, plus 1 if it must be near; origin; place. */
const NUMBERS = 3;

/** Visits as 32-bit numbers, as are the identifiers of a map. Objects would take up to 15 KB a person. */
export class PackedVisits {
  readonly #purposes: readonly string[];
  readonly #numbers: Int32Array;

  /** @param visits the oldest first */
  constructor(visits: readonly Visit[]) {
    const purposes: string[] = [];
    const numbers = new Int32Array(NUMBERS * visits.length);
    for (let i = 0; i < visits.length; i++) {
      const { purpose, isNear, from, place } = visits[i]!;
      let kind = purposes.indexOf(purpose);
      if (kind < 0) kind = purposes.push(purpose) - 1;
      numbers[NUMBERS * i] = 2 * kind + Number(isNear);
      numbers[NUMBERS * i + 1] = from;
      numbers[NUMBERS * i + 2] = place;
    }
    this.#purposes = purposes;
    this.#numbers = numbers;
  }

  unpack(): Visit[] {
    const numbers = this.#numbers;
    const visits: Visit[] = [];
    for (let i = 0; i < numbers.length; i += NUMBERS) {
      const kind = numbers[i]!;
      const purpose = this.#purposes[kind >> 1]!;
      visits.push({ purpose, isNear: kind % 2 === 1, from: numbers[i + 1]!, place: numbers[i + 2]! });
    }
    return visits;
  }
}
