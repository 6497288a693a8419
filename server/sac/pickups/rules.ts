import { addDays, type CalendarDate, formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { RowResults } from '../../../contract/sharedShapes.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { invalid, Refusal } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';

/** Each id once, in the order in which rows are locked. */
export const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** The results of a bulk action as they come in; a refusal of one row never stops the rest. */
export class Results {
  readonly done: number[] = [];
  readonly failed: RowResults['falhas'] = [];

  fail(id: number, refusal: Refusal): void {
    this.failed.push({ id, codigo: refusal.code, mensagem: refusal.message });
  }

  /** What `work` answers, or nothing where it refused. Any other error ends the whole action. */
  async attempt<T>(id: number, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fail(id, error);
      return undefined;
    }
  }

  answer(): RowResults {
    return {
      processados: this.done.length + this.failed.length,
      sucesso: [...this.done].sort((a, b) => a - b),
      falhas: [...this.failed].sort((a, b) => a.id - b.id),
    };
  }
}

/** Nobody fetches anything yesterday, nor in a year that was mistyped. */
function checkScheduledDay(
  day: CalendarDate | null | undefined,
  today: CalendarDate,
  last: CalendarDate,
): void {
  if (!day) return;
  if (day < today)
    throw invalid({ agendadaPara: 'A coleta não pode ser agendada para um dia que já passou.' });
  if (day > last) throw invalid({ agendadaPara: `Escolha um dia até ${formatCalendarDate(last)}.` });
}

/** ` para 25/11/2026`, or nothing. */
export const onDay = (day: CalendarDate | null): string => (day ? ` para ${formatCalendarDate(day)}` : '');

/** Rows under what they have in common, in the order in which they came. */
export function groupsOf<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

const FARTHEST_DAYS = 365;

/** Refuses a day before the person's own today, and one that is more than a year away. */
export async function requireGoodDay(
  db: Executor,
  { user, now }: Pick<Context, 'user' | 'now'>,
  day: CalendarDate | null | undefined,
): Promise<void> {
  const today = localDate(now(), await zoneOf(db, user));
  checkScheduledDay(day, today, addDays(today, FARTHEST_DAYS));
}
