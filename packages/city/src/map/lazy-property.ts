/** Adds a property whose value is made when it is first read. */
export function lazyProperty(to: object, name: string, make: () => unknown): void {
  let made: unknown;
  Object.defineProperty(to, name, {
    enumerable: true,
    get() {
      made ??= make();
      return made;
    },
  });
}
