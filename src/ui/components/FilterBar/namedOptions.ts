/** Named records as options. */
export const namedOptions = (rows: readonly { id: number; nome: string }[]) =>
  rows.map(({ id, nome }) => ({ value: `${id}`, label: nome }));

export const describedOptions = (rows: readonly { id: number; desc: string }[]) =>
  rows.map(({ id, desc }) => ({ value: `${id}`, label: desc }));
