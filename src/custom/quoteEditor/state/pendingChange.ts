import type { ItemChange, QuoteChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';

export type HeaderChange = Omit<QuoteChange, 'versao' | 'itens'>;

/**
 * A change to a line. One that adds a product (`entrada`) has a key; those that were sent together keep the key of the first
 * (`lote`), so that they are added only once whatever happens to their responses.
 */
export type PendingItem = ItemChange & { chave?: string; lote?: string; entrada?: LineEntry };

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

/** As many as go in one request. */
const MAX_TOGETHER = 100;

/**
 * What to send next, and what remains. Changes of lines are sent one at a time, so that a refused one does not take the others
 * with it; products to add go together, since each is judged alone there. A repeat sends the same ones under the same key.
 */
export function splitNext({ header, items }: Pending): { next: Pending; rest: Pending } {
  const [first] = items;
  if (!first) return { next: { header, items: [] }, rest: NOTHING };
  const together = first.entrada ? entriesAtFront(items) : [first];
  return {
    next: { header: {}, items: together },
    rest: { header, items: items.slice(together.length) },
  };
}

function entriesAtFront(items: readonly PendingItem[]): PendingItem[] {
  const lote = items[0]?.lote ?? items[0]?.chave ?? '';
  const sent = items[0]?.lote !== undefined;
  const end = items.findIndex(
    (item) => !item.entrada || (sent ? item.lote !== lote : item.lote !== undefined),
  );
  return items
    .slice(0, Math.min(end < 0 ? items.length : end, MAX_TOGETHER))
    .map((item) => ({ ...item, lote }));
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

/** The request body of a change. */
export const sentItem = ({ chave: _key, lote: _lot, entrada: _entry, ...item }: PendingItem): ItemChange =>
  item;
