import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { type PasswordLength, passwordProblem } from '../../contract/rules/person.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { passwordResets, people } from '../db/tables/index.ts';
import { invalid } from '../errors.ts';
import { COMMON_PASSWORD_MESSAGE, hashPassword, isCommonPassword } from './passwords.ts';
import { cancelPending } from './secondFactor/pending.ts';
import { hashToken, newToken } from './secrets.ts';

/** The hash of an acceptable new password; refuses one that is too short, too long or well known. */
export async function acceptedHash(
  { db, passwordCost }: Pick<PublicContext, 'db' | 'passwordCost'>,
  password: string,
): Promise<string> {
  const problem = passwordProblem(password, await passwordLength(db));
  if (problem) throw invalid({ senha: problem });
  if (isCommonPassword(password)) throw invalid({ senha: COMMON_PASSWORD_MESSAGE });
  return hashPassword(password, passwordCost);
}

/** If the maximum parameter is below the minimum, the minimum is used for both. */
export async function passwordLength(db: Executor): Promise<PasswordLength> {
  const { senhaMinimo: minimo, senhaMaximo } = await serviceParameters(db);
  return { minimo, maximo: Math.max(minimo, senhaMaximo) };
}

/** Stores a new password; earlier links to choose one become invalid. */
export async function storePassword(
  tx: Executor,
  ctx: Pick<PublicContext, 'now'>,
  personId: number,
  passwordHash: string,
) {
  const now = ctx.now();
  const version = sql`${people.version} + 1`;
  await tx
    .update(people)
    .set({ passwordHash, passwordChangedAt: now, updatedAt: now, version })
    .where(eq(people.id, personId));
  await cancelResets(tx, ctx, personId);
  await cancelPending(tx, personId);
}

/** Invalidates the links that were sent to a person. */
export const cancelResets = (tx: Executor, ctx: Pick<PublicContext, 'now'>, personId: number) =>
  tx
    .update(passwordResets)
    .set({ usedAt: ctx.now() })
    .where(and(eq(passwordResets.personId, personId), isNull(passwordResets.usedAt)));

export const RESET_MINUTES = 30;

/** How long an e-mail may wait to be sent; its reset expires afterwards. */
const WAITING_DAYS = 7;
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

type Ctx = Pick<PublicContext, 'now'>;

/**
 * Creates a permission to choose a password and returns its id; earlier ones end. It has no token yet: one is created when
 * the link is sent (`issueResetLink`), so that nothing stored can open an account.
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
 * The link of a permission, valid for 30 minutes from now; `null` if it was used, replaced or cancelled, or if the person may
 * no longer sign in. Only the hash of its token is stored, so each call creates a new token and only the last one is valid.
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
