import type { RecordField, RecordFieldType } from '../../records/fields/recordField.ts';
import type { ImportSettings } from '../../records/routes/recordImport.ts';
import { formatPostalCode } from '../contact.ts';
import { formatDocument, isCnpj, isCpf } from '../documents.ts';
import { foldedText } from '../text.ts';
import type { SheetCell } from './cellText.ts';
import { isAmbiguousNumber, readDay, readNumber, serialDay, signOf, withZeros } from './cellText.ts';
import { onlyField } from './matchColumns.ts';

/** The value of a cell for a field in its wire form (`null`: the cell is empty), or why it cannot be used. */
export type ReadCell =
  | { value: string | number | boolean | null | Record<string, string>[] }
  | { problem: string };

/**
 * Reads a cell for a field. It never guesses: an ambiguous text is read according to the settings, and anything they do not
 * cover is rejected with a sentence that says what would help. Whether the value is valid is left to the record's own
 * validator.
 */
export function readCell(cell: SheetCell, field: RecordField, settings: ImportSettings): ReadCell {
  if (cell.text === '') return { value: null };
  return (READERS[field.tipo] ?? readText)(cell, field, settings);
}

type Reader = (cell: SheetCell, field: RecordField, settings: ImportSettings) => ReadCell;

/** '1,23457E+13' is what a spreadsheet made of a long code; its last digits are lost. */
const SHORTENED = /^\d[.,]?\d*E\+\d+$/i;

const readText: Reader = ({ text }) =>
  SHORTENED.test(text)
    ? {
        problem: `A planilha encurtou este código para "${text}". Formate a coluna como texto e digite-o de novo.`,
      }
    : { value: text };

const readCode: Reader = (cell, { tipo }, { completarZeros }) => {
  const plain = cell.text.replace(/[\s./-]/g, '');
  const filled = isComplete(plain, tipo) ? null : withZeros(plain, tipo);
  if (filled === null) return readText(cell, { tipo, titulo: '' }, { completarZeros } as ImportSettings);
  if (completarZeros) return { value: filled };
  const shown = tipo === 'CEP' ? formatPostalCode(filled) : formatDocument(filled);
  return { problem: `Faltam zeros à esquerda em "${cell.text}"? Com eles seria ${shown}.` };
};

const isComplete = (text: string, type: RecordFieldType): boolean =>
  type === 'CEP' ? text.length === 8 : isCpf(text) || isCnpj(text);

const readDecimal: Reader = ({ text, kind }, _field, { decimal }) => {
  // A number stored by the file itself is unambiguous.
  if (kind === 'number') return { value: text };
  const value = readNumber(text, decimal);
  if (value !== null) return { value };
  const other = signOf(text);
  return {
    problem:
      other !== null && other !== decimal
        ? `"${text}" usa ${other === 'PONTO' ? 'ponto' : 'vírgula'} como sinal decimal, e a planilha foi lida com ${
            decimal === 'PONTO' ? 'ponto' : 'vírgula'
          }.`
        : `"${text}" não é um número.`,
  };
};

const readInteger: Reader = (cell, field, settings) => {
  const read = readDecimal(cell, field, settings);
  if ('problem' in read) return read;
  const whole = String(read.value).replace(/\.0+$/, '');
  if (!/^-?\d{1,15}$/.test(whole)) return { problem: `"${cell.text}" não é um número inteiro.` };
  return { value: Number(whole) };
};

const readDate: Reader = ({ text }, _field, { datasSeriais }) => {
  const day = readDay(text);
  if (day !== null) return { value: day };
  const serial = serialDay(text);
  if (serial !== null && datasSeriais) return { value: serial };
  if (serial !== null)
    return {
      problem: `"${text}" é um dia contado pela planilha? Seria ${serial.split('-').reverse().join('/')}.`,
    };
  return { problem: `A data "${text}" não existe. Use DD/MM/AAAA.` };
};

const YES = new Set(['sim', 's', 'true', 'verdadeiro', 'v', '1', 'x', 'ativo', 'ativa', 'yes']);
const NO = new Set(['nao', 'n', 'false', 'falso', 'f', '0', 'inativo', 'inativa', 'no']);

const readCheck: Reader = ({ text }) => {
  const folded = foldedText(text);
  if (YES.has(folded)) return { value: true };
  if (NO.has(folded)) return { value: false };
  return { problem: `"${text}" não é sim nem não.` };
};

const readOption: Reader = ({ text }, { opcoes = [] }) => {
  const folded = foldedText(text);
  const found =
    opcoes.find(({ valor }) => valor === text) ??
    opcoes.find(({ valor, rotulo }) => foldedText(valor) === folded || foldedText(rotulo) === folded);
  if (found) return { value: found.valor };
  const known = opcoes.slice(0, 6).map(({ rotulo }) => rotulo);
  return {
    problem: `"${text}" não é uma das opções: ${known.join(', ')}${opcoes.length > 6 ? ' …' : '.'}`,
  };
};

/** Separators of several values in one cell, as an export writes them: 'A; B'. */
const SEPARATORS = /[;,|\n]/;

const readList: Reader = ({ text }, field) => {
  const only = onlyField(field);
  if (!only) return { problem: 'Uma célula não comporta esta lista.' };
  const parts = text.split(SEPARATORS).map((part) => part.trim());
  return { value: parts.filter((part) => part !== '').map((part) => ({ [only[0]]: part })) };
};

const READERS: Partial<Record<RecordFieldType, Reader>> = {
  CPF: readCode,
  CNPJ: readCode,
  DOCUMENTO: readCode,
  CEP: readCode,
  DECIMAL: readDecimal,
  DINHEIRO: readDecimal,
  PERCENTUAL: (cell, field, settings) =>
    readDecimal({ ...cell, text: cell.text.replace(/\s*%$/, '') }, field, settings),
  INTEIRO: readInteger,
  DATE: readDate,
  CHECKBOX: readCheck,
  SELECT: readOption,
  LISTA: readList,
};

/** Counts the ambiguous cells of a column, which the settings decide. */
export interface AmbiguityCounts {
  comma: number;
  point: number;
  eitherWay: number;
  lostZeros: number;
  serialDays: number;
}

export const NO_DOUBTS: AmbiguityCounts = { comma: 0, point: 0, eitherWay: 0, lostZeros: 0, serialDays: 0 };

/** Adds one cell to the counts. */
export function countAmbiguities(
  doubts: AmbiguityCounts,
  { text, kind }: SheetCell,
  { tipo }: RecordField,
): AmbiguityCounts {
  if (text === '') return doubts;
  if (NUMBERS.has(tipo)) {
    if (kind === 'number') return doubts;
    const sign = signOf(text);
    return {
      ...doubts,
      comma: doubts.comma + Number(sign === 'VIRGULA'),
      point: doubts.point + Number(sign === 'PONTO'),
      eitherWay: doubts.eitherWay + Number(isAmbiguousNumber(text)),
    };
  }
  if (tipo === 'DATE')
    return {
      ...doubts,
      serialDays: doubts.serialDays + Number(readDay(text) === null && serialDay(text) !== null),
    };
  const plain = text.replace(/[\s./-]/g, '');
  const lost = READERS[tipo] === readCode && !isComplete(plain, tipo) && withZeros(plain, tipo) !== null;
  return lost ? { ...doubts, lostZeros: doubts.lostZeros + 1 } : doubts;
}

const NUMBERS = new Set<RecordFieldType>(['DECIMAL', 'DINHEIRO', 'PERCENTUAL', 'INTEIRO']);
