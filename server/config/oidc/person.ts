import { eq, inArray, sql } from 'drizzle-orm';
import { personType, worksForCompany } from '#contract/catalogs/personType.ts';
import { standardOf } from '#contract/rules/access.ts';
import { isFullName, normalizeName } from '#contract/rules/person.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, people, personBranches, roles } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { audit } from '../../writing/audit.ts';
import { lockAccess, requireAdministrators } from '../access.ts';
import { storeBranches } from '../people/commands.ts';
import { findKnown, linkIdentity } from './identity.ts';
import { branchesOf, type Claims, cpfOf, groupsIn, provenEmail, quotedValues, roleOf } from './rules.ts';

/** A person signing in through the provider, after their data was updated. */
interface ProviderPerson {
  id: number;
  cpf: string;
  identityId: number;
  /** Values of the branch claim that name no branch here. */
  unknownBranches: readonly string[];
}

/** A message for each reason why the provider's claims give no access. */
const REASONS = {
  SEM_PERFIL:
    'A sua conta da empresa não tem nenhum perfil do Balcão. Peça ao administrador da empresa que a inclua em um grupo com acesso.',
  SEM_CONTA:
    'Não há conta do Balcão ligada à sua conta da empresa. Peça a um administrador que cadastre você, ou entre com CPF e senha e ligue as duas em Minha conta.',
  SEM_FILIAL:
    'A sua conta da empresa não diz em que filial você trabalha. Peça ao administrador que a inclua.',
  CONTA_DESATIVADA: 'A sua conta do Balcão está desativada. Fale com um administrador.',
  NAO_E_DA_EQUIPE: 'A conta do Balcão com este CPF não é da equipe. Entre com o CPF e a senha dela.',
  PERFIL_DESCONHECIDO:
    'O perfil que a sua conta da empresa recebe não existe no Balcão. Avise o administrador.',
} as const;

const denied = (code: keyof typeof REASONS, said = '') =>
  new Refusal(403, code, said ? `${REASONS[code]} ${said}` : REASONS[code]);

/**
 * Finds, links or creates the person for these claims and applies their access: role and branches are updated at every
 * sign-in, recorded in the log, and never go beyond the settings' mapping. Throws a Refusal.
 */
export async function enterPerson(
  tx: Tx,
  ctx: PublicContext,
  settings: OidcSettings,
  claims: Claims,
): Promise<ProviderPerson> {
  await lockAccess(tx);
  const access = await accessOf(tx, settings, claims);
  const knownPerson = await findKnown(tx, ctx, settings, claims);
  if (!knownPerson) {
    const createdPerson = await createPerson(tx, ctx, settings, claims, access);
    const identityId = await linkIdentity(tx, ctx, { ...createdPerson, settings, claims });
    return { ...createdPerson, identityId, unknownBranches: access.unknownBranches };
  }
  const { person, identityId } = knownPerson;
  if (!worksForCompany(person.type)) throw denied('NAO_E_DA_EQUIPE');
  if (!person.active) throw denied('CONTA_DESATIVADA');
  await giveAccess(tx, ctx, person, access);
  return {
    id: person.id,
    cpf: person.cpf,
    identityId: identityId ?? (await linkIdentity(tx, ctx, { id: person.id, settings, claims })),
    unknownBranches: access.unknownBranches,
  };
}

interface Access {
  role: { id: number; name: string };
  type: NonNullable<ReturnType<typeof standardOf>>;
  /** Null when branches are managed here. */
  branches: { id: number; name: string }[] | null;
  unknownBranches: readonly string[];
}

async function accessOf(tx: Tx, settings: OidcSettings, claims: Claims): Promise<Access> {
  const key = roleOf(claims, settings);
  if (!key) {
    const groups = groupsIn(claims, settings);
    throw denied('SEM_PERFIL', groups.length > 0 ? `Ela traz ${quotedValues(groups)}.` : '');
  }
  const [role] = await tx.select({ id: roles.id, name: roles.name }).from(roles).where(eq(roles.key, key));
  const type = standardOf(key);
  if (!role || !type) throw denied('PERFIL_DESCONHECIDO');
  const named = branchesOf(claims, settings);
  if (!named) return { role, type, branches: null, unknownBranches: [] };
  const found = await branchesByCnpj(
    tx,
    named.flatMap(({ cnpj }) => cnpj ?? []),
  );
  const foundCnpjs = new Set(found.map(({ cnpj }) => cnpj));
  return {
    role,
    type,
    branches: found,
    unknownBranches: named.flatMap(({ value, cnpj }) => (cnpj && foundCnpjs.has(cnpj) ? [] : value)),
  };
}

const branchesByCnpj = async (tx: Tx, cnpjs: readonly string[]) =>
  cnpjs.length === 0
    ? []
    : tx
        .select({ id: branches.id, name: branches.tradeName, cnpj: branches.cnpj })
        .from(branches)
        .where(inArray(branches.cnpj, [...new Set(cnpjs)]))
        .orderBy(branches.id);

type Person = typeof people.$inferSelect;

/** Writes one log entry for what changed, none if nothing did. */
async function giveAccess(tx: Tx, ctx: PublicContext, person: Person, access: Access) {
  const branchesBefore = await tx
    .select({ id: branches.id, name: branches.tradeName })
    .from(personBranches)
    .innerJoin(branches, eq(branches.id, personBranches.branchId))
    .where(eq(personBranches.personId, person.id))
    .orderBy(branches.id);
  const given = access.branches ?? branchesBefore;
  requireBranch(access, given);
  const sameBranches = names(branchesBefore) === names(given);
  if (person.roleId === access.role.id && person.type === access.type && sameBranches) return;
  const [before] = await tx.select({ name: roles.name }).from(roles).where(eq(roles.id, person.roleId));
  await tx
    .update(people)
    .set({
      roleId: access.role.id,
      type: access.type,
      updatedAt: ctx.now(),
      version: sql`${people.version} + 1`,
    })
    .where(eq(people.id, person.id));
  if (!sameBranches)
    await storeBranches(
      tx,
      person.id,
      given.map(({ id }) => id),
    );
  await requireAdministrators(tx);
  await audit(tx, ctx, {
    action: 'ACESSO_PELO_PROVEDOR',
    entity: 'people',
    entityId: person.id,
    personId: person.id,
    before: {
      perfil: before?.name ?? null,
      tipo: person.type,
      filiais: branchesBefore.map(({ name }) => name),
    },
    after: { perfil: access.role.name, tipo: access.type, filiais: given.map(({ name }) => name) },
  });
}

const names = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).join();

/** A user limited to branches would see no tickets without one. */
function requireBranch({ type, unknownBranches }: Access, given: readonly unknown[]) {
  const scope = personType.find(({ value }) => value === type)?.scope;
  if (scope !== 'FILIAIS' || given.length > 0) return;
  throw denied('SEM_FILIAL', unknownBranchesText(unknownBranches));
}

/** '' if there are none. */
export const unknownBranchesText = (values: readonly string[]): string =>
  values.length === 0
    ? ''
    : `O Balcão não conhece ${values.length === 1 ? 'a filial' : 'as filiais'} ${quotedValues(values)} da sua conta da empresa.`;

/** Creates an account for someone in the company's directory who is not known here; it has no usable password. */
async function createPerson(
  tx: Tx,
  ctx: PublicContext,
  settings: OidcSettings,
  claims: Claims,
  access: Access,
): Promise<{ id: number; cpf: string }> {
  const { role, type, branches: given } = access;
  const cpf = cpfOf(claims, settings);
  if (!settings.createUnknown || !cpf) throw denied('SEM_CONTA');
  requireBranch(access, given ?? []);
  const name = typeof claims.name === 'string' && isFullName(claims.name) ? normalizeName(claims.name) : '';
  if (!name)
    throw new Refusal(
      403,
      'SEM_NOME',
      'A sua conta da empresa não diz nome e sobrenome. Peça ao administrador da empresa que os inclua.',
    );
  const values = { cpf, name, email: provenEmail(claims) ?? '', type, roleId: role.id };
  const [person] = await tx
    .insert(people)
    .values({ ...values, passwordHash: 'nenhuma', createdAt: ctx.now() })
    .returning({ id: people.id });
  if (!person) throw new Error('person was not inserted');
  await storeBranches(
    tx,
    person.id,
    (given ?? []).map(({ id }) => id),
  );
  await audit(tx, ctx, {
    action: 'CRIAR',
    entity: 'people',
    entityId: person.id,
    personId: person.id,
    after: {
      nome: name,
      email: values.email,
      tipo: type,
      perfil: role.name,
      filiais: (given ?? []).map((branch) => branch.name),
      origem: settings.name,
    },
  });
  return { id: person.id, cpf };
}
