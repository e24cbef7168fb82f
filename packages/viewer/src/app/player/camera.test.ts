import { expect, test, vi } from 'vitest';
import { boxOf, Camera } from './camera.js';

const plane = { unit: 0.5, west: 0, south: 0, width: 2000, height: 1000 };

test('the whole plane is shown until the user moves the camera', () => {
  const camera = new Camera(plane);
  camera.fit(1000, 1000);
  expect([camera.x, camera.y, camera.scale]).toEqual([1000, 500, 0.48]);
  camera.pan(100, 0);
  camera.fit(500, 500);
  expect(camera.scale).toBe(0.48);
  camera.showAll();
  expect([camera.x, camera.scale]).toEqual([1000, 0.24]);
});

test('a zoom keeps the point below the pointer in place', () => {
  const camera = new Camera(plane);
  camera.fit(1000, 1000);
  const at = (pixels: number) => camera.x + pixels / camera.scale;
  const before = at(120);
  camera.zoom(2, 120, 0);
  expect(at(120)).toBeCloseTo(before, 9);
});

test('zoom and pan stay within limits, and listeners are called until they are removed', () => {
  const camera = new Camera(plane);
  camera.fit(1000, 1000);
  const listener = vi.fn();
  const end = camera.listen(listener);
  for (let i = 0; i < 100; i++) camera.zoom(2);
  expect(camera.scale).toBe(plane.unit / 0.05);
  for (let i = 0; i < 100; i++) camera.zoom(0.5);
  expect(camera.scale).toBe(20 / plane.width);
  camera.pan(1e9, -1e9);
  expect([camera.x, camera.y]).toEqual([0, 0]);
  const calls = listener.mock.calls.length;
  end();
  camera.center(5, 6);
  expect([camera.x, camera.y, listener.mock.calls.length]).toEqual([5, 6, calls]);
});

test('the camera goes to lines, however short they are', () => {
  const camera = new Camera(plane);
  camera.fit(1000, 800);
  const part = boxOf([[100, 200, 102, 200]], plane, 500)!;
  expect(part).toEqual({ west: -399, east: 601, south: -300, north: 700 });
  camera.look(part);
  expect([camera.x, camera.y, camera.scale]).toEqual([101, 200, expect.closeTo(0.72)]);
  expect(camera.isMoved).toBe(true);
  expect(boxOf([], plane)).toBeNull();
});
