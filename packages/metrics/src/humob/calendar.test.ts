import { expect, test } from 'vitest';
import { humobSlot, humobTime, isWeekend, SLOTS } from './calendar.js';

test('weekends of the challenge are Saturdays and Sundays of its dates', () => {
  for (let d = 0; d < 75; d++) {
    const weekday = new Date(1000 * humobTime(d, 5)).getUTCDay();
    expect(isWeekend(d)).toBe(weekday === 0 || weekday === 6);
    expect(humobSlot(humobTime(d, 5))).toBe(d * SLOTS + 5);
  }
  expect(new Date(1000 * humobTime(0, 1)).toISOString()).toBe('1970-01-04T00:30:00.000Z');
});
