import { and, eq } from 'drizzle-orm';
import { type Flow, type FlowStep, initialStep } from '#contract/rules/flows/flow.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { extendsTitles, extensionRefusal } from '#contract/rules/steps/extensions.ts';
import { type ReclassifyInput, ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { currentFlow } from '#server/config/flows/queries.ts';
import { calendarOf } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketTypes } from '#server/db/tables/index.ts';
import { invalid, refused } from '#server/errors.ts';
import { plainText, plainTexts } from '#server/text/plainText.ts';
import { command } from '#server/writing/command.ts';
import { invoicesWithOpenTitles } from '../../invoices/queries.ts';
import { changeTicket, enteredDue, sectorOfStep, type TicketChange } from '../change/changeTicket.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { detailLines, returnDocumentsOf } from '../detail/ticketParts.ts';
import { invoicesOfTicket } from '../steps/extensions.ts';
import { demandsOfType } from './demandsOfType.ts';
import { auditedState, moved, openWork, requireStatus, sentences, type Work } from './openWork.ts';

type TypeRow = typeof ticketTypes.$inferSelect;

/**
 * Changes a ticket's type. The ticket is pinned to the newest version of that type's flow and starts it from the beginning,
 * unless it is the flow version that it is already in. Lines are kept; the opening reasons belong to the old type and are
 * removed, which the timeline records. What the new type demands at the opening is demanded here too (docs/domain.md 13).
 */
export const reclassify = command(ticketMoveRoutes.reclassify, async (tx, ctx, { params, body }) => {
  const work = await openWork(tx, ctx, params.idTicket, body.versao);
  const { ticket } = work;
  const { from, to } = await bothTypes(tx, ticket, body.idTipo);
  await refuseWithDocuments(tx, ticket);
  await refuseNothingToExtend(tx, ticket, to, body);
  const { set, step } = await placeIn(tx, ctx, work, to);
  const demanded = await demandsOfType(tx, ctx, work, { from, to }, plainTexts(body));
  await demanded.write();
  const motivo = plainText(body.motivo ?? '').trim();
  const dropped = ticket.reasons.map(({ descricao }) => descricao).join(' > ');
  const changed = await changeTicket(tx, ctx, ticket, {
    set: {
      ...set,
      ...demanded.set,
      typeId: to.id,
    },
    event: {
      type: 'RECLASSIFICACAO',
      note: sentences(
        `${from.description} → ${to.description}`,
        dropped && `Motivos retirados: ${dropped}`,
        demanded.note,
      ),
      data: {
        tipoDe: from.key,
        tipoPara: to.key,
        ...(set.stepKey && { de: ticket.stepKey, para: set.stepKey }),
        ...(motivo && { motivo }),
      },
    },
    audit: {
      action: 'RECLASSIFICAR',
      before: { tipo: from.key, ...auditedState(ticket), motivos: dropped },
      after: {
        tipo: to.key,
        etapa: step.chave,
        status: set.status ?? ticket.status,
        ...demanded.audited,
        ...(motivo && { motivo }),
      },
    },
  });
  return moved(ctx, changed, step, `Tipo do ticket alterado para ${to.description}.`);
});

async function bothTypes(
  tx: Tx,
  { typeId }: TicketRecord,
  wanted: number,
): Promise<{ from: TypeRow; to: TypeRow }> {
  const [from] = await tx.select().from(ticketTypes).where(eq(ticketTypes.id, typeId));
  const [to] = await tx
    .select()
    .from(ticketTypes)
    .where(and(eq(ticketTypes.id, wanted), eq(ticketTypes.active, true)));
  if (!from || !to) throw invalid({ idTipo: 'Tipo de ticket não encontrado. Escolha outro.' });
  if (to.id === from.id) throw invalid({ idTipo: `O ticket já é do tipo ${to.description}.` });
  return { from, to };
}

/** Documents that depend on the kind of ticket must not outlive it. */
async function refuseWithDocuments(tx: Tx, { id }: TicketRecord): Promise<void> {
  const { notaDevolucao, coleta } = await returnDocumentsOf(tx, id);
  if (notaDevolucao)
    throw refused('NOTA_ENVIADA', 'O ticket já tem uma nota de devolução. O tipo não pode mais mudar.');
  if (coleta)
    throw refused('EM_COLETA', `O ticket está na ordem de coleta ${coleta.id}. O tipo não pode mais mudar.`);
}

/** The rule by which an extension is opened (`namedInvoices`), for the invoices that the ticket will have. */
async function refuseNothingToExtend(
  tx: Tx,
  { id }: TicketRecord,
  to: TypeRow,
  { notas = [], itens = [] }: ReclassifyInput,
): Promise<void> {
  if (!extendsTitles(to.flags)) return;
  const invoices = await invoicesOfTicket(tx, id);
  const owing = await invoicesWithOpenTitles(
    tx,
    invoices.map((invoice) => invoice.id),
  );
  const refusal = extensionRefusal({
    held: invoices.map((invoice) => ({ number: invoice.number, owing: owing.has(invoice.id) })),
    added: notas.length + itens.length,
    mayAdd: to.flags.usa_nota > 0 || to.flags.usa_nota_produto > 0,
  });
  if (refusal) throw invalid(textsOf([refusal]));
}

interface Place {
  /** Empty if the ticket stays at its step. */
  set: NonNullable<TicketChange['set']>;
  step: FlowStep;
}

async function placeIn(tx: Tx, ctx: Context, { ticket, step }: Work, to: TypeRow): Promise<Place> {
  const flow = await currentFlow(tx, to.flowKey);
  const initial = flow && initialStep(flow.flow);
  if (!initial)
    throw refused('FLUXO_AUSENTE', `O tipo ${to.description} está sem fluxo. Avise um administrador.`);
  if (flow.key === ticket.flowKey && flow.version === ticket.flowVersion) return { set: {}, step };
  if (!validatesLines(flow.flow)) await refuseApproved(tx, ticket, to);
  const calendar = await calendarOf(tx, ticket.branchId);
  return {
    step: initial,
    set: {
      flowKey: flow.key,
      flowVersion: flow.version,
      stepKey: initial.chave,
      status: requireStatus(ticket.status, initial.status_ao_entrar),
      sectorId: await sectorOfStep(tx, initial),
      stepEnteredAt: ctx.now(),
      ...enteredDue(initial, calendar, ctx.now()),
    },
  };
}

const validatesLines = ({ etapas }: Flow): boolean =>
  etapas.some(({ exigencia }) => exigencia === 'ANALISE_DEVOLUCAO');

/**
 * Approved lines are settled wherever a ticket ends, so this type's end would count goods as returned that no one sends back.
 */
async function refuseApproved(tx: Tx, { id }: TicketRecord, { description }: TypeRow): Promise<void> {
  const lines = await detailLines(tx, id);
  if (lines.some(({ status }) => status === 'A'))
    throw refused(
      'JA_ANALISADO',
      `O ticket tem produtos aprovados para devolução, e o tipo ${description} não os recebe. Conclua a devolução e abra outro ticket.`,
    );
}
