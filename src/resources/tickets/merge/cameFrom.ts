/** The number by which somebody opened a ticket that another one was merged into, kept in the history entry. */
export const cameFrom = (state: unknown): number | null => {
  const from = (state as { juntado?: unknown } | null)?.juntado;
  return typeof from === 'number' ? from : null;
};
