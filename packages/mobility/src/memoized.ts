/** A pure function of an object, computed once per object and released with it. */
export function memoized<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}

/** A value that is computed when it is first wanted. */
export function lazily<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
