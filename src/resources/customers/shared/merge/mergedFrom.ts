/** The code by which somebody opened a customer that another one was merged into, kept in the history entry. */
export const mergedFrom = (state: unknown): number | null => {
  const from = (state as { unido?: unknown } | null)?.unido;
  return typeof from === 'number' ? from : null;
};
