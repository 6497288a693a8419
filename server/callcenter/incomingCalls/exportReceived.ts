import { sql } from 'drizzle-orm';
import { CALL_OUTCOMES } from '#contract/callcenter/agendas/incomingCalls.ts';
import { ReceivedCall, type receivedCallRoutes } from '#contract/callcenter/agendas/receivedCalls.ts';
import type { Input } from '#contract/route.ts';
import { callLength, callSituation } from '#contract/rules/receivedCall.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context, Reading } from '../../context.ts';
import { amongIds } from '../../db/conditions.ts';
import { forLongReading } from '../../db/replica.ts';
import { incomingCalls } from '../../db/tables/index.ts';
import { instantText, readKeyPage, type Start } from '../../paging/keyPage.ts';
import { maskedPart } from '../../session/personalData.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { receivedCondition } from './receivedCondition.ts';
import { selectReceived, shownCall } from './receivedRows.ts';

/**
 * Streams all calls that match the filters as a file while they are read; the audit entry is written before the first byte.
 */
export async function exportReceived(
  { body }: Input<typeof receivedCallRoutes.exportFile>,
  ctx: Context,
): Promise<FileAnswer> {
  const { formato, filtros = {}, direction = 'DESC' } = body;
  const condition = await receivedCondition(ctx, filtros);
  const total = await ctx.db.$count(incomingCalls, condition);
  const { termo, ...filters } = filtros;
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'incoming_calls',
    entityId: formato,
    // A number that was sought is not kept longer than that of a call.
    after: { linhas: total, formato, filtros: { ...filters, ...(termo?.trim() && { termo: 'informado' }) } },
  });
  ctx.setHeader('X-Total-Linhas', String(total));
  const zone = await zoneOf(ctx.db, ctx.user);
  const now = ctx.now();
  const { mime, write } = sheetWriters[formato];
  return {
    content: write({
      name: 'Ligações recebidas',
      columns: COLUMNS,
      rows: exportedRows(await forLongReading(ctx), { condition, direction }),
      zone,
    }),
    name: `ligacoes ${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}.${formato}`,
    mime,
  };
}

interface ExportColumn extends SheetColumn {
  value: (row: ReceivedCall) => Cell;
}

const text = (title: string, width: number, value: (row: ReceivedCall) => string): ExportColumn => ({
  title,
  kind: 'text',
  width,
  value,
});

const COLUMNS: readonly ExportColumn[] = [
  { title: 'Quando tocou', kind: 'instant', width: 17, value: ({ em }) => new Date(em) },
  text('Número', 18, ({ numero }) => numero),
  { title: 'Código do cliente', kind: 'number', width: 12, value: ({ cliente }) => cliente?.id ?? null },
  text('Cliente', 36, ({ cliente }) => cliente?.nome ?? ''),
  text('Quem atende', 26, ({ pessoa }) => pessoa.nome),
  text('Situação', 14, callSituation),
  text('Duração', 10, ({ duracao }) => (duracao === null ? '' : callLength(duracao))),
  text(
    'Desfecho',
    14,
    ({ desfecho }) => CALL_OUTCOMES.find(({ value }) => value === desfecho)?.label ?? 'Sem desfecho',
  ),
  text('Observação', 50, ({ obs }) => obs),
  text('Quem registrou', 26, ({ registradoPor }) => registradoPor?.nome ?? ''),
];

/** Number of rows in memory at a time. */
const BATCH = 1_000;

interface Ordered {
  condition: Awaited<ReturnType<typeof receivedCondition>>;
  direction: 'ASC' | 'DESC';
}

const BY_TIME = {
  key: sql`${incomingCalls.startedAt}`,
  read: (key: unknown) => sql`${key}::timestamptz`,
  text: instantText,
};

/** Reads by key, so that no row appears twice and no transaction stays open while a client downloads. */
async function* exportedRows({ db, user }: Reading<'db' | 'user'>, list: Ordered): AsyncGenerator<Cell[]> {
  let start: Start = { offset: 0 };
  for (;;) {
    const { rows, after } = await readKeyPage(
      db,
      { table: incomingCalls, id: incomingCalls.id, by: BY_TIME, ...list },
      start,
      BATCH,
    );
    const ids = rows.map(({ id }) => id);
    const found = new Map(
      (await selectReceived(db, user).where(amongIds(incomingCalls.id, ids))).map((row) => [
        row.call.id,
        row,
      ]),
    );
    for (const id of ids) {
      const row = found.get(id);
      if (!row) continue;
      const seen = maskedPart(user, ReceivedCall, shownCall(row, user));
      yield COLUMNS.map(({ value }) => value(seen));
    }
    const last = rows.at(-1);
    if (!after || !last) return;
    start = { ...last, backwards: false };
  }
}
