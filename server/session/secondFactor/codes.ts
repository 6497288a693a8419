import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Input, Output } from '#contract/route.ts';
import type { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import type { Context, PublicContext } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { passkeys, people, recoveryCodes, secondFactors, sessions } from '../../db/tables/index.ts';
import { invalid, unauthorized } from '../../errors.ts';
import { type AuditContext, audit } from '../../writing/audit.ts';
import { mailRecoveryUsed } from '../account/accountEmails.ts';
import { passwordMatches } from '../account/passwords.ts';
import { countAttempt, forgiveAttempt } from '../backoff.ts';
import { keyedHash, openFor } from '../secrets.ts';
import { factorsOf, hasSecondFactor } from './pending.ts';

type Ctx = Pick<PublicContext, 'now'>;

type Factor = typeof secondFactors.$inferSelect;

/**
 * Redeems a code from the app or a recovery code, and returns whether it was right. The statement that accepts a code also
 * uses it up, so only one of two concurrent requests succeeds, in whatever process. The owner is notified of a used recovery
 * code, wherever it was entered, since someone else may have found the paper.
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

/** Serialises changes to a factor and its codes; undefined if there is no confirmed factor. */
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
  const step = totpStepOf(await openFor(tx, personId, factor.sealedSecret), code, now());
  if (step === null) return false;
  const usedFactors = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.personId, personId), lt(secondFactors.lastStep, step)))
    .returning({ personId: secondFactors.personId });
  return usedFactors.length === 1;
}

async function takeRecovery(tx: Tx, { now }: Ctx, personId: number, code: string): Promise<boolean> {
  const codeHash = await keyedHash(tx, personId, normalizedCode(code));
  const usedCodes = await tx
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
  return usedCodes.length === 1;
}

/** Recovery codes for a newly created key if it is its owner's only factor; empty if there was a factor before. */
export async function firstCodes(tx: Tx, ctx: Ctx, personId: number): Promise<string[]> {
  const { aplicativo } = await factorsOf(tx, personId);
  const keys = await tx.$count(passkeys, eq(passkeys.personId, personId));
  return aplicativo || keys > 1 ? [] : replaceRecoveryCodes(tx, ctx, personId);
}

/** Recovery codes replace a factor; without one, they would be a way to sign in of their own. */
export async function dropCodesWithoutFactor(tx: Tx, personId: number): Promise<void> {
  if (await hasSecondFactor(tx, personId)) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
}

export const unusedCodes = (db: Executor, personId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.personId, personId), isNull(recoveryCodes.usedAt)));

const CODES = 10;

/** Creates new codes, which are shown once; the previous ones become invalid. */
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

/** Omits the letters that are mistaken for digits when copied from paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const normalizedCode = (code: string) => code.replace(/o/g, '0').replace(/[il]/g, '1');

/** 80 bits: 'k3f9-0xyz-7mqa-t2cd'. */
const newCode = (): string =>
  [...randomBytes(16)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

/** The settings that every authenticator app supports: SHA-1, six digits, half a minute. */
const PERIOD = 30;

/** A clock may be one step off in either direction, and a person may be slow. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totp = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });

/** The content of the QR code; apps show the issuer and, below it, the label. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  totp(secret, { issuer, label }).toString();

/** The half-minute step that a code belongs to; `null` if it matches no step close to now. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  // Another text of six characters may have more bytes, which makes the comparison throw.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

/**
 * Counts a code that is tried within a session; the returned function takes that back once the code was right. Only sessions
 * of the account count here, so that someone without one, at the sign-in or behind the same address, cannot make the owner
 * wait.
 */
export async function countCode(ctx: Pick<PublicContext, 'db' | 'now'>, personId: number) {
  const subject = `fator:conta:${personId}`;
  await countAttempt(ctx, [{ subject, free: 5 }]);
  return () => forgiveAttempt(ctx, subject);
}

export const wrongCode = () =>
  invalid({ codigo: 'Código incorreto ou já usado. Espere o aplicativo mostrar o próximo e tente de novo.' });

type Prove = typeof secondFactorRoutes.prove;

/** The person who signed in proves their identity again, also while viewing the console as someone else. */
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
