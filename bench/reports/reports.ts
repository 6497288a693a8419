import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { grantsOf } from '#contract/permissions.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { connect } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { isEmpty, seedDemo } from '#server/db/seed/index.ts';
import { startEmbedded } from '#server/db/startDatabase.ts';
import { people } from '#server/db/tables/index.ts';
import { openRun } from '#server/sac/reports/run/openRun.ts';
import { prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { type FileFormat, rowsOfFile, writeFile } from '#server/sac/reports/run/runReport.ts';
import { readSettings } from '#server/settings/settings.ts';

const OPTIONS = {
  rows: { type: 'string', default: '200000' },
  formats: { type: 'string', default: 'CSV,XLSX,PDF' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench', 'reports') },
} as const;

/**
 * `npm run bench -- reports`: exports rows of a report to CSV and XLSX, and 5,000 rows to PDF, through guard, reader and
 * stream. The rows are the demonstration's ticket lines, repeated as often as needed (by a cross join in the query).
 */
export async function reports(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const database = await startEmbedded(values.dir, 'volatile');
  await migrate(database.url);
  const { db, pool, close } = connect(database.url);
  if (await isEmpty(db)) await seedDemo(db, pool);
  const [person] = await db.select({ id: people.id }).from(people).limit(1);
  const user = {
    id: person?.id ?? 0,
    name: '',
    cpf: '',
    type: 'ADMIN',
    grants: grantsOf([]),
    branchIds: [],
    customerId: null,
    representativeId: null,
    sessionId: '',
  } as const;
  const ctx = { db, pool, settings: readSettings({}), now: () => new Date(), user };
  say(['formato', 'linhas', 'primeiro byte em ms', 'total em s', 'MB', 'pico de memória em MB']);
  say(['---', '---:', '---:', '---:', '---:', '---:']);
  for (const format of values.formats.split(',') as FileFormat[]) {
    const report = reportOf(Number(values.rows));
    const run = await measured(
      ctx,
      async () => {
        const prepared = await prepareRun(ctx, report, {});
        const limit = rowsOfFile(format, Number(values.rows));
        return openRun(ctx, prepared, { key: report.id, version: 0, format, limit });
      },
      format,
    );
    say([
      format,
      run.rows.toLocaleString('pt-BR'),
      run.firstByte.toFixed(0),
      (run.total / 1000).toFixed(1),
      megabytes(run.bytes),
      megabytes(run.peak),
    ]);
  }
  await close();
  await database.stop();
}

const say = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(0);

async function measured(
  ctx: Parameters<typeof writeFile>[0],
  start: () => ReturnType<typeof openRun>,
  format: FileFormat,
) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const began = performance.now();
  const run = await start();
  let firstByte = 0;
  let bytes = 0;
  for await (const part of (await writeFile(ctx, run, format)).content as Readable) {
    firstByte ||= performance.now() - began;
    bytes += part.length;
  }
  clearInterval(watch);
  return { rows: run.count(), bytes, firstByte, total: performance.now() - began, peak: peak - before };
}

/** A list without groups, as wide as the shipped reports. */
const reportOf = (rows: number): ReportDefinition => ({
  formato: 1,
  id: 'medida',
  titulo: 'Medida',
  descricao: 'Medida',
  grupo: 'Medida',
  thumb: 'Search',
  cor: 'primaria',
  modo_exibicao: 'PAGINA',
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  parametros: {
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    ui: { 'ui:order': [] },
  },
  consulta: {
    tipo: 'SQL',
    sql: `select t.ticket_id, t.cliente, t.filial, t.motivo, t.criado_em, t.valor, t.dias
      from relatorio.tickets t cross join (select ticket_id from relatorio.tickets limit 200) muitas limit ${rows + 1}`,
  },
  colunas: [
    { campo: 'ticket_id', titulo: 'Ticket', tipo: 'INTEIRO' },
    { campo: 'cliente', titulo: 'Cliente', tipo: 'TEXTO' },
    { campo: 'filial', titulo: 'Filial', tipo: 'TEXTO' },
    { campo: 'motivo', titulo: 'Motivo', tipo: 'TEXTO' },
    { campo: 'criado_em', titulo: 'Aberto em', tipo: 'DATAHORA' },
    { campo: 'valor', titulo: 'Valor', tipo: 'DINHEIRO', total: 'SOMA' },
    { campo: 'dias', titulo: 'Dias', tipo: 'DECIMAL', total: 'MEDIA' },
  ],
  limites: { linhasTela: 500, linhasArquivo: rows, segundos: 300 },
  saidas: ['CSV', 'XLSX', 'PDF'],
  testes: [],
});
