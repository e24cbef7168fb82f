/** What the import of any module asks for. */
const ASKED: readonly (string | symbol)[] = ['then', '__esModule', 'default'];

/**
 * A module whose usual exports are there.
 *
 * @param load returns all of it, once another export is needed
 */
export function lazyModule(usual: object, load: () => object): object {
  const holding = (name: string | symbol) =>
    name in usual || typeof name === 'symbol' || ASKED.includes(name) ? usual : load();
  return new Proxy(usual, {
    get: (_, name) => Reflect.get(holding(name), name),
    has: (_, name) => name in holding(name),
    ownKeys: () => Object.keys(load()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Object.getOwnPropertyDescriptor(holding(name), name);
      return found && { ...found, configurable: true };
    },
  });
}
