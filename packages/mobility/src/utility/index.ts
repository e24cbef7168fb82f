export { type MarkovOrder, type NextPlaceScores, nextPlace, nextPlaceOfSequences } from './next-place.js';
export { type LinkingResult, linkPlaces, type OwnedPlaces, trajectoryUserLinking } from './trajectory-user-linking.js';
