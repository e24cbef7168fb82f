/** The agent of a run: a built-in one by name, a file, or a Python file and its interpreter. */
export type AgentSource = { readonly builtIn: string } | { readonly file: string } | PythonSource;
export interface PythonSource {
  readonly file: string;
  /** A command or a path. */
  readonly python: string;
}
