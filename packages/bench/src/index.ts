export { NdArray, type NdData } from './formats/nd-array.js';
export { readNpy } from './formats/npy.js';
export { readPickle } from './formats/read-pickle.js';
export { type ResultsFile, type ResultsMetadata, readResults, writeResults } from './formats/results.js';
export { writePickle } from './formats/write-pickle.js';
