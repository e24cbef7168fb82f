/** A value of a parameter. */
export type ParameterValue = string | number | boolean;

/**
 * A parameter that an agent declares, with the values that `asbench study evolve` may try: a range of numbers, a list, true and
 * false, or any text. The default is in `this.params` unless the configuration of a run has another value.
 */
export type AgentParameter =
  | { readonly default?: number; readonly from: number; readonly to: number; readonly whole?: boolean }
  | { readonly default?: ParameterValue; readonly of: readonly ParameterValue[] }
  | { readonly default: boolean }
  | { readonly default: string };

/** The default values of declared parameters; empty if a class declares none. */
export function defaultsOf(declared: unknown): Record<string, unknown> {
  if (typeof declared !== 'object' || declared === null) return {};
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, one]) =>
      typeof one === 'object' && one !== null && 'default' in one ? [[name, one.default]] : [],
    ),
  );
}
