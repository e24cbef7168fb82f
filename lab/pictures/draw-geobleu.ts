import { calcDtwSingle, calcGeobleuSingle, type Step } from '@itinera/metrics';

/**
 * A point of the day: its cell, and how far from the cell's middle it is drawn, so that points in one cell can be
 * distinguished.
 */
type Point = readonly [x: number, y: number, right: number, down: number];

const GENERATED: readonly Point[] = [
  [1, 1, -9, -9],
  [1, 1, 9, -9],
  [5, 3, -8, -8],
  [6, 3, 0, 0],
];
const REFERENCE: readonly Point[] = [
  [1, 1, 0, 10],
  [2, 1, 0, 0],
  [5, 3, 8, 8],
  [5, 4, 0, 0],
];
const RED = '#d1495b';
const BLUE = '#1f6f8b';
const CELL = 40;
const GRID = { left: 40, bottom: 330, columns: 8, rows: 6 };
const ORDERS = [1, 2, 3];

interface Pair {
  /** First points of the two runs. */
  readonly from: number;
  readonly to: number;
  readonly worth: number;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const steps = (points: readonly Point[]): Step[] => points.map(([x, y], t) => [0, t, x, y]);
/** Short: 0.61, 1, 4.47. */
const short = (value: number): string => String(Number(value.toFixed(2)) === value ? value : value.toFixed(2));

/** The drawing of docs/geobleu.md: a day of four points, scored by both measures step by step. */
export function drawGeobleu(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 560" font-family="Helvetica, Arial, sans-serif" font-size="14" fill="#222">
<title>How GEO-BLEU and DTW compare a generated day with the real one</title>
<rect width="960" height="560" fill="#fff"/>
${[...day(), ...geobleu(), ...dtw()].join('\n')}
</svg>
`;
}

function day(): string[] {
  const { left, bottom, columns, rows } = GRID;
  const squares = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [left + CELL * Math.floor(i / rows), bottom - CELL * ((i % rows) + 1)];
    return `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="none" stroke="#e3e3e3"/>`;
  });
  const at = ([x, y, right, down]: Point) =>
    [left + CELL * (x + 0.5) + right, bottom - CELL * (y + 0.5) + down] as const;
  const way = (points: readonly Point[], colour: string) =>
    `<polyline points="${points.map((point) => at(point).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2" opacity="0.45"/>`;
  const discs = (points: readonly Point[], colour: string) =>
    points.map((point, i) => disc(...at(point), colour, i + 1));
  return [
    title(40, 34, 'One day, four half hours'),
    text(40, 56, 'cells of 500 m; a path is in time order'),
    ...squares,
    way(GENERATED, RED),
    way(REFERENCE, BLUE),
    ...discs(GENERATED, RED),
    ...discs(REFERENCE, BLUE),
    `<circle cx="52" cy="352" r="7" fill="${RED}"/>`,
    text(66, 357, 'generated'),
    `<circle cx="172" cy="352" r="7" fill="${BLUE}"/>`,
    text(186, 357, 'reference'),
  ];
}

function geobleu(): string[] {
  return [
    title(400, 34, 'GEO-BLEU (humob2023): runs of points, paired closest first'),
    text(400, 56, 'weight of a pair: the product of exp(−0.5 · distance) over its points'),
    ...ORDERS.flatMap((n) => pairsRow(n, 92 + 62 * (n - 1))),
    text(
      400,
      280,
      `score = brevity · ∛(p₁ p₂ p₃) = ${calcGeobleuSingle(steps(GENERATED), steps(REFERENCE), { rules: 'humob2023' }).toFixed(3)}`,
      'font-weight="bold"',
    ),
    text(
      400,
      302,
      'since 2025: runs up to 5, divided by all generated runs; equal lengths: brevity 1',
      'font-size="13" fill="#555"',
    ),
  ];
}

/** The pairs of runs of n points, each with its weight, and their mean. */
function pairsRow(n: number, y: number): string[] {
  const width = 18 * n + 6;
  let x = 400;
  const pairs = pairsOf(n).sort((a, b) => b.worth - a.worth || a.from - b.from);
  const drawn = pairs.flatMap(({ from, to, worth }) => {
    const [left, right] = [x, x + width + 18];
    x = right + width + 22;
    return [
      ...run(left, y, from, n, RED),
      `<line x1="${left + width}" y1="${y}" x2="${right}" y2="${y}" stroke="#999"/>`,
      ...run(right, y, to, n, BLUE),
      label(left + width + 9, y + 26, short(worth), 'font-size="12" fill="#555"'),
    ];
  });
  const sum = pairs.reduce((all, { worth }) => all + worth, 0);
  const mean = `p${'₁₂₃'[n - 1]} = ${sum.toFixed(2)} / ${pairs.length} = ${(sum / pairs.length).toFixed(3)}`;
  return [...drawn, `<text x="940" y="${y + 5}" text-anchor="end">${mean}</text>`];
}

/** Runs of n points, paired greedily by weight; the first ones win ties. */
function pairsOf(n: number): Pair[] {
  const starts = Array.from({ length: GENERATED.length - n + 1 }, (_, i) => i);
  const worth = (from: number, to: number) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += distance(GENERATED[from + k]!, REFERENCE[to + k]!);
    return Math.exp(-0.5 * sum);
  };
  const all = starts.flatMap((from) => starts.map((to): Pair => ({ from, to, worth: worth(from, to) })));
  const taken: Pair[] = [];
  for (const pair of all.sort((a, b) => b.worth - a.worth || a.from - b.from || a.to - b.to))
    if (taken.every(({ from, to }) => from !== pair.from && to !== pair.to)) taken.push(pair);
  return taken;
}

function run(x: number, y: number, from: number, n: number, colour: string): string[] {
  const numbers = Array.from({ length: n }, (_, k) =>
    label(x + 12 + 18 * k, y + 4, String(from + k + 1), 'font-size="12" fill="#fff"'),
  );
  return [`<rect x="${x}" y="${y - 11}" width="${18 * n + 6}" height="22" rx="11" fill="${colour}"/>`, ...numbers];
}

function dtw(): string[] {
  const way = cheapestWay();
  const cells = GENERATED.flatMap((generated, i) => [
    disc(422, 431 + 30 * i, RED, i + 1),
    ...REFERENCE.flatMap((reference, j) => {
      const isOnWay = way.some(([row, column]) => row === i && column === j);
      const head = i === 0 ? [disc(467 + 46 * j, 402, BLUE, j + 1)] : [];
      const bold = isOnWay ? ' font-weight="bold"' : '';
      return [
        ...head,
        `<rect x="${444 + 46 * j}" y="${416 + 30 * i}" width="46" height="30" fill="${isOnWay ? '#f6d186' : '#fff'}" stroke="#ccc"/>`,
        label(467 + 46 * j, 436 + 30 * i, short(distance(generated, reference)), `font-size="12"${bold}`),
      ];
    }),
  ]);
  const parts = way.map(([i, j]) => short(distance(GENERATED[i]!, REFERENCE[j]!))).join(' + ');
  const total = calcDtwSingle(steps(GENERATED), steps(REFERENCE)).toFixed(2);
  const grey = 'font-size="13" fill="#555"';
  return [
    title(400, 348, 'DTW: the cheapest way to walk both days side by side'),
    text(400, 370, 'each point of one day is matched with at least one of the other, in order'),
    ...cells,
    text(656, 434, 'distances in cells'),
    text(656, 458, `(${parts}) / 2 = ${total} km`, 'font-weight="bold"'),
    text(656, 486, '2023, 2024: leading reference points', grey),
    text(656, 504, 'may be skipped at no cost; since 2025', grey),
    text(656, 522, 'the walk starts at both first points', grey),
  ];
}

/** Row and column of each step of the shortest walk from both first points to both last points. */
function cheapestWay(): (readonly [row: number, column: number])[] {
  const best = GENERATED.map(() => REFERENCE.map(() => Number.POSITIVE_INFINITY));
  const before = (i: number, j: number) =>
    [[i - 1, j - 1] as const, [i - 1, j] as const, [i, j - 1] as const]
      .filter(([row, column]) => row >= 0 && column >= 0)
      .sort(([a, b], [c, d]) => best[a]![b]! - best[c]![d]!)[0];
  GENERATED.forEach((generated, i) => {
    REFERENCE.forEach((reference, j) => {
      const from = before(i, j);
      best[i]![j] = distance(generated, reference) + (from === undefined ? 0 : best[from[0]]![from[1]]!);
    });
  });
  const way: (readonly [number, number])[] = [];
  for (
    let at: readonly [number, number] | undefined = [GENERATED.length - 1, REFERENCE.length - 1];
    at !== undefined;
    at = before(...at)
  )
    way.unshift(at);
  return way;
}

const title = (x: number, y: number, words: string) => text(x, y, words, 'font-size="17" font-weight="bold"');

const text = (x: number, y: number, words: string, style = '') =>
  `<text x="${x}" y="${y}" text-anchor="start"${style === '' ? '' : ` ${style}`}>${words}</text>`;

const label = (x: number, y: number, words: string, style: string) =>
  `<text x="${x}" y="${y}" text-anchor="middle" ${style}>${words}</text>`;

const disc = (x: number, y: number, colour: string, number: number) =>
  `<circle cx="${x}" cy="${y}" r="8" fill="${colour}"/>\n${label(x, y + 4, String(number), 'font-size="11" fill="#fff"')}`;
