import type { Quantity } from '../../wire/findings.js';
import { fixed } from '../../wire/format.js';

/** The points of a quantity, of its maximum. */
export const GotPoints = ({ points: { got, of } }: Pick<Quantity, 'points'>) => (
  <p class="cost-number">
    {got === null ? '–' : fixed(got)}
    <span class="soft"> of {of} points</span>
  </p>
);
