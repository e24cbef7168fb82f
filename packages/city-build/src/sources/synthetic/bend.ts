import type { Random } from '@itinera/base';
import type { PlanPoint } from './polygon.js';

/**
 * Deforms the plan of a city: its outline bulges, and lines sway slightly. The map from plan to city is smooth and never
 * folds, because no wave is higher than a thirtieth of its length.
 */
export function bendOf(radius: number, random: Random): (point: PlanPoint) => PlanPoint {
  const bulges = [2, 3, 5].map((count) => ({
    count,
    height: random.between(0.03, 0.09) / Math.sqrt(count / 2),
    turn: random.between(0, 6.28),
  }));
  const waves = [1.1 * radius, Math.min(2600, 0.7 * radius), Math.min(1300, 0.5 * radius)].map((length) => {
    const angle = random.between(0, 2 * Math.PI);
    const k = (2 * Math.PI) / length;
    return {
      kx: k * Math.cos(angle),
      ky: k * Math.sin(angle),
      height: length / random.between(34, 44),
      start: random.between(0, 6.28),
    };
  });
  return ({ x, y }) => {
    const out = Math.min(1, Math.hypot(x, y) / radius);
    const angle = Math.atan2(y, x);
    let scale = 1;
    for (const { count, height, turn } of bulges) scale += out * height * Math.sin(count * angle + turn);
    let [bx, by] = [x * scale, y * scale];
    for (const { kx, ky, height, start } of waves) {
      // Swaying across the wave's direction bends lines without crowding them.
      const sway = height * Math.sin(kx * x + ky * y + start);
      const k = Math.hypot(kx, ky);
      bx -= (sway * ky) / k;
      by += (sway * kx) / k;
    }
    return { x: bx, y: by };
  };
}
