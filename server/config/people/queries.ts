import { and, eq, exists, inArray, notLike, or, type SQL, sql } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import { PersonDetail, type PersonRow } from '#contract/config/people/people.ts';
import { allows } from '#contract/permissions.ts';
import { type Access, hasAccessOf } from '#contract/rules/access.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import {
  branches,
  customers,
  isOpen,
  people,
  personBranches,
  personSkills,
  representatives,
  roles,
  sectors,
  sessions,
  skills,
  tickets,
} from '../../db/tables/index.ts';
import { notFound, refused, shownBy } from '../../errors.ts';
import { type Away, awayOn, dayAt } from '../../session/absences.ts';
import { hasSecondFactor } from '../../session/secondFactor/pending.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { lockAccess } from '../access.ts';

type Named = { id: number; nome: string };

export const selectPeople = (db: Executor) =>
  db
    .select({
      person: people,
      role: { id: roles.id, nome: roles.name, chave: roles.key, grants: roles.grants },
      sector: { id: sectors.id, nome: sectors.name },
      branches: sql<Named[]>`coalesce((select json_agg(json_build_object('id', ${branches.id},
          'nome', ${branches.tradeName}) order by ${branches.id})
        from ${personBranches} join ${branches} on ${branches.id} = ${personBranches.branchId}
        where ${personBranches.personId} = ${people}.id), '[]')`,
      skills: sql<Named[]>`coalesce((select json_agg(json_build_object('id', ${skills.id},
          'nome', ${skills.name}) order by ${skills.name} collate pt_br, ${skills.id})
        from ${personSkills} join ${skills} on ${skills.id} = ${personSkills.skillId}
        where ${personSkills.personId} = ${people}.id), '[]')`,
      seen: sql<string | null>`(select max(${sessions.seenAt}) from ${sessions}
        where ${sessions.personId} = ${people}.id)`,
    })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .leftJoin(sectors, eq(sectors.id, people.sectorId));

export type PersonRecord = Awaited<ReturnType<typeof selectPeople>>[number];

/**
 * The accounts a user may know about: those who see every branch know everyone, others know colleagues of the same branches.
 * Hidden ones answer 404.
 */
export function peopleScope(db: Executor, user: User): SQL | undefined {
  const scope = scopeOf(user);
  if (scope === 'TODAS_FILIAIS') return isNotServiceAccount();
  if (scope !== 'FILIAIS' || user.branchIds.length === 0) return sql`false`;
  const shared = db
    .select({ one: sql`1` })
    .from(personBranches)
    .where(
      and(eq(personBranches.personId, people.id), inArray(personBranches.branchId, [...user.branchIds])),
    );
  const byBranch = personType.filter((each) => each.scope === 'FILIAIS').map(({ value }) => value);
  return and(
    isNotServiceAccount(),
    or(eq(people.id, user.id), and(inArray(people.type, byBranch), exists(shared))),
  );
}

/** Service keys and the folder of notes act as people of their own, with a name containing a colon instead of a CPF. */
export const isNotServiceAccount = (): SQL => notLike(people.cpf, '%:%');

const scopeOf = ({ type }: Pick<User, 'type'>) => personType.find(({ value }) => value === type)?.scope;

const accessOf = ({ person, role, branches: own }: PersonRecord): Access => ({
  type: person.type,
  grants: role.grants,
  branchIds: own.map(({ id }) => id),
});

/** Users may not change an account with more access than their own, since its password would give them that access. */
const obstacle = (user: User, record: PersonRecord): string | null =>
  hasAccessOf(user, accessOf(record))
    ? null
    : 'Esta pessoa tem permissões ou filiais que você não tem. Só quem as tem pode mudar a conta dela.';

/**
 * Whether the user may view as this person: another, active one with no more access than the user. Not while already viewing
 * as someone else.
 */
export const mayViewAs = (user: User, record: PersonRecord): boolean =>
  !user.viewer &&
  record.person.active &&
  record.person.id !== user.id &&
  allows(user.grants, 'CONFIGURACAO_VER_COMO') &&
  hasAccessOf(user, accessOf(record));

export function rowOf(user: User, record: PersonRecord, away: ReadonlyMap<number, Away>): PersonRow {
  const { person, role, sector, seen } = record;
  return {
    id: person.id,
    nome: person.name,
    cpf: person.cpf,
    email: person.email,
    tipo: person.type,
    perfil: { id: role.id, nome: role.nome },
    setor: sector,
    filiais: record.branches,
    habilidades: record.skills,
    ativo: person.active,
    ausenteAte: away.get(person.id)?.until ?? null,
    ultimoUso: seen ? new Date(seen).toISOString() : null,
    podeVerComo: mayViewAs(user, record),
    versao: person.version,
  };
}

/** The person within the user's scope, or undefined. */
export async function findPerson(db: Executor, user: User, id: number): Promise<PersonRecord | undefined> {
  const [record] = await selectPeople(db).where(and(eq(people.id, id), peopleScope(db, user)));
  return record;
}

export async function personDetail(
  db: Executor,
  { user, now }: Pick<Context, 'user' | 'now'>,
  record: PersonRecord,
): Promise<PersonDetail> {
  const { person } = record;
  const today = await dayAt(db, null, now());
  const [away, representante, cliente, sessoes, segundoFator, ticketsAbertos] = await Promise.all([
    awayOn(db, today),
    representativeName(db, person.representativeId),
    customerName(db, person.customerId),
    db.$count(sessions, and(eq(sessions.personId, person.id), sql`${sessions.expiresAt} > now()`)),
    hasSecondFactor(db, person.id),
    openTickets(db, person.id),
  ]);
  return {
    ...rowOf(user, record, away),
    telefone: person.phone,
    dtNasc: person.birthDate,
    ramal: person.line,
    representante,
    cliente,
    criado: person.createdAt.toISOString(),
    sessoes,
    segundoFator,
    ticketsAbertos,
    propria: person.id === user.id,
    impedimento: obstacle(user, record),
  };
}

/** Open tickets assigned to a person. */
export const openTickets = (db: Executor, personId: number) =>
  db.$count(tickets, and(eq(tickets.operatorId, personId), isOpen(tickets)));

async function representativeName(db: Executor, id: number | null): Promise<Named | null> {
  if (id === null) return null;
  const [row] = await db
    .select({ id: representatives.id, nome: representatives.name })
    .from(representatives)
    .where(eq(representatives.id, id));
  return row ?? null;
}

async function customerName(db: Executor, id: number | null): Promise<Named | null> {
  if (id === null) return null;
  const [row] = await db
    .select({ id: customers.id, nome: customers.legalName })
    .from(customers)
    .where(eq(customers.id, id));
  return row ?? null;
}

/** The account for a command, locked. It must have the version the user saw and no more access than the user. */
export async function lockPerson(tx: Tx, ctx: Context, id: number, versao: number): Promise<PersonRecord> {
  await lockAccess(tx);
  await tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for('update');
  const record = await findPerson(tx, ctx.user, id);
  if (!record) throw notFound();
  await requireVersion(tx, versao, {
    ...entity(id),
    version: record.person.version,
    name: 'esta conta',
    state: async () => shownBy(PersonDetail, await personDetail(tx, ctx, record)),
  });
  requireAccessOf(ctx.user, record);
  return record;
}

/** Throws 422 if the account has more access than the user's own. */
export function requireAccessOf(user: User, record: PersonRecord): void {
  const reason = obstacle(user, record);
  if (reason) throw refused('ALEM_DOS_SEUS_DIREITOS', reason);
}

export async function storeBranches(tx: Tx, personId: number, ids: readonly number[]) {
  await tx.delete(personBranches).where(eq(personBranches.personId, personId));
  if (ids.length > 0) await tx.insert(personBranches).values(ids.map((branchId) => ({ personId, branchId })));
}

export async function storeSkills(tx: Tx, personId: number, ids: readonly number[]) {
  await tx.delete(personSkills).where(eq(personSkills.personId, personId));
  if (ids.length > 0) await tx.insert(personSkills).values(ids.map((skillId) => ({ personId, skillId })));
}

/** The person as written to the audit log; the CPF is recorded only when it is first set. */
export const auditedPerson = ({ person, role, sector, branches, skills }: PersonRecord) => ({
  nome: person.name,
  email: person.email,
  telefone: person.phone,
  dtNasc: person.birthDate,
  ramal: person.line,
  tipo: person.type,
  perfil: role.nome,
  setor: sector?.nome ?? null,
  filiais: branches.map(({ nome }) => nome),
  habilidades: skills.map(({ nome }) => nome),
  representante: person.representativeId,
});

export const entity = (entityId: number) => ({ entity: 'people', entityId });
