/** The number nearest to a power of ten, with the same bits everywhere; 0 for -Infinity. */
export const tenTo = (digits: number): number => Number(`1e${Math.max(-999, digits)}`);
