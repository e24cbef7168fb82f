import { expect, test } from 'vitest';
import { lazyModule } from './lazy-module.js';

function moduleOf() {
  const all = { usual: 1, rare: 2 };
  const loads: true[] = [];
  const module = lazyModule({ usual: 1 }, () => {
    loads.push(true);
    return all;
  }) as Readonly<Record<string, unknown>>;
  return { module, loads };
}

test('a module is loaded for exports that are not usual, and not to be imported', async () => {
  const { module, loads } = moduleOf();
  expect((await Promise.resolve(module)).usual).toBe(1);
  expect([module.__esModule, module.default]).toEqual([undefined, undefined]);
  expect(loads).toEqual([]);
  expect(module.rare).toBe(2);
  expect(module.none).toBeUndefined();
  expect(loads.length).toBeGreaterThan(0);
});

test('its list of exports is that of the whole module', () => {
  const { module } = moduleOf();
  expect(Object.keys(module)).toEqual(['usual', 'rare']);
  expect({ ...module }).toEqual({ usual: 1, rare: 2 });
  expect(['usual' in module, 'rare' in module, 'none' in module]).toEqual([true, true, false]);
});
