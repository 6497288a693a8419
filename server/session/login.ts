import { eq } from 'drizzle-orm';
import type { Input, Output } from '../../contract/route.ts';
import { normalizeDocument } from '../../contract/rules/documents.ts';
import type { sessionRoutes } from '../../contract/session/session.ts';
import { audit } from '../audit.ts';
import type { Context, PublicContext } from '../context.ts';
import { people } from '../db/tables/index.ts';
import { Refusal } from '../errors.ts';
import { type Allowance, addressSubject, countAttempt, forgiveAttempt } from './backoff.ts';
import { judgeCaptcha } from './captcha.ts';
import { expireSessionCookie, setSessionCookie } from './cookie.ts';
import { isKnownDevice, rememberDevice } from './knownDevice.ts';
import { endSession, openSession } from './openSession.ts';
import { passwordMatches } from './passwords.ts';

/** What the App header of our own console says. */
const OWN_APP = 'balcao';

/** Attempts without waiting; who proves no work has fewer. A whole office may share an address. */
const FREE = { proved: { account: 5, address: 30 }, unproved: { account: 3, address: 10 } };

type Login = typeof sessionRoutes.loginSac;

/**
 * Either sign-in gives the same session, valid in both areas (DOMAIN.md section 1). An unknown account, a wrong
 * password and a deactivated person get the same answer after the same work.
 */
export async function login({ body }: Input<Login>, ctx: PublicContext): Promise<Output<Login>> {
  const cpf = normalizeDocument(body.cpf);
  const proved = await judgeCaptcha(ctx, body.captcha, ctx.app?.toLowerCase() === OWN_APP);
  const { account, address } = await subjectsOf(ctx, cpf, proved);
  await countAttempt(ctx, address ? [address, account] : [account]);
  const person = await findByCpf(ctx, cpf);
  const matches = await passwordMatches(body.senha, person?.passwordHash ?? null);
  if (!person?.active || !matches) throw wrongCredentials();
  await forgiveAttempt(ctx, account.subject, address?.subject);
  const token = await replaceSession(ctx, person.id);
  setSessionCookie(ctx, token);
  await rememberDevice(ctx, cpf);
  return { token };
}

interface Counted {
  account: Allowance;
  address?: Allowance;
}

/** What the attempt counts against. A browser that its owner knows has a count of its own (knownDevice.ts). */
async function subjectsOf(ctx: PublicContext, cpf: string, proved: boolean): Promise<Counted> {
  const free = proved ? FREE.proved : FREE.unproved;
  if (await isKnownDevice(ctx, cpf)) return { account: { subject: `aparelho:${cpf}`, free: free.account } };
  return {
    address: { subject: addressSubject(ctx.ip), free: free.address },
    account: { subject: `cpf:${cpf}`, free: free.account },
  };
}

const wrongCredentials = () =>
  new Refusal(401, 'CREDENCIAIS_INVALIDAS', 'CPF ou senha incorretos. Confira e tente de novo.');

async function findByCpf({ db }: PublicContext, cpf: string) {
  const [person] = await db
    .select({ id: people.id, passwordHash: people.passwordHash, active: people.active })
    .from(people)
    .where(eq(people.cpf, cpf));
  return person;
}

/** Rotation: the session that this browser came with ends, a token that was planted is worth nothing. */
const replaceSession = (ctx: PublicContext, personId: number): Promise<string> =>
  ctx.db.transaction(async (tx) => {
    if (ctx.user) await endSession(tx, ctx.user.sessionId);
    await audit(tx, ctx, { action: 'ENTRAR', entity: 'people', entityId: personId, personId });
    return openSession(tx, ctx, personId);
  });

export async function logout(_: unknown, ctx: Context) {
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, ctx.user.sessionId);
    const entityId = ctx.user.viewer?.id ?? ctx.user.id;
    await audit(tx, ctx, { action: 'SAIR', entity: 'people', entityId });
  });
  expireSessionCookie(ctx);
  return { message: 'Sessão encerrada.' };
}
