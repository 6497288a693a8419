import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/client.ts';
import { installationSecret } from '../session/installationSecret.ts';

/** What a signature permits: bound to the connection, the channel and the session that asked for it. */
interface Claim {
  socketId: string;
  channel: string;
  sessionId: string;
  channelData: string | undefined;
}

export interface ChannelSigner {
  /** Public: identifies this installation, as WS_KEY and in the socket address. */
  key: string;
  sign: (claim: Claim) => string;
  /** The session that the signature was made for; `null` for any other text. */
  sessionOf: (auth: string, claim: Omit<Claim, 'sessionId'>) => string | null;
}

const known = new WeakMap<Db, Promise<ChannelSigner>>();

/** The same in every process, since everything derives from the installation's secret, which never changes. */
export function channelSigner(db: Db): Promise<ChannelSigner> {
  let signer = known.get(db);
  if (!signer) {
    signer = installationSecret(db).then(signerOf);
    signer.catch(() => known.delete(db));
    known.set(db, signer);
  }
  return signer;
}

/**
 * The session id is appended to the signature, which is opaque to clients. So a subscription ends with the session that asked
 * for it, whichever process holds the connection.
 */
export function signerOf(secret: string): ChannelSigner {
  const key = hmac(secret, 'tempo-real:chave').slice(0, 20);
  const signingKey = hmac(secret, 'tempo-real:assinatura');
  const signature = ({ socketId, channel, sessionId, channelData }: Claim) =>
    hmac(signingKey, [socketId, channel, sessionId, channelData ?? ''].join(':'));
  return {
    key,
    sign: (claim) => `${key}:${signature(claim)}${claim.sessionId.replaceAll('-', '')}`,
    sessionOf(auth, claim) {
      const given = /^([0-9a-f]{20}):([0-9a-f]{64})([0-9a-f]{32})$/.exec(auth);
      if (!given || given[1] !== key) return null;
      const sessionId = uuidOf(given[3] ?? '');
      const expected = signature({ ...claim, sessionId });
      return timingSafeEqual(Buffer.from(expected), Buffer.from(given[2] ?? '')) ? sessionId : null;
    },
  };
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
