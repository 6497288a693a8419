import { compareDecimals, type Decimal, subtractDecimals } from '../decimal.ts';
import type { FlowFacts } from '../flows/flowCondition.ts';
import type { Problem } from '../problem.ts';
import { formatQuantity } from '../quantity.ts';
import type { CheckInInput, CheckInLineInput } from './stepInput.ts';
import { lineProblems, type NamedLine, quantityFault, readQuantity } from './stepLines.ts';

/** An approved line; only those come back. */
export interface CheckInLine extends NamedLine {
  authorized: Decimal;
  /** Whether quantities may have decimals (`unitDivides`). */
  divides: boolean;
}

export interface CheckInContext {
  lines: readonly CheckInLine[];
}

export interface CheckedLine {
  recebida: Decimal;
  /** The note that is stored: that the goods arrived damaged, and the observation. */
  obs: string;
}

/** DOMAIN section 3: the received quantity of each line, never more than authorised; damage requires a photo. */
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

function receivedProblems({ recebida }: CheckInLineInput, { authorized, divides }: CheckInLine): Problem[] {
  const fault = quantityFault(recebida, { divides, all: authorized });
  if (fault) return [{ field: 'recebida', message: `Recebido: ${fault}.` }];
  const received = readQuantity(recebida) ?? '0';
  if (compareDecimals(received, authorized) <= 0) return [];
  return [
    {
      field: 'recebida',
      message: `foram autorizados ${formatQuantity(authorized)}: não registre mais do que isso.`,
    },
  ];
}

const photoProblems = ({ avariada, arquivos = [] }: CheckInLineInput): Problem[] =>
  avariada && arquivos.length === 0 ? [{ field: 'arquivos', message: 'anexe uma foto da avaria.' }] : [];
