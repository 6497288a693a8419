import { sizeExceededMessage } from './fileText.ts';
import type { Problem } from './problem.ts';

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
