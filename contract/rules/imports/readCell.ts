import type { RecordField, RecordFieldType } from '../../records/fields/recordField.ts';
import type { ImportSettings } from '../../records/routes/recordImport.ts';
import { formatPostalCode } from '../contact.ts';
import { formatDocument, isCnpj, isCpf } from '../documents.ts';
import { numberText } from '../format.ts';
import { foldedText } from '../text.ts';
import type { SheetCell } from './cellText.ts';
import {
  clockProblem,
  dayProblem,
  isAmbiguousNumber,
  isWrittenEmpty,
  readClock,
  readDay,
  readNumber,
  serialDay,
  signOf,
  withZeros,
} from './cellText.ts';
import { onlyField } from './matchColumns.ts';

/** The value of a cell for a field in its wire form (`null`: the cell is empty), or why it cannot be used. */
export type ReadCell =
  | { value: string | number | boolean | null | string[] | Record<string, string>[] }
  | { problem: string };

/**
 * Reads a cell for a field. It never guesses: an ambiguous text is read according to the settings, and anything they do not
 * cover is rejected with a sentence that says what would help. Whether the value is valid is left to the record's own
 * validator.
 */
export function readCell(cell: SheetCell, field: RecordField, settings: ImportSettings): ReadCell {
  if (cell.text === '' || (settings.vaziosEscritos && isWrittenEmpty(cell.text))) return { value: null };
  if (cell.kind === 'broken') return { problem: brokenProblem(cell.text) };
  return (READERS[field.tipo] ?? readText)(cell, field, settings);
}

const brokenProblem = (text: string): string =>
  text.startsWith('=')
    ? `A célula tem uma fórmula cujo resultado não está no arquivo. Abra a planilha, salve-a e envie de novo.`
    : `A célula mostra o erro "${text}" da planilha.`;

/**
 * The number that the file itself stores in a cell, in which nothing needs to be guessed; `undefined` for a text. What is
 * seen otherwise than it is stored is for people to decide.
 */
function storedNumber(
  { text, kind, value = '' }: SheetCell,
  { celulaDiferente }: ImportSettings,
  isPercentage = false,
): ReadCell | undefined {
  if (kind === 'number') return { value: text };
  if (kind === 'code') return { value };
  if (kind === 'percent') {
    const percent = readNumber(text.slice(0, -1), 'VIRGULA');
    if (isPercentage || celulaDiferente === 'VISTO') return { value: percent };
  } else if (kind !== 'differs') return undefined;
  if (celulaDiferente === 'VALOR') return { value };
  const seen = celulaDiferente === 'VISTO' ? readNumber(text, 'VIRGULA') : null;
  return seen === null ? { problem: differingProblem(text, value) } : { value: seen };
}

const differingProblem = (text: string, value: string): string =>
  `A célula mostra "${text}" e guarda ${numberText(value)}. Escolha em "Célula que mostra outro valor" qual dos dois vale.`;

type Reader = (cell: SheetCell, field: RecordField, settings: ImportSettings) => ReadCell;

/** Spreadsheets keep fifteen digits of a number. */
const TOO_LONG = /^\d{16,}$/;
/** '1,23457E+13' is what a spreadsheet made of a long code; its last digits are lost. */
const SHORTENED = /^\d[.,]?\d*E\+\d+$/i;

const readText: Reader = ({ text, kind, value = '' }, _field, { celulaDiferente }) => {
  if (kind === 'differs' && celulaDiferente !== 'VISTO')
    return celulaDiferente === 'VALOR' ? { value } : { problem: differingProblem(text, value) };
  if (SHORTENED.test(text) || (kind === 'number' && TOO_LONG.test(text)))
    return {
      problem: `A planilha encurtou este código para "${text}". Formate a coluna como texto e digite-o de novo.`,
    };
  return { value: text };
};

const readCode: Reader = (cell, field, settings) => {
  const { tipo } = field;
  const { completarZeros } = settings;
  const plain = cell.text.replace(/[\s./-]/g, '');
  const filled = isComplete(plain, tipo) ? null : withZeros(plain, tipo);
  if (filled === null) return readText(cell, field, settings);
  if (completarZeros) return { value: filled };
  const shown = tipo === 'CEP' ? formatPostalCode(filled) : formatDocument(filled);
  return { problem: `Faltam zeros à esquerda em "${cell.text}"? Com eles seria ${shown}.` };
};

const isComplete = (text: string, type: RecordFieldType): boolean =>
  type === 'CEP' ? text.length === 8 : isCpf(text) || isCnpj(text);

const readDecimal: Reader = (cell, { tipo }, settings) => {
  const stored = storedNumber(cell, settings, tipo === 'PERCENTUAL');
  if (stored) return stored;
  const { decimal } = settings;
  const text = tipo === 'PERCENTUAL' ? cell.text.replace(/\s*%$/, '') : cell.text;
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
  const integerText = String(read.value).replace(/\.0+$/, '');
  if (!/^-?\d{1,15}$/.test(integerText)) return { problem: `"${cell.text}" não é um número inteiro.` };
  return { value: Number(integerText) };
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
  return { problem: dayProblem(text) };
};

const readInstant: Reader = ({ text }) => {
  const instant = readClock(text);
  return instant === null ? { problem: clockProblem(text) } : { value: instant };
};

const YES = new Set(['sim', 's', 'true', 'verdadeiro', 'v', '1', 'x', 'ativo', 'ativa', 'yes']);
const NO = new Set(['nao', 'n', 'false', 'falso', 'f', '0', 'inativo', 'inativa', 'no']);

/** A number shown with zeros around it may mean the option or the sign that has none. */
const isOneOf = ({ text, value = text }: SheetCell, meant: (text: string) => boolean): boolean =>
  meant(text) || meant(value);

const readCheck: Reader = (cell) => {
  const { text } = cell;
  if (isOneOf(cell, (one) => YES.has(foldedText(one)))) return { value: true };
  if (isOneOf(cell, (one) => NO.has(foldedText(one)))) return { value: false };
  return { problem: `"${text}" não é sim nem não.` };
};

const readOption: Reader = (cell, { opcoes = [] }) => {
  const { text } = cell;
  const found =
    opcoes.find(({ valor }) => valor === text) ??
    opcoes.find(({ valor, rotulo }) =>
      isOneOf(cell, (one) => [valor, rotulo].map(foldedText).includes(foldedText(one))),
    );
  if (found) return { value: found.valor };
  const firstLabels = opcoes.slice(0, 6).map(({ rotulo }) => rotulo);
  return {
    problem: `"${text}" não é uma das opções: ${firstLabels.join(', ')}${opcoes.length > 6 ? ' …' : '.'}`,
  };
};

/** Labels may hold a comma themselves, so that a part is an option as a whole first. */
const readOptions: Reader = (cell, field, settings) => {
  const chosen = new Set<string>();
  for (const part of cell.text.split(/[;|\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const option = readOption({ text: part, kind: 'text' }, field, settings);
    const found =
      'value' in option
        ? [option]
        : part.split(',').map((text) => readOption({ text: text.trim(), kind: 'text' }, field, settings));
    for (const one of found) {
      if ('problem' in one) return one;
      chosen.add(String(one.value));
    }
  }
  return { value: [...chosen] };
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
  PERCENTUAL: readDecimal,
  INTEIRO: readInteger,
  DATE: readDate,
  INSTANTE: readInstant,
  CHECKBOX: readCheck,
  SELECT: readOption,
  RADIO: readOption,
  MULTISELECT: readOptions,
  LISTA: readList,
};

/** Counts the ambiguous cells of a column, which the settings decide. */
export interface AmbiguityCounts {
  comma: number;
  point: number;
  eitherWay: number;
  lostZeros: number;
  serialDays: number;
  /** Cells that show another number than they store, for fields in which both could be meant. */
  differing: number;
}

export const NO_DOUBTS: AmbiguityCounts = {
  comma: 0,
  point: 0,
  eitherWay: 0,
  lostZeros: 0,
  serialDays: 0,
  differing: 0,
};

/** Adds one cell to the counts. */
export function countAmbiguities(
  doubts: AmbiguityCounts,
  { text, kind }: SheetCell,
  { tipo }: RecordField,
): AmbiguityCounts {
  if (text === '') return doubts;
  if (kind === 'differs' || (kind === 'percent' && NUMBERS.has(tipo) && tipo !== 'PERCENTUAL'))
    return { ...doubts, differing: doubts.differing + 1 };
  if (NUMBERS.has(tipo)) {
    if (kind !== 'text') return doubts;
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
