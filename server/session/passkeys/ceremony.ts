import { and, eq, isNull } from 'drizzle-orm';
import type { MadePasskey, UsedPasskey } from '#contract/session/passkeys.ts';
import type { PublicContext } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { passkeyChallenges, passkeys, people } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { mailPasskeyCopied } from '../account/accountEmails.ts';
import { alive } from '../lifetime.ts';
import { hashToken, newToken } from '../secrets.ts';

type StoredPasskey = typeof passkeys.$inferSelect;

type Ctx = Pick<PublicContext, 'db' | 'now' | 'settings' | 'log'>;

type WebAuthn = typeof import('@simplewebauthn/server');

type Transports = NonNullable<Parameters<WebAuthn['generateRegistrationOptions']>[0]['excludeCredentials']>;

/** Imported when the first key is used, because the code that checks device certificates is large to load at every start. */
const webauthn = (): Promise<WebAuthn> => import('@simplewebauthn/server');

/** Keys are tied to the host name that people type, so a look-alike site gets no signature that is valid here. */
const rpOf = ({ settings }: Pick<Ctx, 'settings'>) => {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { rpID: hostname, origin };
};

const descriptors = (keys: readonly StoredPasskey[]): Transports =>
  keys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** The device must verify its owner (finger, face, PIN), since a key is accepted without a password. */
export async function creationOptions(
  ctx: Ctx,
  person: { id: number; name: string; company: string },
  existing: readonly StoredPasskey[],
  bound: ChallengeBinding,
) {
  const { generateRegistrationOptions } = await webauthn();
  const opcoes = await generateRegistrationOptions({
    rpName: person.company,
    rpID: rpOf(ctx).rpID,
    userName: person.name,
    userDisplayName: person.name,
    // Reveals nothing about the person, and is the same for all of their keys.
    userID: new Uint8Array(Buffer.from(hashToken(`balcao:${person.id}`), 'hex')),
    challenge: new Uint8Array(Buffer.from(await openChallenge(ctx, bound), 'base64url')),
    excludeCredentials: descriptors(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
  });
  return { opcoes: { ...opcoes } };
}

export async function requestOptions(
  ctx: Ctx,
  allowed: readonly StoredPasskey[] | null,
  bound: ChallengeBinding,
) {
  const { generateAuthenticationOptions } = await webauthn();
  const opcoes = await generateAuthenticationOptions({
    rpID: rpOf(ctx).rpID,
    challenge: new Uint8Array(Buffer.from(await openChallenge(ctx, bound), 'base64url')),
    userVerification: 'required',
    ...(allowed && { allowCredentials: descriptors(allowed) }),
  });
  return { opcoes: { ...opcoes } };
}

/** The data to store for a newly created key; throws a Refusal if anything about it is wrong. */
export async function verifiedRegistration(
  ctx: Ctx,
  { id, transports, ...response }: MadePasskey,
  bound: ChallengeBinding,
) {
  const { rpID, origin } = rpOf(ctx);
  const { verifyRegistrationResponse } = await webauthn();
  const verdict = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: (challenge) => redeemChallenge(ctx, challenge, bound),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => notAccepted(ctx, error));
  if (!verdict.verified) throw wrongPasskey();
  const { credential, credentialBackedUp } = verdict.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transports.filter((each) => /^[a-z-]+$/.test(each)),
    synced: credentialBackedUp,
  };
}

/**
 * The use counter that the key reports. It is checked separately from the signature (`writeUse`), to distinguish a copied key
 * from a wrong one.
 */
async function verifiedCounter(
  ctx: Ctx,
  { id, ...response }: UsedPasskey,
  key: StoredPasskey,
  bound: ChallengeBinding,
): Promise<number> {
  const { rpID, origin } = rpOf(ctx);
  const { verifyAuthenticationResponse } = await webauthn();
  const verdict = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: (challenge) => redeemChallenge(ctx, challenge, bound),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: 0,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => notAccepted(ctx, error));
  if (!verdict.verified) throw wrongPasskey();
  return verdict.authenticationInfo.newCounter;
}

function notAccepted({ log }: Ctx, error: unknown): never {
  log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused');
  throw wrongPasskey();
}

export const wrongPasskey = () =>
  refused(
    'CHAVE_RECUSADA',
    'A chave de acesso não foi aceita, ou demorou demais. Tente de novo, ou use outro jeito de entrar.',
  );

export const CHALLENGE_LIFE = 5 * 60 * 1000;

/** What a challenge is for and what it is tied to; it cannot be answered in any other context. */
interface ChallengeBinding {
  purpose: typeof passkeyChallenges.$inferSelect.purpose;
  sessionId?: string;
  /** A token that only this browser, or this sign-in, has. */
  token?: string;
}

type ChallengeContext = Pick<PublicContext, 'db' | 'now'>;

/** 256 bits for a device to sign. Only their hash is stored. */
async function openChallenge(
  { db, now }: ChallengeContext,
  { purpose, sessionId, token }: ChallengeBinding,
): Promise<string> {
  const challenge = newToken();
  await db.insert(passkeyChallenges).values({
    challengeHash: hashToken(challenge),
    purpose,
    sessionId: sessionId ?? null,
    boundHash: token ? hashToken(token) : null,
    expiresAt: new Date(now().getTime() + CHALLENGE_LIFE),
  });
  return challenge;
}

/** Uses up a challenge, whatever the answer: of two answers, only one is checked. */
async function redeemChallenge(
  { db, now }: ChallengeContext,
  challenge: string,
  { purpose, sessionId, token }: ChallengeBinding,
): Promise<boolean> {
  const { sessionId: ofSession, boundHash, challengeHash, expiresAt } = passkeyChallenges;
  const usedChallenges = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sessionId ? eq(ofSession, sessionId) : isNull(ofSession),
        token ? eq(boundHash, hashToken(token)) : isNull(boundHash),
        alive(expiresAt, CHALLENGE_LIFE, now()),
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose });
  return usedChallenges.length === 1;
}

interface PasskeyOwner {
  id: number;
  cpf: string;
  name: string;
  email: string;
  type: typeof people.$inferSelect.type;
}

/** The key and its owner; undefined if the key is unknown or its owner may not sign in. */
export async function ownerOf(ctx: Pick<PublicContext, 'db'>, credentialId: string) {
  const [found] = await ctx.db
    .select({
      key: passkeys,
      owner: { id: people.id, cpf: people.cpf, name: people.name, email: people.email, type: people.type },
    })
    .from(passkeys)
    .innerJoin(people, eq(people.id, passkeys.personId))
    .where(and(eq(passkeys.credentialId, credentialId), eq(people.active, true)));
  return found;
}

/**
 * Verifies a use of a key and records it. Throws a Refusal if it is not valid. With `personId`, the key must belong to that
 * person.
 */
export async function verifyKey(
  ctx: PublicContext,
  chave: UsedPasskey,
  bound: ChallengeBinding,
  personId?: number,
): Promise<PasskeyOwner & { keyId: number }> {
  const found = await ownerOf(ctx, chave.id);
  if (!found || (personId !== undefined && found.owner.id !== personId)) throw wrongPasskey();
  const counter = await verifiedCounter(ctx, chave, found.key, bound);
  const copied = await ctx.db.transaction((tx) => writeUse(tx, ctx, found.owner, found.key.id, counter));
  if (copied)
    throw refused(
      'CHAVE_COPIADA',
      'Esta chave de acesso disse ter sido usada menos vezes do que já foi: pode haver uma cópia dela. Ela não foi aceita. Entre de outro jeito e retire-a em Minha conta.',
    );
  return { ...found.owner, keyId: found.key.id };
}

/** The row lock serialises two concurrent uses. Returns whether the counter went back, which is recorded as well. */
async function writeUse(tx: Tx, ctx: PublicContext, owner: PasskeyOwner, id: number, counter: number) {
  const [key] = await tx.select().from(passkeys).where(eq(passkeys.id, id)).for('update');
  if (!key) throw wrongPasskey();
  // Keys that are synced by a service do not count their uses.
  const copied = (key.counter > 0 || counter > 0) && counter <= key.counter;
  if (!copied) {
    await tx.update(passkeys).set({ counter, lastUsedAt: ctx.now() }).where(eq(passkeys.id, id));
    return false;
  }
  await mailPasskeyCopied(tx, ctx, owner, key.name);
  await audit(tx, ctx, {
    action: 'RECUSAR_CHAVE_COPIADA',
    entity: 'people',
    entityId: owner.id,
    personId: owner.id,
    after: { chave: key.name },
  });
  return true;
}
