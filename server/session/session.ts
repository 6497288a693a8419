import { asc, eq } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import type { ModuleGrant } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { normalizeDocument } from '#contract/rules/documents.ts';
import { type Branch, type InitialLoad, sessionRoutes } from '#contract/session/session.ts';
import { currentWords } from '#contract/words/words.ts';
import { parametersFor, serviceParameters } from '../config/parameters/queries.ts';
import type { Context, PublicContext } from '../context.ts';
import { branches, customers, people, roles } from '../db/tables/index.ts';
import { Refusal, unauthorized } from '../errors.ts';
import { implement } from '../implement.ts';
import { audit } from '../writing/audit.ts';
import {
  account,
  changePassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  storePreferences,
  updateAccount,
} from './account/account.ts';
import { captchaChallenge, checkCaptcha } from './account/captcha.ts';
import { newAccount } from './account/newAccount.ts';
import { checkReset, requestReset, reset } from './account/passwordReset.ts';
import { passwordMatches } from './account/passwords.ts';
import { attendants } from './attendants.ts';
import { countAttempt, forgiveAttempt } from './backoff.ts';
import { providerLogoutUrl } from './oidc/providerSignIn.ts';
import {
  attemptCounters,
  endSession,
  entryOf,
  expireSessionCookie,
  lockSignIn,
  onlyByProvider,
  replaceSession,
  setSessionAndDevice,
} from './openSession.ts';
import { branchScope } from './scope.ts';
import { hasSecondFactor, openPending } from './secondFactor/pending.ts';

/** The App header that our own console sends. */
const OWN_APP = 'balcao';

/** Attempts without waiting; fewer without proof of work. A whole office may share an address. */
const FREE = { proved: { account: 5, address: 30 }, unproved: { account: 3, address: 10 } };

type Login = typeof sessionRoutes.loginSac;

/**
 * Both sign-ins give the same session, valid in both areas (docs/domain.md 1). An unknown account, a wrong password and a
 * deactivated person get the same answer after the same work.
 */
async function login({ body }: Input<Login>, ctx: PublicContext): Promise<Output<Login>> {
  const cpf = normalizeDocument(body.cpf);
  const proved = await checkCaptcha(ctx, body.captcha, ctx.app?.toLowerCase() === OWN_APP);
  const { account, address } = await attemptCounters(ctx, cpf, proved ? FREE.proved : FREE.unproved);
  await countAttempt(ctx, address ? [address, account] : [account]);
  const person = await findByCpf(ctx, cpf);
  const matches = await passwordMatches(body.senha, person?.passwordHash ?? null, ctx.passwordCost);
  if (!person?.active || !matches) throw wrongCredentials();
  // Revealed only to someone who knows the password.
  if (ctx.settings.oidc?.only && worksForCompany(person.type)) throw onlyByProvider(ctx.settings.oidc.name);
  // Attempts are only forgiven after the complete sign-in, so that someone who knows the password cannot guess codes any
  // faster.
  // No `command`: nobody is signed in yet, and an answer that opens a session is not kept.
  const entered = await ctx.db.transaction(async (tx) => {
    const now = await lockSignIn(tx, person.id);
    if (!now?.active || now.passwordHash !== person.passwordHash) throw wrongCredentials();
    if (await hasSecondFactor(tx, person.id)) return openPending({ db: tx, now: ctx.now }, person.id);
    return replaceSession(tx, ctx, person.id);
  });
  if (entered instanceof Refusal) throw entered;
  await forgiveAttempt(ctx, account.subject, address?.subject);
  return setSessionAndDevice(ctx, cpf, entered);
}

const wrongCredentials = () =>
  new Refusal(401, 'CREDENCIAIS_INVALIDAS', 'CPF ou senha incorretos. Confira e tente de novo.');

async function findByCpf({ db }: PublicContext, cpf: string) {
  const [person] = await db
    .select({ id: people.id, passwordHash: people.passwordHash, active: people.active, type: people.type })
    .from(people)
    .where(eq(people.cpf, cpf));
  return person;
}

async function logout(_: unknown, ctx: Context): Promise<Output<typeof sessionRoutes.logout>> {
  const entityId = ctx.user.viewer?.id ?? ctx.user.id;
  // No `command`: the session that a key would belong to ends here.
  const entry = await ctx.db.transaction(async (tx) => {
    const entry = await entryOf(tx, ctx.user.sessionId);
    await endSession(tx, ctx.user.sessionId);
    await audit(tx, ctx, { action: 'SAIR', entity: 'people', entityId });
    return entry;
  });
  expireSessionCookie(ctx);
  const endereco = await providerLogoutUrl(ctx, entityId, entry?.sealedIdToken ?? null);
  return { message: 'Sessão encerrada.', ...(endereco && { endereco }) };
}

/** The limit of the list for choosing an attendant by name; beyond it, the lookup searches. */
const MAX_COLLEAGUES = 500;

/** Everything that the console needs before its first screen; both areas return the same document. */
async function initialLoad(_: unknown, ctx: Context): Promise<InitialLoad> {
  const [person, filiais, colaboradores, service] = await Promise.all([
    ownPerson(ctx),
    ownBranches(ctx),
    attendants(ctx.db, ctx.user, { most: MAX_COLLEAGUES }),
    serviceParameters(ctx.db),
  ]);
  const { viewer } = ctx.user;
  const palavras = currentWords();
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
    ...(Object.keys(palavras).length > 0 && { palavras }),
  };
}

/**
 * Other systems look for the customer module under the name of their own setting (document 002 section 6); the App header
 * identifies the system.
 */
function customerModule({ app, user }: Context): ModuleGrant[] {
  const nome = { SAC: 'SAC', CALLCENTER: 'CALLCENTER_CLIENTE' }[(app ?? '').toUpperCase()];
  const own = user.grants.find((grant) => grant.nome === 'CLIENTE');
  return nome && own ? [{ ...own, nome }] : [];
}

/** The parameters of the requested area; a person with one branch gets that branch's own values. */
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

export const sessionImplementation = implement(sessionRoutes, {
  loginSac: login,
  loginCallcenter: login,
  // A caller that gets here has a session: the kernel refused all others.
  validate: async () => ({ message: 'Sessão válida.' }),
  load: initialLoad,
  logout,
  async captcha(_, ctx) {
    ctx.setHeader('Cache-Control', 'no-store');
    return { ...(await captchaChallenge(ctx)) };
  },
  requestReset,
  checkReset,
  reset,
  newAccount,
  account,
  updateAccount,
  changePassword,
  ownSessions,
  endOwnSession,
  endOtherSessions,
  preferences: storePreferences,
});
