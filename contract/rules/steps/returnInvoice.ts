import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  isPositive,
  parseBrazilianDecimal,
  parseDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatMoney } from '../format.ts';
import { isAccessKey, NFE_MODEL, normalizeAccessKey, parseAccessKey } from '../nfe/accessKey.ts';
import type { Problem } from '../problem.ts';
import type { ReturnInvoiceInput } from './stepInput.ts';

/** What the attached XML states, as far as it could be read. */
export interface InvoiceXml {
  chave: string | null;
  total: Decimal | null;
}

export interface ReturnInvoiceContext {
  /** Total of the mirror. */
  mirrorTotal: Decimal;
  /** The parameter toleranciaEspelho. */
  tolerance: Decimal;
  /** Whether the person has TICKETS_LIBERAR_NOTA. */
  mayRelease: boolean;
  /** Whether another ticket already uses the key; only the server knows. */
  keyTaken?: boolean;
  /** The key submitted earlier for this ticket together with its proof. */
  provenKey?: string | null;
  /** Read from the attached XML by the server. */
  xml?: InvoiceXml | null;
}

/** Largest amount that can be stored: eleven digits before the decimal point. */
const MAX_TOTAL: Decimal = '99999999999.99';

/** docs/domain.md 3: key, amount and proof of the invoice with which the goods come back. */
export const returnInvoiceProblems = (input: ReturnInvoiceInput, context: ReturnInvoiceContext): Problem[] =>
  [...keyProblems(input, context), ...totalProblems(input, context), ...proofProblems(input, context)].map(
    ({ field, message }) => ({ field: `notaDevolucao.${field}`, message }),
  );

/** Parses the amount of a return invoice in reais and cents: '1234.56', or as a person types it. */
export function readTotal(text: string): Decimal | null {
  const value = parseDecimal(text.trim()) ?? parseBrazilianDecimal(text);
  if (value === null || !isPositive(value) || decimalPlaces(value) > 2) return null;
  return compareDecimals(value, MAX_TOTAL) > 0 ? null : value;
}

export interface MirrorComparison {
  /** The invoice minus the mirror; negative if the invoice is smaller. */
  difference: Decimal;
  within: boolean;
}

export function compareWithMirror(
  total: Decimal,
  { mirrorTotal, tolerance }: Pick<ReturnInvoiceContext, 'mirrorTotal' | 'tolerance'>,
): MirrorComparison {
  const difference = subtractDecimals(total, mirrorTotal);
  const size = isPositive(difference) ? difference : subtractDecimals('0', difference);
  return { difference, within: compareDecimals(size, tolerance) <= 0 };
}

/** What is wrong with a key on its own; '' if nothing is. */
export function returnKeyFault(text: string): string {
  const key = normalizeAccessKey(text);
  if (key === '') return 'Informe a chave de acesso da nota de devolução.';
  if (key.length !== 44) return `A chave tem 44 caracteres; aqui há ${key.length}.`;
  if (!isAccessKey(key)) return 'Esta chave não confere. Confira se foi digitada por inteiro e sem trocas.';
  return parseAccessKey(key)?.model === NFE_MODEL
    ? ''
    : 'A nota de devolução precisa ser uma NF-e (modelo 55).';
}

export const KEY_TAKEN = 'Esta chave já está em outro ticket.';

function keyProblems({ chave }: ReturnInvoiceInput, { keyTaken, xml }: ReturnInvoiceContext): Problem[] {
  const fault = returnKeyFault(chave);
  if (fault) return [{ field: 'chave', message: fault }];
  if (keyTaken) return [{ field: 'chave', message: KEY_TAKEN }];
  const differs = xml?.chave && xml.chave !== normalizeAccessKey(chave);
  return differs ? [{ field: 'chave', message: 'A chave é diferente da que está no XML anexado.' }] : [];
}

function totalProblems(input: ReturnInvoiceInput, context: ReturnInvoiceContext): Problem[] {
  const total = readTotal(input.total);
  if (total === null)
    return [
      { field: 'total', message: 'Informe o valor total da nota em reais, com até duas casas decimais.' },
    ];
  const xmlTotal = context.xml?.total;
  if (xmlTotal && compareDecimals(xmlTotal, total) !== 0)
    return [
      { field: 'total', message: `O XML anexado diz ${formatMoney(xmlTotal, 2)}. Corrija o valor total.` },
    ];
  return compareWithMirror(total, context).within ? [] : releaseProblems(input, context, total);
}

/** A difference beyond the tolerance is accepted only with a reason given by someone entitled to release it. */
function releaseProblems(
  { liberacao }: ReturnInvoiceInput,
  { mirrorTotal, tolerance, mayRelease }: ReturnInvoiceContext,
  total: Decimal,
): Problem[] {
  if (!liberacao || !mayRelease) {
    const message =
      `O valor da nota (${formatMoney(total, 2)}) difere do espelho (${formatMoney(mirrorTotal, 2)}) ` +
      `em mais de ${formatMoney(tolerance, 2)}.`;
    const way = mayRelease ? ' Libere a diferença com um motivo.' : ' Peça a um supervisor que a libere.';
    return [{ field: 'total', message: message + way }];
  }
  return liberacao.motivo.trim()
    ? []
    : [{ field: 'liberacao.motivo', message: 'Informe por que a diferença foi liberada.' }];
}

/** Among the attachments there must be the invoice itself. */
const isProof = (mime: string) => mime === 'application/pdf' || isXml(mime);
export const isXml = (mime: string): boolean => mime === 'application/xml' || mime === 'text/xml';

function proofProblems(
  { chave, arquivos = [] }: ReturnInvoiceInput,
  { provenKey, xml }: ReturnInvoiceContext,
): Problem[] {
  if (xml && xml.chave === null && xml.total === null)
    return [{ field: 'arquivos', message: 'O XML anexado não é de uma NF-e.' }];
  const proven = provenKey === normalizeAccessKey(chave) || arquivos.some(({ mime }) => isProof(mime));
  return proven ? [] : [{ field: 'arquivos', message: 'Anexe o PDF ou o XML da nota de devolução.' }];
}
