/** So many at once, and so many a second after that. */
export interface Allowance {
  /** Whether one more is within it. */
  take: (at: number) => boolean;
}

export function allowance(burst: number, perSecond: number): Allowance {
  let left = burst;
  let before = 0;
  return {
    take(at) {
      left = Math.min(burst, left + (Math.max(0, at - before) * perSecond) / 1000);
      before = at;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
