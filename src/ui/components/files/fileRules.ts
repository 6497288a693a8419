import type { FileRef } from '#contract/config/platform.ts';
import { formatFileSize, sizeExceededMessage, tooManyFilesMessage } from '#contract/rules/files.ts';
import { listText } from '#contract/rules/text.ts';

/** A file as stored on the server. */
export type StoredFile = FileRef;

interface FileLimits {
  /** Extensions in lower case with their dot; '.jpg' also accepts '.jpeg'. */
  accept: readonly string[];
  maxCount: number;
  /** Maximum size of a single file, in bytes. */
  maxFileBytes?: number | undefined;
}

export interface Refusal {
  name: string;
  reason: string;
}

/** Splits dropped, pasted or chosen files into accepted ones and refused ones with their reasons. */
export const sortFiles = (files: readonly File[], present: number, limits: FileLimits) => {
  const accepted: File[] = [];
  const refused: Refusal[] = [];
  for (const file of files) {
    const reason = reasonAgainst(file, present + accepted.length, limits);
    if (reason) refused.push({ name: file.name, reason });
    else accepted.push(file);
  }
  return { accepted, refused };
};

const reasonAgainst = (file: File, count: number, { accept, maxCount, maxFileBytes }: FileLimits) => {
  if (!isAccepted(file.name, accept)) return `Formato não aceito. Envie ${listText(accept, 'ou')}.`;
  if (file.size === 0) return 'O arquivo está vazio.';
  if (maxFileBytes !== undefined && file.size > maxFileBytes)
    return `Tamanho máximo de arquivo é de ${formatFileSize(maxFileBytes).replace(' ', '')}`;
  return count >= maxCount ? tooManyFilesMessage(maxCount) : undefined;
};

const isAccepted = (name: string, accept: readonly string[]) => {
  const ending = name.slice(name.lastIndexOf('.')).toLowerCase();
  return name.includes('.') && accept.includes(ending === '.jpeg' ? '.jpg' : ending);
};

/** Uploads that are still going, or that stopped and were neither retried nor removed, and whether all are too large. */
export interface UploadStatus {
  going: number;
  stopped: number;
  exceeded: boolean;
}

/** Why chosen files cannot be sent along yet; `null` if nothing is in the way. */
export function uploadObstacle({ going, stopped, exceeded }: UploadStatus, maxBytes: number): string | null {
  if (exceeded) return sizeExceededMessage(maxBytes);
  if (going > 0) return going === 1 ? 'Aguarde o envio do arquivo.' : 'Aguarde o envio dos arquivos.';
  if (stopped > 1) return 'Há arquivos que não foram enviados. Tente de novo ou remova-os.';
  return stopped === 1 ? 'Um arquivo não foi enviado. Tente de novo ou remova-o.' : null;
}

/** The file input's attribute, which accepts .jpeg only if it is listed. */
export const acceptAttribute = (accept: readonly string[]) =>
  [...accept, ...(accept.includes('.jpg') ? ['.jpeg'] : [])].join(',');
