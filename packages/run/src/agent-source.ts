/** Which agent a run uses: a built-in one by name, a file, or a file in Python and the interpreter that is to run it. */
export type AgentSource = { readonly builtIn: string } | { readonly file: string } | PythonSource;
export interface PythonSource {
  readonly file: string;
  /** A command or a path. */
  readonly python: string;
}
