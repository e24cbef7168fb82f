/** What an agent is told about the weather of the day. */
export interface Weather {
  /** The sentence by which the benchmark describes it. */
  readonly statement: string;
  readonly condition: 'sunny' | 'windy' | 'stormy';
  /** In words, as published forecasts do. */
  readonly wind: string;
  readonly precipitation: string;
  readonly hurricaneStatus: 'none' | 'active' | 'passed';
  readonly warnings: readonly string[];
}

export const sunny: Weather = Object.freeze({
  statement: 'The weather is sunny',
  condition: 'sunny',
  wind: 'light',
  precipitation: 'none',
  hurricaneStatus: 'none',
  warnings: Object.freeze([]),
});
