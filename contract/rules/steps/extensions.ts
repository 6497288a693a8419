import type { TicketResult } from '../../catalogs/ticketStatus.ts';
import type { FlowFacts } from '../flows/flowCondition.ts';
import type { Problem } from '../problem.ts';
import { EXTENSION_DAYS } from '../tickets/ticketWizard.ts';
import { addDays, type CalendarDate, formatCalendarDate, isCalendarDate } from '../time/calendarDate.ts';
import { type FinanceInput, type LogisticsInput, lineProblems, type NamedLine } from './stepInput.ts';

/** A title of one of the ticket's invoices. */
export interface FinanceTitle extends NamedLine {
  /** The due date before this ticket changed it. */
  dueOn: CalendarDate;
  /** Nothing is left to be paid, so no extension can be granted. */
  paid: boolean;
}

interface FinanceContext {
  titles: readonly FinanceTitle[];
  /**
   * Known for certain only on the server. A title can be extended by a year at most, from this day or from its due date if
   * that is later.
   */
  today?: CalendarDate;
}

type TitleInput = FinanceInput['titulos'][number];

const PATH = 'prorrogacaoFinanceiro.titulos';

/**
 * docs/domain.md 3: every open title needs a decision, with a later due date if granted (at most a year, since a mistyped one
 * would never fall due) or a reason if denied. A paid title may be omitted; when nothing is open, a single denied title
 * states that. Invoices without titles leave nothing to decide.
 */
export function financeProblems({ titulos }: FinanceInput, { titles, today }: FinanceContext): Problem[] {
  if (titulos.length === 0 && titles.length > 0 && titles.every(({ paid }) => paid))
    return [{ field: PATH, message: 'Decida ao menos um título.' }];
  const named = new Set(titulos.map(({ id }) => id));
  return lineProblems({
    path: PATH,
    known: titles.filter(({ paid, id }) => !paid || named.has(id)),
    given: titulos,
    missing: 'Falta decidir',
    validate: (given, title) =>
      given.decisao === 'CONCEDIDA' ? granted(given, title, today) : denied(given),
  });
}

function granted(
  { novoVencimento }: TitleInput,
  { dueOn, paid }: FinanceTitle,
  today: CalendarDate | undefined,
): Problem[] {
  if (paid) return [{ field: 'decisao', message: 'o título já foi pago e não pode ser prorrogado.' }];
  if (!novoVencimento || !isCalendarDate(novoVencimento))
    return [{ field: 'novoVencimento', message: 'informe o novo vencimento.' }];
  const last = today && addDays(today > dueOn ? today : dueOn, EXTENSION_DAYS.max);
  if (last && novoVencimento > last)
    return [
      { field: 'novoVencimento', message: `o novo vencimento pode ser até ${formatCalendarDate(last)}.` },
    ];
  const first = firstExtension(dueOn, today);
  if (novoVencimento >= first) return [];
  return [
    {
      field: 'novoVencimento',
      message: `o novo vencimento precisa ser ${formatCalendarDate(first)} ou depois.`,
    },
  ];
}

/** A title that is overdue would still be overdue if it were extended to a day in the past. */
export function firstExtension(dueOn: CalendarDate, today?: CalendarDate): CalendarDate {
  const next = addDays(dueOn, 1);
  return today && today > next ? today : next;
}

/** The date that the days of the delay suggest. */
export function suggestedExtension(dueOn: CalendarDate, days: number, today: CalendarDate): CalendarDate {
  const later = addDays(dueOn, days);
  const first = firstExtension(dueOn, today);
  return later > first ? later : first;
}

const denied = ({ obs }: TitleInput): Problem[] =>
  (obs ?? '').trim() ? [] : [{ field: 'obs', message: 'informe por que a prorrogação foi negada.' }];

/**
 * The result that the decisions on a ticket's titles contradict: with one extended it is not unfounded, with none it is not
 * well founded. `null` where there was nothing to decide.
 */
export function contradictedResult(decisions: readonly TitleInput['decisao'][]): TicketResult | null {
  if (decisions.length === 0) return null;
  return decisions.includes('CONCEDIDA') ? 'IMPROCEDENTE' : 'PROCEDENTE';
}

/** Why a final reason with the contradicted result does not end the ticket. */
export const contradictionText = (result: TicketResult): string =>
  result === 'IMPROCEDENTE'
    ? 'Há título prorrogado neste ticket, que por isso não termina como improcedente. Escolha outro motivo.'
    : 'Nenhum título deste ticket foi prorrogado, que por isso não termina como procedente. Escolha outro motivo.';

/** Whether tickets of a type extend titles, so that each of their invoices must have an open one. */
export const extendsTitles = (type: { usa_prorrogacao: number } | null): boolean =>
  type?.usa_prorrogacao === 2;

/** Why an invoice is not part of an extension. */
export const NOTHING_TO_EXTEND = 'Esta nota não tem título em aberto: não há o que prorrogar.';

interface ExtendedInvoices {
  /** Those that the ticket has. */
  held: readonly { number: number; owing: boolean }[];
  /** How many are added with the change; they are judged one by one, like those of a new ticket. */
  added: number;
  /** Whether the type asks for invoices, so that one can be added with the change. */
  mayAdd: boolean;
}

/** Why a ticket with these invoices does not become an extension; `null` if it does. */
export function extensionRefusal({ held, added, mayAdd }: ExtendedInvoices): Problem | null {
  const settled = held.filter(({ owing }) => !owing).map(({ number }) => number);
  if (held.length + added === 0)
    return mayAdd
      ? { field: 'notas', message: 'Inclua pelo menos uma nota fiscal com título em aberto.' }
      : { field: 'idTipo', message: 'Este ticket não tem nota fiscal: não há o que prorrogar.' };
  const message = settledText(settled, held.length);
  return message === null ? null : { field: 'idTipo', message };
}

function settledText(settled: readonly number[], of: number): string | null {
  if (settled.length === 0) return null;
  if (of === 1) return NOTHING_TO_EXTEND;
  const named =
    settled.length === 1 ? `A nota ${settled[0]} não tem` : `As notas ${settled.join(', ')} não têm`;
  return `${named} título em aberto: não há o que prorrogar. Abra outro ticket só com as notas em aberto.`;
}

/**
 * docs/domain.md 3: either the responsible party and the days of delay are confirmed, or the extension is refused with a
 * reason.
 */
export function logisticsProblems(input: LogisticsInput | undefined): Problem[] {
  if (!input)
    return [
      {
        field: 'prorrogacaoLogistica',
        message: 'Confirme o responsável e os dias de atraso, ou recuse.',
      },
    ];
  const { recusada, obs, dias_atraso, responsavel_id, responsavel } = input;
  if (recusada) return (obs ?? '').trim() ? [] : [at('obs', 'Informe por que a prorrogação foi recusada.')];
  const party = responsavel === 'TRANSPORTADORA' ? 'a transportadora' : 'o representante';
  return [
    ...(responsavel_id > 0 ? [] : [at('responsavel_id', `Escolha ${party}.`)]),
    ...(isLate(dias_atraso)
      ? []
      : [at('dias_atraso', `Informe de ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max} dias de atraso.`)]),
  ];
}

export const logisticsFacts = ({ recusada }: LogisticsInput): FlowFacts => ({
  logistica_recusou: recusada === true,
});

const isLate = (days: number): boolean =>
  Number.isInteger(days) && days >= EXTENSION_DAYS.min && days <= EXTENSION_DAYS.max;

const at = (field: string, message: string): Problem => ({
  field: `prorrogacaoLogistica.${field}`,
  message,
});
