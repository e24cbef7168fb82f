/** The folder of datasets and runs, unless the user names another one. Most commands need it, and little else of this package. */
export const DEFAULT_HOME = './.agentsociety-benchmark';
