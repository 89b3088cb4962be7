// Holm's correction for several tests at once. S. Holm (1979), A simple sequentially rejective multiple test procedure,
// Scandinavian Journal of Statistics 6(2), 65-70.

/** @returns the adjusted p-values, in the order given: all that are at most alpha are significant together. */
export function holmAdjust(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const adjusted = new Array<number>(pValues.length);
  let floor = 0;
  order.forEach((index, rank) => {
    floor = Math.max(floor, Math.min(1, (pValues.length - rank) * (pValues[index] as number)));
    adjusted[index] = floor;
  });
  return adjusted;
}
