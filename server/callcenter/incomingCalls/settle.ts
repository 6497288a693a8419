import { eq, sql } from 'drizzle-orm';
import {
  CALL_OUTCOMES,
  type CallOutcome,
  incomingCallRoutes,
} from '#contract/callcenter/agendas/incomingCalls.ts';
import { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { allows } from '#contract/permissions.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { incomingCalls } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound, shownBy } from '../../errors.ts';
import { logCustomer, rewordEntries } from '../../sac/customers/commands.ts';
import { lockCustomers } from '../../sac/invoices/commands.ts';
import { plainText } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { scheduleAgenda } from '../agendas/commands.ts';
import { momentText } from '../agendas/rules.ts';
import { requireLeading } from '../contacts/queries.ts';
import { publishCall } from './publishCall.ts';
import { selectReceived, shownCall } from './receivedRows.ts';
import { maySettle } from './rules.ts';

type Call = typeof incomingCalls.$inferSelect;

export const settleCall = command(incomingCallRoutes.settle, async (tx, ctx, { params, body }) => {
  const { id } = params;
  const call = await lockCall(tx, id, body.idCli);
  if (!call || !maySettle(ctx.user, call)) throw notFound();
  await requireVersion(tx, body.versao, {
    entity: 'incoming_calls',
    entityId: id,
    version: call.version,
    name: 'esta ligação',
    state: async () => {
      const [row] = await selectReceived(tx, ctx.user).where(eq(incomingCalls.id, id));
      if (!row) throw notFound();
      return shownBy(ReceivedCall, shownCall(row, ctx.user));
    },
  });
  const customerId = await customerSaid(tx, ctx, call, body.idCli);
  const note = body.obs === undefined ? call.note : plainText(body.obs).trim();
  const planned = await callBack(tx, ctx, { ...body, call, customerId, note });
  await tx
    .update(incomingCalls)
    .set({
      ...{ customerId, note, outcome: body.desfecho, settledAt: ctx.now(), settledById: ctx.user.id },
      version: sql`${incomingCalls.version} + 1`,
    })
    .where(eq(incomingCalls.id, id));
  const label = labelOf(body.desfecho);
  await logOutcome(tx, ctx, call, { customerId, note, label });
  await audit(tx, ctx, {
    action: call.outcome === null ? 'ENCERRAR_LIGACAO' : 'CORRIGIR_LIGACAO',
    entity: 'incoming_calls',
    entityId: id,
    // Not what was noted, which is forgotten with the number.
    before: { desfecho: call.outcome, cliente: call.customerId },
    after: { desfecho: body.desfecho, cliente: customerId, retorno: planned?.agenda.id ?? null },
  });
  await publishCall(tx, { ...call, customerId }, ctx.now(), call.customerId);
  const next = planned ? ` Retorno em ${momentText(planned.agenda.scheduledAt, planned.zone)}.` : '';
  return { data: { id, message: `Ligação guardada: ${label}.${next}` } };
});

/** Its customers are locked first, as by those who merge them and write into their calls. */
async function lockCall(tx: Tx, id: number, idCli: number | null | undefined): Promise<Call | undefined> {
  const ofCall = eq(incomingCalls.id, id);
  const [found] = await tx.select({ customerId: incomingCalls.customerId }).from(incomingCalls).where(ofCall);
  await lockCustomers(
    tx,
    [found?.customerId, idCli].filter((each) => typeof each === 'number'),
  );
  return (await tx.select().from(incomingCalls).where(ofCall).for('update'))[0];
}

const labelOf = (outcome: CallOutcome): string =>
  CALL_OUTCOMES.find(({ value }) => value === outcome)?.label.toLowerCase() ?? '';

/** The number is whoever's the person says it is, but only of customers that they see; of the one that stands nothing is asked. */
async function customerSaid(tx: Tx, ctx: Context, call: Call, idCli: number | null | undefined) {
  if (idCli === undefined || idCli === call.customerId) return call.customerId;
  return idCli === null ? null : (await requireLeading({ user: ctx.user, db: tx }, idCli)).id;
}

interface Said {
  customerId: number | null;
  note: string;
  label: string;
}

/**
 * In the activity of the customer, and of the one that it was thought to be, which keeps neither the number nor what was noted: they are
 * somebody else's.
 */
async function logOutcome(tx: Tx, ctx: Context, call: Call, { customerId, note, label }: Said) {
  const from = call.number && ` de ${formatPhone(call.number)}`;
  const entry = { type: 'ATENDIMENTO', data: { ligacaoRecebida: call.id } } as const;
  if (call.customerId !== null && call.customerId !== customerId) {
    await rewordEntries(tx, { customerId: call.customerId, data: entry.data }, 'Ligação recebida');
    await logCustomer(tx, ctx, {
      ...{ ...entry, customerId: call.customerId },
      text: 'A ligação recebida não era deste cliente',
    });
  }
  if (customerId === null) return;
  const isCorrection = call.outcome !== null && call.customerId === customerId;
  const said = `Ligação recebida${from}${isCorrection ? ', corrigida' : ''}: ${label}`;
  await logCustomer(tx, ctx, { ...entry, customerId, text: [said, note].filter(Boolean).join('. ') });
}

interface CallBack {
  call: Call;
  customerId: number | null;
  note: string;
  desfecho: CallOutcome;
  retorno?: string | undefined;
  confirmar?: string | undefined;
}

/** Plans when the person of the line calls the customer back, with the rules of any contact. */
async function callBack(
  tx: Tx,
  ctx: Context,
  { call, customerId, note, desfecho, retorno, confirmar }: CallBack,
) {
  if (retorno === undefined) return null;
  if (!allows(ctx.user.grants, 'AGENDA_EDITAR')) throw forbidden('AGENDA_EDITAR');
  if (customerId === null)
    throw invalid({ retorno: 'Diga de quem é a ligação para marcar quando ligar de volta.' });
  if (desfecho === 'ENGANO') throw invalid({ retorno: 'Quem ligou por engano não espera retorno.' });
  return scheduleAgenda(
    tx,
    ctx,
    {
      ...{ idCli: customerId, assunto: 'Retorno de ligação', descricao: note, data_agendada: retorno },
      idColab: call.personId,
      ...(confirmar !== undefined && { confirmar }),
    },
    'retorno',
  );
}
