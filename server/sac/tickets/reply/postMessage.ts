import { rowOf } from '#contract/catalogs/catalog.ts';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { FileRef } from '#contract/config/platform.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { fileCountProblems, totalSizeProblems } from '#contract/rules/files.ts';
import { formatCount } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import {
  conversationRoutes,
  MAX_MESSAGE_LENGTH,
  type MessageInput,
} from '#contract/sac/tickets/ticketConversation.ts';
import { calendarOf, serviceParameters } from '#server/config/parameters/queries.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketMessages } from '#server/db/tables/index.ts';
import { forbidden, invalid, refused } from '#server/errors.ts';
import { foreignHtml } from '#server/foreign/foreignHtml.ts';
import { isAttendant } from '#server/session/attendants.ts';
import { htmlAsText, isBlankHtml } from '#server/text/cleanHtml.ts';
import { command } from '#server/writing/command.ts';
import { attachedFiles, linkFiles } from '../change/attachedFiles.ts';
import { changeTicket, pausedDue, resumedDue } from '../change/changeTicket.ts';
import { lockTicket, type TicketRecord, versionFor } from '../change/lockTicket.ts';
import { type ForwardTarget, forwardTarget, mailToAttendant } from './replyMails.ts';

type Post = typeof conversationRoutes.postMessage;

/**
 * Posts to the conversation: for everyone, for staff only, or for the sector that receives the ticket. It is never refused
 * because the ticket changed meanwhile, since what was typed matters more than the order of two writes.
 */
export const postMessage = command(conversationRoutes.postMessage, {
  request: ({ params, body }) => ({ params, body: unversioned(body) }),
  async work(tx, ctx, { params, body }) {
    refuseType(body, ctx);
    return writeReply(tx, ctx, params.idTicket, unversioned(body));
  },
});

const unversioned = ({ versao: _seen, ...message }: Input<Post>['body']): MessageInput => message;

/** Without the permission for internal messages, which nobody outside the company has, only public ones can be written. */
export function refuseType(
  { tipo, aguardaCliente, setor, colaborador_id, confirmar }: MessageInput,
  { user }: Context,
) {
  if (tipo !== 'PUBLICO' && !allows(user.grants, 'TICKETS_RESPONDER_INTERNO'))
    throw forbidden('TICKETS_RESPONDER_INTERNO');
  if (aguardaCliente && (tipo !== 'PUBLICO' || !isAttendant(user)))
    throw invalid({ aguardaCliente: 'Só uma mensagem pública da equipe pode esperar pelo cliente.' });
  if (tipo !== 'ENCAMINHAMENTO' && (setor || colaborador_id || confirmar))
    throw invalid({ setor: 'Setor e atendente acompanham apenas um encaminhamento.' });
}

/**
 * Writes a message without touching the user's draft here; also used for each ticket of a bulk action.
 * @param more files beyond the limit of a dialog, since an e-mail can have any number of attachments
 */
export async function writeReply(
  tx: Tx,
  ctx: Context,
  id: number,
  body: MessageInput,
  more: readonly FileRef[] = [],
): Promise<Output<Post>> {
  const ticket = await lockTicket(tx, ctx.user, id);
  if (isClosed(ticket.status))
    throw refused('ENCERRADO', 'O ticket está encerrado. Reabra-o para escrever nele.');
  const html = await validatedHtml(tx, ctx, ticket, body);
  const target = body.tipo === 'ENCAMINHAMENTO' ? await forwardTarget(tx, body, ticket.branchId) : null;
  const files = [...(body.arquivos ?? []), ...more];
  const messageId = await writeMessage(tx, ctx, ticket, { body, files, html, target });
  const effects = replyEffects({
    tipo: body.tipo,
    aguardaCliente: body.aguardaCliente ?? false,
    byCompany: isAttendant(ctx.user),
    // A rule works on no ticket, so it takes none.
    authorId: ctx.user.byRule ? null : ctx.user.id,
    ticket,
  });
  const internal = body.tipo !== 'PUBLICO';
  const changed = await changeTicket(tx, ctx, ticket, {
    set: target ? handedTo(target) : await columnsOf(tx, ctx, ticket, effects),
    event: {
      type: target ? 'ENCAMINHAMENTO' : 'MENSAGEM',
      note: target ? destinationText(target) : noteOf(body, ticket, effects),
      internal,
      data: {
        mensagem: messageId,
        tipo: body.tipo,
        ...(target?.attendant && { encaminhadoA: target.attendant.id }),
      },
    },
    audit: {
      action: target ? 'ENCAMINHAR' : 'RESPONDER',
      before: { status: ticket.status, operador: ticket.operatorId, setor: ticket.sectorId },
      after: {
        mensagem: messageId,
        tipo: body.tipo,
        anexos: files.length,
        ...stands(effects, target),
      },
    },
    confirmed: body.confirmar ?? false,
  });
  if (target) await mailToAttendant(tx, ctx, { ticket: changed, html }, target);
  return {
    data: {
      id: messageId,
      message: sentText(body, target),
      versao: versionFor(ctx.user, changed),
      status: changed.status,
    },
  };
}

/** The sanitized text; refused if nothing of it would be visible, or if the text or its files are too large. */
async function validatedHtml(
  tx: Tx,
  ctx: Context,
  ticket: TicketRecord,
  body: MessageInput,
): Promise<string> {
  const arquivos = body.arquivos ?? [];
  const cleaned = await foreignHtml(body.mensagem);
  const html = isBlankHtml(cleaned) ? '' : cleaned;
  if (!html && arquivos.length === 0) throw invalid({ mensagem: 'Escreva a mensagem.' });
  if (htmlAsText(html).length > MAX_MESSAGE_LENGTH)
    throw invalid({
      mensagem: `A mensagem passa de ${formatCount(MAX_MESSAGE_LENGTH, 'caractere', 'caracteres')}. Divida-a em duas.`,
    });
  const files = await attachedFiles(tx, { arquivos }, ctx.user);
  const { limiteArquivosBytes } = await serviceParameters(tx, ticket.branchId);
  const problems = [
    ...files.problems,
    ...fileCountProblems('arquivos', arquivos),
    ...totalSizeProblems('arquivos', [...files.stored.values()], limiteArquivosBytes),
  ];
  if (problems.length > 0) throw invalid(textsOf(problems));
  return html;
}

interface NewMessage {
  body: MessageInput;
  files: readonly FileRef[];
  html: string;
  target: ForwardTarget | null;
}

async function writeMessage(
  tx: Tx,
  ctx: Context,
  ticket: TicketRecord,
  { body: { tipo }, files, html, target }: NewMessage,
): Promise<number> {
  const [row] = await tx
    .insert(ticketMessages)
    .values({
      ticketId: ticket.id,
      type: tipo,
      authorId: ctx.user.id,
      html,
      sectorId: target?.sector.id ?? null,
      attendantId: target?.attendant?.id ?? null,
      createdAt: ctx.now(),
    })
    .returning({ id: ticketMessages.id });
  if (!row) throw new Error('the message was not written');
  const internal = tipo !== 'PUBLICO';
  await linkFiles(
    tx,
    ctx,
    ticket.id,
    files.map(({ id }) => ({ fileId: id, messageId: row.id, internal })),
  );
  return row.id;
}

/** Without an attendant, anyone in the sector can take the ticket; the previous operator no longer has it. */
const handedTo = ({ sector, attendant }: ForwardTarget) => ({
  sectorId: sector.id,
  operatorId: attendant?.id ?? null,
});

async function columnsOf(tx: Tx, ctx: Context, ticket: TicketRecord, { clock, ...columns }: ReplyEffects) {
  if (clock === 'keep') return columns;
  const turned = clock === 'pause' ? pausedDue : resumedDue;
  return { ...columns, ...turned(ticket, await calendarOf(tx, ticket.branchId), ctx.now()) };
}

const stands = ({ status, operatorId }: ReplyEffects, target: ForwardTarget | null) =>
  target ? handedTo(target) : { status, operador: operatorId };

/** The timeline's text besides the event name; the message itself is in the conversation. */
function noteOf({ tipo }: MessageInput, ticket: TicketRecord, { status }: ReplyEffects): string {
  if (tipo === 'PRIVADO') return 'Privada';
  if (status === ticket.status) return '';
  return rowOf(ticketStatus, status).label;
}

const destinationText = ({ sector, attendant }: ForwardTarget) =>
  attendant ? `Para ${sector.name}, ${attendant.name}` : `Para ${sector.name}`;

function sentText({ tipo }: MessageInput, target: ForwardTarget | null): string {
  if (target) return `Ticket encaminhado para ${target.attendant?.name ?? target.sector.name}.`;
  return tipo === 'PRIVADO' ? 'Nota privada salva.' : 'Mensagem enviada.';
}

interface ReplyContext {
  tipo: MessageInput['tipo'];
  aguardaCliente: boolean;
  /** Whether the author is staff. */
  byCompany: boolean;
  authorId: number | null;
  ticket: Pick<TicketRecord, 'status' | 'operatorId'>;
}

interface ReplyEffects {
  status: TicketStatus;
  operatorId: number | null;
  /** What happens to the due clock. */
  clock: 'pause' | 'resume' | 'keep';
}

/**
 * The effect of a message on its ticket. ABERTO means that no one has taken it (docs/domain.md 2), so a member of staff
 * who answers publicly takes it: they become its operator, unless it has one, and it becomes EM_ATENDIMENTO. Staff may then
 * wait for the customer, from any open status: asking is work, so the ticket passes through EM_ATENDIMENTO. A reply from the
 * customer's side ends the wait. Internal messages change nothing.
 */
function replyEffects({
  tipo,
  aguardaCliente,
  byCompany,
  authorId,
  ticket: { status, operatorId },
}: ReplyContext): ReplyEffects {
  const unchanged: ReplyEffects = { status, operatorId, clock: 'keep' };
  if (tipo !== 'PUBLICO') return unchanged;
  if (!byCompany)
    return status === 'AGUARDANDO_CLIENTE'
      ? { ...unchanged, status: 'EM_ATENDIMENTO', clock: 'resume' }
      : unchanged;
  const takerId = status === 'ABERTO' ? (operatorId ?? authorId) : operatorId;
  if (takerId === null && status === 'ABERTO' && !aguardaCliente) return unchanged;
  if (aguardaCliente) return { status: 'AGUARDANDO_CLIENTE', operatorId: takerId, clock: 'pause' };
  return { status: status === 'ABERTO' ? 'EM_ATENDIMENTO' : status, operatorId: takerId, clock: 'keep' };
}
