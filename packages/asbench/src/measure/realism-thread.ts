import { makeRealismPiece, type RealismFinding, type RealismPiece, type Sets } from '@itinera/mobility';
import { Piscina } from 'piscina';

// A thread of `asbench measure`: computes pieces of the report from sets whose columns all threads share.

const { sets, seed } = Piscina.workerData as { readonly sets: Sets; readonly seed: number };

export default function make(piece: RealismPiece): RealismFinding {
  return makeRealismPiece(piece, sets, { seed });
}
