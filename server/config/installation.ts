import { randomInt } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { platformRoutes } from '#contract/config/platform.ts';
import { PERSON_TYPES } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isCpf, normalizeDocument } from '#contract/rules/documents.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate, isFullName, normalizeName } from '#contract/rules/person.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { installation as installationTable, people } from '../db/tables/index.ts';
import { invalid, refused } from '../errors.ts';
import { hasPeople, isDemonstration } from '../installationState.ts';
import { acceptedHash, passwordLength } from '../session/account/passwords.ts';
import { addressSubject, countAttempt } from '../session/backoff.ts';
import { ensureRoles, roleFor } from '../session/roles.ts';
import { hashToken } from '../session/secrets.ts';
import { audit } from '../writing/audit.ts';

type Situation = typeof platformRoutes.installation;

type Install = typeof platformRoutes.install;

/**
 * Creates the code for setting up the first administrator, to be logged. Only its hash is stored, so each start before it is
 * used creates another one, and only the latest is valid.
 */
export async function makeSetupCode(db: Executor): Promise<string> {
  const code = newCode();
  const setupCodeHash = hashToken(plainCode(code));
  await db
    .insert(installationTable)
    .values({ setupCodeHash })
    .onConflictDoUpdate({ target: installationTable.id, set: { setupCodeHash } });
  return code;
}

/** Without letters and digits that look alike, since it is copied by hand. 100 bits. */
const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const newCode = () =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 4 }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join(''),
  ).join('-');

const plainCode = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Public before sign-in, so none of it is secret. */
export async function installation(_: unknown, ctx: PublicContext): Promise<Output<Situation>> {
  const demo = ctx.settings.demo && (await isDemonstration(ctx.db));
  return {
    pendente: !(await hasPeople(ctx.db)),
    demo,
    captcha: ctx.settings.captcha,
    pessoas: demo ? await demoPeople(ctx.db) : [],
    ...(demo && { senha: DEMO_PASSWORD }),
    naRede: demo && ctx.settings.demoOnNetwork,
    tamanhoSenha: await passwordLength(ctx.db),
    ...(ctx.settings.oidc && {
      provedor: { nome: ctx.settings.oidc.name, soEquipe: ctx.settings.oidc.only },
    }),
  };
}

async function demoPeople(db: Executor): Promise<Output<Situation>['pessoas']> {
  const rows = await db
    .select({ tipo: people.type, cpf: people.cpf, nome: people.name })
    .from(people)
    .where(inArray(people.cpf, [...DEMO_CPFS]))
    .orderBy(asc(people.id));
  const rank = (type: (typeof PERSON_TYPES)[number]) => PERSON_TYPES.indexOf(type);
  return rows.sort((a, b) => rank(a.tipo) - rank(b.tipo));
}

/** Creates the first administrator and invalidates the code. */
export async function install({ body }: Input<Install>, ctx: PublicContext): Promise<Output<Install>> {
  await countAttempt(ctx, [{ subject: `instalar:${addressSubject(ctx.ip)}`, free: 10 }]);
  const person = checkedAdministrator(body, ctx.now());
  const passwordHash = await acceptedHash(ctx, body.senha);
  // No `command`: there is nobody yet whose key it could be; the code is good for one use.
  const id = await ctx.db.transaction(async (tx) => {
    await redeemSetupCode(tx, body.codigo);
    await ensureRoles(tx);
    return createAdministrator(tx, ctx, { ...person, passwordHash });
  });
  return { data: { id, message: 'Administrador criado.' } };
}

/** Locks the code and accepts it only once, so that of two simultaneous requests one succeeds. */
async function redeemSetupCode(tx: Executor, code: string) {
  const [row] = await tx
    .select({ hash: installationTable.setupCodeHash })
    .from(installationTable)
    .where(eq(installationTable.id, 1))
    .for('update');
  if (await hasPeople(tx))
    throw refused('INSTALACAO_FEITA', 'Esta instalação já tem administrador. Entre com a sua conta.');
  if (!row?.hash || row.hash !== hashToken(plainCode(code)))
    throw refused(
      'CODIGO_INVALIDO',
      'O código não confere. Copie o código que o servidor escreveu no registro.',
      {
        codigo: 'O código não confere.',
      },
    );
  await tx.update(installationTable).set({ setupCodeHash: sql`null` }).where(eq(installationTable.id, 1));
}

type FirstAdministrator = Pick<Input<Install>['body'], 'cpf' | 'nome' | 'email' | 'dtNasc'>;

export function checkedAdministrator(body: FirstAdministrator, now: Date) {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const errors = {
    ...(!isCpf(body.cpf) && { cpf: 'CPF inválido' }),
    ...(!isFullName(body.nome) && { nome: 'Informe seu nome e sobrenome' }),
    ...(!isEmail(body.email) && { email: INVALID_EMAIL }),
    ...(body.dtNasc && !isBirthDate(body.dtNasc, today) && { dtNasc: BIRTH_DATE_MESSAGE }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    cpf: normalizeDocument(body.cpf),
    name: normalizeName(body.nome),
    email: normalizeEmail(body.email),
    birthDate: body.dtNasc ?? null,
  };
}

/**
 * The log names the new account as its own author, since whoever holds the code, or removed the demonstration, is this
 * person.
 */
export async function createAdministrator(
  tx: Executor,
  ctx: PublicContext,
  person: ReturnType<typeof checkedAdministrator> & { passwordHash: string },
): Promise<number> {
  const roleId = await roleFor(tx, 'ADMIN');
  const [created] = await tx
    .insert(people)
    .values({ ...person, type: 'ADMIN', roleId, createdAt: ctx.now() })
    .returning({ id: people.id });
  if (!created) throw new Error('administrator was not inserted');
  const after = { nome: person.name, email: person.email, tipo: 'ADMIN' };
  await audit(tx, ctx, {
    action: 'INSTALAR',
    entity: 'people',
    entityId: created.id,
    personId: created.id,
    after,
  });
  return created.id;
}

/** CPFs of the demonstration users, one of each type; the login page offers them while DEMO is on. */
export const DEMO_CPFS = [
  '10000000108',
  '20000000299',
  '30000000388',
  '40000000477',
  '50000000566',
  '60000000655',
  '70000000744',
] as const;

/** Password of all demonstration users. */
export const DEMO_PASSWORD = 'balcao-demo';
