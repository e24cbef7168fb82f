/** Unsupported tasks of the originals, with the reason. */
export const absentTasks: readonly { readonly name: string; readonly reason: string }[] = [
  {
    name: 'BehaviorModeling',
    reason:
      'It measures the behaviour of agents in social settings, with separate data and tools and without movement through a city; ' +
      'this program measures movement. Use the original: pip install agentsociety-benchmark.',
  },
];
