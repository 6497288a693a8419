import type { MadePasskey, UsedPasskey } from '../../../contract/session/passkeys.ts';
import type { PublicContext } from '../../context.ts';
import type { passkeys } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { hashToken } from '../tokens.ts';
import { type Bound, openChallenge, redeemChallenge } from './challenges.ts';

type StoredPasskey = typeof passkeys.$inferSelect;
type Ctx = Pick<PublicContext, 'db' | 'now' | 'settings' | 'log'>;
type WebAuthn = typeof import('@simplewebauthn/server');
type Transports = NonNullable<Parameters<WebAuthn['generateRegistrationOptions']>[0]['excludeCredentials']>;

/** With the first key: what judges certificates of devices is much to read at each start. */
const webauthn = (): Promise<WebAuthn> => import('@simplewebauthn/server');

/** Keys belong to the name that people type: what looks like it elsewhere gets no signature that counts here. */
const rpOf = ({ settings }: Pick<Ctx, 'settings'>) => {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { rpID: hostname, origin };
};

const descriptors = (keys: readonly StoredPasskey[]): Transports =>
  keys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** The device must know its owner (finger, face, PIN): a key is taken without a password. */
export async function creationOptions(
  ctx: Ctx,
  person: { id: number; name: string; company: string },
  existing: readonly StoredPasskey[],
  bound: Bound,
) {
  const { generateRegistrationOptions } = await webauthn();
  const opcoes = await generateRegistrationOptions({
    rpName: person.company,
    rpID: rpOf(ctx).rpID,
    userName: person.name,
    userDisplayName: person.name,
    // Says nothing of the person, and is the same for all of their keys.
    userID: new Uint8Array(Buffer.from(hashToken(`balcao:${person.id}`), 'hex')),
    challenge: new Uint8Array(Buffer.from(await openChallenge(ctx, bound), 'base64url')),
    excludeCredentials: descriptors(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
  });
  return { opcoes: { ...opcoes } };
}

export async function requestOptions(ctx: Ctx, allowed: readonly StoredPasskey[] | null, bound: Bound) {
  const { generateAuthenticationOptions } = await webauthn();
  const opcoes = await generateAuthenticationOptions({
    rpID: rpOf(ctx).rpID,
    challenge: new Uint8Array(Buffer.from(await openChallenge(ctx, bound), 'base64url')),
    userVerification: 'required',
    ...(allowed && { allowCredentials: descriptors(allowed) }),
  });
  return { opcoes: { ...opcoes } };
}

/** What is kept of a key that was just made; throws a Refusal where anything about it is not right. */
export async function judgedCreation(ctx: Ctx, { id, transports, ...response }: MadePasskey, bound: Bound) {
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
 * How often the key says that it was used. It is judged apart from the signature (`counted`): a copied key is told from a
 * wrong one.
 */
export async function judgedUse(
  ctx: Ctx,
  { id, ...response }: UsedPasskey,
  key: StoredPasskey,
  bound: Bound,
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
