import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import type { FlowFacts } from '../../../contract/rules/flows/flowCondition.ts';
import { isAccessKey, normalizeAccessKey } from '../../../contract/rules/nfe/accessKey.ts';
import { plainText } from '../../plainText.ts';

/** What a search text (`termo`) means. */
export type Term =
  /** A ticket, or an invoice with that number. */
  | { kind: 'NUMBER'; number: number }
  | { kind: 'ACCESS_KEY'; key: string }
  | { kind: 'DOCUMENT'; document: string }
  /** Too short for a search inside of words: names with words that begin so. */
  | { kind: 'BEGINNINGS'; words: string[] }
  /** All of them, in any order, in the customer's names or in the subject. */
  | { kind: 'WORDS'; words: string[] };

const MOST_WORDS = 8;
/** The trigram index finds three letters and more. */
export const INDEXED_LETTERS = 3;

/** Reads a search text as people type or paste it: masks, blanks and a leading # are ignored. */
export function readTerm(text: string): Term | null {
  const trimmed = plainText(text).trim().replace(/^#/, '');
  if (!trimmed) return null;
  const plain = normalizeDocument(trimmed);
  if (isAccessKey(trimmed)) return { kind: 'ACCESS_KEY', key: normalizeAccessKey(trimmed) };
  if (documentKind(trimmed)) return { kind: 'DOCUMENT', document: plain };
  if (/^[\d.]+$/.test(trimmed) && /^\d{1,9}$/.test(plain)) return { kind: 'NUMBER', number: Number(plain) };
  const words = trimmed.split(/\s+/).slice(0, MOST_WORDS);
  return { kind: words.every((word) => word.length < INDEXED_LETTERS) ? 'BEGINNINGS' : 'WORDS', words };
}

/** A line as far as the flow asks about it. */
export interface FactLine {
  status: 'AN' | 'A' | 'N';
  authorized: string;
  /** Counted at the check-in, otherwise `null`. */
  checked: string | null;
}

/** How many lines somebody has approved or denied. */
export const judgedLines = (lines: readonly Pick<FactLine, 'status'>[]): number =>
  lines.filter(({ status }) => status !== 'AN').length;

interface FactTicket {
  typeKey: string;
  finalConsumer: boolean;
  /** State registration (IE) of the customer: a number, `ISENTO`, or nothing. */
  stateRegistration: string;
  document: string;
  /** Logistics answered that it does not accept the delay; until then nobody has refused. */
  logisticsRefused: boolean;
}

/** What the conditions of a flow may ask about a ticket (contract/catalogs/flowFact.ts). */
export function flowFactsOf(ticket: FactTicket, lines: readonly FactLine[]): FlowFacts {
  const withStatus = (status: FactLine['status']) => lines.filter((line) => line.status === status).length;
  return {
    linhas_em_analise: withStatus('AN'),
    linhas_aprovadas: withStatus('A'),
    todas_linhas_negadas: lines.length > 0 && withStatus('N') === lines.length,
    contribuinte_icms: paysIcms(ticket),
    divergencia: lines.some(
      ({ checked, authorized }) => checked !== null && Number(checked) !== Number(authorized),
    ),
    logistica_recusou: ticket.logisticsRefused,
    consumidor_final: ticket.finalConsumer,
    tem_itens: lines.length > 0,
    tipo: ticket.typeKey,
  };
}

/** Companies with a state registration; persons and exempt companies do not pay. */
const paysIcms = ({ document, stateRegistration }: FactTicket): boolean =>
  document.length === 14 && /\d/.test(stateRegistration);
