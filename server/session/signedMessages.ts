import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** A message as the convention Standard Webhooks signs it; `timestamp` in seconds. */
interface Message {
  id: string;
  timestamp: string;
  body: string;
}

const signatureOf = (secret: string, { id, timestamp, body }: Message): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

/** The headers that identify a message and prove who sent it. Each attempt is signed again. */
export function signedHeaders(
  { id, body, secrets }: { id: string; body: string; secrets: readonly string[] },
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, { id, timestamp, body })).join(' '),
  };
}

/** How far the sender's clock may be from ours, in milliseconds. */
export const SIGNATURE_TOLERANCE = 5 * 60_000;

/** The moment of a message that is neither old nor from the future; `null` for any other. */
export function freshMoment(timestamp: string, now: Date): Date | null {
  if (!/^\d{1,11}$/.test(timestamp)) return null;
  const sent = new Date(Number(timestamp) * 1000);
  return Math.abs(now.getTime() - sent.getTime()) <= SIGNATURE_TOLERANCE ? sent : null;
}

/** Whether one of the signatures is that of the secret; a sender that changes its secret signs with both. */
export function isSigned(secret: string, message: Message, signatures: string): boolean {
  const expected = Buffer.from(signatureOf(secret, message));
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
