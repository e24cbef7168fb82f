export interface MarkBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The index of the box nearest to a point; of several that contain it, the smallest. -1 if there is none. */
export function nearestBox(boxes: readonly MarkBox[], x: number, y: number): number {
  let [best, least, smallest] = [-1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  boxes.forEach(({ left, right, top, bottom }, i) => {
    const square = Math.max(left - x, 0, x - right) ** 2 + Math.max(top - y, 0, y - bottom) ** 2;
    const size = (right - left) * (bottom - top);
    if (square > least || (square === least && size >= smallest)) return;
    [best, least, smallest] = [i, square, size];
  });
  return best;
}

/** The index that a key leads to among `count` marks, from `now`; -1 is none. Null for any other key. */
export function stepTo(key: string, now: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, now + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return now < 0 ? count - 1 : Math.max(0, now - 1);
    case 'Home':
      return Math.min(0, count - 1);
    case 'End':
      return count - 1;
    case 'Escape':
      return -1;
    default:
      return null;
  }
}
