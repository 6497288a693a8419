import { type Numbered, readSearch } from '#contract/rules/searchTerm.ts';

/** What the search everywhere finds. */
export type FoundKind = 'tickets' | 'customers' | 'orders' | 'records';

/** A number longer than this is a document or phone, of which a person has typed only a part. */
const LONGEST_NUMBER = 9_999_999;

/**
 * The order of what was found, by what the typed text means: the key or number of an invoice is a record's, a short number is
 * first of all a ticket's or an order's, and everything else, a document, a phone or words, names a customer.
 */
export function foundOrder(typed: string): readonly FoundKind[] {
  const term = readSearch(typed);
  if (term?.accessKey) return FIRST.NOTA;
  if (term?.number?.of) return FIRST[term.number.of];
  return term?.number && term.number.value <= LONGEST_NUMBER ? FIRST.TICKET : FIRST.CLIENTE;
}

const FIRST: Readonly<Record<Numbered, readonly FoundKind[]>> = {
  NOTA: ['records', 'tickets', 'orders', 'customers'],
  TICKET: ['tickets', 'orders', 'records', 'customers'],
  COLETA: ['tickets', 'orders', 'records', 'customers'],
  PEDIDO: ['orders', 'tickets', 'records', 'customers'],
  ORCAMENTO: ['orders', 'tickets', 'records', 'customers'],
  CLIENTE: ['customers', 'tickets', 'orders', 'records'],
};
