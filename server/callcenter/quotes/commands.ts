import { eq } from 'drizzle-orm';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { questionsText } from '#contract/rules/agendas/contactQuestions.ts';
import { addDays, type CalendarDate, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, orders } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import {
  changeAgenda,
  contactTurnOf,
  lockOpenAgendas,
  questionsAbout,
  rescheduling,
} from '../agendas/commands.ts';
import { keepCoupon, returnCouponUses, settled, writeTotals } from '../orderCore/commands.ts';
import {
  changeOrder,
  lockForAction,
  loseOrder,
  orderFacts,
  reopenOrder,
  saveAsOrder,
} from '../orders/commands.ts';
import { movedPricesText, reoffer } from '../quoteEditing/commands.ts';

/** The longest validity, in days, that can be set by hand. */
const MAX_VALIDITY_DAYS = 365;

export const renewQuote = command(quoteRoutes.renew, async (tx, ctx, { params, body }) => {
  const { order, today } = await lockForAction(tx, ctx, 'RENOVAR', { id: params.id, versao: body.versao });
  const { validadeOrcamento, reagendaOrcamento } = await serviceParameters(tx, order.branchId);
  const until = body.dtVal ?? addDays(today, validadeOrcamento);
  if (until < today) throw invalid({ dtVal: 'A validade não pode ficar no passado.' });
  if (until > addDays(today, MAX_VALIDITY_DAYS))
    throw invalid({ dtVal: `A validade vai até ${MAX_VALIDITY_DAYS} dias à frente.` });
  const open: typeof order = { ...order, status: 'ATIVO', validUntil: until };
  const moved = movedPricesText(await reoffer(tx, ctx, open));
  // Judged by today's prices; the stored status still says whether the quote held a use.
  const lost = await keepCoupon(tx, await settled(tx, open), today);
  const renewed = `Orçamento renovado até ${formatCalendarDate(until)}`;
  const text = lost ? `${renewed}, sem o cupom ${order.couponCode}. ${lost}` : renewed;
  await changeOrder(tx, ctx, order, {
    set: {
      status: 'ATIVO',
      validUntil: until,
      ...(lost && { couponId: null, couponCode: '' }),
    },
    action: 'RENOVAR',
    text,
    data: { dtVal: until },
  });
  await writeTotals(tx, order.id);
  const left = reagendaOrcamento ? await rescheduleQuote(tx, ctx, order.id, until) : '';
  return { data: { id: order.id, message: [text, moved, left].filter(Boolean).join('. ') } };
});

export const saveQuoteAsOrder = command(quoteRoutes.saveAsOrder, async (tx, ctx, { params, body }) => {
  const order = await saveAsOrder(tx, ctx, { id: params.id, versao: body.versao });
  return { data: { id: order.id, message: `Pedido ${order.id} salvo` } };
});

export const loseQuote = command(quoteRoutes.lose, async (tx, ctx, { params, body }) => {
  const { order } = await lockForAction(tx, ctx, 'PERDER', {
    id: params.orcamentoId,
    versao: body.versao,
  });
  await loseOrder(tx, ctx, order, { reasonId: params.motivoId, note: body.obs ?? '', field: 'motivoId' });
  return { data: { id: order.id, message: `Orçamento ${order.id} dado como perdido` } };
});

export const reopenQuote = command(quoteRoutes.reopen, async (tx, ctx, { params, body }) => {
  const locked = await lockForAction(tx, ctx, 'REABRIR', { id: params.id, versao: body.versao });
  return { data: { id: params.id, ...(await reopenOrder(tx, ctx, locked)) } };
});

/** Deletes a quote with its lines, price requests and campaigns; the customer's log and the audit log keep what it was. */
export const removeQuote = command(quoteRoutes.remove, async (tx, ctx, { params, query }) => {
  const { order } = await lockForAction(tx, ctx, 'EXCLUIR', { id: params.id, versao: query.versao });
  await returnCouponUses(tx, [order]);
  await tx.delete(orders).where(eq(orders.id, order.id));
  await logCustomer(tx, ctx, {
    customerId: order.customerId,
    type: 'ORCAMENTO',
    itemId: order.id,
    text: `Orçamento ${order.id} excluído`,
    data: {
      acao: 'EXCLUIR',
      de: order.status,
      total: order.total,
      // Its branch and representative: a user who could not see the quote must not read about it here either.
      idFil: order.branchId,
      idRep: order.representativeId,
    },
  });
  await audit(tx, ctx, {
    action: 'EXCLUIR',
    entity: 'orders',
    entityId: order.id,
    before: orderFacts.of(order),
    knownAs: { code: String(order.id), branchIds: [order.branchId] },
  });
  return { data: { id: order.id, message: `Orçamento ${order.id} excluído` } };
});

/**
 * Moves the pending agendas of a renewed quote to its new end date, at the same time of day (`reagendaOrcamento`). Nobody is
 * asked, so those that something speaks against stay where they are; returns a sentence about them.
 */
async function rescheduleQuote(tx: Tx, ctx: Context, orderId: number, until: CalendarDate): Promise<string> {
  const left: string[] = [];
  const ofQuote = eq(agendas.orderId, orderId);
  const rows = await tx.select({ id: agendas.id }).from(agendas).where(ofQuote);
  const turn = await contactTurnOf(
    tx,
    rows.map(({ id }) => id),
  );
  for (const agenda of await lockOpenAgendas(tx, ofQuote)) {
    const to = localInstant(until, localTime(agenda.scheduledAt, agenda.zone), agenda.zone);
    const change = rescheduling(agenda, to, `Renovação do orçamento ${orderId}`);
    if (!change) continue;
    const { id: agendaId, customerId, kind, zone } = agenda;
    const contact = { agendaId, customerId, kind, zone, at: to };
    const [questions = []] = await questionsAbout(tx, ctx, [contact], turn);
    if (questions.length === 0) await changeAgenda(tx, ctx, agenda, change);
    else {
      left.push(`A agenda ${agendaId} ficou onde estava: ${questionsText(questions)}`);
      await logCustomer(tx, ctx, {
        customerId,
        type: 'AGENDA',
        itemId: agendaId,
        text: `Agenda não acompanhou a renovação do orçamento ${orderId}: ${questionsText(questions)}`,
        data: { acao: 'PULAR', perguntas: questions.map((each) => each.kind) },
      });
    }
  }
  return left.join(' ');
}
