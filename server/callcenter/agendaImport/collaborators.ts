import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { PersonType } from '../../../contract/permissions.ts';
import type { ReadAgendaLine } from '../../../contract/rules/agendas/agendaLine.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { people, personBranches } from '../../db/tables/index.ts';

/** Somebody who can be given agendas, and which customers they reach. */
export interface Collaborator {
  id: number;
  name: string;
  /** By the branch that serves the customer, or as the customer's representative. */
  serves: (branchId: number, representativeId: number | null) => boolean;
}

/** By each word that a line used for them; without lines the person alone, under ''. */
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

/** By code, CPF or registration number, as a sheet names them. An empty word names nobody. */
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
  // A registration number that looks like another one's code: the code is what the console shows.
  const byCode = new Map(rows.map((row) => [String(row.id), row]));
  return new Map(
    words.flatMap((word) => {
      const found =
        byCode.get(word) ?? rows.find((row) => row.cpf === plain(word) || row.employeeNumber === word);
      return found ? [[word, found] as const] : [];
    }),
  );
}

/** Active people of the house and representatives that fit. */
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
