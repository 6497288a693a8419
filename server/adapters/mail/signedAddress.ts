import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailKey } from '#contract/rules/contact.ts';

/** Number of hexadecimal digits of the seal in an address; lowercase letters survive every mail program. */
const SEAL = 24;

interface ReplyTarget {
  ticketId: number;
  seal: string;
  /** The address without the added tag. */
  base: string;
}

/** `atendimento+t123.<seal>@…`: accepts replies of this recipient about this ticket only. */
export function replyAddress(
  secret: string,
  { base, ticketId, recipient }: { base: string; ticketId: number; recipient: string },
): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+t${ticketId}.${replySeal(secret, ticketId, recipient)}${base.slice(at)}`;
}

/** The parts of an address of that form, whether or not its seal is valid; null for any other address. */
export function readReplyAddress(address: string): ReplyTarget | null {
  const found = /^(.{1,64})\+t(\d{1,9})\.([0-9a-f]{24})(@[^@]+)$/i.exec(mailKey(address));
  if (!found) return null;
  const [, local = '', ticketId, seal = '', domain = ''] = found;
  return { ticketId: Number(ticketId), seal, base: `${local}${domain}` };
}

/** Whether the address was made for this recipient. */
export const isReplyOf = (secret: string, { ticketId, seal }: ReplyTarget, recipient: string): boolean =>
  isSame(seal, replySeal(secret, ticketId, recipient));

/** A URL-safe token that unsubscribes an address without signing in. */
export const unsubscribeToken = (secret: string, address: string): string =>
  `${Buffer.from(mailKey(address)).toString('base64url')}~${signatureOf(secret, `descadastro:${mailKey(address)}`)}`;

/** The address that the token unsubscribes; null for a token that was not issued here. */
export function readUnsubscribeToken(secret: string, token: string): string | null {
  const [text = '', seal = ''] = token.split('~');
  const address = Buffer.from(text, 'base64url').toString();
  return isSame(seal, signatureOf(secret, `descadastro:${address}`)) ? address : null;
}

/** A URL-safe token that answers one survey without signing in. */
export const surveyToken = (secret: string, surveyId: number): string =>
  `${surveyId}~${signatureOf(secret, `pesquisa:${surveyId}`)}`;

/** The survey that the token answers; null for a token that was not issued here. */
export function readSurveyToken(secret: string, token: string): number | null {
  const [, id = '', seal = ''] = /^([1-9]\d{0,8})~([0-9a-f]+)$/.exec(token) ?? [];
  return id && isSame(seal, signatureOf(secret, `pesquisa:${id}`)) ? Number(id) : null;
}

const replySeal = (secret: string, ticketId: number, recipient: string) =>
  signatureOf(secret, `resposta:${ticketId}:${mailKey(recipient)}`);

const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex').slice(0, SEAL);

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
