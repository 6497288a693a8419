import { eq } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import type { secondFactorRoutes } from '../../../contract/session/secondFactor.ts';
import { audit } from '../../audit.ts';
import type { Context, PublicContext } from '../../context.ts';
import { people, sessions } from '../../db/tables/index.ts';
import { invalid, unauthorized } from '../../errors.ts';
import { countAttempt, forgiveAttempt } from '../backoff.ts';
import { passwordMatches } from '../passwords.ts';
import { redeemCode } from './codes.ts';
import { hasSecondFactor } from './factors.ts';

/**
 * A code that is tried within a session counts; what it answers takes that back once the code was right. Only sessions of
 * the account count here: who has none, at the sign-in or behind the same address, keeps nobody waiting.
 */
export async function countCode(ctx: Pick<PublicContext, 'db' | 'now'>, personId: number) {
  const subject = `fator:conta:${personId}`;
  await countAttempt(ctx, [{ subject, free: 5 }]);
  return () => forgiveAttempt(ctx, subject);
}

export const wrongCode = () =>
  invalid({ codigo: 'Código incorreto ou já usado. Espere o aplicativo mostrar o próximo e tente de novo.' });

type Prove = typeof secondFactorRoutes.prove;

/** Whoever signed in proves it again: also while they look at the console as somebody else. */
export async function prove({ body }: Input<Prove>, ctx: Context): Promise<Output<Prove>> {
  const [person] = await ctx.db
    .select({ id: people.id, name: people.name, email: people.email, passwordHash: people.passwordHash })
    .from(people)
    .where(eq(people.id, ctx.user.viewer?.id ?? ctx.user.id));
  if (!person) throw unauthorized();
  const forgive = await countCode(ctx, person.id);
  const byCode = await hasSecondFactor(ctx.db, person.id);
  if (!byCode && !(await passwordMatches(body.senha ?? '', person.passwordHash)))
    throw invalid({ senha: 'A senha não confere.' });
  await ctx.db.transaction(async (tx) => {
    if (byCode && !(await redeemCode(tx, ctx, person, body.codigo ?? ''))) throw wrongCode();
    await tx.update(sessions).set({ provedAt: ctx.now() }).where(eq(sessions.id, ctx.user.sessionId));
    await audit(tx, ctx, { action: 'CONFIRMAR_IDENTIDADE', entity: 'people', entityId: person.id });
  });
  await forgive();
  return { message: 'Confirmado.' };
}
