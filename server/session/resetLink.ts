import { and, eq, exists, gt, isNull } from 'drizzle-orm';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { passwordResets, people } from '../db/tables/index.ts';
import { cancelResets } from './setPassword.ts';
import { hashToken, newToken } from './tokens.ts';

export const RESET_MINUTES = 30;

/** So long an e-mail may wait for its way out; what it was to open is worth nothing afterwards. */
const WAITING_DAYS = 7;
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

type Ctx = Pick<PublicContext, 'now'>;

/**
 * A permission to choose a password, answered by its id; the ones before it end. It has no token yet: one is made
 * when the link leaves (`issueResetLink`), so that nothing that is stored opens an account.
 */
export async function openReset(tx: Executor, ctx: Ctx, personId: number): Promise<number> {
  const now = ctx.now();
  await cancelResets(tx, ctx, personId);
  const [reset] = await tx
    .insert(passwordResets)
    .values({ personId, createdAt: now, expiresAt: new Date(now.getTime() + WAITING_DAYS * DAY) })
    .returning({ id: passwordResets.id });
  if (!reset) throw new Error('reset was not inserted');
  return reset.id;
}

/**
 * The link of a permission, good for 30 minutes from now; `null` when it was used, replaced or cancelled, or the
 * person may not sign in any more. Only the hash of its token is kept, so each call makes another one and the last
 * one counts.
 */
export async function issueResetLink(
  db: Executor,
  { now, publicUrl }: Ctx & { publicUrl: string },
  resetId: number,
): Promise<string | null> {
  const token = newToken();
  const signsIn = db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, passwordResets.personId), eq(people.active, true)));
  const [issued] = await db
    .update(passwordResets)
    .set({ tokenHash: hashToken(token), expiresAt: new Date(now().getTime() + RESET_MINUTES * MINUTE) })
    .where(
      and(
        eq(passwordResets.id, resetId),
        isNull(passwordResets.usedAt),
        gt(passwordResets.expiresAt, now()),
        exists(signsIn),
      ),
    )
    .returning({ id: passwordResets.id });
  return issued ? `${publicUrl}/redefinir-senha?token=${token}` : null;
}
