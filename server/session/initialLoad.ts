import { asc, eq } from 'drizzle-orm';
import type { ModuleGrant } from '../../contract/permissions.ts';
import type { Branch, InitialLoad } from '../../contract/session/session.ts';
import { parametersFor, serviceParameters } from '../config/parameters/queries.ts';
import type { Context } from '../context.ts';
import { branches, customers, people, roles } from '../db/tables/index.ts';
import { unauthorized } from '../errors.ts';
import { attendants } from './attendants.ts';
import { branchScope } from './scope.ts';

/** The list of attendants is for choosing one by name; past this many the look-up searches. */
const MOST_COLLEAGUES = 500;

/** Everything that the console needs before its first screen: both areas answer the same document. */
export async function initialLoad(_: unknown, ctx: Context): Promise<InitialLoad> {
  const [person, filiais, colaboradores, service] = await Promise.all([
    ownPerson(ctx),
    ownBranches(ctx),
    attendants(ctx.db, ctx.user, { most: MOST_COLLEAGUES }),
    serviceParameters(ctx.db),
  ]);
  const { viewer } = ctx.user;
  const loja = { nome: service.nomeEmpresa };
  return {
    colaborador: person.colaborador,
    ...(viewer && { visao: { por: viewer.name, ate: viewer.until.toISOString() } }),
    loja,
    filiais,
    colaboradores,
    modulos: [...ctx.user.grants, ...customerModule(ctx)],
    lojas: [loja],
    clientesfiliais: ctx.user.type === 'CONSUMIDOR_FINAL' ? filiais : [],
    tipoImposto: service.tipoImposto,
    parametros: await ownParameters(ctx, filiais),
    preferencias: person.preferences,
  };
}

/**
 * Other systems look for the customer module under the name of their own setting (document 002 section 6): the App
 * header says which system asks.
 */
function customerModule({ app, user }: Context): ModuleGrant[] {
  const nome = { SAC: 'SAC', CALLCENTER: 'CALLCENTER_CLIENTE' }[(app ?? '').toUpperCase()];
  const own = user.grants.find((grant) => grant.nome === 'CLIENTE');
  return nome && own ? [{ ...own, nome }] : [];
}

/** Of the area asked; a person of one branch gets that branch's own values. */
const ownParameters = ({ db, area }: Context, own: Branch[]) =>
  parametersFor(db, area === 'callcenter' ? 'CALLCENTER' : 'SAC', own.length === 1 ? own[0]?.idFil : 0);

async function ownPerson({ db, user }: Context) {
  const [row] = await db
    .select({ person: people, role: roles.name, customerName: customers.legalName })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .leftJoin(customers, eq(customers.id, people.customerId))
    .where(eq(people.id, user.id));
  if (!row) throw unauthorized();
  const { id, name, cpf, email, type, customerId, preferences } = row.person;
  const cliente = customerId === null ? null : { id: customerId, razSoc: row.customerName ?? name };
  return {
    colaborador: { id, nome: name, cpf, email, tipo: type, tipoDescricao: row.role, cliente },
    preferences,
  };
}

const ownBranches = ({ db, user }: Context): Promise<Branch[]> =>
  db
    .select({
      idFil: branches.id,
      razSoc: branches.legalName,
      fant: branches.tradeName,
      fuso: branches.timeZone,
    })
    .from(branches)
    .where(branchScope(user))
    .orderBy(asc(branches.id));
