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
    const purposes = [...new Set(visits.map(({ purpose }) => purpose))];
    this.#numbers = Int32Array.from(
      visits.flatMap(({ purpose, isNear, from, place }) => [
        2 * purposes.indexOf(purpose) + Number(isNear),
        from,
        place,
      ]),
    );
    this.#purposes = purposes;
  }

  unpack(): Visit[] {
    const numbers = this.#numbers;
    return Array.from({ length: numbers.length / NUMBERS }, (_, i) => {
      const kind = numbers[NUMBERS * i]!;
      return {
        purpose: this.#purposes[kind >> 1]!,
        isNear: kind % 2 === 1,
        from: numbers[NUMBERS * i + 1]!,
        place: numbers[NUMBERS * i + 2]!,
      };
    });
  }
}
