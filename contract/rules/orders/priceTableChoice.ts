import type { PersonType } from '../../catalogs/personType.ts';

/** For each kind of person the codes of the price tables that they may give any customer, separated by commas; '*' is all. */
export type TablesByRole = Readonly<Partial<Record<PersonType, string>>>;

interface ChosenTable {
  code: string;
  /** Whether it is the table of the quote's customer, which everybody may use. */
  isOfCustomer: boolean;
}

/** Whether the person may choose the table for a quote (docs/domain.md 13): another one lowers the floor like a negotiated price. */
export function mayChooseTable(
  allowed: TablesByRole,
  type: PersonType,
  { code, isOfCustomer }: ChosenTable,
): boolean {
  if (isOfCustomer) return true;
  const codes = (allowed[type] ?? '').split(',').map(folded);
  return codes.includes('*') || codes.includes(folded(code));
}

const folded = (code: string) => code.trim().toUpperCase();
