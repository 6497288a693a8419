import { compareDecimals, type Decimal, isPositive, subtractDecimals, sumDecimals } from '../decimal.ts';
import type { FlowFacts } from '../flows/flowCondition.ts';
import type { Problem } from '../problem.ts';
import { formatQuantity } from '../quantity.ts';
import type { ReturnUnit } from '../tickets/returnUnits.ts';
import {
  type AnalysisInput,
  type AnalysisLineInput,
  type CheckInInput,
  type CheckInLineInput,
  lineProblems,
  type NamedLine,
  quantityFault,
  readQuantity,
} from './stepInput.ts';

/**
 * Categories for the quantity that is not authorised, with the labels of document 000 section 9, in the order of the screen.
 */
export const analysisCounters = [
  { key: 'fora_prazo', label: 'Fora do prazo' },
  { key: 'outra_marca', label: 'Outra marca' },
  { key: 'falta', label: 'Falta' },
  { key: 'avaria', label: 'Avaria' },
  { key: 'quebra_direta', label: 'Quebrado' },
] as const;
export type AnalysisCounter = (typeof analysisCounters)[number]['key'];

/** A line that has to be analysed. */
export interface AnalysisLine extends NamedLine {
  requested: Decimal;
  /** Whether base units may have decimals (`unitDivides`). */
  divides: boolean;
  /** The unit of the quantities; without it, base units. */
  unit?: ReturnUnit | undefined;
  /** Why nothing of it can be authorised; '' if something can. */
  barred: string;
}

interface AnalysisContext {
  lines: readonly AnalysisLine[];
}

/** The result for a line. */
export type AnalysedLine = Record<AnalysisCounter, Decimal> & {
  status: 'A' | 'N';
  autorizada: Decimal;
  motivoAnalise: string;
};

/**
 * docs/domain.md 3: no line stays under analysis; the authorised quantity and the counters add up to the requested quantity;
 * a reason is needed wherever anything was cut.
 */
export const analysisProblems = ({ linhas }: AnalysisInput, { lines }: AnalysisContext): Problem[] =>
  lineProblems({
    path: 'analise.linhas',
    known: lines,
    given: linhas,
    missing: 'Falta analisar',
    validate: (given, line) => [
      ...faultProblems(given, line),
      ...rightProblems(given, line),
      ...sumProblems(given, line),
      ...reasonProblems(given),
    ],
  });

const rightProblems = (given: AnalysisLineInput, { barred }: AnalysisLine) =>
  barred && isPositive(readQuantity(given.autorizada) ?? '0')
    ? [{ field: 'autorizada', message: barred }]
    : [];

/** The quantity that still has to be assigned, negative if too much was; `null` while a quantity cannot be read. */
export function unassignedQuantity(given: AnalysisLineInput, requested: Decimal): Decimal | null {
  const placed = quantitiesOf(given);
  return placed && subtractDecimals(requested, sumDecimals(placed));
}

/** Whether part of the line was not authorised. */
export const isCut = (given: AnalysisLineInput): boolean =>
  analysisCounters.some(({ key }) => isPositive(counterOf(given, key) ?? '0'));

/** Input for 'Aprovar como solicitado'. */
export const approvedAsRequested = ({ id, requested }: AnalysisLine): AnalysisLineInput => ({
  id,
  autorizada: requested,
});

/** The result of a line without problems: approved if any quantity is authorised. */
export function analysedLine(given: AnalysisLineInput): AnalysedLine {
  const autorizada = readQuantity(given.autorizada) ?? '0';
  return {
    status: isPositive(autorizada) ? 'A' : 'N',
    autorizada,
    fora_prazo: counterOf(given, 'fora_prazo') ?? '0',
    outra_marca: counterOf(given, 'outra_marca') ?? '0',
    falta: counterOf(given, 'falta') ?? '0',
    avaria: counterOf(given, 'avaria') ?? '0',
    quebra_direta: counterOf(given, 'quebra_direta') ?? '0',
    motivoAnalise: isCut(given) ? (given.motivoAnalise ?? '').trim() : '',
  };
}

/** The facts for flow conditions after the analysis, which also resets the check-in. */
export function analysisFacts({ linhas }: AnalysisInput): FlowFacts {
  const approved = linhas.filter((line) => analysedLine(line).status === 'A').length;
  return {
    linhas_em_analise: 0,
    linhas_aprovadas: approved,
    todas_linhas_negadas: linhas.length > 0 && approved === 0,
    divergencia: false,
  };
}

/** A counter that was not given counts as zero. */
const counterOf = (given: AnalysisLineInput, key: AnalysisCounter): Decimal | null =>
  readQuantity(given[key] === '' ? '0' : (given[key] ?? '0'));

function quantitiesOf(given: AnalysisLineInput): Decimal[] | null {
  const all = [readQuantity(given.autorizada), ...analysisCounters.map(({ key }) => counterOf(given, key))];
  return all.every((value) => value !== null) ? (all as Decimal[]) : null;
}

function faultProblems(given: AnalysisLineInput, { requested, divides, unit }: AnalysisLine): Problem[] {
  const of = { divides, all: requested, unit };
  const authorized = quantityFault(given.autorizada, of);
  return [
    ...(authorized ? [{ field: 'autorizada', message: `Autorizado: ${authorized}.` }] : []),
    ...analysisCounters.flatMap(({ key, label }) => {
      const fault = given[key] ? quantityFault(given[key], of) : '';
      return fault ? [{ field: key, message: `${label}: ${fault}.` }] : [];
    }),
  ];
}

function sumProblems(given: AnalysisLineInput, { requested, unit }: AnalysisLine): Problem[] {
  const rest = unassignedQuantity(given, requested);
  if (rest === null || compareDecimals(rest, '0') === 0) return [];
  return [{ field: 'autorizada', message: `${restText(rest, requested, unit?.unit)}.` }];
}

/** 'faltam 2 de 10 CX', 'passou 1 de 10 CX'; `rest` is not zero. */
export function restText(rest: Decimal, requested: Decimal, unit = ''): string {
  const over = subtractDecimals('0', rest);
  const [amount, one, many] = isPositive(rest) ? [rest, 'falta', 'faltam'] : [over, 'passou', 'passaram'];
  const verb = compareDecimals(amount, '2') < 0 ? one : many;
  return `${verb} ${formatQuantity(amount)} de ${formatQuantity(requested)} ${unit}`.trim();
}

const withUnit = (quantity: Decimal, unit: ReturnUnit | undefined) =>
  `${formatQuantity(quantity)} ${unit?.unit ?? ''}`.trim();

function reasonProblems(given: AnalysisLineInput): Problem[] {
  if (!isCut(given) || (given.motivoAnalise ?? '').trim()) return [];
  return [{ field: 'motivoAnalise', message: 'informe o motivo do que não foi autorizado.' }];
}

/** An approved line; only those come back. */
export interface CheckInLine extends NamedLine {
  authorized: Decimal;
  /** Whether base units may have decimals (`unitDivides`). */
  divides: boolean;
  unit?: ReturnUnit | undefined;
}

interface CheckInContext {
  lines: readonly CheckInLine[];
}

interface CheckedLine {
  recebida: Decimal;
  /** The note that is stored: that the goods arrived damaged, and the observation. */
  obs: string;
}

/** docs/domain.md 3: the received quantity of each line, never more than authorised; damage requires a photo. */
export const checkInProblems = ({ linhas }: CheckInInput, { lines }: CheckInContext): Problem[] =>
  lineProblems({
    path: 'conferencia.linhas',
    known: lines,
    given: linhas,
    missing: 'Falta conferir',
    validate: (given, line) => [...receivedProblems(given, line), ...photoProblems(given)],
  });

/** The quantity that did not arrive; `null` while the quantity cannot be read. */
export function missingQuantity(given: CheckInLineInput, authorized: Decimal): Decimal | null {
  const received = readQuantity(given.recebida);
  return received && subtractDecimals(authorized, received);
}

/** Input for a line that arrived completely, as authorised. */
export const receivedAsAuthorized = ({ id, authorized }: CheckInLine): CheckInLineInput => ({
  id,
  recebida: authorized,
});

export function checkedLine(given: CheckInLineInput): CheckedLine {
  const note = (given.obs ?? '').trim();
  return {
    recebida: readQuantity(given.recebida) ?? '0',
    obs: [given.avariada ? DAMAGED : '', note].filter(Boolean).join(' '),
  };
}

/** Start of the note of a line whose goods arrived damaged. */
const DAMAGED = 'Chegou avariado.';

/** Any difference between the authorised and the received quantity makes DIVERGENCIA available. */
export function checkInFacts({ linhas }: CheckInInput, { lines }: CheckInContext): FlowFacts {
  const received = new Map(linhas.map((line) => [line.id, checkedLine(line).recebida]));
  return {
    divergencia: lines.some(
      ({ id, authorized }) => compareDecimals(received.get(id) ?? '0', authorized) !== 0,
    ),
  };
}

function receivedProblems(
  { recebida }: CheckInLineInput,
  { authorized, divides, unit }: CheckInLine,
): Problem[] {
  const fault = quantityFault(recebida, { divides, all: authorized, unit });
  if (fault) return [{ field: 'recebida', message: `Recebido: ${fault}.` }];
  const received = readQuantity(recebida) ?? '0';
  if (compareDecimals(received, authorized) <= 0) return [];
  return [
    {
      field: 'recebida',
      message: `foram autorizados ${withUnit(authorized, unit)}: não registre mais do que isso.`,
    },
  ];
}

const photoProblems = ({ avariada, arquivos = [] }: CheckInLineInput): Problem[] =>
  avariada && arquivos.length === 0 ? [{ field: 'arquivos', message: 'anexe uma foto da avaria.' }] : [];
