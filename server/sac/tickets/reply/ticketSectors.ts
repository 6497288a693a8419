import { asc, eq, sql } from 'drizzle-orm';
import type { TicketSector } from '../../../../contract/sac/ticketConversation.ts';
import type { Context } from '../../../context.ts';
import { sectors } from '../../../db/tables/index.ts';
import { attendantsOf } from '../../../session/attendants.ts';
import { requireVisibleTicket } from '../queries.ts';

/** Every active sector with those of it who may take a ticket of this branch, as ENCAMINHAMENTO offers them. */
export async function ticketSectors(
  idTicket: number,
  { db, user }: Pick<Context, 'db' | 'user'>,
): Promise<TicketSector[]> {
  const ticket = await requireVisibleTicket(db, user, idTicket);
  const [rows, attendants] = await Promise.all([
    db
      .select({ id: sectors.id, desc: sectors.name })
      .from(sectors)
      .where(eq(sectors.active, true))
      .orderBy(sql`${sectors.name} collate pt_br`, asc(sectors.id)),
    attendantsOf(db, { branchId: ticket.branchId }),
  ]);
  return rows.map(({ id, desc }) => ({
    id,
    desc,
    atual: id === ticket.sectorId,
    atendentes: attendants.filter(({ sectorId }) => sectorId === id).map(({ id, nome }) => ({ id, nome })),
  }));
}
