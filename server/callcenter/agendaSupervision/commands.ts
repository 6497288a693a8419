import { eq, inArray } from 'drizzle-orm';
import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { agendaCapacities, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { requireVersion } from '../../requireVersion.ts';

import { requireLead, sellersWith } from './queries.ts';

type Routes = typeof agendaSupervisionRoutes;

export async function saveCapacities(
  { body }: Input<Routes['saveCapacities']>,
  ctx: Context,
): Promise<Output<Routes['saveCapacities']>> {
  requireLead(ctx.user);
  const wanted = [...body.capacidades].sort((a, b) => a.idColab - b.idColab);
  return ctx.db.transaction(async (tx) => {
    const ids = wanted.map(({ idColab }) => idColab);
    const known = await sellersWith(tx, inArray(people.id, ids));
    if (known.length < new Set(ids).size) throw notFound();
    for (const each of wanted) {
      await saveOne(tx, ctx, each);
      await audit(tx, ctx, {
        action: 'ALTERAR',
        entity: 'agenda_capacities',
        entityId: each.idColab,
        before: { porDia: known.find(({ id }) => id === each.idColab)?.perDay ?? null },
        after: { porDia: each.porDia },
      });
    }
    return {
      data: { message: `${formatCount(wanted.length, 'capacidade guardada', 'capacidades guardadas')}.` },
    };
  });
}

type Wanted = Input<Routes['saveCapacities']>['body']['capacidades'][number];

async function saveOne(tx: Tx, ctx: Context, { idColab, porDia, versao }: Wanted): Promise<void> {
  const [standing] = await lockedCapacity(tx, idColab);
  await requireVersion(tx, versao, {
    entity: 'agenda_capacities',
    entityId: idColab,
    version: standing?.version ?? 0,
    name: 'esta capacidade',
    state: () => ({ idColab, porDia: standing?.perDay ?? null }),
  });
  if (porDia === null) {
    await tx.delete(agendaCapacities).where(eq(agendaCapacities.personId, idColab));
    return;
  }
  const values = { perDay: porDia, updatedAt: ctx.now(), version: (standing?.version ?? 0) + 1 };
  if (standing) await tx.update(agendaCapacities).set(values).where(eq(agendaCapacities.personId, idColab));
  else {
    const first = await tx
      .insert(agendaCapacities)
      .values({ personId: idColab, ...values })
      .onConflictDoNothing()
      .returning({ personId: agendaCapacities.personId });
    // Of two that set a first one at once, the second finds nothing to lock.
    if (first.length === 0) await saveOne(tx, ctx, { idColab, porDia, versao });
  }
}

const lockedCapacity = (tx: Executor, personId: number) =>
  tx.select().from(agendaCapacities).where(eq(agendaCapacities.personId, personId)).for('update');
