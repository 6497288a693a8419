import type { AgendaSituation } from '../../catalogs/callCenter.ts';
import type { Instant } from '../zonedTime.ts';

interface AgendaTimes {
  scheduledAt: Instant;
  finishedAt: Instant | null;
}

/** CUMPRIDA once finished; otherwise ATRASADA after its scheduled time and PENDENTE before (document 001 section 4). */
export function situationOf({ scheduledAt, finishedAt }: AgendaTimes, now: Instant): AgendaSituation {
  if (finishedAt !== null) return 'CUMPRIDA';
  return new Date(scheduledAt) < new Date(now) ? 'ATRASADA' : 'PENDENTE';
}

/** `situacao.type`: the document's name for the colour of each situation. */
export const situationType: Readonly<Record<AgendaSituation, 'ERROR' | 'INFO' | 'SUCCESS'>> = {
  ATRASADA: 'ERROR',
  PENDENTE: 'INFO',
  CUMPRIDA: 'SUCCESS',
};
