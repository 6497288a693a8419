import { and, eq, inArray, ne } from 'drizzle-orm';
import { personType, worksForCompany } from '#contract/catalogs/personType.ts';
import type { PersonInput } from '#contract/config/people/people.ts';
import { fitsRole, hasAccessOf, seesAllOf } from '#contract/rules/access.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isLineName, lineName } from '#contract/rules/lineName.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate, isFullName, normalizeName } from '#contract/rules/person.ts';
import { isPhone, normalizePhone } from '#contract/rules/phone.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import {
  branches,
  customers,
  people,
  representatives,
  roles,
  sectors,
  skills,
} from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';

/** The values written for a person, whatever their source; the CPF is set only once. */
export interface WrittenPerson {
  values: {
    name: string;
    email: string;
    phone: string;
    birthDate: string | null;
    /** Absent where the input does not say. */
    line?: string;
    type: PersonInput['tipo'];
    roleId: number;
    sectorId: number | null;
    representativeId: number | null;
    customerId: number | null;
  };
  branches: { id: number; nome: string }[];
  /** `undefined` where the input does not say. */
  skillIds: number[] | undefined;
  role: string;
}

type Given = Omit<PersonInput, 'cpf'>;

/** Validates the whole input, with each error at its field. */
export async function checkedPerson(
  tx: Tx,
  { user, now }: Context,
  given: Given,
  cpf: string,
): Promise<WrittenPerson> {
  const own = ownFacts(given, now());
  const scope = personType.find(({ value }) => value === given.tipo)?.scope;
  const chosen = scope === 'FILIAIS' || scope === 'TODAS_FILIAIS' ? given.filiais : [];
  if (scope === 'FILIAIS' && chosen.length === 0)
    throw invalid({ filiais: 'Escolha ao menos uma filial: é delas que a pessoa vê os tickets.' });
  const [role, filiais] = [await givenRole(tx, user, given), await ownBranches(tx, user, chosen)];
  return {
    values: {
      ...own,
      ...(await ownLine(tx, given, cpf)),
      type: given.tipo,
      roleId: role.id,
      sectorId: await givenSector(tx, given.idSetor),
      representativeId: scope === 'CARTEIRA' ? await givenRepresentative(tx, given.idRepresentante) : null,
      customerId: scope === 'PROPRIO' ? await ownCustomer(tx, cpf) : null,
    },
    branches: filiais,
    skillIds: await ownSkills(tx, given),
    role: role.name,
  };
}

function ownFacts(given: Given, now: Date) {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const errors = {
    ...(!isFullName(given.nome) && { nome: 'Informe nome e sobrenome.' }),
    ...(!isEmail(given.email) && { email: INVALID_EMAIL }),
    ...(given.telefone !== '' && !isPhone(given.telefone) && { telefone: 'Telefone inválido' }),
    ...(given.dtNasc !== null && !isBirthDate(given.dtNasc, today) && { dtNasc: BIRTH_DATE_MESSAGE }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    name: normalizeName(given.nome),
    email: normalizeEmail(given.email),
    phone: normalizePhone(given.telefone),
    birthDate: given.dtNasc,
  };
}

/** No user may create a person with more access than their own. */
async function givenRole(tx: Tx, user: User, { idPerfil, tipo, filiais }: Given) {
  const [role] = await tx.select().from(roles).where(eq(roles.id, idPerfil));
  if (!role) throw invalid({ idPerfil: 'Perfil não encontrado.' });
  if (!fitsRole(tipo, role.key))
    throw invalid({
      idPerfil:
        tipo === 'CONSUMIDOR_FINAL'
          ? 'Um consumidor final tem um perfil de consumidor final.'
          : 'Este perfil é só de consumidores finais.',
    });
  const target = { type: tipo, branchIds: filiais, grants: role.grants };
  if (!hasAccessOf({ ...user, type: 'ADMIN' }, target))
    throw invalid({ idPerfil: 'Este perfil tem permissões que você não tem: você não pode dá-lo.' });
  if (!seesAllOf(user, target))
    throw invalid({ tipo: 'Uma pessoa deste tipo veria mais filiais do que você: você não pode criá-la.' });
  return role;
}

async function ownBranches(tx: Tx, user: User, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ id: branches.id, nome: branches.tradeName })
    .from(branches)
    .where(and(inArray(branches.id, [...ids]), branchScope(user)))
    .orderBy(branches.id);
  if (found.length < ids.length) throw invalid({ filiais: 'Filial não encontrada.' });
  return found;
}

/** People outside the company answer no line of it, and a line rings for one person. */
async function ownLine(tx: Tx, { tipo, ramal }: Given, cpf: string): Promise<{ line?: string }> {
  if (ramal === undefined) return {};
  const line = worksForCompany(tipo) ? lineName(ramal) : '';
  if (line === '') return { line };
  if (!isLineName(line)) throw invalid({ ramal: 'Use letras, números, ponto, hífen, * e #.' });
  const [other] = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.line, line), ne(people.cpf, cpf)));
  if (other) throw invalid({ ramal: 'Este ramal já é de outra pessoa.' });
  return { line };
}

/** Only people of the company take tickets; the skills of others would say nothing. */
async function ownSkills(tx: Tx, { tipo, habilidades }: Given): Promise<number[] | undefined> {
  if (habilidades === undefined) return undefined;
  if (!worksForCompany(tipo) || habilidades.length === 0) return [];
  const found = await tx
    .select({ id: skills.id })
    .from(skills)
    .where(inArray(skills.id, [...habilidades]));
  if (found.length < habilidades.length) throw invalid({ habilidades: 'Habilidade não encontrada.' });
  return [...habilidades];
}

async function givenSector(tx: Tx, id: number | null) {
  if (id === null) return null;
  const [sector] = await tx.select({ id: sectors.id }).from(sectors).where(eq(sectors.id, id));
  if (!sector) throw invalid({ idSetor: 'Setor não encontrado.' });
  return id;
}

async function givenRepresentative(tx: Tx, id: number | null) {
  if (id === null)
    throw invalid({ idRepresentante: 'Escolha o representante: é dele a carteira de clientes.' });
  const [row] = await tx
    .select({ id: representatives.id })
    .from(representatives)
    .where(eq(representatives.id, id));
  if (!row) throw invalid({ idRepresentante: 'Representante não encontrado.' });
  return id;
}

/** An end consumer's customer is the record with their own CPF (docs/domain.md 1). */
async function ownCustomer(tx: Tx, cpf: string) {
  const [customer] = await tx.select({ id: customers.id }).from(customers).where(eq(customers.document, cpf));
  if (!customer)
    throw invalid({ tipo: 'Não há cliente com este CPF. Cadastre o cliente antes de dar a ele um acesso.' });
  return customer.id;
}
