/** The `d` of an SVG path, in tenths of a pixel, without invisible points. */
export class SvgPath {
  readonly #parts: string[] = [];

  constructor(
    readonly x: (x: number) => number,
    readonly y: (y: number) => number,
  ) {}

  /** Adds the points `start … end - 1` of interleaved coordinates as one line, or as a closed one. */
  add(xy: Float64Array, start: number, end: number, closed = false): void {
    let lastX = 0;
    let lastY = 0;
    let line = '';
    for (let i = start; i < end; i++) {
      const x = Math.round(10 * this.x(xy[2 * i]));
      const y = Math.round(10 * this.y(xy[2 * i + 1]));
      if (!Number.isFinite(x + y)) continue;
      if (line === '') line = `M${x / 10} ${y / 10}`;
      else if (Math.abs(x - lastX) + Math.abs(y - lastY) < 4 && i < end - 1) continue;
      else line += `L${x / 10} ${y / 10}`;
      lastX = x;
      lastY = y;
    }
    if (line !== '') this.#parts.push(closed ? `${line}Z` : line);
  }

  dot(x: number, y: number): void {
    const at = `${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`;
    if (!at.includes('N') && !at.includes('I')) this.#parts.push(`M${at}h0`);
  }

  toString(): string {
    return this.#parts.join('');
  }
}
