import { buffer } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import type { Input } from '../../../contract/route.ts';
import type { pickupRoutes } from '../../../contract/sac/pickups.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import { branches } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { onePickup } from './onePickup.ts';
import { drawOrder } from './order/drawOrder.ts';

/** The printable order: what is fetched where, and where it is brought. A wrong kind is an unknown order. */
export async function pickupOrder(
  { params: { tipo, id } }: Input<typeof pickupRoutes.order>,
  ctx: Context,
): Promise<FileAnswer> {
  const pickup = await onePickup(id, ctx);
  if (pickup.responsavel.tipo !== tipo.toUpperCase()) throw notFound();
  const fetched = pickup.tickets.filter(({ ativo }) => ativo || pickup.status === 'CANCELADA');
  const branchIds = [...new Set(fetched.map(({ filial }) => filial.idFil))];
  const [{ nomeEmpresa }, zone, destinations] = await Promise.all([
    serviceParameters(ctx.db),
    zoneOf(ctx.db, ctx.user),
    branchIds.length > 0 ? ctx.db.select().from(branches).where(inArray(branches.id, branchIds)) : [],
  ]);
  const content = await buffer(
    await drawOrder({
      pickup: { ...pickup, tickets: fetched },
      company: nomeEmpresa,
      destinations: new Map(destinations.map((branch) => [branch.id, branch])),
      printedAt: ctx.now(),
      zone,
    }),
  );
  return { content, name: `ordem-de-coleta-${id}.pdf`, mime: 'application/pdf', size: content.length };
}
