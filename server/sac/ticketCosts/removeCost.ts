import { eq } from 'drizzle-orm';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { costKind } from '../../../contract/catalogs/costKind.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import type { ticketCostRoutes } from '../../../contract/sac/ticketCosts.ts';
import type { Context } from '../../context.ts';
import { ticketCosts } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { changeTicket } from '../tickets/change/changeTicket.ts';
import { lockTicket } from '../tickets/change/lockTicket.ts';
import { costOf, payerOf } from './queries.ts';

type Remove = typeof ticketCostRoutes.remove;

/** A repeat finds nothing any more. */
export const removeCost = ({ params }: Input<Remove>, ctx: Context): Promise<Output<Remove>> =>
  ctx.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ctx.user, params.idTicket);
    const row = await costOf(tx, ticket.id, params.idCusto);
    if (!row) throw notFound();
    await tx.delete(ticketCosts).where(eq(ticketCosts.id, row.cost.id));
    const { id, kind, amount, description } = row.cost;
    const money = formatMoney(amount, 2);
    await changeTicket(tx, ctx, ticket, {
      event: {
        type: 'CUSTO',
        note: `Removido: ${rowOf(costKind, kind).label}, ${money}.`,
        internal: true,
        data: { custo: id },
      },
      audit: {
        action: 'REMOVER_CUSTO',
        before: { custo: id, tipo: kind, valor: amount, descricao: description, paga: payerOf(row).nome },
      },
    });
    return { data: { id, message: `Custo de ${money} removido.` } };
  });
