import { and, eq, isNull, sql } from 'drizzle-orm';
import { type PasswordLength, passwordProblem } from '../../contract/rules/person.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { passwordResets, people } from '../db/tables/index.ts';
import { invalid } from '../errors.ts';
import { COMMON_PASSWORD_MESSAGE, hashPassword, isCommonPassword } from './passwords.ts';
import { cancelPending } from './secondFactor/pending.ts';

/** The hash of an acceptable new password; refuses one that is too short, too long or well known. */
export async function acceptedHash(db: Executor, password: string): Promise<string> {
  const problem = passwordProblem(password, await passwordLength(db));
  if (problem) throw invalid({ senha: problem });
  if (isCommonPassword(password)) throw invalid({ senha: COMMON_PASSWORD_MESSAGE });
  return hashPassword(password);
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
