import { expect, test, vi } from 'vitest';
import { nextSpeed } from './clock.js';
import { filmSize, paint } from './film.js';
import type { Stage } from './stage.js';

test('a film has an even size and is at most 1280 pixels wide', () => {
  expect(filmSize(1001, 601)).toEqual([1002, 602]);
  expect(filmSize(2560, 1440)).toEqual([1280, 720]);
  expect(filmSize(1, 1)).toEqual([2, 2]);
});

test('the title, the clock, the legend and the credit of the map are part of a picture', () => {
  const texts: string[] = [];
  const context = new Proxy({ canvas: { width: 800, height: 600 } } as Record<string, unknown>, {
    get: (target, name: string) => target[name] ?? ((text: unknown) => name === 'fillText' && texts.push(String(text))),
    set: () => true,
  });
  const drawn = vi.fn();
  paint(context as never, { paint: drawn } as unknown as Stage, {
    title: 'Monaco',
    note: '10 people',
    time: '08:15',
    credit: '© OpenStreetMap contributors',
    ink: '#fff',
    paper: '#000',
    legend: [['by car', '#0ff']],
  });
  expect(drawn).toHaveBeenCalledOnce();
  expect(texts).toEqual(['Monaco', '10 people', '08:15', '© OpenStreetMap contributors', 'by car']);
});

test('speeds become slower and faster up to a day in 20 s', () => {
  expect([nextSpeed(300, 1), nextSpeed(300, -1), nextSpeed(4320, 1), nextSpeed(1, -1), nextSpeed(77, 1)]).toEqual([
    900, 120, 4320, 1, 300,
  ]);
});
