import type { Input, Output } from '#contract/route.ts';
import { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import type { PublicContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { addressSubject, countAttempt, forgiveAttempt } from '../backoff.ts';
import { attemptCounters, lockSignIn, replaceSession, setSessionAndDevice } from '../openSession.ts';
import { prove, redeemCode } from './codes.ts';
import { beginFactor, confirmFactor, disableFactor, factorState, renewCodes } from './enrol.ts';
import { pendingIsOver, pendingOwner, takePending } from './pending.ts';

type SignIn = typeof secondFactorRoutes.signIn;

/** Codes are short, so only few attempts are free, counted in addition to those of the password. */
const FREE = { account: 5, address: 30 };

/** The second half of a sign-in. Only a right code uses up the pending sign-in, and both are used up together. */
async function signIn({ body }: Input<SignIn>, ctx: PublicContext): Promise<Output<SignIn>> {
  const person = await pendingOwner(ctx, body.pendente);
  if (!person) {
    await countAttempt(ctx, [{ subject: `fator:${addressSubject(ctx.ip)}`, free: FREE.address }]);
    throw pendingIsOver();
  }
  const password = await attemptCounters(ctx, person.cpf, FREE);
  const subject = `fator:${password.account.subject}`;
  const address = password.address && `fator:${password.address.subject}`;
  await countAttempt(ctx, [
    ...(address ? [{ subject: address, free: FREE.address }] : []),
    { subject, free: FREE.account },
  ]);
  // No `command`: nobody is signed in yet, and an answer that opens a session is not kept.
  const token = await ctx.db.transaction(async (tx) => {
    // The person, the factor, the pending sign-in: in the same order as where the factor is removed or the password changed.
    await lockSignIn(tx, person.id);
    if (!(await redeemCode(tx, ctx, person, body.codigo))) throw wrongSignInCode();
    const pending = await takePending(tx, ctx, body.pendente);
    if (!pending) throw pendingIsOver();
    return replaceSession(tx, ctx, person.id, pending.entry);
  });
  await forgiveAttempt(ctx, subject, address);
  await forgiveAttempt(ctx, password.account.subject, password.address?.subject);
  return setSessionAndDevice(ctx, person.cpf, token);
}

const wrongSignInCode = () =>
  new Refusal(
    401,
    'CODIGO_INCORRETO',
    'Código incorreto ou já usado. Espere o aplicativo mostrar o próximo e tente de novo.',
  );

export const secondFactorImplementation = implement(secondFactorRoutes, {
  signIn,
  state: factorState,
  begin: beginFactor,
  confirm: confirmFactor,
  renewCodes,
  disable: disableFactor,
  prove,
});
