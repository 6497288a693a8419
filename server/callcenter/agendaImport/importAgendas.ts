import { and, eq } from 'drizzle-orm';
import type { AgendaImportBatch } from '../../../contract/callcenter/agendaImport.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { importBatches } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { type BatchLine, batchView } from './batchLine.ts';
import { type JudgedAgenda, judgeLines } from './judge.ts';
import type { AgendaImportKind } from './validateAgendas.ts';
import { writeAgendas } from './writeAgendas.ts';

/**
 * The second phase: everything that still holds is written in one transaction. A batch is taken once, by whoever made
 * it; a repeat, also one at the same moment, answers what became of the first.
 */
export async function importAgendas(
  ctx: Context,
  batchId: number,
  kind: AgendaImportKind,
): Promise<AgendaImportBatch> {
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId, kind);
    const lines = batch.lines as unknown as BatchLine[];
    if (batch.takenAt) return batchView({ id: batchId, lines, takenAt: batch.takenAt });
    const accepted = await judgeAgain(tx, ctx, lines, kind);
    const ids = await writeAgendas(tx, ctx, accepted.map(agendaOf), 'Agenda importada de planilha');
    for (const [index, { place }] of accepted.entries())
      Object.assign(lines[place] ?? {}, { situacao: 'IMPORTADA', idAgenda: ids[index] });
    const takenAt = ctx.now();
    await tx
      .update(importBatches)
      .set({ lines: lines as never, takenAt })
      .where(eq(importBatches.id, batchId));
    await audit(tx, ctx, {
      action: 'IMPORTAR',
      entity: 'agendas',
      entityId: batchId,
      after: { importadas: accepted.length, recusadas: lines.length - accepted.length },
    });
    return batchView({ id: batchId, lines, takenAt });
  });
}

/** What failed before stays as it was told; the rest may have changed since. */
async function judgeAgain(
  tx: Tx,
  ctx: Context,
  lines: BatchLine[],
  kind: AgendaImportKind,
): Promise<JudgedAgenda[]> {
  const places = lines.flatMap(({ situacao }, place) => (situacao === 'VALIDA' ? [place] : []));
  const again = places.map((place) => lines[place] as BatchLine);
  const accepted = await judgeLines(tx, ctx, again, { withCollaborator: kind === 'AGENDAS_SUPERVISOR' });
  return accepted.map((agenda) => ({ ...agenda, place: places[agenda.place] ?? 0 }));
}

export const agendaOf = ({
  kind,
  customer,
  collaborator,
  branchId,
  at,
  subject,
  description,
}: JudgedAgenda) => ({
  kind,
  customerId: customer.id,
  representativeId: customer.representativeId,
  personId: collaborator.id,
  branchId,
  subject,
  description,
  scheduledAt: at,
});

async function lockBatch(tx: Tx, { user }: Context, id: number, kind: AgendaImportKind) {
  const [batch] = await tx
    .select()
    .from(importBatches)
    .where(and(eq(importBatches.id, id), eq(importBatches.personId, user.id), eq(importBatches.kind, kind)))
    .for('update');
  if (!batch) throw notFound();
  return batch;
}
