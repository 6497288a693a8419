import { type NfeOutcome, nfeOutcome } from '../../../contract/catalogs/nfeOutcome.ts';
import type { NfeImport } from '../../../contract/config/nfeImports.ts';
import { formatCount } from '../../../contract/rules/format.ts';

/** As the wire has it. */
export type ImportView = Pick<NfeImport, Exclude<keyof NfeImport, 'contagem'>> & {
  contagem: readonly { resultado: NfeOutcome; quantidade: number }[];
};

export const isRunning = ({ situacao }: Pick<ImportView, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';

/** What was sent, in a few words: the file, or how many. */
export function sentText({ arquivos, emitente }: Pick<ImportView, 'arquivos' | 'emitente'>): string {
  if (emitente) return `Notas guardadas de ${emitente}`;
  const [only, ...more] = arquivos;
  return only && more.length === 0 ? only : formatCount(arquivos.length, 'arquivo', 'arquivos');
}

/** How it ended, or how far it is. */
export function stateText({ situacao, processados, total, falha }: ImportView): string {
  if (situacao === 'NA_FILA') return 'Na fila';
  if (situacao === 'EXECUTANDO') return `${processados} de ${total ?? '…'}`;
  if (situacao === 'CANCELADO') return `Parada depois de ${processados} de ${total ?? 0}`;
  if (situacao === 'FALHOU') return falha || 'Interrompida';
  return formatCount(processados, 'arquivo lido', 'arquivos lidos');
}

/** In the order of the catalogue. */
export const countsOf = ({ contagem }: ImportView) =>
  nfeOutcome.flatMap((row) => {
    const quantidade = contagem.find(({ resultado }) => resultado === row.value)?.quantidade ?? 0;
    return quantidade > 0 ? [{ row, quantidade }] : [];
  });
