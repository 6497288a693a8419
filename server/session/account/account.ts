import Bowser from 'bowser';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { INVALID_OWN_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate, isFullName, normalizeName } from '#contract/rules/person.ts';
import { isPhone, normalizePhone } from '#contract/rules/phone.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { people, sessions } from '../../db/tables/index.ts';
import { invalid, refused, unauthorized } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { countAttempt, forgetAttempts } from '../backoff.ts';
import { requireProof } from '../currentUser.ts';
import {
  endSession,
  endSessionsOf,
  entryOf,
  lockSignIn,
  openSession,
  SESSION_LIFETIME,
  setSessionCookie,
} from '../openSession.ts';
import { mailAddressChanged, mailPasswordChanged } from './accountEmails.ts';
import { acceptedHash, cancelResets, passwordMatches, storePassword } from './passwords.ts';

type Account = typeof sessionRoutes.account;
type Update = typeof sessionRoutes.updateAccount;
type ChangePassword = typeof sessionRoutes.changePassword;

export async function account(_: unknown, ctx: Context): Promise<Output<Account>> {
  const person = await ownRow(ctx.db, ctx);
  return { data: shown(person) };
}

const shown = ({ id, cpf, name, birthDate, phone, email }: Person) => ({
  id,
  cpf,
  nome: name,
  dtNasc: birthDate,
  tel: phone,
  email,
});

type Person = typeof people.$inferSelect;

async function ownRow(db: Executor, ctx: Context): Promise<Person> {
  const [person] = await db.select().from(people).where(eq(people.id, ctx.user.id));
  if (!person) throw unauthorized();
  return person;
}

export const updateAccount = command(sessionRoutes.updateAccount, async (tx, ctx, { body }) => {
  const changes = checked(body, ctx.now());
  // Locked, so that of two concurrent changes the second one's audit entry shows the values written by the first.
  await tx.select({ id: people.id }).from(people).where(eq(people.id, ctx.user.id)).for('update');
  const before = await ownRow(tx, ctx);
  const version = sql`${people.version} + 1`;
  await tx
    .update(people)
    .set({ ...changes, updatedAt: ctx.now(), version })
    .where(eq(people.id, ctx.user.id));
  if (before.email !== changes.email) {
    // Whoever reads the e-mail can set the password.
    requireProof(ctx.user, ctx.now());
    await retireAddress(tx, ctx, before);
  }
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'people',
    entityId: ctx.user.id,
    before: shown(before),
    after: shown({ ...before, ...changes }),
  });
  return { data: { id: ctx.user.id, message: 'Dados alterados.' } };
});

/** Notifies the old address and invalidates the links that were sent to it. */
export async function retireAddress(tx: Tx, ctx: Context, before: Pick<Person, 'id' | 'name' | 'email'>) {
  await cancelResets(tx, ctx, before.id);
  await mailAddressChanged(tx, ctx, before);
}

function checked(body: Input<Update>['body'], now: Date) {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const errors = {
    ...(!isFullName(body.nome) && { nome: 'Informe seu nome e sobrenome' }),
    ...(body.dtNasc && !isBirthDate(body.dtNasc, today) && { dtNasc: BIRTH_DATE_MESSAGE }),
    ...(body.tel !== '' && !isPhone(body.tel) && { tel: 'Telefone inválido' }),
    ...(!isEmail(body.email) && { email: INVALID_OWN_EMAIL }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    name: normalizeName(body.nome),
    birthDate: body.dtNasc || null,
    phone: normalizePhone(body.tel),
    email: normalizeEmail(body.email),
  };
}

/**
 * Ends every other session. This session gets a new token; a bearer client keeps its token, since it has no way to receive a
 * new one.
 */
export async function changePassword(
  { body }: Input<ChangePassword>,
  ctx: Context,
): Promise<Output<ChangePassword>> {
  const attempts = `senha:cpf:${ctx.user.cpf}`;
  await countAttempt(ctx, [{ subject: attempts, free: 5 }]);
  const person = await ownRow(ctx.db, ctx);
  if (!(await passwordMatches(body.atual, person.passwordHash))) throw wrongCurrent();
  const passwordHash = await acceptedHash(ctx, body.senha);
  const byCookie = ctx.authenticatedBy === 'cookie';
  // No `command`: the session that a key would belong to is replaced, and its token must not be kept.
  const token = await ctx.db.transaction(async (tx) => {
    if ((await lockSignIn(tx, person.id))?.passwordHash !== person.passwordHash) throw wrongCurrent();
    await storePassword(tx, ctx, person.id, passwordHash);
    await endSessionsOf(tx, person.id, ctx.user.sessionId);
    await mailPasswordChanged(tx, ctx, person);
    await audit(tx, ctx, { action: 'ALTERAR_SENHA', entity: 'people', entityId: person.id });
    if (!byCookie) return null;
    const entry = await entryOf(tx, ctx.user.sessionId);
    await endSession(tx, ctx.user.sessionId);
    // The password alone proves nothing if a second factor is set up.
    return openSession(tx, ctx, person.id, ctx.user.provedAt ?? null, entry);
  });
  await forgetAttempts(ctx, [attempts]);
  if (token) setSessionCookie(ctx, token);
  return { data: { id: person.id, message: 'Senha alterada.' } };
}

const wrongCurrent = () =>
  refused('SENHA_ATUAL_INCORRETA', 'Dados da conta não conferem', { atual: 'A senha atual não confere.' });

/** The limit for all preferences of a person together, as JSON text. */
const MAX_PREFERENCES = 64 * 1024;

/** Merges key by key: a key that is not sent stays, and a null removes its key. */
export const storePreferences = command(sessionRoutes.preferences, async (tx, ctx, { body }) => {
  const given = body as Record<string, unknown>;
  const [row] = await tx
    .select({ preferences: people.preferences })
    .from(people)
    .where(eq(people.id, ctx.user.id))
    .for('update');
  const preferences = Object.fromEntries(
    Object.entries({ ...row?.preferences, ...given }).filter(([, value]) => value !== null),
  );
  if (JSON.stringify(preferences).length > MAX_PREFERENCES) throw tooManyPreferences();
  await tx.update(people).set({ preferences }).where(eq(people.id, ctx.user.id));
  const after = { preferencias: Object.keys(given) };
  await audit(tx, ctx, { action: 'ALTERAR_PREFERENCIAS', entity: 'people', entityId: ctx.user.id, after });
  return { data: { id: ctx.user.id, message: 'Preferências salvas.' } };
});

const tooManyPreferences = () =>
  refused('PREFERENCIAS_GRANDES', 'Há preferências demais salvas. Retire algumas e tente de novo.');

/** The person who really signed in: someone viewing as another person only sees their own sessions. */
const ownId = ({ user }: Context) => user.viewer?.id ?? user.id;

/** More than anyone has; the most recently used come first. */
const MAX_SESSIONS = 50;

export async function ownSessions(
  _: unknown,
  ctx: Context,
): Promise<Output<typeof sessionRoutes.ownSessions>> {
  const now = ctx.now();
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.personId, ownId(ctx)),
        gt(sessions.expiresAt, now),
        gt(sessions.createdAt, new Date(now.getTime() - SESSION_LIFETIME)),
      ),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
    .limit(MAX_SESSIONS);
  return rows.map(({ id, userAgent, ip, createdAt, seenAt }) => ({
    id,
    aparelho: deviceName(userAgent),
    ip,
    entrou: createdAt.toISOString(),
    usada: seenAt.toISOString(),
    atual: id === ctx.user.sessionId,
  }));
}

export const endOwnSession = command(sessionRoutes.endOwnSession, async (tx, ctx, { params }) => {
  const message = 'Sessão encerrada.';
  const [own] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, params.id), eq(sessions.personId, ownId(ctx))))
    .for('update');
  // Another person's session is treated as unknown, like one that is over.
  if (!own) return { message };
  await endSession(tx, own.id);
  await audit(tx, ctx, { action: 'ENCERRAR_SESSOES', entity: 'people', entityId: ownId(ctx) });
  return { message };
});

export const endOtherSessions = command(sessionRoutes.endOtherSessions, async (tx, ctx) => {
  await endSessionsOf(tx, ownId(ctx), ctx.user.sessionId);
  await audit(tx, ctx, { action: 'ENCERRAR_SESSOES', entity: 'people', entityId: ownId(ctx) });
  return { message: 'As outras sessões foram encerradas.' };
});

/** For example 'Chrome no Windows'; a client that sends no browser name is a program. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Aparelho desconhecido';
  const { browser, os } = Bowser.parse(userAgent);
  const system = os.name && (SYSTEMS[os.name] ?? os.name);
  if (!browser.name) return system ? `Programa no ${system}` : 'Programa';
  return system ? `${browser.name} no ${system}` : browser.name;
}

const SYSTEMS: Record<string, string> = { macOS: 'Mac', iOS: 'iPhone ou iPad', 'Chrome OS': 'Chromebook' };
