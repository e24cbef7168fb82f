/** Number of colours for series in the style sheet: `--c1` and so on. */
export const COLOURS = 8;
export const seriesMark = (index: number): string => `c${(index % COLOURS) + 1}`;
