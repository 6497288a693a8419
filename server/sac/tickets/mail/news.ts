import type { TimelineType } from '#contract/catalogs/timelineType.ts';
import type { MailNews } from '#contract/rules/mails/mailTemplate.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketNews } from '#server/db/tables/index.ts';

/** The ticket events that customers are notified of by e-mail, with the template for each. */
const MAILED: Partial<Record<TimelineType, MailNews>> = {
  CRIACAO: 'abertura',
  // The part of a divided ticket has a number and a conversation of its own.
  DIVIDIDO_DE: 'abertura',
  MENSAGEM: 'resposta',
  AVANCO: 'etapa',
  RETROCESSO: 'etapa',
  FINALIZACAO: 'encerramento',
  CANCELAMENTO: 'encerramento',
  REABERTURA: 'reabertura',
};

export const newsOf = (type: string): MailNews | undefined => MAILED[type as TimelineType];

interface NewsEvent {
  eventId: number;
  ticketId: number;
  type: TimelineType;
  internal: boolean;
  at: Date;
}

/** Records that there is something to report, in the transaction of the event. Internal events are never reported. */
export async function queueNews(tx: Tx, { eventId, ticketId, type, internal, at }: NewsEvent): Promise<void> {
  if (internal || !newsOf(type)) return;
  await tx.insert(ticketNews).values({ ticketId, eventId, createdAt: at });
}
