import { formatCount } from '#contract/rules/format.ts';
import { UNDO_OFFER_MS } from '#contract/rules/undo.ts';
import { noticeText } from '#contract/words/notices.ts';
import { queueMail } from '#server/adapters/mail/outbox.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { htmlAsText } from '#server/text/cleanHtml.ts';
import type { TicketRecord } from './lockTicket.ts';

/** Tickets that one letter names; a longer list ends with how many more there are. */
const MOST_NAMED = 200;

interface Letter {
  to: { name: string; email: string };
  /** The name of the person who did it. */
  by: string;
  /** At least one. */
  tickets: readonly Pick<TicketRecord, 'id' | 'subject' | 'branchId'>[];
  /** What it tells of, by which it is withdrawn when that is taken back before it left. */
  act: string;
}

/** Without the settings the letter has no links. */
type Sending = Pick<Context, 'now'> & Partial<Pick<Context, 'settings'>>;

/** Tells a colleague which of their tickets somebody else was given. */
export function sendTaken(tx: Executor, ctx: Sending, { to, by, tickets, act }: Letter): Promise<void> {
  const [one] = tickets;
  const single = tickets.length === 1 && one;
  return send(
    tx,
    ctx,
    { to, tickets, act },
    {
      subject: single
        ? noticeText('RETIRADO', { ticket: one.id })
        : `${formatCount(tickets.length, 'ticket', 'tickets')} não estão mais com você`,
      paragraphs: single
        ? [
            `${by} mudou o operador do ticket ${one.id}, que estava com você: ${one.subject}.`,
            ...linkOf(ctx, one.id),
          ]
        : [`${by} mudou o operador destes tickets, que estavam com você:`, listOf(ctx, tickets)],
    },
  );
}

/** Gives an attendant the tickets that were forwarded to them, with what was written about them. */
export function sendForwarded(
  tx: Executor,
  ctx: Sending,
  { to, by, tickets, act, sector, html }: Letter & { sector: string; html: string },
): Promise<void> {
  const [one] = tickets;
  const single = tickets.length === 1 && one;
  const written = html ? [htmlAsText(html)] : [];
  return send(
    tx,
    ctx,
    { to, tickets, act },
    {
      subject: single
        ? `Ticket ${one.id} encaminhado para você`
        : `${formatCount(tickets.length, 'ticket', 'tickets')} encaminhados para você`,
      paragraphs: single
        ? [
            `${by} encaminhou para você (setor ${sector}) o ticket ${one.id}: ${one.subject}.`,
            ...written,
            ...linkOf(ctx, one.id),
          ]
        : [`${by} encaminhou para você (setor ${sector}) estes tickets:`, listOf(ctx, tickets), ...written],
    },
  );
}

/** It leaves once the offer to take the act back has passed. */
function send(
  tx: Executor,
  { now }: Sending,
  { to, tickets, act }: Pick<Letter, 'to' | 'tickets' | 'act'>,
  { subject, paragraphs }: { subject: string; paragraphs: string[] },
): Promise<void> {
  const branchIds = [...new Set(tickets.map(({ branchId }) => branchId))];
  const text = [`Olá, ${to.name}.`, ...paragraphs].join('\n\n');
  return queueMail(
    tx,
    {
      ...{ to: to.email, subject, text },
      // Tickets of several branches come under the company's own head.
      envelope: { act, ...(branchIds.length === 1 && { branchId: branchIds[0] }) },
      heldMs: UNDO_OFFER_MS,
    },
    now,
  );
}

const addressOf = (ctx: Sending, id: number) => ctx.settings && `${ctx.settings.publicUrl}/tickets/${id}`;

function linkOf(ctx: Sending, id: number): string[] {
  const address = addressOf(ctx, id);
  return address ? [`Para abrir: ${address}`] : [];
}

function listOf(ctx: Sending, tickets: Letter['tickets']): string {
  const lines = tickets
    .slice(0, MOST_NAMED)
    .map(({ id, subject }) => [`${id}: ${subject}`, addressOf(ctx, id) ?? []].flat().join(' - '));
  const more = tickets.length - lines.length;
  return [...lines, ...(more > 0 ? [`e mais ${formatCount(more, 'ticket', 'tickets')}`] : [])].join('\n');
}
