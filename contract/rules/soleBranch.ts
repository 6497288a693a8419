/** The branch that all of them are of, whose brand heads the paper; undefined if there are several or none. */
export const soleBranch = (branchIds: readonly number[]): number | undefined =>
  new Set(branchIds).size === 1 ? branchIds[0] : undefined;
