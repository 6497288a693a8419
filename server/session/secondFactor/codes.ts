import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { type AuditContext, audit } from '../../audit.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { passkeys, recoveryCodes, secondFactors } from '../../db/tables/index.ts';
import { mailRecoveryUsed } from '../accountEmails.ts';
import { factorsOf, hasSecondFactor } from './factors.ts';
import { keyedHash, openFor } from './sealed.ts';
import { stepOf } from './totp.ts';

type Ctx = Pick<PublicContext, 'now'>;
type Factor = typeof secondFactors.$inferSelect;

/**
 * Takes a code of the app or of recovery, and answers whether it was right. What was taken is used up by the very statement
 * that takes it: of two at once, in whatever process, one gets it. A recovery code is told to its owner, wherever it was
 * given: somebody else may have found the paper.
 */
export async function redeemCode(
  tx: Tx,
  ctx: AuditContext & Pick<PublicContext, 'settings'>,
  person: { id: number; name: string; email: string },
  given: string,
): Promise<boolean> {
  const code = given.replace(/[\s-]/g, '').toLowerCase();
  const factor = await lockFactor(tx, person.id);
  if (/^\d{6}$/.test(code)) return factor !== undefined && takeStep(tx, ctx, factor, code);
  if (!(await takeRecovery(tx, ctx, person.id, code))) return false;
  const left = await unusedCodes(tx, person.id);
  await audit(tx, ctx, {
    action: 'USAR_CODIGO_DE_RECUPERACAO',
    entity: 'people',
    entityId: person.id,
    personId: person.id,
    after: { restam: left },
  });
  await mailRecoveryUsed(tx, ctx, person, left);
  return true;
}

/** What is done to a factor and its codes is done one after the other; undefined where there is none that counts. */
export async function lockFactor(tx: Tx, personId: number): Promise<Factor | undefined> {
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.personId, personId), isNotNull(secondFactors.confirmedAt)))
    .for('update');
  return factor;
}

async function takeStep(tx: Tx, { now }: Ctx, factor: Factor, code: string): Promise<boolean> {
  const { personId } = factor;
  const step = stepOf(await openFor(tx, personId, factor.sealedSecret), code, now());
  if (step === null) return false;
  const taken = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.personId, personId), lt(secondFactors.lastStep, step)))
    .returning({ personId: secondFactors.personId });
  return taken.length === 1;
}

async function takeRecovery(tx: Tx, { now }: Ctx, personId: number, code: string): Promise<boolean> {
  const codeHash = await keyedHash(tx, personId, asWritten(code));
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: now() })
    .where(
      and(
        eq(recoveryCodes.codeHash, codeHash),
        eq(recoveryCodes.personId, personId),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ personId: recoveryCodes.personId });
  return taken.length === 1;
}

/** Recovery codes for a key that was just made, where it is all that its owner has; none where there was a factor before. */
export async function firstCodes(tx: Tx, ctx: Ctx, personId: number): Promise<string[]> {
  const { aplicativo } = await factorsOf(tx, personId);
  const keys = await tx.$count(passkeys, eq(passkeys.personId, personId));
  return aplicativo || keys > 1 ? [] : replaceRecoveryCodes(tx, ctx, personId);
}

/** Codes stand in the place of a factor: without one they would be a way in of their own. */
export async function dropCodesWithoutFactor(tx: Tx, personId: number): Promise<void> {
  if (await hasSecondFactor(tx, personId)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
}

export const unusedCodes = (db: Executor, personId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.personId, personId), isNull(recoveryCodes.usedAt)));

const CODES = 10;

/** New ones, told once; the ones before are worth nothing any more. */
export async function replaceRecoveryCodes(tx: Tx, { now }: Ctx, personId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
  await tx.insert(recoveryCodes).values(
    await Promise.all(
      codes.map(async (code) => ({
        codeHash: await keyedHash(tx, personId, code.replace(/-/g, '')),
        personId,
        createdAt: now(),
      })),
    ),
  );
  return codes;
}

/** Without the letters that are taken for digits when they are copied from paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const asWritten = (code: string) => code.replace(/o/g, '0').replace(/[il]/g, '1');

/** 80 bits: 'k3f9-0xyz-7mqa-t2cd'. */
const newCode = (): string =>
  [...randomBytes(16)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');
