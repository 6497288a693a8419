import { divideDecimals } from './decimal.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './problem.ts';

const BYTES_PER_MB = 1_048_576;
/** Characters of an attachment's name that the history shows (document 000, section 9). */
const SHOWN_NAME_LENGTH = 23;

export const megabytesToBytes = (megabytes: number): number => Math.round(megabytes * BYTES_PER_MB);

/** '25 MB', '1,4 MB'; at least '0,1 MB' for a file that is not empty. */
export function formatFileSize(bytes: number): string {
  const tenths = divideDecimals(String(Math.max(0, Math.round(bytes))), String(BYTES_PER_MB), 1);
  const shown = bytes > 0 && tenths === '0' ? '0.1' : tenths;
  return `${formatNumber(shown, shown.includes('.') ? 1 : 0)} MB`;
}

/** Keeps the end, where the ending of the name stands. */
export const shortenFileName = (name: string): string => [...name].slice(-SHOWN_NAME_LENGTH).join('');

/** The text under the size bar once the sum is above the maximum (document 000, section 5). */
export const sizeExceededMessage = (maxBytes: number): string =>
  `Atenção: Você excedeu o limite de ${formatFileSize(maxBytes)}`;

/** Files of one attachment dialog (document 000, sections 5 and 9). */
export const MAX_FILES_PER_DIALOG = 6;

interface SizedFile {
  tamanho: number;
}

/** Bytes of all files together. */
export const totalBytes = (files: readonly SizedFile[]): number =>
  files.reduce((sum, { tamanho }) => sum + tamanho, 0);

/** The limit of one dialog. */
export const fileCountProblems = (field: string, files: readonly SizedFile[]): Problem[] =>
  files.length > MAX_FILES_PER_DIALOG
    ? [{ field, message: `É possível anexar no máximo ${MAX_FILES_PER_DIALOG} arquivos.` }]
    : [];

/** The limit of the whole ticket; `maxBytes` is the parameter GERAL_LIMITE_TAMANHO_MAXIMO_ARQUIVOS in bytes. */
export const totalSizeProblems = (field: string, files: readonly SizedFile[], maxBytes: number): Problem[] =>
  totalBytes(files) > maxBytes ? [{ field, message: sizeExceededMessage(maxBytes) }] : [];

/** Spreadsheets that lists can be taken out as. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
