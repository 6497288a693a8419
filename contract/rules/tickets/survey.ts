import type { TicketStatus } from '../../catalogs/ticketStatus.ts';

interface Asking {
  status: TicketStatus;
  asked: boolean;
  /** The mark of the customer, which every door minds (docs/domain.md 13). */
  doNotContact: boolean;
  /** Whether there is an address that receives e-mails and did not unsubscribe. */
  reachable: boolean;
}

/** Why nobody is asked how it was; `null` if the question may be sent. */
export function surveyObstacle({ status, asked, doNotContact, reachable }: Asking): string | null {
  if (status !== 'FINALIZADO') return 'Só se pergunta depois que o ticket foi finalizado.';
  if (asked) return 'A pesquisa deste ticket já foi enviada.';
  if (doNotContact) return 'O cliente pediu para não ser contatado.';
  return reachable ? null : 'O contato do ticket não tem e-mail, ou não quer recebê-los.';
}

interface Answering {
  askedAt: Date;
  answeredAt: Date | null;
  /** Days in which a question may be answered, and in which an answer may be changed. */
  days: { answer: number; change: number };
  now: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a question still takes an answer: for some days after it was sent, or after the first answer. */
export const takesAnswer = ({ askedAt, answeredAt, days, now }: Answering): boolean =>
  answeredAt
    ? now.getTime() <= answeredAt.getTime() + days.change * DAY_MS
    : now.getTime() <= askedAt.getTime() + days.answer * DAY_MS;
