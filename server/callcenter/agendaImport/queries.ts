import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import type { PersonType } from '#contract/permissions.ts';
import type { AgendaImportKey } from '#contract/records/routes/imports.ts';
import {
  AGENDA_COLUMNS,
  type AgendaColumn,
  type ReadAgendaLine,
} from '#contract/rules/agendas/agendaLine.ts';
import type { SheetFormat } from '#contract/rules/files.ts';
import { addDays, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context, User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, customerBranches, people, personBranches } from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';
import type { FileAnswer } from '../../storedFiles.ts';

/** A person who can be given agendas, and which customers they serve. */
export interface Collaborator {
  id: number;
  name: string;
  /** Through the branch that serves the customer, or as the customer's representative. */
  serves: (branchId: number, representativeId: number | null) => boolean;
}

/** Collaborators by the word a line used for them; without lines only the user, under ''. */
export async function collaboratorsOf(
  db: Executor,
  user: User,
  lines: readonly ReadAgendaLine[] | null,
): Promise<Map<string, Collaborator>> {
  if (lines)
    return collaboratorsByWord(
      db,
      lines.map(({ collaborator }) => collaborator),
    );
  const rows = await collaboratorsWhere(db, eq(people.id, user.id));
  return new Map(rows.map((row) => ['', row]));
}

/** Finds people by code, CPF or registration number, as sheets name them. An empty word matches no one. */
export async function collaboratorsByWord(
  db: Executor,
  named: readonly string[],
): Promise<Map<string, Collaborator>> {
  const words = [...new Set(named)].filter(Boolean);
  if (words.length === 0) return new Map();
  const numbers = words.filter((word) => /^\d{1,9}$/.test(word)).map(Number);
  const plain = (word: string) => word.replace(/[.\-\s]/g, '');
  const rows = await collaboratorsWhere(
    db,
    or(
      inArray(people.id, numbers),
      inArray(people.cpf, words.map(plain)),
      inArray(people.employeeNumber, words),
    ),
  );
  // If a registration number looks like another person's code, the code wins, since the console shows codes.
  const byCode = new Map(rows.map((row) => [String(row.id), row]));
  return new Map(
    words.flatMap((word) => {
      const found =
        byCode.get(word) ?? rows.find((row) => row.cpf === plain(word) || row.employeeNumber === word);
      return found ? [[word, found] as const] : [];
    }),
  );
}

/** Active employees and representatives that match the condition. */
export async function collaboratorsWhere(db: Executor, condition: Parameters<typeof and>[0]) {
  const rows = await db
    .select({
      id: people.id,
      name: people.name,
      cpf: people.cpf,
      employeeNumber: people.employeeNumber,
      type: people.type,
      representativeId: people.representativeId,
      branchId: personBranches.branchId,
    })
    .from(people)
    .leftJoin(personBranches, eq(personBranches.personId, people.id))
    .where(and(condition, eq(people.active, true), ne(people.type, 'CONSUMIDOR_FINAL')));
  const found = new Map<number, Collaborator & { cpf: string; employeeNumber: string }>();
  for (const row of rows) {
    if (found.has(row.id)) continue;
    const branchIds = new Set(rows.filter(({ id }) => id === row.id).map(({ branchId }) => branchId));
    const { id, name, cpf, employeeNumber } = row;
    found.set(id, {
      id,
      name,
      cpf,
      employeeNumber,
      serves: servesOf(row.type, branchIds, row.representativeId),
    });
  }
  return [...found.values()];
}

function servesOf(
  type: PersonType,
  branchIds: ReadonlySet<number | null>,
  own: number | null,
): Collaborator['serves'] {
  const scope = personType.find(({ value }) => value === type)?.scope;
  if (scope === 'TODAS_FILIAIS') return () => true;
  if (scope === 'FILIAIS') return (branchId) => branchIds.has(branchId);
  return (_, representativeId) => scope === 'CARTEIRA' && own !== null && representativeId === own;
}

export interface Branch {
  id: number;
  zone: string;
}

/** The branches that serve each customer, limited to those the user may see. */
export async function branchesOf(
  db: Executor,
  user: User,
  customerIds: number[],
): Promise<Map<number, Branch[]>> {
  const found = new Map<number, Branch[]>();
  if (customerIds.length === 0) return found;
  const rows = await db
    .select({ customerId: customerBranches.customerId, id: branches.id, zone: branches.timeZone })
    .from(customerBranches)
    .innerJoin(branches, eq(branches.id, customerBranches.branchId))
    .where(and(inArray(customerBranches.customerId, customerIds), branchScope(user)))
    .orderBy(asc(branches.id));
  for (const { customerId, id, zone } of rows) {
    const list = found.get(customerId) ?? [];
    found.set(customerId, [...list, { id, zone }]);
  }
  return found;
}

const WIDTHS: Record<AgendaColumn, number> = {
  colaborador: 16,
  cliente: 20,
  data: 12,
  hora: 8,
  tipo: 12,
  assunto: 36,
  descricao: 60,
};

const columnsFor = (key: AgendaImportKey): AgendaColumn[] =>
  (Object.keys(AGENDA_COLUMNS) as AgendaColumn[]).filter(
    (each) => key !== 'agendas' || each !== 'colaborador',
  );

const sheetColumns = (columns: readonly AgendaColumn[]): SheetColumn[] =>
  columns.map((column) => ({ title: AGENDA_COLUMNS[column], kind: 'text', width: WIDTHS[column] }));

async function* given(rows: readonly string[][]) {
  yield* rows;
}

/** An empty sheet with the right heading and one example line. */
export function agendaTemplate(
  ctx: Pick<Context, 'now'>,
  key: AgendaImportKey,
  formato: SheetFormat = 'xlsx',
): FileAnswer {
  const columns = columnsFor(key);
  const tomorrow = addDays(localDate(ctx.now(), DEFAULT_TIME_ZONE), 1);
  const example: Record<AgendaColumn, string> = {
    colaborador: '12',
    cliente: '345',
    data: formatCalendarDate(tomorrow),
    hora: '09:30',
    tipo: 'Contato',
    assunto: 'Apresentar a linha nova',
    descricao: 'Apague esta linha de exemplo.',
  };
  return fileOf(`modelo de agendas.${formato}`, formato, sheetColumns(columns), [
    columns.map((each) => example[each]),
  ]);
}

function fileOf(name: string, formato: SheetFormat, columns: SheetColumn[], rows: string[][]): FileAnswer {
  const { mime, write } = sheetWriters[formato];
  return {
    content: write({ name: 'Agendas', columns, rows: given(rows), zone: DEFAULT_TIME_ZONE }),
    name,
    mime,
  };
}
