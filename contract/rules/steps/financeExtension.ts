import { type CalendarDate, formatCalendarDate, isCalendarDate } from '../calendarDate.ts';
import type { Problem } from '../problem.ts';
import type { FinanceInput } from '../stepInput.ts';
import { lineProblems, type NamedLine } from './stepLines.ts';

/** A title of an invoice of the ticket. */
export interface FinanceTitle extends NamedLine {
  /** The due date before this ticket touched it. */
  dueOn: CalendarDate;
  /** Nothing is left to be paid, so nothing can be granted. */
  paid: boolean;
}

export interface FinanceContext {
  titles: readonly FinanceTitle[];
}

type TitleInput = FinanceInput['titulos'][number];

const PATH = 'prorrogacaoFinanceiro.titulos';

/**
 * DOMAIN section 3: a decision for every open title, a later due date where it is granted, a reason where it is not.
 * A paid title may be left out; when nothing is open, one denied title says so.
 */
export function financeProblems({ titulos }: FinanceInput, { titles }: FinanceContext): Problem[] {
  if (titulos.length === 0 && titles.every(({ paid }) => paid))
    return [{ field: PATH, message: 'Decida ao menos um título.' }];
  const named = new Set(titulos.map(({ id }) => id));
  return lineProblems({
    path: PATH,
    known: titles.filter(({ paid, id }) => !paid || named.has(id)),
    given: titulos,
    missing: 'Falta decidir',
    judge: (given, title) => (given.decisao === 'CONCEDIDA' ? granted(given, title) : denied(given)),
  });
}

function granted({ novoVencimento }: TitleInput, { dueOn, paid }: FinanceTitle): Problem[] {
  if (paid) return [{ field: 'decisao', message: 'o título já foi pago e não pode ser prorrogado.' }];
  if (!novoVencimento || !isCalendarDate(novoVencimento))
    return [{ field: 'novoVencimento', message: 'informe o novo vencimento.' }];
  return novoVencimento > dueOn
    ? []
    : [
        {
          field: 'novoVencimento',
          message: `o novo vencimento precisa ser depois de ${formatCalendarDate(dueOn)}.`,
        },
      ];
}

const denied = ({ obs }: TitleInput): Problem[] =>
  (obs ?? '').trim() ? [] : [{ field: 'obs', message: 'informe por que a prorrogação foi negada.' }];
