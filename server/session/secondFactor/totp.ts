import { Secret, TOTP } from 'otpauth';

/** What every authenticator app can do: SHA-1, six digits, half a minute. */
const PERIOD = 30;
/** A clock may be one step off to either side, and a person slow. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code says; apps show the issuer and, below it, the label. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  totp(secret, { issuer, label }).toString();

/** The half minute that a code belongs to; `null` for one of no step near now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  // Another text of six characters may have more bytes, which the comparison throws over.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}

const totp = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });
