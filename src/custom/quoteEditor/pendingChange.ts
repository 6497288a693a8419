import type { ItemChange, QuoteChange } from '../../../contract/callcenter/quoteEditing.ts';

export type HeaderChange = Omit<QuoteChange, 'versao' | 'itens'>;

/** What was changed here and is not on the server yet. */
export interface Pending {
  header: HeaderChange;
  items: ItemChange[];
}

export const NOTHING: Pending = { header: {}, items: [] };
export const isNothing = ({ header, items }: Pending): boolean =>
  items.length === 0 && Object.keys(header).length === 0;

/** The later word wins; two changes of one line become one. */
export function merged(first: Pending, later: Pending): Pending {
  const items = [...first.items];
  for (const change of later.items) {
    const at = change.id === undefined ? -1 : items.findIndex(({ id }) => id === change.id);
    if (at < 0) items.push(change);
    else items[at] = { ...items[at], ...change };
  }
  return { header: { ...first.header, ...later.header }, items };
}
