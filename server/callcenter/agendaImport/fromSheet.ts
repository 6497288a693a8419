import { Readable } from 'node:stream';
import type { AgendaCheckBody } from '../../../contract/callcenter/agendaShapes.ts';
import type { AgendaImportKey } from '../../../contract/records/agendaImportTypes.ts';
import type { RecordImport } from '../../../contract/records/recordImport.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { tryFile, writeTried } from '../../records/import/commands.ts';
import { keepUpload } from '../../storedFiles.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** A sheet that was sent, or lines within the call, which become a file as well: matched and tried, nothing written. */
export async function checkAgendas(
  ctx: Context,
  key: AgendaImportKey,
  { arquivo, linhas = [] }: AgendaCheckBody,
): Promise<RecordImport> {
  if (!arquivo && linhas.length === 0) throw invalid({ arquivo: 'Envie uma planilha ou as linhas.' });
  const { id } = arquivo ?? (await fileOf(ctx, linhas));
  return tryFile(ctx, key, id);
}

const fileOf = (ctx: Context, lines: readonly object[]) =>
  keepUpload(
    ctx,
    {
      name: 'agendas.ndjson',
      content: Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))),
    },
    MOST_BYTES,
    ['.ndjson'],
  );

export const importAgendas = (ctx: Context, key: AgendaImportKey, id: string): Promise<RecordImport> =>
  writeTried(ctx, key, id);
