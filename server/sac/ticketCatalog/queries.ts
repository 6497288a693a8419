import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { typesFor } from '../../../contract/rules/tickets/ticketWizard.ts';
import type { MenuTicketType } from '../../../contract/sac/ticketCatalog.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { reasons, ticketMenus, ticketTypes } from '../../db/tables/index.ts';
import { productReasonsOf, type ReasonRow, typeOf } from './rules.ts';

/** Active reasons in the order that people see; of one kind, or all. */
export const activeReasons = (db: Executor, kind?: ReasonRow['kind']): Promise<ReasonRow[]> =>
  db
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), kind && eq(reasons.kind, kind)))
    .orderBy(asc(reasons.level), asc(reasons.position), asc(reasons.id));

/** Of a type: its own columns, and the key of its menu. The statement joins `ticketMenus`. */
export const typeColumns = { ...getTableColumns(ticketTypes), menuKey: ticketMenus.key };

/** The types that a person may open, with everything that the wizard asks (DOMAIN.md section 1: consumers). */
export async function typesOf(db: Executor, user: Pick<User, 'type'>): Promise<MenuTicketType[]> {
  const [rows, known] = await Promise.all([
    db
      .select(typeColumns)
      .from(ticketTypes)
      .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
      .where(eq(ticketTypes.active, true))
      .orderBy(asc(ticketTypes.position), asc(ticketTypes.id)),
    activeReasons(db),
  ]);
  const types = rows.map((row) => ({
    ...typeOf(row, known),
    motivosProdutos: productReasonsOf(known, row.id),
  }));
  return typesFor(types, { consumer: user.type === 'CONSUMIDOR_FINAL' });
}
