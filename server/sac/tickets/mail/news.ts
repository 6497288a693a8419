import type { TimelineType } from '../../../../contract/catalogs/timelineType.ts';
import type { MailNews } from '../../../../contract/rules/mails/mailTemplate.ts';
import type { Tx } from '../../../db/client.ts';
import { ticketNews } from '../../../db/tables/index.ts';

/** What of a ticket's life its customer is told by e-mail, and by which template. */
const MAILED: Partial<Record<TimelineType, MailNews>> = {
  CRIACAO: 'abertura',
  MENSAGEM: 'resposta',
  AVANCO: 'etapa',
  RETROCESSO: 'etapa',
  FINALIZACAO: 'encerramento',
  CANCELAMENTO: 'encerramento',
  REABERTURA: 'reabertura',
};

export const newsOf = (type: string): MailNews | undefined => MAILED[type as TimelineType];

interface Happened {
  eventId: number;
  ticketId: number;
  type: TimelineType;
  internal: boolean;
  at: Date;
}

/** Puts down that there is something to tell, in the transaction of the event. What is internal is never told. */
export async function noteNews(tx: Tx, { eventId, ticketId, type, internal, at }: Happened): Promise<void> {
  if (internal || !newsOf(type)) return;
  await tx.insert(ticketNews).values({ ticketId, eventId, createdAt: at });
}
