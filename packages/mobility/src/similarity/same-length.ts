/** @throws RangeError when the lists differ in length */
export function sameLength(caller: string, a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length !== b.length) {
    throw new RangeError(`${caller}: ${a.length} values against ${b.length}; count both over the same bins or pairs.`);
  }
}
