import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { ENTITIES } from '#contract/map/index.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { initialValues } from '#contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { checkedStatement } from '#server/sac/reports/guard/validateSql.ts';
import { closeReaderPool } from '#server/sac/reports/reader/readerPool.ts';
import { bindValues } from '#server/sac/reports/run/prepareRun.ts';
import { MAX_COST, planCost, queryExtended } from '#server/sac/reports/run/readRows.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { readSettings } from '#server/settings/settings.ts';
import { type BuiltCase, builtCases } from './built.ts';
import { openShape, SHAPES, type Shape } from './shapes.ts';

const OPTIONS = {
  shape: { type: 'string', default: 'poucas' },
  tickets: { type: 'string', default: '1000000' },
  dir: { type: 'string' },
  only: { type: 'string', default: '' },
  seconds: { type: 'string', default: '120' },
} as const;

interface Case {
  name: string;
  text: string;
  values?: unknown[];
  /** Milliseconds of the backend's processor time, where a budget is set for it. */
  budget?: number;
}

/**
 * `npm run bench -- reportQueries --shape poucas|muitas`: what questions of the size of docs/domain.md cost the database, as the
 * reader role, with the signed scope of somebody who sees everything. The processor time of the backend, warm, and the cost that the
 * planner estimates, by which the gate is set.
 */
export async function reportQueries(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  if (!(values.shape in SHAPES)) throw new Error(`--shape ${Object.keys(SHAPES).join(' | ')}`);
  const dir = values.dir ?? path.join(os.tmpdir(), 'balcao-bench', `reports-${values.shape}`);
  const database = await openShape(dir, values.shape as Shape, Number(values.tickets));
  const deps = { db: database.db, pool: database.pool, settings: readSettings({ DATA_DIR: dir }) };
  say(['consulta', 'linhas', 'custo estimado', 'CPU em ms', 'orçamento']);
  say(['---', '---:', '---:', '---:', '---:']);
  const written = [...QUESTIONS, ...(await shippedCases())].map(writtenCase);
  const built = await builtCases({ ...deps, now: () => new Date() });
  for (const each of [...built, ...written]) {
    if (!new RegExp(values.only).test(each.name)) continue;
    const { rows, cost, used } = await measured(deps, each, Number(values.seconds) * 1000);
    say([
      each.name,
      rows === null ? '—' : String(rows),
      Math.round(cost).toLocaleString('pt-BR'),
      String(used),
      each.budget ? String(each.budget) : '',
    ]);
  }
  await closeReaderPool(database.pool);
  await database.close();
}

const say = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

const writtenCase = ({ text, values = [], ...rest }: Case): BuiltCase => ({
  ...rest,
  cost: (client) => planCost(client, text, values),
  run: async (client) => (await queryExtended(client, text, values)).rows.length,
});

async function measured(deps: Parameters<typeof withReader>[0], each: BuiltCase, timeout: number) {
  let cost = 0;
  try {
    return await withReader(deps, { ...READING, timeout }, async (client) => {
      cost = await each.cost(client);
      if (cost > MAX_COST) return { rows: null, cost, used: 'recusada' };
      await each.run(client);
      const before = backendTime(client);
      const rows = await each.run(client);
      return { rows, cost, used: backendTime(client) - before };
    });
  } catch (error) {
    if ((error as Partial<pg.DatabaseError>).code !== '57014') throw error;
    return { rows: null, cost, used: `> ${timeout / 1000} s` };
  }
}

const READING = {
  person: {
    id: 1,
    type: 'ADMIN' as const,
    grants: [],
    branchIds: [],
    customerId: null,
    representativeId: null,
  },
  zone: DEFAULT_TIME_ZONE,
  customer: null,
  name: 'balcao medida',
};

/** Processor time of the connection's own backend in milliseconds; see proc(5). */
function backendTime(client: pg.PoolClient): number {
  const { processID } = client as pg.PoolClient & { processID: number };
  const stat = readFileSync(`/proc/${processID}/stat`, 'utf8');
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(rest[11]) + Number(rest[12])) * 10;
}

const SINCE = (field: string, days: number) => `${field} >= now() - interval '${days} days'`;

const QUESTIONS: Case[] = [
  {
    name: 'campo relacionado, 30 dias',
    budget: 150,
    text: `select c.uf, count(*), sum(t.valor) from relatorio.tickets t
      left join relatorio.clientes c on c.cliente_id = t.cliente_id where ${SINCE('t.criado_em', 30)} group by 1`,
  },
  {
    name: 'linha → ticket → cliente, 30 dias',
    text: `select c.uf, sum(i.valor) from relatorio.itens i
      left join relatorio.tickets t on t.ticket_id = i.ticket_id and ${SINCE('t.criado_em', 30)}
      left join relatorio.clientes c on c.cliente_id = t.cliente_id where ${SINCE('i.criado_em', 30)} group by 1`,
  },
  {
    name: 'comparação, 30 dias',
    budget: 800,
    text: `select motivo, sum(valor) filter (where ${SINCE('criado_em', 30)}),
        sum(valor) filter (where not (${SINCE('criado_em', 30)}))
      from relatorio.tickets where ${SINCE('criado_em', 60)} group by 1`,
  },
  {
    name: 'pivô, 12 meses',
    budget: 1200,
    text: `select filial, date_trunc('month', criado_em), count(*), sum(valor) from relatorio.tickets
      where ${SINCE('criado_em', 365)} group by 1, 2`,
  },
  {
    name: 'clientes com os tickets de 30 dias, 20 primeiros',
    budget: 250,
    text: `select c.cliente, n.tickets, n.valor from relatorio.clientes c
      join (select cliente_id, count(*) as tickets, sum(valor) as valor from relatorio.tickets
        where ${SINCE('criado_em', 30)} group by 1) n on n.cliente_id = c.cliente_id order by 2 desc limit 20`,
  },
  {
    name: 'tempo por etapa, 30 dias',
    budget: 1500,
    text: `select etapa_nome, count(*), avg(horas) from relatorio.etapas where ${SINCE('entrou_em', 30)} group by 1`,
  },
  {
    name: 'lista de 50, 30 dias',
    budget: 350,
    text: `select dados.ticket_id, cliente, motivo, valor, custo, retrocessos from relatorio.tickets as dados
      where ticket_id = any (array(select ticket_id from relatorio.tickets where ${SINCE('criado_em', 30)}
        order by criado_em desc nulls last, ticket_id limit 51)) order by criado_em desc`,
  },
  {
    name: 'em aberto, por operador',
    text: 'select operador, count(*), sum(valor) from relatorio.tickets where aberto and not arquivado group by 1',
  },
  // What a report in SQL may ask without a period: by these the gate is set.
  {
    name: 'portão: custo e voltas de todos os tickets',
    text: 'select filial, sum(custo), sum(retrocessos), sum(reaberturas), sum(valor) from relatorio.tickets group by 1',
  },
  {
    name: 'portão: todas as linhas com seu custo',
    text: 'select produto, sum(valor), sum(custo) from relatorio.itens group by 1',
  },
  {
    name: 'portão: todas as passagens',
    text: 'select etapa_nome, count(*), avg(horas) from relatorio.etapas group by 1',
  },
  {
    name: 'portão: linha → ticket → cliente, sem período',
    text: `select c.uf, sum(i.valor), sum(i.custo) from relatorio.itens i join relatorio.tickets t using (ticket_id)
      join relatorio.clientes c on c.cliente_id = t.cliente_id group by 1`,
  },
  {
    name: 'portão: pares de tickets da mesma filial',
    text: `select count(*) from relatorio.tickets a join relatorio.tickets b
      on a.filial_id = b.filial_id and a.ticket_id < b.ticket_id`,
  },
  ...Object.entries(ENTITIES)
    .flatMap(([name, { limites }]) => (limites ? [[name, limites] as const] : []))
    .map(([name, { periodo }]) => ({
      name: `amostra de 7 dias, ${name}`,
      budget: 250,
      text: `select * from relatorio.${name} where ${SINCE(periodo[0] ?? '', 7)} limit 500`,
    })),
];

/** The shipped reports with their own initial values, and a year where they ask for a period. */
function shippedCases(): Promise<Case[]> {
  const folder = path.join(import.meta.dirname, '../../schemas/reports');
  const today = localDate(new Date(), DEFAULT_TIME_ZONE);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.sort().map(async (name): Promise<Case> => {
      const report = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as ReportDefinition;
      const { consulta } = report;
      if (consulta.tipo === 'SQL' && consulta.arquivo)
        consulta.sql = readFileSync(path.join(folder, consulta.arquivo), 'utf8');
      const checked = await checkedStatement(report, ENTITIES);
      if ('problems' in checked) throw new Error(`${name}: ${checked.problems[0]?.message}`);
      const given = {
        ...initialValues(parametersOf(report.parametros), today),
        ...{ periodo: { inicio: addDays(today, -365), fim: today }, por: 'tipo', dias: '90' },
      };
      const { text, placeholders } = checked.bound;
      return { name: `${report.id}, um ano`, text, values: bindValues(placeholders, given) };
    }),
  );
}
