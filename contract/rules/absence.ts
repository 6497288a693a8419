import { addDays, type CalendarDate, formatCalendarDate } from './time/calendarDate.ts';

/** The code of a refusal that asks first whether somebody who is away should get a ticket; repeated with `confirmar`, it passes. */
export const AWAY = 'PESSOA_AUSENTE';

/** First and last day of an absence. */
export interface AbsenceDays {
  de: CalendarDate;
  ate: CalendarDate;
}

/** Longer than that nobody is away for a time: the account is closed instead. */
const MOST_DAYS = 366;

interface AbsenceContext {
  /** Who is away. */
  personId: number;
  today: CalendarDate;
  /** Their other absences. */
  others: readonly AbsenceDays[];
}

/** What is wrong with an absence, by field: days that do not follow each other, are over or belong to another one. */
export function absenceProblems(
  { de, ate, idSubstituto }: AbsenceDays & { idSubstituto?: number | null | undefined },
  { personId, today, others }: AbsenceContext,
): Record<string, string> {
  if (ate < de) return { ate: 'O último dia vem antes do primeiro.' };
  if (ate < today) return { ate: 'Esta ausência já passou.' };
  if (ate > addDays(de, MOST_DAYS)) return { ate: 'Uma ausência dura no máximo um ano.' };
  const same = others.find((other) => other.de <= ate && other.ate >= de);
  if (same) return { de: `Já há uma ausência ${daysText(same)}.` };
  return idSubstituto === personId ? { idSubstituto: 'Escolha outra pessoa.' } : {};
}

/** 'de 01/12/2026 a 12/12/2026', 'em 01/12/2026' for a single day. */
export const daysText = ({ de, ate }: AbsenceDays): string =>
  de === ate ? `em ${formatCalendarDate(de)}` : `de ${formatCalendarDate(de)} a ${formatCalendarDate(ate)}`;

/** 'ausente até 12/12'. */
export const awayText = (until: CalendarDate): string =>
  `ausente até ${formatCalendarDate(until).slice(0, 5)}`;

/** A person where one is chosen: 'Ana Lima (ausente até 12/12)'. */
export const attendantLabel = ({
  nome,
  ausenteAte,
}: {
  nome: string;
  ausenteAte?: CalendarDate | null;
}): string => (ausenteAte ? `${nome} (${awayText(ausenteAte)})` : nome);

/** People to choose from. The one who is chosen stays among them, also once they have left or work elsewhere. */
export function attendantChoices(
  people: readonly { id: number; nome: string; ausenteAte?: CalendarDate | null }[],
  chosen: { id: number; nome: string } | null,
): { value: number; label: string }[] {
  const missing = chosen && !people.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return [...missing, ...people].map((person) => ({ value: person.id, label: attendantLabel(person) }));
}

export const awayQuestion = (name: string, until: CalendarDate, substitute: string | null): string =>
  `${name} está ${awayText(until)}${substitute ? `; quem substitui é ${substitute}` : ''}. Confirme se o ticket deve mesmo ir para lá.`;
