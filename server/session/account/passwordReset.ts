import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { normalizeDocument } from '#contract/rules/documents.ts';
import type { sessionRoutes } from '#contract/session/session.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { passwordResets, people } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { addressSubject, countAttempt, forgetAttempts } from '../backoff.ts';
import { alive } from '../lifetime.ts';
import { endSessionsOf } from '../openSession.ts';
import { hashToken } from '../secrets.ts';
import { mailPasswordChanged, mailReset } from './accountEmails.ts';
import { checkCaptcha } from './captcha.ts';
import { acceptedHash, openReset, RESET_MINUTES, storePassword } from './passwords.ts';

type Request = typeof sessionRoutes.requestReset;
type Check = typeof sessionRoutes.checkReset;
type Reset = typeof sessionRoutes.reset;

/** The minimum duration of an answer that depends on an account, in milliseconds, whatever was found. */
export const MINIMUM_ANSWER_TIME = 250;

const SENT =
  'Se houver uma conta com este CPF, enviamos um e-mail com o endereço para escolher uma nova senha.';

/** The message and the response time are the same whether or not the account exists. */
export async function requestReset({ body }: Input<Request>, ctx: PublicContext): Promise<Output<Request>> {
  const cpf = normalizeDocument(body.id);
  const proved = await checkCaptcha(ctx, body.captcha, false);
  await countAttempt(ctx, [
    { subject: `redefinir:${addressSubject(ctx.ip)}`, free: proved ? 20 : 10 },
    { subject: `redefinir:cpf:${cpf}`, free: 3 },
  ]);
  await Promise.all([wait(MINIMUM_ANSWER_TIME), ctx.db.transaction((tx) => sendReset(tx, ctx, cpf))]);
  return { message: SENT };
}

async function sendReset(tx: Executor, ctx: PublicContext, cpf: string) {
  const [person] = await tx
    .select()
    .from(people)
    .where(and(eq(people.cpf, cpf), eq(people.active, true)));
  if (!person) return;
  await mailReset(tx, ctx, person, await openReset(tx, ctx, person.id));
  await audit(tx, ctx, { action: 'PEDIR_REDEFINICAO', entity: 'people', entityId: person.id });
}

export async function checkReset({ body }: Input<Check>, ctx: PublicContext): Promise<Output<Check>> {
  await countToken(ctx);
  const [found] = await ctx.db
    .select({ personId: passwordResets.personId })
    .from(passwordResets)
    .where(usable(ctx, body.token));
  if (!found) throw wrongToken();
  return { message: 'Código válido.' };
}

/** The statement that accepts the token also uses it up, so only one of two concurrent requests succeeds. */
export async function reset({ body }: Input<Reset>, ctx: PublicContext): Promise<Output<Reset>> {
  await countToken(ctx);
  const passwordHash = await acceptedHash(ctx, body.senha);
  // No `command`: nobody is signed in, and the link is good for one use.
  const cpf = await ctx.db.transaction(async (tx) => {
    const [used] = await tx
      .update(passwordResets)
      .set({ usedAt: ctx.now() })
      .where(usable(ctx, body.token))
      .returning({ personId: passwordResets.personId });
    if (!used) throw wrongToken();
    return replacePassword(tx, ctx, used.personId, passwordHash);
  });
  await forgetAttempts(ctx, [`cpf:${cpf}`, `aparelho:${cpf}`, `redefinir:cpf:${cpf}`]);
  return { message: 'Senha alterada. Entre com a nova senha.' };
}

async function replacePassword(tx: Executor, ctx: PublicContext, personId: number, passwordHash: string) {
  const [person] = await tx
    .select()
    .from(people)
    .where(and(eq(people.id, personId), eq(people.active, true)));
  if (!person) throw wrongToken();
  await storePassword(tx, ctx, personId, passwordHash);
  await endSessionsOf(tx, personId);
  await mailPasswordChanged(tx, ctx, person);
  await audit(tx, ctx, { action: 'REDEFINIR_SENHA', entity: 'people', entityId: personId, personId });
  return person.cpf;
}

const countToken = (ctx: PublicContext) =>
  countAttempt(ctx, [{ subject: `codigo:${addressSubject(ctx.ip)}`, free: 30 }]);

const usable = ({ now }: PublicContext, token: string) =>
  and(
    eq(passwordResets.tokenHash, hashToken(token)),
    isNull(passwordResets.usedAt),
    alive(passwordResets.expiresAt, RESET_MINUTES * 60 * 1000, now()),
  );

const wrongToken = () =>
  refused('CODIGO_INVALIDO', 'Este código não vale mais. Peça a redefinição da senha de novo.', {
    token: 'O código é inválido, já foi usado ou expirou.',
  });
