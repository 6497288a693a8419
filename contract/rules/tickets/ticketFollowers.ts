import { rowOf } from '../../catalogs/catalog.ts';
import { type TimelineType, timelineType } from '../../catalogs/timelineType.ts';
import { noticeText } from '../../words/notices.ts';

/** The most people who follow one ticket. */
export const MOST_FOLLOWERS = 30;

/** What a person is told of the tickets that they follow; each may be switched off. */
export const FOLLOWED_NOTICES = [
  { value: 'mensagens', label: 'Mensagens novas' },
  { value: 'andamento', label: 'Etapa, situação, prazo e operador' },
] as const;
export type FollowedNotice = (typeof FOLLOWED_NOTICES)[number]['value'];

/** The key of the notice in the person's preferences; one each, so that saving one leaves the other as it is. */
export const followedPreference = (notice: FollowedNotice): string => `tickets.seguidos.${notice}`;

/** Whether the person with these preferences wants to be told, which they do until they say otherwise. */
export const wantsFollowed = (
  preferences: Readonly<Record<string, unknown>>,
  notice: FollowedNotice,
): boolean => preferences[followedPreference(notice)] !== false;

const STEPS: ReadonlySet<TimelineType> = new Set([
  'ATRIBUICAO',
  'ENCAMINHAMENTO',
  'AVANCO',
  'RETROCESSO',
  'STATUS',
  'PRAZO',
  'RECLASSIFICACAO',
  'JUNCAO',
  'DIVISAO',
  'RETOMADA',
  'FINALIZACAO',
  'CANCELAMENTO',
  'REABERTURA',
]);

/** What an entry of the timeline is to those who follow the ticket; `null` for what is not worth a notice. */
export function followedNotice(type: TimelineType): FollowedNotice | null {
  if (type === 'MENSAGEM') return 'mensagens';
  return STEPS.has(type) ? 'andamento' : null;
}

/** The title of the notice: 'Ticket 12: avançou de etapa'. What was written stays where access to it is checked. */
export function followedTitle(id: number, type: TimelineType): string {
  if (type === 'MENSAGEM') return noticeText('SEGUIDO_MENSAGEM', { ticket: id });
  return noticeText('SEGUIDO_ANDAMENTO', {
    ticket: id,
    movimento: rowOf(timelineType, type).label.toLowerCase(),
  });
}
