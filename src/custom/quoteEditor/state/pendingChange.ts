import type { ItemChange, QuoteChange } from '../../../../contract/callcenter/quoteEditing.ts';

export type HeaderChange = Omit<QuoteChange, 'versao' | 'itens'>;

/** A change of a line; one that adds a line has a key, so that it comes in once whatever becomes of its answers. */
export type PendingItem = ItemChange & { chave?: string; nome?: string };

/** What was changed here and is not on the server yet. */
export interface Pending {
  header: HeaderChange;
  items: PendingItem[];
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

/**
 * What is sent next, and what waits on: one line at a time, for what is refused of one must not take the others with it.
 */
export function nextOf({ header, items }: Pending): { next: Pending; rest: Pending } {
  const [first, ...others] = items;
  return first
    ? { next: { header: {}, items: [first] }, rest: { header, items: others } }
    : { next: { header, items: [] }, rest: NOTHING };
}

/** A word on the same line, or on the header again. */
export const sameTarget = (one: ItemChange | null, other: ItemChange | null): boolean =>
  one === null || other === null ? one === other : one.id === other.id && one.idProd === other.idProd;

/** As it was kept for a reload; `NOTHING` where it is none. */
export function pendingOf(kept: unknown): Pending {
  const { header, items } = (kept ?? {}) as Partial<Pending>;
  if (typeof header !== 'object' || header === null || !Array.isArray(items)) return NOTHING;
  return { header, items: items.filter((item) => typeof item === 'object' && item !== null) };
}

/** What is sent of a change: its key travels beside it. */
export const sentItem = ({ chave: _key, nome: _name, ...item }: PendingItem): ItemChange => item;
