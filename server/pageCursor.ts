import { createHash } from 'node:crypto';
import { invalid } from './errors.ts';

/** The boundary between two rows at which a neighbouring page begins. */
export interface PageCursor {
  /** The sort key of the row at the edge, as text; empty when sorting by `id`. */
  key: string;
  /** The id of the row at the edge, which breaks ties of the key. */
  id: number;
  /** Whether the page comes before that row instead of after it. */
  backwards: boolean;
  /** The number of the page that the cursor leads to. */
  page: number;
  /** The total that was counted on the page where paging began, so that following pages need not count again. */
  total: number;
  /** Whether there are more rows than `total`. */
  more?: boolean;
}

/** Opaque to the client. Valid only for the same person, filters, sort and page size. */
const writeCursor = ({ key, id, backwards, page, total, more, hash }: PageCursor & { hash: string }) =>
  Buffer.from(JSON.stringify([hash, key, id, backwards ? 1 : 0, page, total, ...(more ? [1] : [])])).toString(
    'base64url',
  );

/** Rejects (422) a cursor that is damaged, forged, or from another list. */
export function readPageCursor(text: string, isKey: (key: string) => boolean, hash: string): PageCursor {
  const parts = parsed(text);
  if (!parts) throw unusable('A chave da página não foi reconhecida. Volte à primeira página.');
  if (parts.hash !== hash)
    throw unusable('A chave da página é de outra pesquisa ou ordem. Volte à primeira página.');
  if (!isKey(parts.key)) throw unusable('A chave da página não foi reconhecida. Volte à primeira página.');
  return parts;
}

/** A hash of the list's query, used to detect a cursor from another query. Empty values count as absent. */
export function listQueryHash(personId: number, query: Record<string, unknown>): string {
  const { page: _, cursor: __, ...lasting } = query;
  const given = Object.entries(lasting)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([personId, given]))
    .digest('base64url')
    .slice(0, 12);
}

interface Edge {
  key: string;
  id: number;
}

/** The cursors of the neighbouring pages, if there are any. */
export function neighbours(
  { rows, before, after }: { rows: readonly Edge[]; before: boolean; after: boolean },
  common: Pick<PageCursor, 'page' | 'total' | 'more'> & { hash: string },
) {
  const first = rows[0];
  const last = rows.at(-1);
  return {
    ...(after &&
      last && {
        proximo: writeCursor({ ...common, ...last, backwards: false, page: common.page + 1 }),
      }),
    ...(before &&
      first && {
        anterior: writeCursor({ ...common, ...first, backwards: true, page: Math.max(1, common.page - 1) }),
      }),
  };
}

const unusable = (text: string) => invalid({ cursor: text });

function parsed(text: string): (PageCursor & { hash: string }) | null {
  const [hash, key, id, backwards, page, total, more] = jsonArray(Buffer.from(text, 'base64url').toString());
  if (typeof hash !== 'string' || typeof key !== 'string') return null;
  if (!isCount(id) || !isCount(page) || !isCount(total) || page === 0) return null;
  // The next id must be a number of the same type.
  if (id === MAX_INTEGER) return null;
  return { hash, key, id, page, total, backwards: backwards === 1, more: more === 1 };
}

const MAX_INTEGER = 2 ** 31 - 1;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INTEGER;

function jsonArray(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
