import { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import type { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { agendaOrigin, callOrigin } from '#contract/catalogs/callCenter.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import type { Input } from '#contract/route.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { type Cell, type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import { forLongReading } from '../../db/replica.ts';
import { agendas } from '../../db/tables/index.ts';
import { inTime, MOST_OF_CHOICE } from '../../paging/inTime.ts';
import type { Start } from '../../paging/keyPage.ts';
import { maskedPart } from '../../session/personalData.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { audit } from '../../writing/audit.ts';
import { agendaRows, type OrderedAgendas, readAgendas } from './list.ts';
import { agendaCondition } from './queries.ts';

/**
 * Streams all agendas that match the filters as a file while they are read; the audit entry is written before the first byte.
 */
export async function exportAgendas(
  { body }: Input<typeof agendaRoutes.exportFile>,
  ctx: Context,
): Promise<FileAnswer> {
  const { formato, filtros = {}, direction = 'ASC' } = body;
  const condition = await agendaCondition(ctx, filtros);
  const total = await inTime(ctx.db, filtros.condicao, (db) => db.$count(agendas, condition), MOST_OF_CHOICE);
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'agendas',
    entityId: formato,
    after: { linhas: total, formato, filtros },
  });
  ctx.setHeader('X-Total-Linhas', String(total));
  const zone = await zoneOf(ctx.db, ctx.user);
  const now = ctx.now();
  const { mime, write } = sheetWriters[formato];
  return {
    content: write({
      name: 'Agendas',
      columns: COLUMNS,
      rows: exportedRows(await forLongReading(ctx), { condition, direction }),
      zone,
    }),
    name: `agendas ${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}.${formato}`,
    mime,
  };
}

interface ExportColumn extends SheetColumn {
  value: (row: AgendaRow) => Cell;
}

const text = (title: string, width: number, value: (row: AgendaRow) => string): ExportColumn => ({
  title,
  kind: 'text',
  width,
  value,
});

/** Times are in the zone of each agenda's branch, so one file may mix several zones. */
const moment = (title: string, value: (row: AgendaRow) => string | null) =>
  text(title, 17, (row) => {
    const at = value(row);
    return at === null ? '' : formatDateTime(at, row.filial.fuso);
  });

const COLUMNS: readonly ExportColumn[] = [
  { title: 'Agenda', kind: 'number', width: 10, value: ({ id }) => id },
  text('Colaborador', 26, ({ colaborador }) => colaborador.nome),
  moment('Data agendada', ({ data_agendada }) => data_agendada),
  text('Situação', 11, ({ situacao }) => situacao.label),
  text('Tipo', 11, ({ tipo_label }) => tipo_label),
  { title: 'Código do cliente', kind: 'number', width: 12, value: ({ cliente }) => cliente.id },
  text('Cliente', 36, ({ cliente }) => cliente.razSoc),
  text('Assunto', 36, ({ assunto }) => assunto),
  text('Descrição', 50, ({ descricao }) => descricao),
  moment('Encerrada em', ({ data_finalizacao }) => data_finalizacao),
  text('Motivo do encerramento', 26, ({ motivo_finalizacao }) => motivo_finalizacao ?? ''),
  { title: 'Pedido', kind: 'number', width: 10, value: ({ pedido }) => pedido?.id ?? null },
  {
    title: 'Total do pedido',
    kind: 'decimal',
    format: '#,##0.00',
    width: 14,
    value: ({ pedido }) => pedido?.vlTot ?? null,
  },
  text('Filial', 22, ({ filial }) => filial.desc),
  text('Ligação', 14, ({ discadora_label }) => discadora_label ?? ''),
  text('Ligação informada por', 16, ({ discadora_origem }) =>
    discadora_origem === null ? '' : rowOf(callOrigin, discadora_origem).label,
  ),
  text('Origem', 12, ({ agenda_origem }) => rowOf(agendaOrigin, agenda_origem).label),
  text('Código externo', 16, ({ id_externo }) => id_externo ?? ''),
];

/** Number of rows in memory at a time. */
const BATCH = 1_000;

/**
 * Reads with keyset pagination, as the list does: no row appears twice, and no transaction stays open while a client
 * downloads.
 */
async function* exportedRows(ctx: Context, list: OrderedAgendas): AsyncGenerator<Cell[]> {
  let start: Start = { offset: 0 };
  for (;;) {
    const { rows, after } = await readAgendas(ctx.db, list, start, BATCH);
    const ids = rows.map(({ id }) => id);
    for (const row of await agendaRows(ctx, ids)) {
      const seen = maskedPart(ctx.user, AgendaRow, row);
      yield COLUMNS.map(({ value }) => value(seen));
    }
    const last = rows.at(-1);
    if (!after || !last) return;
    start = { ...last, backwards: false };
  }
}
