import { eq } from 'drizzle-orm';
import { filledReply, unknownVariables } from '#contract/config/texts/cannedReplies.ts';
import { withoutFiles } from '#contract/rules/fields/fieldFiles.ts';
import { onlyKeys } from '#contract/rules/fields/fieldValues.ts';
import { MAX_PICKUP_ROWS, pickupSchedule } from '#contract/sac/pickups.ts';
import type { BulkAction } from '#contract/sac/tickets/ticketBulk.ts';
import type { MessageInput } from '#contract/sac/tickets/ticketConversation.ts';
import { UNDOABLE_BULK } from '#contract/sac/tickets/undoableBulk.ts';
import { useMacro } from '#server/companyRules/commands.ts';
import type { Context } from '#server/context.ts';
import { bulkJobs } from '#server/db/tables/index.ts';
import { refused } from '#server/errors.ts';
import { type BulkWork, type GroupAction, NO_PROBLEMS, NONE, type RowAction } from '#server/jobs/bulkJob.ts';
import { textAsHtml } from '#server/text/plainText.ts';
import { generatePickups } from '../../pickups/commands.ts';
import { assignTicket } from '../assign.ts';
import { lockTicket } from '../change/lockTicket.ts';
import { changeDueTime } from '../due.ts';
import { advance, finish } from '../moves/index.ts';
import { openWork } from '../moves/openWork.ts';
import { reclassify } from '../moves/reclassify.ts';
import { archive, reopen, unarchive } from '../moves/reopen.ts';
import { prioritizeTicket } from '../prioritize.ts';
import { refuseType, writeReply } from '../reply/postMessage.ts';
import { replyValues, requireFilled } from '../reply/replyValues.ts';
import { snoozeTicket, wakeTicket } from '../snooze/snoozeTicket.ts';
import { undoTicket } from '../undo.ts';
import { distributeRows } from './distribute.ts';
import { tellingFollowers } from './followersOfJob.ts';
import { renewLetters, sendLetters } from './lettersOfJob.ts';

/** Assigns tickets to a colleague, shares them out, or removes the current assignment. */
const assignRows: RowAction = {
  permission: 'TICKETS_RESPONDER_INTERNO',
  problems: ({ operador, distribuir }) =>
    operador === undefined && !distribuir
      ? { operador: 'Escolha o operador.' }
      : operador && distribuir
        ? { distribuir: 'Escolha uma pessoa ou como distribuir, não os dois.' }
        : NONE,
  row: (ctx, id, { operador = null, distribuir, confirmar = false }) =>
    ctx.db.transaction((tx) =>
      assignTicket(tx, ctx, id, { to: distribuir ?? operador, confirmed: confirmar }),
    ),
  ended: sendLetters,
};

const archiveRows: RowAction = {
  permission: 'TICKETS_ARQUIVAR',
  problems: NO_PROBLEMS,
  row: (ctx, idTicket) => archive({ params: { idTicket }, body: {} }, ctx),
};

const unarchiveRows: RowAction = {
  permission: 'TICKETS_ARQUIVAR',
  problems: NO_PROBLEMS,
  row: (ctx, idTicket) => unarchive({ params: { idTicket }, body: {} }, ctx),
};

const reopenRows: RowAction = {
  permission: 'TICKETS_REABRIR',
  problems: ({ motivo }) => (motivo?.trim() ? NONE : { motivo: 'Informe por que os tickets são reabertos.' }),
  row: (ctx, idTicket, { motivo = '' }) => reopen({ params: { idTicket }, body: { motivo } }, ctx),
};

/**
 * Only for steps that require no data from a dialog; a pickup requirement is allowed, since the ticket itself shows whether
 * it is confirmed.
 */
const advanceRows: RowAction = {
  permission: 'SAC_TICKETS',
  problems: ({ campos = {} }) =>
    Object.keys(withoutFiles(campos)).length < Object.keys(campos).length
      ? { campos: 'Um arquivo fica em um ticket só. Avance sem ele, ou um ticket de cada vez.' }
      : NONE,
  async row(ctx, idTicket, { campos: given = {} }) {
    const campos = await ctx.db.transaction(async (tx) => {
      const { step } = await openWork(tx, ctx, idTicket, undefined);
      if (step.exigencia && step.exigencia !== 'COLETA')
        throw refused(
          'ETAPA_PEDE_DADOS',
          `A etapa ${step.descricao} pede dados: avance-o na página do ticket.`,
        );
      return onlyKeys(
        given,
        (step.campos ?? []).map(({ chave }) => chave),
      );
    });
    return advance({ params: { idTicket }, body: { campos } }, ctx);
  },
};

const permission = 'TICKETS_RESPONDER_INTERNO';

const forwardRows: RowAction = {
  permission,
  problems: ({ setor, mensagem }) => ({
    ...(setor ? NONE : { setor: 'Escolha o setor que recebe os tickets.' }),
    ...(mensagem?.trim() ? NONE : { mensagem: 'Escreva ao setor o que se espera dele.' }),
  }),
  row: (ctx, id, { setor, colaborador_id, confirmar, mensagem = '' }) =>
    ctx.db.transaction((tx) =>
      writeReply(tx, ctx, id, {
        tipo: 'ENCAMINHAMENTO',
        mensagem: textAsHtml(mensagem.trim()),
        ...(setor && { setor }),
        ...(colaborador_id && { colaborador_id }),
        ...(confirmar && { confirmar }),
      }),
    ),
  ended: sendLetters,
};

const prioritizeRows: RowAction = {
  permission,
  problems: ({ prioridade }) => (prioridade ? NONE : { prioridade: 'Escolha a prioridade.' }),
  row: (ctx, id, { prioridade = 'NORMAL' }) =>
    ctx.db.transaction((tx) => prioritizeTicket(tx, ctx, id, { prioridade })),
};

const dueRows: RowAction = {
  permission,
  problems: ({ prazoDia, prazoHora, motivo }) => ({
    ...(prazoDia ? NONE : { prazoDia: 'Escolha o dia do novo prazo.' }),
    ...(prazoHora ? NONE : { prazoHora: 'Informe a hora do novo prazo.' }),
    ...(motivo?.trim() ? NONE : { motivo: 'Informe por que o prazo muda.' }),
  }),
  row: (ctx, id, { prazoDia = '', prazoHora = '', motivo = '' }) =>
    ctx.db.transaction((tx) => changeDueTime(tx, ctx, id, { prazoDia, prazoHora, motivo })),
};

const snoozeRows: RowAction = {
  permission,
  problems: ({ voltaDia, voltaHora }) => ({
    ...(voltaDia ? NONE : { voltaDia: 'Escolha o dia em que os tickets voltam.' }),
    ...(voltaHora ? NONE : { voltaHora: 'Informe a hora em que os tickets voltam.' }),
  }),
  row: (ctx, id, { voltaDia = '', voltaHora = '' }) =>
    ctx.db.transaction((tx) => snoozeTicket(tx, ctx, id, { voltaDia, voltaHora })),
};

const wakeRows: RowAction = {
  permission,
  problems: NO_PROBLEMS,
  row: (ctx, id) => ctx.db.transaction((tx) => wakeTicket(tx, ctx, id)),
};

const noteRows: RowAction = {
  permission,
  problems: ({ mensagem }) => textProblems(mensagem, 'Escreva a nota.'),
  row: (ctx, id, { mensagem = '' }) => writeFilled(ctx, id, { tipo: 'PRIVADO', mensagem }),
};

/** Judged like a reply on the ticket's own page. */
const replyRows: RowAction = {
  permission: 'TICKETS_RESPONDER',
  problems: ({ mensagem }) => textProblems(mensagem, 'Escreva a resposta.'),
  row: (ctx, id, { mensagem = '', aguardaCliente }) =>
    writeFilled(ctx, id, { tipo: 'PUBLICO', mensagem, ...(aguardaCliente && { aguardaCliente }) }),
};

/** Nobody reads a text for many tickets in each of them, so what cannot be filled in is refused. */
function textProblems(mensagem = '', missing: string): Record<string, string> {
  if (!mensagem.trim()) return { mensagem: missing };
  const unknown = unknownVariables(mensagem);
  return unknown.length > 0 ? { mensagem: `Estas variáveis não existem: ${unknown.join(', ')}.` } : NONE;
}

const writeFilled = (
  ctx: Context,
  id: number,
  message: Pick<MessageInput, 'tipo' | 'mensagem' | 'aguardaCliente'>,
) =>
  ctx.db.transaction(async (tx) => {
    refuseType(message, ctx);
    // Whoever may not see the ticket learns nothing of it from a text that cannot be filled in.
    await lockTicket(tx, ctx.user, id);
    const html = filledReply(textAsHtml(message.mensagem.trim()), await replyValues(tx, ctx, id));
    requireFilled(html);
    return writeReply(tx, ctx, id, { ...message, mensagem: html });
  });

/** What a type demands beyond its reasons is of each ticket; one that lacks any of it says so in its row. */
const reclassifyRows: RowAction = {
  permission: 'TICKETS_RECLASSIFICAR',
  problems: ({ idTipo }) => (idTipo ? NONE : { idTipo: 'Escolha o novo tipo.' }),
  row: (ctx, idTicket, { idTipo = 0, motivo, motivo1, motivo2, motivo3, motivo4, motivo5 }) =>
    reclassify(
      {
        params: { idTicket },
        body: { idTipo, ...(motivo && { motivo }), motivo1, motivo2, motivo3, motivo4, motivo5 },
      },
      ctx,
    ),
};

const finishRows: RowAction = {
  permission: 'TICKETS_FINALIZAR',
  problems: ({ idMotivo }) => (idMotivo ? NONE : { idMotivo: 'Escolha por que os tickets terminam.' }),
  row: (ctx, idTicket, { idMotivo = 0, observacao = '' }) =>
    finish({ params: { idTicket }, body: { idMotivo, obs: observacao } }, ctx),
};

/**
 * Generates one pickup per responsible party: tickets are processed together, so that a carrier comes once instead of once
 * per ticket.
 */
const generatePickupsOf: GroupAction = {
  permission: 'COLETAS_GERAR',
  most: MAX_PICKUP_ROWS,
  problems: ({ tipo }) =>
    tipo ? NONE : { tipo: 'Escolha quem coleta: a transportadora ou o representante.' },
  group: (ctx, ids, data) =>
    generatePickups(
      {
        params: { tipo: data.tipo === 'REPRESENTANTE' ? 'representante' : 'transportadora' },
        // What else is said of a pickup is the same as for chosen tickets.
        body: { ...only(pickupSchedule, data), tickets: ids, responsavel: data.responsavel },
      },
      ctx,
    ),
};

/** The part of an input that these fields declare. */
const only = <Fields extends object, Given extends { [K in keyof Fields]?: unknown }>(
  fields: Fields,
  given: Given,
) =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in fields)) as Pick<
    Given,
    keyof Fields & keyof Given
  >;

/** All of a macro or nothing of it on each ticket. */
const macroRows: RowAction = {
  permission,
  problems: ({ macro }) => (macro ? NONE : { macro: 'Escolha a macro.' }),
  row: (ctx, ticketId, { macro: key = '', confirmar = false }) =>
    ctx.db.transaction((tx) => useMacro(tx, ctx, { key, ticketId, confirmed: confirmar })),
};

/** Takes another job back; each entry asks for the permission of the act that it tells of. */
const undoRows: RowAction = {
  permission: 'SAC_TICKETS',
  problems: async ({ lote }, db) => {
    if (!lote) return { lote: 'Diga que lote se desfaz.' };
    const [job] = await db.select({ action: bulkJobs.action }).from(bulkJobs).where(eq(bulkJobs.id, lote));
    // Of a job that is unknown, or of somebody else, nothing is found on the tickets.
    const isWhole = !job || UNDOABLE_BULK.some((action) => action === job.action);
    return isWhole ? NONE : { lote: 'O que este lote fez não se desfaz de uma vez.' };
  },
  row: (ctx, id, { lote }) => ctx.db.transaction((tx) => undoTicket(tx, ctx, id, { job: lote })),
  ended: renewLetters,
};

/** The implementation of each action, which uses the same functions as the corresponding single call. */
export const bulkActions: Record<BulkAction, BulkWork> = {
  ...tellingFollowers({
    atribuir: assignRows,
    distribuir: distributeRows,
    encaminhar: forwardRows,
    priorizar: prioritizeRows,
    'mudar-prazo': dueRows,
    adiar: snoozeRows,
    retomar: wakeRows,
    responder: replyRows,
    'nota-privada': noteRows,
    avancar: advanceRows,
    reclassificar: reclassifyRows,
    finalizar: finishRows,
    arquivar: archiveRows,
    desarquivar: unarchiveRows,
    reabrir: reopenRows,
    macro: macroRows,
  }),
  'gerar-coletas': generatePickupsOf,
  // What is only taken back is told to nobody.
  desfazer: undoRows,
};
