import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Destination } from '../../../contract/rules/freight/destination.ts';
import type { Executor } from '../../db/client.ts';
import { refused } from '../../errors.ts';
import { installationSecret } from '../../session/installationSecret.ts';

/** What a carrier asked for a quote, as this server told it. */
export interface SealedOffer {
  kind: 'OFERTA';
  /** Of what it was asked for (fingerprintOf). */
  print: string;
  carrierId: number;
  carrier: string;
  number: string;
  asked: string;
  days: number;
  forecast: string | null;
  place: string;
  destination: Destination;
}

/** That carriers were asked for a quote before somebody gives a freight by hand. */
export interface SealedManual {
  kind: 'MANUAL';
  print: string;
  number: string;
  /** The least that any of them asked; `null` when none gave a price. */
  floor: string | null;
  place: string;
  destination: Destination;
}

export type Sealed = SealedOffer | SealedManual;

/** Prices of this hour: later carriers are asked anew. */
const HOLDS_MS = 60 * 60 * 1000;

/**
 * Seals what was offered, so that whoever chooses it can bring it back but not change it: the price of a freight is
 * never taken from a browser.
 */
export async function freightSealer(db: Executor, now: Date): Promise<(sealed: Sealed) => string> {
  const secret = await installationSecret(db);
  const until = now.getTime() + HOLDS_MS;
  return (sealed) => {
    const text = Buffer.from(JSON.stringify({ ...sealed, until })).toString('base64url');
    return `${text}.${markOf(secret, text)}`;
  };
}

/** What was sealed here, and still holds. */
export async function openSeal(db: Executor, seal: string, now: Date): Promise<Sealed> {
  const [text = '', mark = ''] = seal.split('.');
  const given = Buffer.from(mark);
  const expected = Buffer.from(markOf(await installationSecret(db), text));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw refused(
      'FRETE_DESCONHECIDO',
      'Este frete não foi calculado aqui. Calcule o frete e escolha uma oferta.',
    );
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Sealed & { until: number };
  if (read.until < now.getTime())
    throw refused('FRETE_VENCIDO', 'O cálculo do frete tem mais de uma hora. Calcule de novo.');
  return read;
}

const markOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`frete:${text}`).digest('base64url');
