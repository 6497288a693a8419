import type { AgendaSituation } from '#contract/catalogs/callCenter.ts';
import { allows } from '#contract/permissions.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { readMoment } from '#contract/rules/time/dayRange.ts';
import type { Instant, TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { User } from '../../context.ts';
import { invalid, refused } from '../../errors.ts';
import { seesOthersAgendas } from '../../session/scope.ts';

/** The user's own agendas, and anyone's for a team leader. */
export const mayChange = (
  user: Pick<User, 'id' | 'type' | 'grants'>,
  { personId }: { personId: number },
): boolean => allows(user.grants, 'AGENDA_EDITAR') && (personId === user.id || seesOthersAgendas(user));

/**
 * The person who is to make the contact: the user, unless the user leads a team. When writing, another person's id is refused
 * rather than ignored.
 */
export function assigneeOf(user: Pick<User, 'id' | 'type'>, idColab: number | undefined): number {
  if (idColab === undefined || idColab === user.id) return user.id;
  if (seesOthersAgendas(user)) return idColab;
  throw refused(
    'SO_PARA_SI',
    'Você só pode agendar para você. Peça a um supervisor que agende para outra pessoa.',
    {
      idColab: 'Você só pode agendar para você.',
    },
  );
}

const MINUTE = 60_000;
/** Tolerance, so that a form filled in for "now" is not refused as being in the past. */
const GRACE_MS = 5 * MINUTE;
const MAX_DAYS_AHEAD = 730;

/** The planned time of the contact, on the branch's clock. Refuses times in the past and a mistyped year, at the `field` that says it. */
export function readSchedule(text: string, zone: TimeZone, now: Date, field = 'data_agendada'): Date {
  const moment = readMoment(text, zone);
  if (!moment) throw invalid({ [field]: 'Data inválida' });
  if (moment.getTime() < now.getTime() - GRACE_MS)
    throw invalid({ [field]: 'Este horário já passou. Escolha um que ainda venha.' });
  if (moment.getTime() > now.getTime() + MAX_DAYS_AHEAD * 1440 * MINUTE)
    throw invalid({ [field]: 'Escolha um dia dentro dos próximos dois anos.' });
  return moment;
}

/** '25/11/2026 às 14:30' in the branch's time zone. */
export const momentText = (instant: Date, zone: TimeZone): string =>
  formatDateTime(instant, zone).replace(' ', ' às ');

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
