import { documentKind } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import { typeChangeProblems } from '#contract/rules/tickets/typeChange.ts';
import type { ReclassifyInput } from '#contract/sac/tickets/ticketMoves.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketInvoices, type ticketTypes } from '#server/db/tables/index.ts';
import { invalid, refused } from '#server/errors.ts';
import { linkFiles } from '../change/attachedFiles.ts';
import type { TicketChange } from '../change/changeTicket.ts';
import { loadReferences } from '../create/references.ts';
import { writeItems } from '../create/writeItems.ts';
import { answersOfType, writeMessage } from '../create/writeTicket.ts';
import { addedLines, contextOfTicket } from '../products/addedLines.ts';
import { invoicesOfTicket } from '../steps/extensions.ts';
import { type TicketLine, ticketLines } from '../steps/writeLines.ts';
import type { Work } from './openWork.ts';

type TypeRow = typeof ticketTypes.$inferSelect;
type TicketRecord = Work['ticket'];

interface Demanded {
  /** The columns with the answers to the new type. */
  set: NonNullable<TicketChange['set']>;
  /** Writes the lines, invoices and message that were given with the change. */
  write: () => Promise<void>;
  /** For the timeline: 'Produtos incluídos: 2.' */
  note: string;
  audited: Record<string, unknown>;
}

/**
 * Checks that the ticket, with the given answers, has everything that the new type demands at the opening. Throws 422 with a
 * text for each missing answer; nothing is written before that.
 */
export async function demandsOfType(
  tx: Tx,
  ctx: Context,
  { ticket }: Work,
  { from, to }: { from: TypeRow; to: TypeRow },
  body: ReclassifyInput,
): Promise<Demanded> {
  const contextOfType = await contextOfTicket(tx, ctx, { ...ticket, typeId: to.id });
  const { type } = contextOfType.type;
  if (!type) throw new Error(`type ${to.id} was not read`);
  const { itens = [], itensAvulsos = [], notas = [] } = body;
  const lines = await ticketLines(tx, ticket.id);
  const adds = itens.length + itensAvulsos.length > 0;
  if (adds && lines.some(({ item }) => item.status !== 'AN' || item.settled))
    throw refused('JA_ANALISADO', 'Os produtos já foram analisados e não podem mais mudar.');
  const input = completedInput(ticket, from, body);
  const references = await loadReferences(tx, { ...body, itensAvulsos: [] }, contextOfType, ctx.user);
  const added = adds
    ? await addedLines(tx, ctx, { itens, itensAvulsos }, { known: contextOfType, lines })
    : null;
  const problems = typeChangeProblems(
    {
      input,
      goods: {
        bought: boughtLines(lines).length + itens.length,
        loose: lines.length - boughtLines(lines).length + itensAvulsos.length,
        invoices: (await invoicesOfTicket(tx, ticket.id)).length + notas.length + itens.length,
      },
      withoutReason: boughtLines(lines)
        .filter(({ item }) => item.status === 'AN' && item.reasonId === null)
        .map(({ label }) => label),
      consumer:
        ticket.finalConsumer || documentKind(contextOfType.parties.customer?.document ?? '') === 'CPF',
    },
    type,
    {
      today: contextOfType.today,
      maxItems: contextOfType.parameters.maximoItensTicket,
      maxBytes: contextOfType.parameters.limiteArquivosBytes,
    },
  );
  const all = [...references.problems, ...(added?.problems ?? []), ...problems];
  if (all.length > 0) throw invalid(textsOf(all));
  const answers = answersOfType(input, type);
  const message = (body.mensagem ?? '').trim();
  return {
    set: {
      ...answers,
      // A type that does not ask for these leaves them as they are: another change may need them again.
      carrierId: answers.carrierId ?? ticket.carrierId,
      extension: answers.extension ?? ticket.extension,
      ...(message && !ticket.message && { message }),
    },
    async write() {
      if (references.invoiceIds.length > 0)
        await tx
          .insert(ticketInvoices)
          .values(references.invoiceIds.map((invoiceId) => ({ ticketId: ticket.id, invoiceId })))
          .onConflictDoNothing();
      if (added) {
        const last = Math.max(0, ...lines.map(({ item }) => item.line));
        await linkFiles(
          tx,
          ctx,
          ticket.id,
          await writeItems(tx, ticket.id, { ...added, type: contextOfType.type }, last),
        );
      }
      await writeMessage(tx, ctx, ticket.id, body);
    },
    note: adds
      ? formatCount(itens.length + itensAvulsos.length, 'produto incluído', 'produtos incluídos')
      : '',
    audited: {
      ...(adds && { produtos: itens.length + itensAvulsos.length }),
      ...(answers.reasons.length > 0 && {
        motivos: answers.reasons.map(({ descricao }) => descricao).join(' > '),
      }),
    },
  };
}

const boughtLines = (lines: readonly TicketLine[]) => lines.filter(({ item }) => item.invoiceItemId !== null);

/** The given answers, and the ticket's own where none was given. The subject of the old type is not an answer. */
function completedInput(ticket: TicketRecord, from: TypeRow, body: ReclassifyInput): TicketInput {
  const own = ticket.extension;
  const responsible = body.responsavel_prorrogacao
    ? body.responsavel_prorrogacao_id
    : (body.responsavel_prorrogacao_id ?? own?.responsavelId);
  const keptSubject = ticket.subject === from.description ? '' : ticket.subject;
  return {
    assunto: body.assunto?.trim() || keptSubject,
    motivo1: body.motivo1 ?? null,
    motivo2: body.motivo2 ?? null,
    motivo3: body.motivo3 ?? null,
    motivo4: body.motivo4 ?? null,
    motivo5: body.motivo5 ?? null,
    mensagem: body.mensagem?.trim() || ticket.message,
    transportadora_id: body.transportadora_id ?? ticket.carrierId,
    representante_id: body.representante_id ?? null,
    responsavel_prorrogacao: body.responsavel_prorrogacao ?? own?.responsavel ?? null,
    // Another kind of party is not the one that the ticket names.
    responsavel_prorrogacao_id: responsible ?? null,
    dias_atraso_prorrogacao: body.dias_atraso_prorrogacao ?? own?.diasAtraso ?? null,
  };
}
