/** The folder of datasets and runs, unless the user names another one. */
export const DEFAULT_HOME = './.agentsociety-benchmark';
