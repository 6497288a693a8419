/** How the person is found who gets a ticket, where nobody is named. */
export const distributions = [
  { value: 'MENOS_TICKETS', label: 'Quem tem menos tickets em aberto' },
  { value: 'NA_VEZ', label: 'Um de cada vez' },
  { value: 'SUBSTITUTO', label: 'O substituto de quem está ausente' },
] as const;
export type Distribution = (typeof distributions)[number]['value'];

/**
 * Whose turn it is after somebody, by number and from the beginning again after the last; whoever was last need not be among
 * them any more. `null` if there is nobody.
 */
export function nextInTurn(ids: readonly number[], last: number): number | null {
  const ordered = [...ids].sort((one, other) => one - other);
  return ordered.find((id) => id > last) ?? ordered[0] ?? null;
}
