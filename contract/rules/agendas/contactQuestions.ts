import { type CalendarDate, formatCalendarDate, weekdayOf } from '../time/calendarDate.ts';

/** What speaks against a contact. Only a person may confirm it, with a reason. */
export const CONTACT_QUESTIONS = ['NAO_CONTATAR', 'DIA_NAO_ATENDIDO', 'MESMO_MINUTO'] as const;
export type ContactQuestionKind = (typeof CONTACT_QUESTIONS)[number];

/** The code of the refusal that asks for `confirmar`. */
export const CONFIRM_CONTACT = 'CONFIRMAR_CONTATO';
export const MAX_CONFIRMATION_LENGTH = 500;

/** A contact that is about to be planned, moved, handed over or made. */
export interface ContactFacts {
  /** C is about a debt: a service to the customer, which the mark against contacts does not forbid. */
  kind: 'A' | 'C';
  doNotContact: boolean;
  /** Weekdays on which the customer is served, 0 is Sunday; every day when empty. */
  servedOn: readonly number[];
  /** On the clock of the branch. */
  day: CalendarDate;
  /** Other open agendas of the customer in the same minute, whoever makes the contact; 0 stands for one out of sight. */
  sameMinute: readonly number[];
}

export interface ContactQuestion {
  kind: ContactQuestionKind;
  /** The column of a sheet, or the part of a form, that it is about. */
  about: 'cliente' | 'data' | 'hora';
  text: string;
}

/** Everything that speaks against a contact (docs/domain.md 13); nothing if it may be made as it is. */
export function contactQuestions(facts: ContactFacts): ContactQuestion[] {
  const { kind, doNotContact, servedOn, day, sameMinute } = facts;
  const weekday = weekdayOf(day);
  return [
    ...(doNotContact && kind === 'A'
      ? [question('NAO_CONTATAR', 'cliente', 'O cliente pediu para não ser contatado.')]
      : []),
    ...(servedOn.length > 0 && !servedOn.includes(weekday)
      ? [
          question(
            'DIA_NAO_ATENDIDO',
            'data',
            `O cliente não é atendido ${ON_WEEKDAYS[weekday]} (${formatCalendarDate(day)}).`,
          ),
        ]
      : []),
    ...(sameMinute.length > 0 ? [question('MESMO_MINUTO', 'hora', sameMinuteText(sameMinute))] : []),
  ];
}

const ON_WEEKDAYS = [
  'aos domingos',
  'às segundas-feiras',
  'às terças-feiras',
  'às quartas-feiras',
  'às quintas-feiras',
  'às sextas-feiras',
  'aos sábados',
] as const;

function sameMinuteText(others: readonly number[]): string {
  const named = others.find((id) => id > 0);
  return named === undefined
    ? 'O cliente já tem outra agenda neste horário.'
    : `O cliente já tem a agenda ${named} neste horário.`;
}

const question = (
  kind: ContactQuestionKind,
  about: ContactQuestion['about'],
  text: string,
): ContactQuestion => ({ kind, about, text });

export const questionsText = (questions: readonly ContactQuestion[]): string =>
  questions.map(({ text }) => text).join(' ');
