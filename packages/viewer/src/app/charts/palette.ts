/** How many colours the sheet has for named things: `--c1` and so on. */
export const COLOURS = 8;
export const seriesMark = (index: number): string => `c${(index % COLOURS) + 1}`;
