import type { MeasureRow } from '@itinera/mobility';
import { escapeHtml, shown } from './html.js';

const LINE = 22;
const LEFT = 330;
const WIDTH = 880;
const RIGHT = 70;
const TOP = 34;

/** Colours of both appearances, for charts that stand in a page or alone. */
export const PAGE_COLOURS = `
  --paper: #f7f6f3; --card: #ffffff; --ink: #1d2125; --soft: #626a72; --line: #e2e0da;
  --accent: #0b6b74; --real: #9a9d9f; --real-soft: #d9d9d6; --bad: #a6352b;`;
export const DARK_PAGE_COLOURS = `
  --paper: #14171a; --card: #1b1f23; --ink: #e8e6e1; --soft: #99a1a8; --line: #2d3338;
  --accent: #4fb9bf; --real: #767c82; --real-soft: #3a4046; --bad: #e88578;`;

/**
 * All measures in one picture: the JSD of each with its interval, and beside it the ceiling (two halves of the real people),
 * the floor (the best built-in model) and people who never move.
 */
export function scoreChart(rows: readonly MeasureRow[]): string {
  const scored = rows.filter(({ jsd }) => jsd !== null);
  const x = (jsd: number) => LEFT + jsd * (WIDTH - LEFT - RIGHT);
  const height = TOP + scored.length * LINE + 10;
  const lines = scored.map((row, i) => {
    const y = TOP + i * LINE + LINE / 2;
    const mark = (value: number | null, shape: (at: number) => string) => (value === null ? '' : shape(x(value)));
    const tick = (colour: string) => (at: number) =>
      `<line x1="${at}" x2="${at}" y1="${y - 7}" y2="${y + 7}" stroke="var(${colour})" stroke-width="3"/>`;
    return [
      `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end" fill="var(--ink)">${escapeHtml(row.title)}</text>`,
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
      `<text x="${WIDTH - RIGHT + 12}" y="${y + 4}" fill="var(--soft)">${shown(row.jsd)}</text>`,
    ].join('');
  });
  const axis = [0, 0.25, 0.5, 0.75, 1].map(
    (value) => `<text x="${x(value)}" y="${TOP - 14}" text-anchor="middle" fill="var(--soft)">${value}</text>`,
  );
  return svg(WIDTH, height, 'Jensen–Shannon divergence by measure', [...axis, ...lines].join('\n'));
}

const CHART = { width: 360, height: 130, left: 8, bottom: 30 };

/** The distributions of one measure: real people as an area, generated ones as a line. */
export function distributionChart(row: MeasureRow): string {
  const { width, height, left, bottom } = CHART;
  const bins = row.distribution;
  if (bins.length === 0) return '';
  const most = bins.reduce((found, { real, generated }) => Math.max(found, real, generated), 0) || 1;
  const step = (width - 2 * left) / bins.length;
  const y = (share: number) => height - bottom - (share / most) * (height - bottom - 8);
  const bars = bins.map(({ real, generated, where }, i) => {
    const at = left + i * step;
    const says = `${where}: ${shown(real)} real, ${shown(generated)} generated`;
    return [
      `<g><title>${escapeHtml(says)}</title>`,
      `<rect x="${at}" y="${y(real)}" width="${Math.max(1, step - 0.5)}" height="${height - bottom - y(real)}" fill="var(--real-soft)"/>`,
      `<rect x="${at}" y="8" width="${step}" height="${height - bottom - 8}" fill="transparent"/></g>`,
    ].join('');
  });
  const line = bins.map(
    ({ generated }, i) => `${i === 0 ? 'M' : 'V'}${i === 0 ? `${left} ` : ''}${y(generated)}H${left + (i + 1) * step}`,
  );
  const [first, last] = [bins[0]!, bins[bins.length - 1]!];
  const ends = [
    `<text x="${left}" y="${height - 12}" fill="var(--soft)">${escapeHtml(short(first.where))}</text>`,
    `<text x="${width - left}" y="${height - 12}" text-anchor="end" fill="var(--soft)">${escapeHtml(short(last.where))}</text>`,
  ];
  const base = `<line x1="${left}" x2="${width - left}" y1="${height - bottom}" y2="${height - bottom}" stroke="var(--line)"/>`;
  const path = `<path d="${line.join('')}" fill="none" stroke="var(--accent)" stroke-width="1.5"/>`;
  return svg(width, height, `${row.title}, real and generated`, [...bars, base, path, ...ends].join('\n'));
}

function short(words: string): string {
  return words.length > 24 ? `${words.slice(0, 22)}…` : words;
}

function svg(width: number, height: number, title: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}" font-family="system-ui, sans-serif" font-size="12">\n${body}\n</svg>`;
}

/** A chart as a file of its own: with colours, and a ground to stand on. */
export function chartFile(chart: string): string {
  const style = `<style>svg {${PAGE_COLOURS} } @media (prefers-color-scheme: dark) { svg {${DARK_PAGE_COLOURS} } }</style>`;
  return `${chart.replace(/>/, `>\n${style}\n<rect width="100%" height="100%" fill="var(--card)"/>`)}\n`;
}
