import { Readable } from 'node:stream';
import type {
  AgendaCheckBody,
  ExternalAgendasBody,
  ExternalAgendasResult,
} from '#contract/callcenter/agendas/agendaShapes.ts';
import type { AgendaImportKey } from '#contract/records/routes/imports.ts';
import type { RecordImport } from '#contract/records/routes/recordImport.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { markImport } from '../../feed/writeFeed.ts';
import { tryFile, writeTried } from '../../records/import/commands.ts';
import type { RowResult } from '../../records/write/pendingRow.ts';
import { keepUpload } from '../../storedFiles.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { saveAgendas } from './agendaTarget.ts';

export { writeAgendas } from './agendaTarget.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Checks an uploaded sheet, or lines in the request, which are turned into a file too. They are matched and tried, but
 * nothing is written.
 */
export async function checkAgendas(
  ctx: Context,
  key: AgendaImportKey,
  { arquivo, linhas = [], confirmar }: AgendaCheckBody,
): Promise<RecordImport> {
  if (!arquivo && linhas.length === 0) throw invalid({ arquivo: 'Envie uma planilha ou as linhas.' });
  const { id } = arquivo ?? (await fileOf(ctx, linhas));
  return tryFile(ctx, key, id, confirmar?.trim() ? { confirmarContatos: confirmar } : {});
}

const fileOf = (ctx: Context, lines: readonly object[]) =>
  keepUpload(
    ctx,
    {
      name: 'agendas.ndjson',
      content: Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))),
    },
    MAX_BYTES,
    ['.ndjson'],
  );

export const importAgendas = (ctx: Context, key: AgendaImportKey, id: string): Promise<RecordImport> =>
  writeTried(ctx, key, id);

/**
 * Imports rows of an external system at once: each is created, already existed, or is refused with reasons. No `command`: its
 * `id_externo` makes a repeated row harmless, whatever the call.
 */
export async function importExternal(
  ctx: Context,
  { agendas }: ExternalAgendasBody,
  key: AgendaImportKey,
): Promise<ExternalAgendasResult> {
  const given = [...new Map(plainTexts(agendas).map((row) => [row.id_externo, row])).values()];
  return ctx.db.transaction(async (tx) => {
    await markImport(tx);
    const results = await saveAgendas(
      tx,
      ctx,
      given.map(({ id_externo, confirmar, ...line }) => ({ line, externalId: id_externo, confirmar })),
      {
        withCollaborator: key === 'agendas-equipe',
        dryRun: false,
        text: 'Agenda recebida de outro sistema',
      },
    );
    const itens = given.map(({ id_externo }, index) => itemOf(id_externo, results[index]));
    const count = (situacao: string) => itens.filter((item) => item.situacao === situacao).length;
    const [criadas, repetidas, recusadas] = [count('CRIADA'), count('REPETIDA'), count('RECUSADA')];
    if (criadas > 0)
      await audit(tx, ctx, {
        action: 'IMPORTAR',
        entity: 'agendas',
        entityId: 'externas',
        after: { importadas: criadas, repetidas, recusadas },
      });
    return { criadas, repetidas, recusadas, itens };
  });
}

function itemOf(id_externo: string, result: RowResult | undefined): ExternalAgendasResult['itens'][number] {
  const situacao = SITUATIONS[result?.resultado ?? 'recusado'];
  return { id_externo, situacao, id: result?.id ?? null, motivos: Object.values(result?.erros ?? {}) };
}

const SITUATIONS = { criado: 'CRIADA', mudado: 'CRIADA', igual: 'REPETIDA', recusado: 'RECUSADA' } as const;
