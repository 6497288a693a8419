let wanted: number | null = null;

/** Whose ticket the wizard that opens next is about; said right before it is opened. */
export const wantCustomer = (idCli: number): void => {
  wanted = idCli;
};

/** Asked once by the wizard when it opens: the next one begins without. */
export function takeWantedCustomer(): number | null {
  const idCli = wanted;
  wanted = null;
  return idCli;
}
