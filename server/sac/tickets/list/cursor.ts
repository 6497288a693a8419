import { createHash } from 'node:crypto';
import { isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import { invalid } from '../../../errors.ts';

/** Between which rows a neighbouring page begins. */
export interface PageCursor {
  /** Sort key of the row at the edge, as text; of the sort `id` it is empty. */
  key: string;
  /** The row at the edge: ties of the key are told apart by it. */
  id: number;
  /** The page before that row, not the one after it. */
  backwards: boolean;
  /** Number of the page that is led to. */
  page: number;
  /** Rows that were counted on the page where the walk began: a step does not count again. */
  total: number;
}

/** Opaque to the client. Holds only for the same person, filters, sort and page size. */
export const writeCursor = ({ key, id, backwards, page, total, hash }: PageCursor & { hash: string }) =>
  Buffer.from(JSON.stringify([hash, key, id, backwards ? 1 : 0, page, total])).toString('base64url');

/** Refuses (422) one that is damaged, forged, or of another list. */
export function readCursor(text: string, sort: TicketSort, hash: string): PageCursor {
  const parts = parsed(text);
  if (!parts) throw unusable('A chave da página não foi reconhecida. Volte à primeira página.');
  if (parts.hash !== hash)
    throw unusable('A chave da página é de outra pesquisa ou ordem. Volte à primeira página.');
  if (!KEY_SHAPES[sort](parts.key))
    throw unusable('A chave da página não foi reconhecida. Volte à primeira página.');
  return parts;
}

/** What a list was asked for, so that a cursor of another one is noticed. Empty values count as absent. */
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

const unusable = (text: string) => invalid({ cursor: text });

const isInstant = (key: string) =>
  key === 'infinity' || (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(key) && isDate(key));
/** A day that exists, as the database has them: it knows neither a 30 February nor a year 0. */
const isDate = (key: string) =>
  isCalendarDate(key.slice(0, 10)) &&
  key >= '0001' &&
  !Number.isNaN(Date.parse(`${key.slice(0, 19).replace(' ', 'T')}Z`));

/** Whether a key can be compared with the column: anything else would be an error in the database. */
const KEY_SHAPES: Record<TicketSort, (key: string) => boolean> = {
  id: (key) => key === '',
  dtCriacao: isInstant,
  dtAtualizacao: isInstant,
  prazo: isInstant,
  status: (key) => /^[A-Z_]{1,40}$/.test(key),
  tipo: (key) => /^\d{1,9}$/.test(key),
};

function parsed(text: string): (PageCursor & { hash: string }) | null {
  const [hash, key, id, backwards, page, total] = jsonArray(Buffer.from(text, 'base64url').toString());
  if (typeof hash !== 'string' || typeof key !== 'string') return null;
  if (!isCount(id) || !isCount(page) || !isCount(total) || page === 0) return null;
  return { hash, key, id, page, total, backwards: backwards === 1 };
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 2147483647;

function jsonArray(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
