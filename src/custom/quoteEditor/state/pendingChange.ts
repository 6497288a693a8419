import type { ItemChange, QuoteChange } from '#contract/callcenter/quotes/quoteEditing.ts';

export type HeaderChange = Omit<QuoteChange, 'versao' | 'itens'>;

/** A change to a line. One that adds a line has a key, so that it is added only once whatever happens to its responses. */
export type PendingItem = ItemChange & { chave?: string; nome?: string };

/** Local changes that are not on the server yet. */
export interface Pending {
  header: HeaderChange;
  items: PendingItem[];
}

export const NOTHING: Pending = { header: {}, items: [] };
export const isNothing = ({ header, items }: Pending): boolean =>
  items.length === 0 && Object.keys(header).length === 0;

/** The later value wins; two changes to the same line become one. */
export function mergeChanges(first: Pending, later: Pending): Pending {
  const items = [...first.items];
  for (const change of later.items) {
    const at = change.id === undefined ? -1 : items.findIndex(({ id }) => id === change.id);
    if (at < 0) items.push(change);
    else items[at] = { ...items[at], ...change };
  }
  return { header: { ...first.header, ...later.header }, items };
}

/**
 * What to send next, and what remains. Lines are sent one at a time, so that a refused one does not take the others with it.
 */
export function splitNext({ header, items }: Pending): { next: Pending; rest: Pending } {
  const [first, ...others] = items;
  return first
    ? { next: { header: {}, items: [first] }, rest: { header, items: others } }
    : { next: { header, items: [] }, rest: NOTHING };
}

/** Whether both changes concern the same line, or both the header. */
export const sameTarget = (one: ItemChange | null, other: ItemChange | null): boolean =>
  one === null || other === null ? one === other : one.id === other.id && one.idProd === other.idProd;

/** The changes stored for a reload; `NOTHING` when there are none. */
export function pendingOf(kept: unknown): Pending {
  const { header, items } = (kept ?? {}) as Partial<Pending>;
  if (typeof header !== 'object' || header === null || !Array.isArray(items)) return NOTHING;
  return { header, items: items.filter((item) => typeof item === 'object' && item !== null) };
}

/** The request body of a change; its key is sent separately. */
export const sentItem = ({ chave: _key, nome: _name, ...item }: PendingItem): ItemChange => item;
