import { allows } from '../../../contract/permissions.ts';
import { formatDateTime } from '../../../contract/rules/calendarDate.ts';
import { readMoment } from '../../../contract/rules/dayRange.ts';
import type { TimeZone } from '../../../contract/rules/zonedTime.ts';
import type { User } from '../../context.ts';
import { invalid, refused } from '../../errors.ts';
import { leadsAgendas } from '../../session/scope.ts';

/** One's own, and of whom one leads. */
export const mayChange = (
  user: Pick<User, 'id' | 'type' | 'grants'>,
  { personId }: { personId: number },
): boolean => allows(user.grants, 'AGENDA_EDITAR') && (personId === user.id || leadsAgendas(user));

/** The one who is to make the contact: oneself, unless one leads. In a write another name is refused, not left aside. */
export function assigneeOf(user: Pick<User, 'id' | 'type'>, idColab: number | undefined): number {
  if (idColab === undefined || idColab === user.id) return user.id;
  if (leadsAgendas(user)) return idColab;
  throw refused(
    'SO_PARA_SI',
    'Você só pode agendar para você. Peça a um supervisor que agende para outra pessoa.',
    {
      idColab: 'Você só pode agendar para você.',
    },
  );
}

const MINUTE = 60_000;
/** Who fills in a form for "now" is not told that it has passed. */
const GRACE_MS = 5 * MINUTE;
const FARTHEST_DAYS = 730;

/** When the contact is to be made, by the clock of the branch. Refuses the past, and a year that was mistyped. */
export function readSchedule(text: string, zone: TimeZone, now: Date): Date {
  const moment = readMoment(text, zone);
  if (!moment) throw invalid({ data_agendada: 'Data inválida' });
  if (moment.getTime() < now.getTime() - GRACE_MS)
    throw invalid({ data_agendada: 'Este horário já passou. Escolha um que ainda venha.' });
  if (moment.getTime() > now.getTime() + FARTHEST_DAYS * 1440 * MINUTE)
    throw invalid({ data_agendada: 'Escolha um dia dentro dos próximos dois anos.' });
  return moment;
}

/** '25/11/2026 às 14:30' on the clock of the branch. */
export const momentText = (instant: Date, zone: TimeZone): string =>
  formatDateTime(instant, zone).replace(' ', ' às ');
