import { markupText } from '@itinera/base';
import type { MeasureRow } from '../wire/measures.js';
import { pageColours } from './palette.js';

const LINE = 22;
const LEFT = 330;
const WIDTH = 880;
const RIGHT = 70;
const TOP = 34;

/**
 * All measures in one picture, as a file: the JSD of each with its interval, the ceiling (two samples of one law),
 * the floor (the best built-in model) and people who never move.
 */
export function measuresSvg(rows: readonly MeasureRow[]): string {
  const scored = rows.filter(({ jsd }) => jsd !== null);
  const x = (jsd: number) => LEFT + jsd * (WIDTH - LEFT - RIGHT);
  const height = TOP + scored.length * LINE + 10;
  const lines = scored.map((row, i) => {
    const y = TOP + i * LINE + LINE / 2;
    const mark = (value: number | null, shape: (at: number) => string) => (value === null ? '' : shape(x(value)));
    const tick = (colour: string) => (at: number) =>
      `<line x1="${at}" x2="${at}" y1="${y - 7}" y2="${y + 7}" stroke="var(${colour})" stroke-width="3"/>`;
    return [
      `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end" fill="var(--ink)">${markupText(row.title)}</text>`,
      `<line x1="${x(0)}" x2="${x(1)}" y1="${y}" y2="${y}" stroke="var(--line)"/>`,
      mark(
        row.ceiling,
        (at) => `<rect x="${x(0)}" y="${y - 5}" width="${at - x(0)}" height="10" fill="var(--real-soft)"/>`,
      ),
      row.low !== null && row.high !== null
        ? `<line x1="${x(row.low)}" x2="${x(row.high)}" y1="${y}" y2="${y}" stroke="var(--accent)" stroke-width="2"/>`
        : '',
      mark(row.floor, tick('--soft')),
      mark(
        row.nobodyMoves,
        (at) => `<path d="M${at - 4} ${y - 4}l8 8m0 -8l-8 8" stroke="var(--bad)" stroke-width="1.5"/>`,
      ),
      mark(row.jsd, (at) => `<circle cx="${at}" cy="${y}" r="5" fill="var(--accent)"/>`),
      `<text x="${WIDTH - RIGHT + 12}" y="${y + 4}" fill="var(--soft)">${row.jsd!.toFixed(3)}</text>`,
    ].join('');
  });
  const axis = [0, 0.25, 0.5, 0.75, 1].map(
    (value) => `<text x="${x(value)}" y="${TOP - 14}" text-anchor="middle" fill="var(--soft)">${value}</text>`,
  );
  const { light, dark } = pageColours();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Jensen–Shannon divergence by measure" font-family="system-ui, sans-serif" font-size="12">
<style>svg {${light} } @media (prefers-color-scheme: dark) { svg {${dark} } }</style>
<rect width="100%" height="100%" fill="var(--card)"/>
${[...axis, ...lines].join('\n')}
</svg>
`;
}
