export * from '@itinera/humob';
// Short names inside `humob`.
export {
  compareHumobScores as compareScores,
  type HumobTask as Task,
  type StepTrajectories as Trajectories,
} from '@itinera/humob';
