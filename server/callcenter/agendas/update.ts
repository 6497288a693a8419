import { and, eq } from 'drizzle-orm';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { type CallOrigin, type DialerStatus, dialerStatus } from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { agendaReasons, agendas, customers, people } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { logCustomers } from '../../sac/customers/commands.ts';
import { plainText } from '../../text/plainText.ts';
import { auditMany } from '../../writing/audit.ts';
import { agendaRow } from './agendaRow.ts';
import { type Confirmed, requireConfirmed } from './confirmContact.ts';
import { type ContactTurn, contactTurnOf } from './contactTurn.ts';
import { requireAssignee, scheduleAgenda, visibleOrder } from './create.ts';
import type { AgendaRecord } from './list.ts';
import { assigneeOf, momentText, readSchedule } from './rules.ts';
import { type AgendaChange, changeAgenda, type LockedAgenda, lockAgenda } from './writeAgenda.ts';

type Body = Input<typeof agendaRoutes.update>['body'];

/** Changes the given fields. However many there are, they form one event, named after the most important change. */
export async function changedAgenda(
  tx: Tx,
  ctx: Context,
  { params, body }: Input<typeof agendaRoutes.update>,
): Promise<Output<typeof agendaRoutes.update>> {
  const turn = await contactTurnOf(tx, [params.id]);
  const agenda = await lockAgenda(tx, ctx, { id: params.id, versao: body.versao });
  refuseAlone(body);
  const parts = (await partsOf(tx, ctx, agenda, body)).filter((part) => part !== null);
  const [first] = parts;
  if (!first) return answerOf(agenda, 'Nada mudou nesta agenda');
  const set: AgendaChange['set'] = Object.assign({}, ...parts.map((part) => part.set));
  const why = await confirmedChange(tx, ctx, agenda, { set, confirmar: body.confirmar, turn });
  const changed = await changeAgenda(tx, ctx, agenda, {
    set,
    action: first.action,
    text: [...parts.map(({ text }) => text), why.text].filter(Boolean).join('. '),
    data: Object.assign({}, ...parts.map(({ data }) => data), why.data),
  });
  const next = await planNext(tx, ctx, changed, body);
  return answerOf(changed, [first.text, next].filter(Boolean).join('. '));
}

/** The contact after the one that was made: with the same words, by the same person. */
async function planNext(tx: Tx, ctx: Context, made: AgendaRecord, { proxima, confirmar }: Body) {
  if (proxima === undefined) return '';
  const { orderId, customerId } = made;
  // Whom it was about may be out of sight by now.
  const order = orderId === null ? undefined : await visibleOrder(tx, ctx.user, orderId, customerId);
  const next = await scheduleAgenda(
    tx,
    ctx,
    {
      ...{ idCli: customerId, tipo: made.kind, assunto: made.subject, descricao: made.description },
      ...{ data_agendada: proxima, idColab: made.personId, idFil: made.branchId },
      ...(order && { idOrcamento: order.id }),
      ...(confirmar !== undefined && { confirmar }),
    },
    'proxima',
  );
  return `Próximo contato em ${momentText(next.agenda.scheduledAt, next.zone)}`;
}

/** What only says more about another field is refused without that one: it would be answered as done, and lost. */
function refuseAlone({ idMotivoFinalizacao, data_agendada, discadora_status, ...body }: Body): void {
  const problems = {
    ...(idMotivoFinalizacao === undefined &&
      body.proxima !== undefined && {
        proxima: 'O próximo contato acompanha a finalização. Escolha também o motivo.',
      }),
    ...(idMotivoFinalizacao === undefined &&
      body.observacao?.trim() && {
        observacao: 'A observação acompanha a finalização. Escolha também o motivo.',
      }),
    ...(data_agendada === undefined &&
      body.motivo?.trim() && { motivo: 'O motivo acompanha outra data. Informe também a data.' }),
    ...(discadora_status === undefined &&
      body.discadora_origem && { discadora_origem: 'Informe também como a ligação terminou.' }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

interface PlannedAnew {
  set: AgendaChange['set'];
  confirmar: string | undefined;
  turn: ContactTurn;
}

/** A contact that gets another time or another person is planned anew; one that only ends or changes its words is not. */
export async function confirmedChange(
  tx: Tx,
  ctx: Pick<Context, 'user'>,
  agenda: LockedAgenda,
  { set, confirmar, turn }: PlannedAnew,
): Promise<Confirmed> {
  if (set.scheduledAt === undefined && set.personId === undefined) return NOTHING_ASKED;
  if (set.finishedAt) return NOTHING_ASKED;
  const { id: agendaId, customerId, kind, zone } = agenda;
  const at = set.scheduledAt ?? agenda.scheduledAt;
  return requireConfirmed(tx, ctx, { agendaId, customerId, kind, zone, at }, { confirmar, turn });
}

const NOTHING_ASKED: Confirmed = { text: '', data: {} };

/** The same change with what a person confirmed about it. */
export const confirmedBy = (change: AgendaChange, why: Confirmed): AgendaChange => ({
  ...change,
  text: [change.text, why.text].filter(Boolean).join('. '),
  data: { ...change.data, ...why.data },
});

/** Finish, reschedule, hand over, dialer, wording: in order of importance. */
const partsOf = async (tx: Tx, ctx: Context, agenda: LockedAgenda, body: Body) => [
  body.idMotivoFinalizacao === undefined
    ? null
    : await finishing(tx, ctx, body.idMotivoFinalizacao, body.observacao),
  body.data_agendada === undefined
    ? null
    : rescheduling(agenda, readSchedule(body.data_agendada, agenda.zone, ctx.now()), body.motivo),
  await handingOver(tx, ctx, agenda, body.idColab),
  body.discadora_status === undefined ? null : dialed(ctx, body.discadora_status, body.discadora_origem),
  rewording(agenda, body),
];

export async function finishing(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  reasonId: number,
  note = '',
): Promise<AgendaChange> {
  const [reason] = await tx
    .select({ name: agendaReasons.name })
    .from(agendaReasons)
    .where(and(eq(agendaReasons.id, reasonId), eq(agendaReasons.active, true)));
  if (!reason) throw invalid({ idMotivoFinalizacao: 'Escolha um motivo da lista.' });
  const finishNote = plainText(note).trim();
  return {
    set: { finishedAt: now(), finishReasonId: reasonId, finishNote },
    action: 'FINALIZAR',
    text: `Agenda finalizada: ${reason.name}`,
    data: finishNote ? { motivo: finishNote } : {},
  };
}

/** A reason is required, because the history has to explain what became of a promised contact. */
export function rescheduling(agenda: LockedAgenda, to: Date, reason = ''): AgendaChange | null {
  if (to.getTime() === agenda.scheduledAt.getTime()) return null;
  const motivo = plainText(reason).trim();
  if (!motivo) throw invalid({ motivo: 'Informe por que a agenda muda de data.' });
  const [before, after] = [momentText(agenda.scheduledAt, agenda.zone), momentText(to, agenda.zone)];
  return {
    set: { scheduledAt: to },
    action: 'REAGENDAR',
    text: `Agenda reagendada de ${before} para ${after}`,
    data: { de: agenda.scheduledAt.toISOString(), para: to.toISOString(), motivo },
  };
}

async function handingOver(
  tx: Tx,
  ctx: Context,
  agenda: LockedAgenda,
  idColab: number | undefined,
): Promise<AgendaChange | null> {
  if (idColab === undefined || idColab === agenda.personId) return null;
  const personId = assigneeOf(ctx.user, idColab);
  const [customer] = await tx.select().from(customers).where(eq(customers.id, agenda.customerId));
  if (!customer) throw notFound();
  await requireAssignee(tx, personId, customer, agenda.branchId);
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, personId));
  return {
    set: { personId },
    action: 'TRANSFERIR',
    text: `Agenda passada para ${person?.name ?? ''}`,
    data: { colaborador: personId },
  };
}

const dialed = (
  { now }: Pick<Context, 'now'>,
  status: DialerStatus,
  origin: CallOrigin = 'DISCADORA',
): AgendaChange => ({
  set: { dialerStatus: status, dialerUpdatedAt: now(), dialerOrigin: origin },
  action: 'DISCAR',
  text: `${CALL_WORDS[origin]}: ${rowOf(dialerStatus, status).label}`,
  data: { discadora: status },
});

const CALL_WORDS: Record<CallOrigin, string> = {
  DISCADORA: 'Retorno da discadora',
  MANUAL: 'Ligação registrada',
};

function rewording(agenda: LockedAgenda, { assunto, descricao }: Body): AgendaChange | null {
  const subject = assunto === undefined ? agenda.subject : plainText(assunto).trim();
  const description = descricao === undefined ? agenda.description : plainText(descricao).trim();
  if (!subject) throw invalid({ assunto: 'Informe o assunto.' });
  if (subject === agenda.subject && description === agenda.description) return null;
  return {
    set: { subject, description },
    action: 'ALTERAR',
    text: `Agenda alterada: ${subject}`,
    data: { assunto: subject },
  };
}

const answerOf = ({ id, version }: { id: number; version: number }, message: string) => ({
  data: { id, message, versao: version },
});

/** Deletes an open agenda of the user's own; the log keeps its content. */
export async function removedAgenda(
  tx: Tx,
  ctx: Context,
  { params, query }: Input<typeof agendaRoutes.remove>,
): Promise<Output<typeof agendaRoutes.remove>> {
  const agenda = await lockAgenda(tx, ctx, { id: params.id, versao: query.versao });
  if (agenda.personId !== ctx.user.id)
    throw refused('AGENDA_DE_OUTRO', 'Aqui só se excluem as próprias agendas.');
  await deleteAgendas(tx, ctx, [agenda]);
  return { data: { id: agenda.id, message: `Agenda ${agenda.id} excluída` } };
}

/** The only way to delete locked agendas, each with its entry in the customer's log and in the audit log. */
export async function deleteAgendas(
  tx: Tx,
  ctx: Context,
  gone: readonly LockedAgenda[],
  reason = '',
): Promise<void> {
  if (gone.length === 0) return;
  await tx.delete(agendas).where(
    amongIds(
      agendas.id,
      gone.map(({ id }) => id),
    ),
  );
  await logCustomers(
    tx,
    ctx,
    gone.map((agenda) => ({
      customerId: agenda.customerId,
      type: 'AGENDA',
      // A deleted agenda cannot be opened from the log.
      itemId: null,
      text: [`Agenda de ${momentText(agenda.scheduledAt, agenda.zone)} excluída: ${agenda.subject}`, reason]
        .filter(Boolean)
        .join('. '),
      data: {
        acao: 'EXCLUIR',
        agenda: agenda.id,
        // Its branch and representative: a user who could not see the agenda must not read about it here either.
        idFil: agenda.branchId,
        idRep: agenda.representativeId,
      },
    })),
  );
  await auditMany(
    tx,
    ctx,
    gone.map((agenda) => ({
      action: 'EXCLUIR',
      entity: 'agendas',
      entityId: agenda.id,
      before: agendaRow.facts(agenda),
      knownAs: { code: String(agenda.id), branchIds: [agenda.branchId] },
    })),
  );
}
