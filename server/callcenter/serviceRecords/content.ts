import { and, eq } from 'drizzle-orm';
import type { RecordInput } from '#contract/callcenter/agendas/serviceRecords.ts';
import { quoteSituationOf } from '#contract/catalogs/orderStatus.ts';
import { type RecordForm, recordProblems, returnParts } from '#contract/rules/customers/serviceForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { serviceReasons } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainText } from '../../text/plainText.ts';
import { scheduleAgenda } from '../agendas/commands.ts';
import { lockOrder } from '../orderCore/commands.ts';
import { lockForAction, loseOrder } from '../orders/commands.ts';

type Sent = Omit<RecordInput, 'cliente_id'>;

/** The column values of a conversation record. */
export interface Content {
  reason: string;
  set: {
    reasonId: number;
    description: string;
    orderId: number | null;
    returnAt: Date | null;
    quoteSituation: 'ABERTO' | 'PERDIDO' | null;
    lossReasonId: number | null;
  };
}

/** Validates what was entered about a conversation and carries out its consequences: a lost quote, a scheduled contact. */
export async function settleContent(tx: Tx, ctx: Context, customerId: number, sent: Sent): Promise<Content> {
  const form = formOf(sent);
  const zone = await zoneOf(tx, ctx.user);
  const clock = { date: localDate(ctx.now(), zone), time: localTime(ctx.now(), zone) };
  const errors = textsOf(recordProblems(form, clock));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const reason = await reasonOf(tx, form.motivo ?? 0);
  await settleQuote(tx, ctx, customerId, form, sent.versao);
  return {
    reason,
    set: {
      reasonId: form.motivo ?? 0,
      description: form.descricao,
      orderId: form.orcamento,
      returnAt: form.retorno
        ? await scheduled(tx, ctx, { customerId, form, reason, zone, confirmar: sent.confirmar })
        : null,
      quoteSituation: form.situacao,
      lossReasonId: form.situacao === 'PERDIDO' ? form.motivoPerda : null,
    },
  };
}

const formOf = (sent: Sent): RecordForm => ({
  motivo: Number(sent.motivo_id) || null,
  descricao: plainText(sent.descricao ?? '').trim(),
  retorno: (sent.data_retorno ?? '').trim(),
  orcamento: Number(sent.orcamento_id) || null,
  situacao: quoteSituationOf(sent.situacaoOrcamento),
  motivoPerda: Number(sent.motivoPerda) || null,
});

async function reasonOf(tx: Tx, id: number): Promise<string> {
  const [reason] = await tx
    .select()
    .from(serviceReasons)
    .where(and(eq(serviceReasons.id, id), eq(serviceReasons.active, true)));
  if (!reason) throw invalid({ motivo_id: 'Escolha um dos motivos de atendimento.' });
  return reason.name;
}

/** The quote must belong to this customer and be visible to the user; a lost one is marked as lost. */
async function settleQuote(
  tx: Tx,
  ctx: Context,
  customerId: number,
  form: RecordForm,
  versao: number | undefined,
) {
  if (form.orcamento === null) return;
  const quote = await lockOrder(tx, ctx, { id: form.orcamento, stage: 'ORCAMENTO', versao });
  if (quote.customerId !== customerId) throw notFound();
  if (form.situacao !== 'PERDIDO' || form.motivoPerda === null) return;
  const { order } = await lockForAction(tx, ctx, 'PERDER', { id: quote.id });
  await loseOrder(tx, ctx, order, {
    reasonId: form.motivoPerda,
    note: form.descricao,
    field: 'motivoPerda',
  });
}

interface Return {
  customerId: number;
  form: RecordForm;
  reason: string;
  zone: TimeZone;
  confirmar: string | undefined;
}

const HOUR = 3_600_000;

/** Schedules a contact for the user on that day; for today without a time, one hour from now. */
async function scheduled(
  tx: Tx,
  ctx: Context,
  { customerId, form, reason, zone, confirmar }: Return,
): Promise<Date> {
  const parts = returnParts(form.retorno);
  if (!parts) throw invalid({ data_retorno: 'Data inválida' });
  const soon = new Date(ctx.now().getTime() + HOUR);
  const named = `${parts.date} ${parts.time}`;
  const earliest = `${localDate(soon, zone)} ${localTime(soon, zone)}`;
  const data_agendada = isCalendarDate(form.retorno) && named < earliest ? earliest : named;
  const { agenda } = await scheduleAgenda(tx, ctx, {
    idCli: customerId,
    assunto: `Retorno: ${reason}`.slice(0, 100),
    descricao: form.descricao.slice(0, 500),
    data_agendada,
    ...(form.orcamento !== null && { idOrcamento: form.orcamento }),
    ...(confirmar !== undefined && { confirmar }),
  });
  return agenda.scheduledAt;
}
