import { isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import type { TicketSort } from '../../../../contract/sac/tickets.ts';
import { type PageCursor, readPageCursor } from '../../../pageCursor.ts';

/** Refuses (422) a cursor that is damaged, forged, or of another list. */
export const readCursor = (text: string, sort: TicketSort, hash: string): PageCursor =>
  readPageCursor(text, KEY_SHAPES[sort], hash);

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
