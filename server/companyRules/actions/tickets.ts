import { eq } from 'drizzle-orm';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { filledReply } from '#contract/config/texts/cannedReplies.ts';
import { formValues, presentValue } from '#contract/rules/fields/fieldValues.ts';
import { writtenValue } from '#contract/rules/fields/writtenValue.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { changeTicketFields } from '../../config/fields/commands.ts';
import { extraFieldsOf, readerOf } from '../../config/fields/queries.ts';
import { calendarOf } from '../../config/parameters/queries.ts';
import { cannedReplies, sectors, ticketTypes } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import {
  askSurvey,
  assignTicket,
  lockTicket,
  personFor,
  prioritizeTicket,
  proposeAnalysis,
  reopenTicket,
  replyValues,
  requireFilled,
  setDue,
  snoozeTicket,
  type TicketRecord,
  versionFor,
  writeReply,
} from '../../sac/tickets/commands.ts';
import { advance, finish, reclassify } from '../../sac/tickets/moves/commands.ts';
import { textAsHtml } from '../../text/plainText.ts';
import { fillableFields } from '../filledFields.ts';
import type { Act, Acting, ActionOf } from './acting.ts';

/** Each action by the command of the noun, which judges, writes, audits and tells like for a person. */

export const forward: Act<'ENCAMINHAR'> = async (
  { tx, ctx, recordId, fill, confirmed },
  { setor, pessoa, mensagem },
) => {
  const { id, name } = await sectorBy(tx, setor);
  const { data } = await writeReply(tx, ctx, recordId, {
    tipo: 'ENCAMINHAMENTO',
    mensagem: textAsHtml(await fill(mensagem)),
    setor: id,
    ...(pessoa && { colaborador_id: pessoa }),
    confirmar: confirmed,
  });
  return { sentence: `Encaminhado para ${name}.`, result: { mensagem: Number(data.id) } };
};

async function sectorBy(tx: Acting['tx'], key: string) {
  const [row] = await tx
    .select({ id: sectors.id, name: sectors.name, active: sectors.active })
    .from(sectors)
    .where(eq(sectors.key, key));
  if (!row) throw refused('SETOR', 'O setor escolhido não existe mais.');
  if (!row.active) throw refused('SETOR', `O setor "${row.name}" não está em uso.`);
  return row;
}

export const assign: Act<'ATRIBUIR'> = async (acting, action) => {
  const { tx, ctx, recordId, confirmed } = acting;
  const ticket = await lockTicket(tx, ctx.user, recordId);
  if (ticket.operatorId !== null && !action.tirar) throw refused('SEM_MUDANCA', 'O ticket já tem operador.');
  const changed = await assignTicket(tx, ctx, recordId, {
    to: await chosenPerson(acting, action, ticket),
    confirmed,
  });
  return { sentence: 'Operador definido.', result: { pessoa: changed.operatorId ?? 0 } };
};

/** By the shared ways whoever is away, or lacks the skill that the ticket asks for, gets none. */
async function chosenPerson(
  { tx, ctx }: Acting,
  { como, pessoa, setor }: ActionOf<'ATRIBUIR'>,
  ticket: TicketRecord,
): Promise<number | null> {
  if (como === 'QUEM_USA') return ctx.user.id;
  if (como === 'PESSOA') return pessoa ?? null;
  const sectorId = setor ? (await sectorBy(tx, setor)).id : ticket.sectorId;
  return personFor(tx, ctx, { ...ticket, sectorId }, como === 'RODIZIO' ? 'NA_VEZ' : como);
}

export const prioritizeIt: Act<'PRIORIZAR'> = async ({ tx, ctx, recordId }, { prioridade }) => {
  await prioritizeTicket(tx, ctx, recordId, { prioridade });
  return { sentence: `Prioridade ${rowOf(ticketPriority, prioridade).label.toLowerCase()}.` };
};

export const changeDue: Act<'PRAZO'> = async ({ tx, ctx, recordId }, { quantidade }) => {
  await setDue(tx, ctx, recordId, quantidade);
  return { sentence: 'Prazo da etapa alterado.' };
};

/** So many days from today on the clock of the ticket's branch. */
export const putOff: Act<'ADIAR'> = async ({ tx, ctx, recordId }, { emDias, hora }) => {
  const { branchId } = await lockTicket(tx, ctx.user, recordId);
  const { zone } = await calendarOf(tx, branchId);
  const voltaDia = addDays(localDate(ctx.now(), zone), emDias);
  const { until } = await snoozeTicket(tx, ctx, recordId, { voltaDia, voltaHora: hora });
  return { sentence: `Adiado até ${until}.` };
};

export const setField: Act<'CAMPO'> = async ({ tx, ctx, recordId, fill }, { campo, valor }) => {
  const definition = await extraFieldsOf(tx, 'ticket');
  const field = fillableFields(definition).find(({ chave }) => chave === campo);
  if (!definition || !field)
    throw refused('CAMPO', 'O campo não existe mais, guarda arquivos ou é calculado por uma fórmula.');
  const read = writtenValue(field, await fill(valor));
  if ('problem' in read) throw refused('VALOR', `${field.titulo}: ${read.problem}`);
  const ticket = await lockTicket(tx, ctx.user, recordId);
  const now = presentValue(field, ticket.extraFields[campo]) ?? null;
  if (JSON.stringify(now) === JSON.stringify(read.value))
    throw refused('SEM_MUDANCA', 'O campo já tem este valor.');
  // A form sends all that it asks for: what is not among it is cleared.
  const others = formValues(definition, ticket.extraFields, readerOf('ticket', ctx.user));
  const body = { versao: versionFor(ctx.user, ticket), valores: { ...others, [campo]: read.value } };
  await changeTicketFields({ params: { idTicket: recordId }, body }, ctx);
  return { sentence: 'Campo adicional preenchido.' };
};

export const note: Act<'ANOTAR'> = async ({ tx, ctx, recordId, fill }, { mensagem }) => {
  const { data } = await writeReply(tx, ctx, recordId, {
    tipo: 'PRIVADO',
    mensagem: textAsHtml(await fill(mensagem)),
  });
  return { sentence: 'Nota interna escrita.', result: { mensagem: Number(data.id) } };
};

export const reply: Act<'RESPONDER'> = async (
  { tx, ctx, recordId },
  { resposta, aguardaCliente = false },
) => {
  const [template] = await tx.select().from(cannedReplies).where(eq(cannedReplies.id, resposta));
  if (!template) throw refused('RESPOSTA', 'A resposta pronta não existe mais.');
  const mensagem = filledReply(template.html, await replyValues(tx, ctx, recordId));
  requireFilled(mensagem);
  const { data } = await writeReply(tx, ctx, recordId, { tipo: 'PUBLICO', mensagem, aguardaCliente });
  return { sentence: `Resposta enviada: ${template.title}.`, result: { mensagem: Number(data.id) } };
};

export const move: Act<'AVANCAR'> = async ({ ctx, recordId, fill }, { motivo }) => {
  const { data } = await advance(
    { params: { idTicket: recordId }, body: motivo ? { motivo: await fill(motivo) } : {} },
    ctx,
  );
  return { sentence: data.message };
};

export const end: Act<'FINALIZAR'> = async ({ ctx, recordId, fill }, { idMotivo, observacao }) => {
  const { data } = await finish(
    { params: { idTicket: recordId }, body: { idMotivo, obs: await fill(observacao) } },
    ctx,
  );
  return { sentence: data.message };
};

export const reopenIt: Act<'REABRIR'> = async ({ tx, ctx, recordId, fill }, { motivo }) => {
  await reopenTicket(tx, ctx, recordId, { motivo: await fill(motivo) });
  return { sentence: 'Ticket reaberto.' };
};

export const changeType: Act<'RECLASSIFICAR'> = async ({ tx, ctx, recordId, fill }, { tipo, motivo }) => {
  const [type] = await tx.select({ id: ticketTypes.id }).from(ticketTypes).where(eq(ticketTypes.key, tipo));
  if (!type) throw refused('TIPO', 'O tipo escolhido não existe mais.');
  const { data } = await reclassify(
    { params: { idTicket: recordId }, body: { idTipo: type.id, motivo: await fill(motivo) } },
    ctx,
  );
  return { sentence: data.message };
};

/** It proposes and decides nothing: what the person who analyses sees beside the lines. */
export const suggestAnalysisOf: Act<'PROPOR_ANALISE'> = async (
  { tx, ctx, recordId, ruleKey, ruleVersion, by },
  { proposta, contagem, motivo },
) => {
  await proposeAnalysis(tx, ctx, recordId, {
    ruleKey,
    ruleVersion,
    by,
    proposal: proposta,
    counter: proposta === 'RECUSAR' ? (contagem ?? null) : null,
    words: motivo,
  });
  return { sentence: 'Sugestão de análise registrada.' };
};

export const ask: Act<'PESQUISA'> = async ({ tx, ctx, recordId }) => {
  await askSurvey(tx, ctx, recordId);
  return { sentence: 'Pesquisa enviada ao contato.' };
};
