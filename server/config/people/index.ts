import { and, asc, eq, exists, ilike, like, not, or, type SQL, sql } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import { type PersonChange, peopleRoutes } from '#contract/config/people/people.ts';
import { PERSON_TYPES } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { extraGrants, seesAllOf } from '#contract/rules/access.ts';
import { isCpf, normalizeDocument } from '#contract/rules/documents.ts';
import { sameValue } from '#contract/rules/parameters/parameterKind.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { containing, literally } from '../../db/conditions.ts';
import {
  branches,
  people,
  personBranches,
  personSkills,
  representatives,
  roles,
  sectors,
  skills,
} from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { signal } from '../../realtime/signal.ts';
import { awayOn, dayAt, isAbsentPerson } from '../../session/absences.ts';
import { retireAddress } from '../../session/account/account.ts';
import { linkSent, mailFirstPassword } from '../../session/account/accountEmails.ts';
import { openReset } from '../../session/account/passwords.ts';
import { findableBy } from '../../session/personalData.ts';
import { branchScope } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { lockAccess, requireAdministrators } from '../access.ts';
import { isId, isSearch, simpleList, wrote } from '../simpleRest.ts';
import { checkedPerson, type WrittenPerson } from './checked.ts';
import {
  deactivatePerson,
  endPersonSessions,
  reactivatePerson,
  removePersonFactor,
  sendPassword,
} from './commands.ts';
import {
  auditedPerson,
  entity,
  findPerson,
  lockPerson,
  type PersonRecord,
  peopleScope,
  personDetail,
  rowOf,
  selectPeople,
  storeBranches,
  storeSkills,
} from './queries.ts';

/** Matches no password; the first one is chosen through the link that is sent. */
const NO_PASSWORD = 'nenhuma';

const createPerson = command(peopleRoutes.create, async (tx, ctx, { body }) => {
  await lockAccess(tx);
  const given = plainTexts(body);
  if (!isCpf(given.cpf)) throw invalid({ cpf: 'CPF inválido' });
  const cpf = normalizeDocument(given.cpf);
  const written = await checkedPerson(tx, ctx, given, cpf);
  const id = await insert(tx, ctx, cpf, written);
  await storeBranches(tx, id, idsOf(written.branches));
  await storeSkills(tx, id, written.skillIds ?? []);
  await mailFirstPassword(tx, ctx, written.values, await openReset(tx, ctx, id));
  const record = await findPerson(tx, ctx.user, id);
  await audit(tx, ctx, {
    action: 'CRIAR',
    ...entity(id),
    ...(record && { after: { cpf, ...auditedPerson(record) } }),
  });
  return wrote(id, `Pessoa cadastrada. ${linkSent(ctx.settings, written.values.email)}`);
});

async function insert(tx: Tx, { now }: Context, cpf: string, { values }: WrittenPerson): Promise<number> {
  const [person] = await tx
    .insert(people)
    .values({ ...values, cpf, passwordHash: NO_PASSWORD, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: people.id });
  if (!person) throw invalid({ cpf: 'Já há uma pessoa com este CPF.' });
  return person.id;
}

const updatePerson = command(peopleRoutes.update, async (tx, ctx, { params, body }) => {
  const before = await lockPerson(tx, ctx, params.id, body.versao);
  const { versao: _, ...given } = plainTexts(body);
  if (before.person.id === ctx.user.id) refuseOwnReach(before, given);
  const written = await checkedPerson(tx, ctx, given, before.person.cpf);
  await tx
    .update(people)
    .set({ ...written.values, updatedAt: ctx.now(), version: sql`${people.version} + 1` })
    .where(eq(people.id, before.person.id));
  await storeBranches(tx, before.person.id, idsOf(written.branches));
  if (written.skillIds) await storeSkills(tx, before.person.id, written.skillIds);
  await requireAdministrators(tx);
  await logChange(tx, ctx, before, written);
  return wrote(before.person.id, 'Pessoa salva. Já vale a partir de agora.');
});

/** Logs the change and makes open connections recheck their permissions. */
async function logChange(tx: Tx, ctx: Context, before: PersonRecord, { values }: WrittenPerson) {
  const { id, email } = before.person;
  if (email !== values.email) await retireAddress(tx, ctx, before.person);
  const after = await findPerson(tx, ctx.user, id);
  await audit(tx, ctx, {
    action: 'ALTERAR',
    ...entity(id),
    before: auditedPerson(before),
    ...(after && { after: auditedPerson(after) }),
  });
  await signal(tx, { kind: 'sessions', personId: id });
}

/** Users cannot change their own access. */
function refuseOwnReach(before: PersonRecord, given: Omit<PersonChange, 'versao'>) {
  const ask = 'Peça a outra pessoa que mude isto na sua conta.';
  const errors = {
    ...(given.tipo !== before.person.type && { tipo: ask }),
    ...(given.idPerfil !== before.role.id && { idPerfil: ask }),
    ...(!sameValue([...given.filiais].sort(byNumber), idsOf(before.branches)) && { filiais: ask }),
    ...(given.idRepresentante !== before.person.representativeId && { idRepresentante: ask }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const byNumber = (one: number, other: number) => one - other;

type List = typeof peopleRoutes.list;

async function listPeople({ query }: Input<List>, ctx: Context): Promise<Output<List>> {
  const { db, user } = ctx;
  const rows = await simpleList(ctx, query, {
    name: 'pessoas',
    id: people.id,
    sorts: SORTS,
    filters: FILTERS,
    scope: peopleScope(db, user),
    rows: (where, order, { first, size }) =>
      selectPeople(db)
        .where(where)
        .orderBy(...order)
        .limit(size)
        .offset(first),
    count: (where) => db.$count(people, where),
  });
  const away = await awayOn(db, await dayAt(db, null, ctx.now()));
  return rows.map((record) => rowOf(user, record, away));
}

const SORTS: Record<string, SQL> = { nome: sql`${people.name} collate pt_br`, tipo: sql`${people.type}` };

type Condition = (value: unknown, ctx: Context) => SQL | undefined;

const FILTERS: Record<string, Condition> = {
  q: (value, { user }) => (isSearch(value) ? searched(value, user) : undefined),
  tipo: (value) => (isType(value) ? eq(people.type, value) : undefined),
  idPerfil: (value) => (isId(value) ? eq(people.roleId, Number(value)) : undefined),
  ativo: (value) =>
    value === true || value === 'true'
      ? eq(people.active, true)
      : value === false || value === 'false'
        ? eq(people.active, false)
        : undefined,
  ausente: (value, { db, now }) => {
    const away = isAbsentPerson(db, localDate(now(), DEFAULT_TIME_ZONE));
    return value === true ? away : value === false ? not(away) : undefined;
  },
  idHabilidade: (value, { db }) => (isId(value) ? hasSkill(db, Number(value)) : undefined),
  idFil: (value, { db }) => (isId(value) ? worksAt(db, Number(value)) : undefined),
};

/** Matches by name, e-mail or the beginning of the CPF, with or without its mask. */
function searched(text: string, user: User): SQL | undefined {
  const digits = text.replace(/\D/g, '');
  return or(
    sql`fold_text(${people.name}) like ${containing(text.trim())}`,
    findableBy(user, 'EMAIL', people.email) ?? ilike(people.email, `%${literally(text.trim())}%`),
    digits.length >= 3 && /^[\d.\-\s]+$/.test(text)
      ? and(like(people.cpf, `${digits}%`), findableBy(user, 'DOCUMENTO', people.cpf))
      : undefined,
  );
}

const worksAt = (db: Executor, branchId: number): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(personBranches)
      .where(and(eq(personBranches.personId, people.id), eq(personBranches.branchId, branchId))),
  );

const hasSkill = (db: Executor, skillId: number): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(personSkills)
      .where(and(eq(personSkills.personId, people.id), eq(personSkills.skillId, skillId))),
  );

const isType = (value: unknown): value is (typeof personType)[number]['value'] =>
  personType.some((row) => row.value === value);

/** The accounts of those who sign in. */
export const peopleImplementation = implement(peopleRoutes, {
  list: listPeople,
  async get({ params }, ctx) {
    const record = await findPerson(ctx.db, ctx.user, params.id);
    if (!record) throw notFound();
    return personDetail(ctx.db, ctx, record);
  },
  create: createPerson,
  update: updatePerson,
  deactivate: deactivatePerson,
  reactivate: reactivatePerson,
  endSessions: endPersonSessions,
  sendPassword,
  removeFactor: removePersonFactor,
  options: personOptions,
});

/** The options of a person's form for the user editing it. */
async function personOptions(
  _: unknown,
  { db, user }: Context,
): Promise<Output<typeof peopleRoutes.options>> {
  const [perfis, setores, filiais, habilidades, representantes] = await Promise.all([
    db
      .select()
      .from(roles)
      .orderBy(asc(sql`${roles.name} collate pt_br`)),
    db
      .select({ id: sectors.id, nome: sectors.name })
      .from(sectors)
      .where(eq(sectors.active, true))
      .orderBy(asc(sql`${sectors.name} collate pt_br`)),
    db
      .select({ id: branches.id, nome: branches.tradeName })
      .from(branches)
      .where(branchScope(user))
      .orderBy(asc(branches.id)),
    db
      .select({ id: skills.id, nome: skills.name })
      .from(skills)
      .where(eq(skills.active, true))
      .orderBy(asc(sql`${skills.name} collate pt_br`)),
    db
      .select({ id: representatives.id, nome: representatives.name })
      .from(representatives)
      .where(eq(representatives.active, true))
      .orderBy(asc(sql`${representatives.name} collate pt_br`)),
  ]);
  return {
    perfis: perfis.map(({ id, name, key, grants }) => ({
      id,
      nome: name,
      chave: key,
      permitido: extraGrants(grants, user.grants).length === 0,
    })),
    tipos: PERSON_TYPES.filter((type) => seesAllOf(user, { type, branchIds: user.branchIds })),
    setores,
    filiais,
    habilidades,
    representantes,
  };
}
