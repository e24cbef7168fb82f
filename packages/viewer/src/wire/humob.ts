export type {
  HumobDay,
  HumobDetail,
  HumobSide,
  HumobUser,
  HumobUserDetail,
  ListedFlows,
  ListedScoring,
} from '@itinera/humob';
