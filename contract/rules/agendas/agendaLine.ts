import { dayProblem, readDay } from '../imports/cellText.ts';
import { foldedText } from '../text.ts';
import { minutesOf } from '../time/workWeek.ts';
import { isUnseen, titleProblem } from '../titles.ts';

/** The columns of an agenda spreadsheet, whose cells are read as text. */
export const AGENDA_COLUMNS = {
  colaborador: 'Colaborador',
  cliente: 'Cliente',
  data: 'Data',
  hora: 'Hora',
  tipo: 'Tipo',
  assunto: 'Assunto',
  descricao: 'Descrição',
} as const;
export type AgendaColumn = keyof typeof AGENDA_COLUMNS;
export type RawAgendaLine = Partial<Record<AgendaColumn, string>>;

const MAX_SUBJECT_LENGTH = 120;
const MAX_DESCRIPTION_LENGTH = 2000;

/** A line in which every text could be parsed. The database resolves the customer and the collaborator. */
export interface ReadAgendaLine {
  customer: { id: number } | { document: string };
  /** Code, CPF or registration number; empty means the person who imports. */
  collaborator: string;
  day: string;
  /** Minutes after midnight in the branch's time zone. */
  minutes: number;
  kind: 'A' | 'C';
  subject: string;
  description: string;
}

const KINDS: Readonly<Record<string, ReadAgendaLine['kind']>> = {
  '': 'A',
  a: 'A',
  agenda: 'A',
  contato: 'A',
  c: 'C',
  cobranca: 'C',
};

/** Errors of a line by column; only the first message per column is kept. */
type AgendaErrors = Partial<Record<AgendaColumn, string>>;

/** Parses one line, or returns everything that is wrong with it. */
export function readAgendaLine(
  raw: RawAgendaLine,
  { withCollaborator }: { withCollaborator: boolean },
): { line: ReadAgendaLine } | { errors: AgendaErrors } {
  const text = (column: AgendaColumn) => (raw[column] ?? '').trim();
  const customer = customerOf(text('cliente'));
  const day = readDay(text('data'));
  const minutes = timeOf(text('hora'));
  const kind = KINDS[foldedText(text('tipo'))];
  const problems: readonly (readonly [AgendaColumn, string | false])[] = [
    ...formulas(raw),
    ['cliente', !text('cliente') && 'Informe o cliente: código, CPF ou CNPJ.'],
    ['cliente', !customer && `"${brief(text('cliente'))}" não é código, CPF nem CNPJ de cliente.`],
    [
      'colaborador',
      withCollaborator && !text('colaborador') && 'Informe o colaborador: código, CPF ou matrícula.',
    ],
    ['data', !text('data') && 'Informe a data.'],
    ['data', !day && dayProblem(brief(text('data')))],
    ['hora', !text('hora') && 'Informe a hora.'],
    ['hora', minutes === null && `A hora "${brief(text('hora'))}" não existe. Use HH:MM.`],
    ['tipo', !kind && `O tipo "${brief(text('tipo'))}" não existe. Use Contato ou Cobrança.`],
    ['assunto', isUnseen(text('assunto')) && 'Informe o assunto.'],
    ['assunto', titleProblem(text('assunto')) ?? false],
    [
      'assunto',
      text('assunto').length > MAX_SUBJECT_LENGTH && `O assunto passa de ${MAX_SUBJECT_LENGTH} caracteres.`,
    ],
    [
      'descricao',
      text('descricao').length > MAX_DESCRIPTION_LENGTH && 'A descrição passa de 2.000 caracteres.',
    ],
  ];
  const errors: AgendaErrors = {};
  for (const [column, sentence] of problems) if (sentence) errors[column] ??= sentence;
  if (Object.keys(errors).length > 0 || !customer || !day || minutes === null || !kind) return { errors };
  return {
    line: {
      customer,
      collaborator: withCollaborator ? text('colaborador') : '',
      day,
      minutes,
      kind,
      subject: text('assunto'),
      description: text('descricao'),
    },
  };
}

/** The value of a formula depends on the program that calculated it; another program's file would show something else. */
const formulas = (raw: RawAgendaLine): [AgendaColumn, string][] =>
  (Object.keys(AGENDA_COLUMNS) as AgendaColumn[])
    .filter((column) => raw[column]?.trimStart().startsWith('='))
    .map((column) => [
      column,
      `A coluna ${AGENDA_COLUMNS[column]} tem uma fórmula. Cole o valor no lugar dela.`,
    ]);

/** Key that identifies lines for the same agenda; `null` for a line that cannot be parsed. */
export function agendaKey(raw: RawAgendaLine, options: { withCollaborator: boolean }): string | null {
  const read = readAgendaLine(raw, options);
  if (!('line' in read)) return null;
  const { customer, collaborator, day, minutes, kind, subject, description } = read.line;
  return JSON.stringify([customer, collaborator, day, minutes, kind, subject, description]);
}

function customerOf(text: string): ReadAgendaLine['customer'] | null {
  const plain = text.replace(/[.\-/\s]/g, '').toUpperCase();
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return { id: Number(text) };
  return /^(\d{11}|[A-Z0-9]{12}\d{2})$/.test(plain) ? { document: plain } : null;
}

/** Parses '9:05', '09:05' and '09:05:00' into minutes after midnight. */
function timeOf(text: string): number | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ?? [];
  const found = minutesOf(`${hours.padStart(2, '0')}:${minutes}`);
  return found !== null && found < 24 * 60 ? found : null;
}

const brief = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
