type Pair<T> = readonly [T, T];

/**
 * What readers call two runs: by their scenarios, `as it is` without one; by their folders if the scenarios do not tell them apart.
 */
export function namesOfPair(folders: Pair<string>, scenarios: Pair<string | null>): Pair<string> {
  const [a, b] = scenarios;
  return a === b ? folders : [a ?? AS_IT_IS, b ?? AS_IT_IS];
}

const AS_IT_IS = 'as it is';
