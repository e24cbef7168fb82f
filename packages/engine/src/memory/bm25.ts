const K1 = 1.2;
const B = 0.75;

/** Splits a text into lower-case words and numbers; Chinese, Japanese and Korean into single characters. */
export function words(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Ranks texts by relevance to a query (Okapi BM25, k1 = 1.2, b = 0.75).
 *
 * @returns positions in `texts` with their scores, best first, ties by position; without texts that share no word with the
 *   query.
 * @see Robertson & Zaragoza (2009), The Probabilistic Relevance Framework: BM25 and Beyond, doi:10.1561/1500000019
 */
export function bm25(texts: readonly string[], query: string, topK = 3): { position: number; score: number }[] {
  const documents = texts.map(words);
  const meanLength = documents.reduce((sum, document) => sum + document.length, 0) / Math.max(1, documents.length);
  const scores = new Float64Array(documents.length);
  for (const word of new Set(words(query))) {
    const counts = documents.map((document) => document.reduce((count, other) => count + Number(other === word), 0));
    const holders = counts.reduce((sum, count) => sum + Number(count > 0), 0);
    const rarity = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5));
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]!;
      const length = documents[i]!.length / (meanLength || 1);
      if (count > 0) scores[i]! += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
    }
  }
  return Array.from(scores, (score, position) => ({ position, score }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, topK);
}
