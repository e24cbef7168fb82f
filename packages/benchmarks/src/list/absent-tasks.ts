/** Tasks of the originals that are not here, and why. */
export const absentTasks: readonly { readonly name: string; readonly reason: string }[] = [
  {
    name: 'BehaviorModeling',
    reason:
      'It measures how agents behave in social settings, with data and tools of its own and without movement through a city; ' +
      'here people move, and movement is measured. Its runs need the original: pip install agentsociety-benchmark.',
  },
];
