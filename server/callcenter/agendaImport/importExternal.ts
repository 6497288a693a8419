import { and, eq, inArray } from 'drizzle-orm';
import type {
  ExternalAgendasBody,
  ExternalAgendasResult,
} from '../../../contract/callcenter/agendaImport.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas } from '../../db/tables/index.ts';
import { plainTexts } from '../../plainText.ts';
import { type BatchLine, newLine } from './batchLine.ts';
import { agendaOf } from './importAgendas.ts';
import { judgeLines } from './judge.ts';
import type { AgendaImportKind } from './validateAgendas.ts';
import { writeAgendas } from './writeAgendas.ts';

/** Rows of an outside system, at once: each is made, was made before, or is refused with its reasons. */
export async function importExternal(
  ctx: Context,
  body: ExternalAgendasBody,
  kind: AgendaImportKind,
): Promise<ExternalAgendasResult> {
  const given = new Map(plainTexts(body.agendas).map((row) => [row.id_externo, row]));
  return ctx.db.transaction(async (tx) => {
    const before = await madeBefore(tx, ctx, [...given.keys()]);
    const fresh = [...given.keys()].filter((key) => !before.has(key));
    const lines = fresh.map((key, index) => newLine(index + 1, textsOf(given.get(key) ?? {})));
    const accepted = await judgeLines(tx, ctx, lines, { withCollaborator: kind === 'AGENDAS_SUPERVISOR' });
    const rows = accepted.map((agenda) => ({
      ...agendaOf(agenda),
      origin: 'ERP' as const,
      externalId: fresh[agenda.place] ?? null,
    }));
    const ids = await writeAgendas(tx, ctx, rows, 'Agenda recebida de outro sistema');
    const made = new Map(rows.map(({ externalId }, index) => [externalId, ids[index] ?? null]));
    const result = resultOf([...given.keys()], { before, made, lines, fresh });
    if (result.criadas > 0)
      await audit(tx, ctx, {
        action: 'IMPORTAR',
        entity: 'agendas',
        entityId: 'externas',
        after: { importadas: result.criadas, repetidas: result.repetidas, recusadas: result.recusadas },
      });
    return result;
  });
}

function textsOf({ id_externo: _, ...line }: Partial<ExternalAgendasBody['agendas'][number]>) {
  return line;
}

/** Only own ones are told by their number: another person's is refused by the database's key. */
async function madeBefore(tx: Tx, ctx: Context, keys: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: agendas.id, externalId: agendas.externalId })
    .from(agendas)
    .where(
      and(eq(agendas.origin, 'ERP'), inArray(agendas.externalId, keys), eq(agendas.createdById, ctx.user.id)),
    );
  return new Map(rows.map(({ id, externalId }) => [externalId ?? '', id]));
}

interface Made {
  before: ReadonlyMap<string, number>;
  made: ReadonlyMap<string | null, number | null>;
  lines: readonly BatchLine[];
  fresh: readonly string[];
}

function resultOf(keys: string[], { before, made, lines, fresh }: Made): ExternalAgendasResult {
  const itens = keys.map((id_externo): ExternalAgendasResult['itens'][number] => {
    const old = before.get(id_externo);
    if (old !== undefined) return { id_externo, situacao: 'REPETIDA', id: old, motivos: [] };
    const id = made.get(id_externo);
    if (id) return { id_externo, situacao: 'CRIADA', id, motivos: [] };
    // Accepted, and yet not written: somebody else brought the same one.
    if (id === null) return { id_externo, situacao: 'REPETIDA', id: null, motivos: [] };
    const line = lines[fresh.indexOf(id_externo)];
    return { id_externo, situacao: 'RECUSADA', id: null, motivos: line?.motivos ?? [] };
  });
  const count = (situacao: string) => itens.filter((item) => item.situacao === situacao).length;
  return { criadas: count('CRIADA'), repetidas: count('REPETIDA'), recusadas: count('RECUSADA'), itens };
}
