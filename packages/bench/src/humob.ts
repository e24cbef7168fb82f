export * from '@itinera/humob';
// Names by which they are known inside `humob`.
export {
  compareHumobScores as compareScores,
  type HumobTask as Task,
  type StepTrajectories as Trajectories,
} from '@itinera/humob';
