interface Row {
  id: number | string;
}

/**
 * The rows that are shown, with what is new about each in its place, and which others have come. A shown row
 * that the new answer does not hold stays, as it was or as it is known to be now: whoever reads it is not robbed of it.
 */
export function mergeRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
  left: readonly R[] = [],
): { rows: R[]; others: R['id'][] } {
  const byId = new Map([...left, ...fresh].map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => byId.get(row.id) ?? row),
    others: fresh.map(({ id }) => id).filter((id) => !known.has(id)),
  };
}

/** Those shown that the new answer does not hold. */
export const idsThatLeft = <R extends Row>(shown: readonly R[], fresh: readonly R[]): R['id'][] =>
  shown.map(({ id }) => id).filter((id) => !fresh.some((row) => row.id === id));
