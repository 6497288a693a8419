import { and, eq, isNull, sql } from 'drizzle-orm';
import { type CalendarDate, daysBetween, formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { logCustomer } from '../customerLog.ts';
import type { OrderRecord } from '../orderLock.ts';

/** The pending contacts of a renewed quote move to the day on which it now ends, at their hour (`reagendaOrcamento`). */
export async function rescheduleQuote(
  tx: Tx,
  ctx: Context,
  order: Pick<OrderRecord, 'id' | 'customerId'>,
  until: CalendarDate,
): Promise<void> {
  const pending = await tx
    .select({ agenda: agendas, zone: branches.timeZone })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(and(eq(agendas.orderId, order.id), isNull(agendas.finishedAt)))
    .for('update', { of: agendas });
  for (const { agenda, zone } of pending) {
    const days = daysBetween(localDate(agenda.scheduledAt, zone), until);
    if (days === 0) continue;
    await tx
      .update(agendas)
      .set({
        scheduledAt: sql`${agendas.scheduledAt} + make_interval(days => ${days})`,
        updatedAt: ctx.now(),
        version: agenda.version + 1,
      })
      .where(eq(agendas.id, agenda.id));
    await logCustomer(tx, ctx, {
      customerId: order.customerId,
      type: 'AGENDA',
      itemId: agenda.id,
      text: `Agenda reagendada para ${formatCalendarDate(until)} com a renovação do orçamento ${order.id}`,
      data: { de: agenda.scheduledAt.toISOString(), motivo: 'Renovação do orçamento' },
    });
    await audit(tx, ctx, {
      action: 'REAGENDAR',
      entity: 'agendas',
      entityId: agenda.id,
      before: { data_agendada: agenda.scheduledAt.toISOString() },
      after: { dia: until, orcamento: order.id },
    });
  }
}
