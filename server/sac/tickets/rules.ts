import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import type { FlowFacts } from '../../../contract/rules/flows/flowCondition.ts';
import { isAccessKey, normalizeAccessKey } from '../../../contract/rules/nfe/accessKey.ts';
import { plainText } from '../../text/plainText.ts';

/** The interpretation of a search text (`termo`). */
export type Term =
  /** A ticket with that number, or an invoice with it. */
  | { kind: 'NUMBER'; number: number }
  | { kind: 'ACCESS_KEY'; key: string }
  | { kind: 'DOCUMENT'; document: string }
  /** Words too short for a substring search: matches names that contain words starting with them. */
  | { kind: 'BEGINNINGS'; words: string[] }
  /** All the words, in any order, in the customer's names or in the subject. */
  | { kind: 'WORDS'; words: string[] };

const MAX_WORDS = 8;
/** The trigram index needs at least three letters. */
export const INDEXED_LETTERS = 3;

/** Parses a search text as people type or paste it: masks, blanks and a leading # are ignored. */
export function readTerm(text: string): Term | null {
  const trimmed = plainText(text).trim().replace(/^#/, '');
  if (!trimmed) return null;
  const plain = normalizeDocument(trimmed);
  if (isAccessKey(trimmed)) return { kind: 'ACCESS_KEY', key: normalizeAccessKey(trimmed) };
  if (documentKind(trimmed)) return { kind: 'DOCUMENT', document: plain };
  if (/^[\d.]+$/.test(trimmed) && /^\d{1,9}$/.test(plain)) return { kind: 'NUMBER', number: Number(plain) };
  const words = trimmed.split(/\s+/).slice(0, MAX_WORDS);
  return { kind: words.every((word) => word.length < INDEXED_LETTERS) ? 'BEGINNINGS' : 'WORDS', words };
}

/** The part of a line that the flow's conditions look at. */
export interface FactLine {
  status: 'AN' | 'A' | 'N';
  authorized: string;
  /** The quantity counted at the check-in; otherwise `null`. */
  checked: string | null;
}

/** The number of lines that have been approved or denied. */
export const validatedLines = (lines: readonly Pick<FactLine, 'status'>[]): number =>
  lines.filter(({ status }) => status !== 'AN').length;

interface FactTicket {
  typeKey: string;
  finalConsumer: boolean;
  /** The customer's state registration (IE): a number, `ISENTO`, or empty. */
  stateRegistration: string;
  document: string;
  /** Logistics answered that it does not accept the delay; false while it has not answered. */
  logisticsRefused: boolean;
}

/** The facts about a ticket that a flow's conditions can use (contract/rules/flows/flowCondition.ts). */
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

/** Companies with a state registration pay ICMS; persons and exempt companies do not. */
const paysIcms = ({ document, stateRegistration }: FactTicket): boolean =>
  document.length === 14 && /\d/.test(stateRegistration);
