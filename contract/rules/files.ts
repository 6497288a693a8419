import { divideDecimals } from './decimal.ts';
import { formatNumber } from './format.ts';
import type { Problem } from './problem.ts';

const BYTES_PER_MB = 1_048_576;
/** Number of characters of an attachment's name shown in the history (document 000, section 9). */
const SHOWN_NAME_LENGTH = 23;

export const megabytesToBytes = (megabytes: number): number => Math.round(megabytes * BYTES_PER_MB);

/** '25 MB', '1,4 MB'; at least '0,1 MB' for a file that is not empty. */
export function formatFileSize(bytes: number): string {
  const tenths = divideDecimals(String(Math.max(0, Math.round(bytes))), String(BYTES_PER_MB), 1);
  const shown = bytes > 0 && tenths === '0' ? '0.1' : tenths;
  return `${formatNumber(shown, shown.includes('.') ? 1 : 0)} MB`;
}

/** Keeps the end of the name, which contains the file extension. */
export const shortenFileName = (name: string): string => [...name].slice(-SHOWN_NAME_LENGTH).join('');

/** The text below the size bar when the total exceeds the maximum (document 000, section 5). */
export const sizeExceededMessage = (maxBytes: number): string =>
  `Atenção: Você excedeu o limite de ${formatFileSize(maxBytes)}`;

export const tooManyFilesMessage = (most: number): string => `É possível anexar no máximo ${most} arquivos.`;

/** Maximum number of files in one attachment dialog (document 000, sections 5 and 9). */
export const MAX_FILES_PER_DIALOG = 6;

interface SizedFile {
  tamanho: number;
}

/** Total size of all files in bytes. */
export const totalBytes = (files: readonly SizedFile[]): number =>
  files.reduce((sum, { tamanho }) => sum + tamanho, 0);

/** Checks the limit of one dialog. */
export const fileCountProblems = (field: string, files: readonly SizedFile[]): Problem[] =>
  files.length > MAX_FILES_PER_DIALOG ? [{ field, message: tooManyFilesMessage(MAX_FILES_PER_DIALOG) }] : [];

/** Checks the limit of the whole ticket; `maxBytes` is the parameter GERAL_LIMITE_TAMANHO_MAXIMO_ARQUIVOS in bytes. */
export const totalSizeProblems = (field: string, files: readonly SizedFile[], maxBytes: number): Problem[] =>
  totalBytes(files) > maxBytes ? [{ field, message: sizeExceededMessage(maxBytes) }] : [];

/** Spreadsheet formats in which lists can be exported. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
