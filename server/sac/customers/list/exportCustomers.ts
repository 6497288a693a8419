import { inArray } from 'drizzle-orm';
import type { Input } from '#contract/route.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { CustomerRow, type customerRoutes } from '#contract/sac/customers.ts';
import { type Cell, type SheetColumn, sheetWriters } from '#server/adapters/spreadsheet/spreadsheet.ts';
import { exportedFields, readableFields } from '#server/config/fields/queries.ts';
import type { Context } from '#server/context.ts';
import { forLongReading } from '#server/db/replica.ts';
import { customers } from '#server/db/tables/index.ts';
import { forbidden } from '#server/errors.ts';
import { inTime, MOST_OF_CHOICE } from '#server/paging/inTime.ts';
import { maskedPart } from '#server/session/personalData.ts';
import { isConsumer } from '#server/session/scope.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import type { FileAnswer } from '#server/storedFiles.ts';
import { audit } from '#server/writing/audit.ts';
import { seesGroups } from '../groups.ts';
import { customerCondition, customerOrder } from './listCustomers.ts';
import { customerRows, type OrderedCustomers, readCustomers } from './readCustomers.ts';

type Request = Input<typeof customerRoutes.exportFile>;

/** Streams all customers that match the filters as a file; the export is audited before the first byte. */
export async function exportCustomers({ body }: Request, ctx: Context): Promise<FileAnswer> {
  if (isConsumer(ctx.user)) throw forbidden('SAC_CLIENTE_EXPORTAR');
  const { formato, filtros = {}, orderBy, direction } = body;
  const condition = await customerCondition(ctx, filtros);
  const total = await inTime(
    ctx.db,
    filtros.condicao,
    (db) => db.$count(customers, condition),
    MOST_OF_CHOICE,
  );
  await audit(ctx.db, ctx, {
    action: 'EXPORTAR',
    entity: 'customers',
    entityId: formato,
    after: { linhas: total, formato, filtros },
  });
  ctx.setHeader('X-Total-Linhas', String(total));
  const zone = await zoneOf(ctx.db, ctx.user);
  const columns = await columnsOf(ctx);
  const now = ctx.now();
  const { mime, write } = sheetWriters[formato];
  const order = customerOrder({ orderBy: orderBy ?? 'razSoc', direction });
  return {
    content: write({
      name: 'Clientes',
      columns,
      rows: exportedRows(await forLongReading(ctx), { condition, ...order }, columns),
      zone,
    }),
    name: `clientes ${localDate(now, zone)} ${localTime(now, zone).replace(':', 'h')}.${formato}`,
    mime,
  };
}

interface Exported {
  row: CustomerRow;
  values: Record<string, unknown>;
}
interface ExportColumn extends SheetColumn {
  value: (customer: Exported) => Cell;
}

const text = (title: string, width: number, value: (row: CustomerRow) => string): ExportColumn => ({
  title,
  kind: 'text',
  width,
  value: ({ row }) => value(row),
});

const GROUP = text('Grupo', 26, ({ grupo }) => grupo?.nome ?? '');

const STANDARD: readonly ExportColumn[] = [
  { title: 'Código', kind: 'number', width: 10, value: ({ row }) => row.id },
  text('Nome fantasia', 30, ({ fant }) => fant),
  text('Razão social', 36, ({ razSoc }) => razSoc),
  text('CNPJ ou CPF', 20, ({ documento }) => formatDocument(documento)),
  text('E-mail', 30, ({ email }) => email),
  text('Telefone', 18, ({ telefone }) => formatPhone(telefone)),
  text('Cidade', 22, ({ cidade }) => cidade),
  text('UF', 5, ({ uf }) => uf),
  text('Região', 18, ({ regiao }) => regiao?.nome ?? ''),
  text('Representante', 26, ({ representante }) => representante?.nome ?? ''),
  GROUP,
  text('Filiais', 30, ({ filiaisSac }) => filiaisSac.map(({ razSoc }) => razSoc).join(', ')),
  text('Última compra', 13, ({ dtUltComp }) => (dtUltComp ? formatCalendarDate(dtUltComp) : '')),
  text('Prospect', 9, ({ prospect }) => (prospect ? 'Sim' : 'Não')),
  text('Bloqueado', 10, ({ bloqueado }) => (bloqueado ? 'Sim' : 'Não')),
  text('Motivo do bloqueio', 30, ({ motivoBloqueio }) => motivoBloqueio ?? ''),
  {
    title: 'Cadastrado em',
    kind: 'instant',
    width: 17,
    value: ({ row }) => new Date(row.dtCriacao),
  },
];

async function columnsOf({ db, user }: Context): Promise<ExportColumn[]> {
  const fields = exportedFields(await readableFields(db, 'cliente', user));
  return [
    ...STANDARD.filter((column) => column !== GROUP || seesGroups(user)),
    ...fields.map(({ cell, ...column }) => ({ ...column, value: ({ values }: Exported) => cell(values) })),
  ];
}

/** How many rows are held in memory at a time. */
const BATCH = 1_000;

/**
 * Reads page by page by key, like the list: no row appears twice, and no transaction stays open while the client downloads.
 */
async function* exportedRows(
  ctx: Context,
  list: OrderedCustomers,
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[]> {
  let start: Parameters<typeof readCustomers>[2] = { offset: 0 };
  for (;;) {
    const { rows, after } = await readCustomers(ctx.db, list, start, BATCH);
    const ids = rows.map(({ id }) => id);
    const values = await valuesOf(ctx, ids);
    for (const row of await customerRows(ctx, ids)) {
      const seen = { row: maskedPart(ctx.user, CustomerRow, row), values: values.get(row.id) ?? {} };
      yield columns.map(({ value }) => value(seen));
    }
    const last = rows.at(-1);
    if (!after || !last) return;
    start = { ...last, backwards: false };
  }
}

async function valuesOf({ db }: Context, ids: number[]): Promise<Map<number, Record<string, unknown>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: customers.id, values: customers.extraFields })
    .from(customers)
    .where(inArray(customers.id, ids));
  return new Map(rows.map(({ id, values }) => [id, values]));
}
