import { inArray } from 'drizzle-orm';
import type { agendaSupervisionRoutes } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Input, Output } from '../../../contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { people } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { plainText } from '../../plainText.ts';
import { type Collaborator, collaboratorsWhere } from '../agendaImport/queries.ts';
import { changeAgenda, type LockedAgenda } from '../agendas/commands.ts';
import { requireLead } from './leads.ts';
import { eachAgenda, selectedIds } from './selection.ts';

type Routes = typeof agendaSupervisionRoutes;

/** Deals open agendas out, in turn, to whom of the people named can serve the customer. */
export async function transferAgendas(
  { body }: Input<Routes['transfer']>,
  ctx: Context,
): Promise<Output<Routes['transfer']>> {
  requireLead(ctx.user);
  return withIdempotency(ctx, 'agendaSupervision.transfer', { body }, async (tx) => {
    const receivers = await receiversOf(tx, body.idColabs);
    const ids = await selectedIds({ ...ctx, db: tx }, body);
    const given = new Map(receivers.map(({ id }) => [id, 0]));
    return eachAgenda(
      tx,
      ctx,
      ids.map((id) => ({ id })),
      (agenda) => {
        const to = nextOf(receivers, given, agenda);
        given.set(to.id, (given.get(to.id) ?? 0) + 1);
        return handOver(tx, ctx, agenda, { to, reason: body.motivo });
      },
    );
  });
}

/** Carries a proposal out: what changed since is told line by line. */
export async function carryOutBalance(
  { body }: Input<Routes['balance']>,
  ctx: Context,
): Promise<Output<Routes['balance']>> {
  requireLead(ctx.user);
  return withIdempotency(ctx, 'agendaSupervision.balance', { body }, async (tx) => {
    const target = new Map(body.movimentos.map(({ id, idColab }) => [id, idColab]));
    const receivers = await receiversOf(tx, [...new Set(target.values())]);
    return eachAgenda(tx, ctx, body.movimentos, (agenda) => {
      const to = receivers.filter(({ id }) => id === target.get(agenda.id));
      return handOver(tx, ctx, agenda, {
        to: nextOf(to, new Map(), agenda),
        reason: 'Equilíbrio de agendas',
      });
    });
  });
}

async function receiversOf(tx: Tx, ids: readonly number[]): Promise<Collaborator[]> {
  const found = await collaboratorsWhere(tx, inArray(people.id, [...ids]));
  if (found.length < ids.length) throw notFound();
  return found;
}

function nextOf(
  receivers: readonly Collaborator[],
  given: ReadonlyMap<number, number>,
  { branchId, representativeId, personId }: LockedAgenda,
): Collaborator {
  if (receivers.some(({ id }) => id === personId) && receivers.length === 1)
    throw refused('MESMO_COLABORADOR', 'A agenda já é deste colaborador.');
  const fitting = receivers.filter((each) => each.id !== personId && each.serves(branchId, representativeId));
  const [first, ...others] = fitting;
  if (!first) throw refused('NAO_ATENDE', 'Quem receberia não atende este cliente nesta filial.');
  return others.reduce(
    (best, each) => ((given.get(each.id) ?? 0) < (given.get(best.id) ?? 0) ? each : best),
    first,
  );
}

async function handOver(
  tx: Tx,
  ctx: Context,
  agenda: LockedAgenda,
  { to, reason = '' }: { to: Collaborator; reason: string | undefined },
): Promise<void> {
  const motivo = plainText(reason).trim();
  await changeAgenda(tx, ctx, agenda, {
    set: { personId: to.id },
    action: 'TRANSFERIR',
    text: `Agenda passada para ${to.name}`,
    data: { colaborador: to.id, ...(motivo && { motivo }) },
  });
}
