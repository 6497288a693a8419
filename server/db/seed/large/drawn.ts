/** 0 to below `below`, by the number `n` of a row and a salt: a hash, so that every run gives the same rows. */
export const drawn = (salt: number, below: string): string =>
  `((hashint8(n * 64 + ${salt}) & 2147483647) % ${below})`;
