interface Row {
  id: number | string;
}

/**
 * The rows that are shown, with what is new about each in its place, and which others have come. A shown row
 * that the new answer does not hold stays as it is: whoever reads it is not robbed of it.
 */
export function mergeRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
): { rows: R[]; others: R['id'][] } {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => byId.get(row.id) ?? row),
    others: fresh.map(({ id }) => id).filter((id) => !known.has(id)),
  };
}
