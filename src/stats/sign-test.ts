// The exact sign test: how likely so uneven a split of the differing pairs is for a fair coin.
import { gammaln } from "simple-statistics";

/**
 * @param positive pairs with a positive difference. @param negative pairs with a negative one; equal pairs do not count.
 * @returns the two-sided p-value; 1 where no pair differs.
 */
export function signTest(positive: number, negative: number): number {
  const pairs = positive + negative;
  const fewer = Math.min(positive, negative);
  let tail = 0;
  for (let count = 0; count <= fewer; count++) tail += Math.exp(logCoin(pairs, count));
  return Math.min(1, 2 * tail);
}

/** The smallest two-sided p-value that so many differing pairs can give, in this test and in the signed-rank test. */
export function smallestPValue(pairs: number): number {
  return Math.min(1, 2 * 0.5 ** pairs);
}

/** log P(count heads of so many fair coins). */
function logCoin(coins: number, count: number): number {
  return gammaln(coins + 1) - gammaln(count + 1) - gammaln(coins - count + 1) - coins * Math.LN2;
}
