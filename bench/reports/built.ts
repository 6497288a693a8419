import type pg from 'pg';
import { ENTITIES } from '#contract/map/index.ts';
import { grantsOf } from '#contract/permissions.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { sampled } from '#contract/rules/reports/sample.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { type Asker, prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { planCost } from '#server/sac/reports/run/readRows.ts';
import { runnable } from '#server/sac/reports/run/runnable.ts';

/** A question as it is chosen in the studio, with the days that it is asked for. */
interface BuiltQuestion {
  name: string;
  /** Milliseconds of the backend's processor time (docs/domain.md 17). */
  budget?: number;
  /** Absent where the question bounds itself. */
  days?: number;
  /** Rows of a list; the groups of all others are read as a screen reads them. */
  rows?: number;
  query: Omit<DeclarativeQuery, 'tipo'>;
}

const within = (campo: string): NonNullable<DeclarativeQuery['filtros']> => [
  { campo, operador: 'ENTRE', parametro: 'periodo' },
];
const count = { como: 'quantidade', agregacao: 'CONTAGEM' } as const;
const value = { campo: 'valor', como: 'valor', agregacao: 'SOMA' } as const;
const sides = (column: DeclarativeQuery['colunas'][number]) => [
  column,
  { ...column, como: `${column.como}_antes`, mostra: 'ANTES' as const },
  { ...column, como: `${column.como}_variacao`, mostra: 'VARIACAO' as const },
];

const QUESTIONS: readonly BuiltQuestion[] = [
  {
    name: 'campo relacionado',
    budget: 150,
    days: 30,
    query: {
      conjunto: 'tickets',
      colunas: [{ campo: 'cliente.uf', como: 'uf' }, count, value],
      filtros: within('criado_em'),
    },
  },
  {
    name: 'devoluções por motivo, filial e transportadora contra o período anterior',
    budget: 800,
    days: 30,
    query: {
      conjunto: 'tickets',
      colunas: [
        { campo: 'motivo', como: 'motivo' },
        { campo: 'filial', como: 'filial' },
        { campo: 'transportadora', como: 'transportadora' },
        ...sides(count),
        ...sides(value),
      ],
      filtros: within('criado_em'),
      compara: 'PERIODO_ANTERIOR',
    },
  },
  {
    name: 'filial × mês',
    budget: 1200,
    days: 365,
    query: {
      conjunto: 'tickets',
      colunas: [
        { campo: 'filial', como: 'filial' },
        { campo: 'criado_em', como: 'mes', formato: 'MES' },
        count,
        value,
      ],
      filtros: within('criado_em'),
      cruza: 'mes',
    },
  },
  {
    name: 'clientes com mais tickets, 20 primeiros',
    budget: 250,
    days: 30,
    query: {
      conjunto: 'clientes',
      colunas: [
        { campo: 'cliente', como: 'cliente' },
        { campo: 'tickets.ticket_id', como: 'tickets', agregacao: 'CONTAGEM' },
        { campo: 'tickets.valor', como: 'valor', agregacao: 'SOMA' },
      ],
      filtros: within('tickets.criado_em'),
      primeiros: { quantos: 20, coluna: 'tickets' },
    },
  },
  {
    name: 'tempo por etapa',
    budget: 1500,
    days: 30,
    query: {
      conjunto: 'etapas',
      colunas: [
        { campo: 'etapa_nome', como: 'etapa' },
        count,
        { campo: 'horas', como: 'horas', agregacao: 'MEDIA' },
      ],
      filtros: within('entrou_em'),
    },
  },
  {
    name: 'lista de 50',
    budget: 350,
    days: 30,
    rows: 50,
    query: {
      conjunto: 'tickets',
      colunas: ['ticket_id', 'cliente', 'motivo', 'criado_em', 'valor', 'custo', 'retrocessos'].map(
        (campo) => ({ campo, como: campo }),
      ),
      filtros: within('criado_em'),
      ordem: [{ coluna: 'criado_em', direcao: 'DESC' }],
    },
  },
  {
    name: 'dez maiores motivos com os demais, parte e acumulado',
    days: 30,
    query: {
      conjunto: 'tickets',
      colunas: [
        { campo: 'motivo', como: 'motivo' },
        value,
        { ...value, como: 'parte', mostra: 'PARTE' },
        { ...value, como: 'acumulado', mostra: 'ACUMULADO' },
      ],
      filtros: within('criado_em'),
      primeiros: { quantos: 10, coluna: 'valor', outros: true },
    },
  },
  {
    name: 'linha → ticket → cliente',
    days: 30,
    query: {
      conjunto: 'itens',
      colunas: [{ campo: 'ticket.cliente.uf', como: 'uf' }, value],
      filtros: within('criado_em'),
    },
  },
];

const reportOf = ({ name, query }: BuiltQuestion): ReportDefinition => ({
  ...{ formato: 1, id: 'medida', titulo: name, descricao: name, grupo: 'Medida' },
  ...{ thumb: 'Search', cor: 'primaria', modo_exibicao: 'PAGINA' },
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  parametros: formOfParameters([
    { parametro: 'periodo', label: 'Período', tipo: 'DATERANGE', obrigatorio: true, opcoes: [] },
  ]),
  consulta: { tipo: 'DECLARATIVA', ...query },
  colunas: query.colunas.map(({ campo, como, agregacao, formato }) => ({
    campo: como,
    titulo: como,
    tipo: formato ? 'DATA' : agregacao ? 'DECIMAL' : campo === 'criado_em' ? 'DATAHORA' : 'TEXTO',
  })),
  limites: { linhasTela: 500, linhasArquivo: 50_000, segundos: 300 },
  saidas: [],
  testes: [],
});

/** Milliseconds of the last seven days of a question, which are shown while it is built. */
const SAMPLE_BUDGET = 250;

/** What is measured: the planner's estimate, and a whole run. */
export interface BuiltCase {
  name: string;
  budget?: number | undefined;
  cost: (client: pg.PoolClient) => Promise<number>;
  /** The whole run, as the screen asks for it. */
  run: (client: pg.PoolClient) => Promise<number>;
}

/** The questions of the studio, compiled and guarded like everybody's, each whole and as the sample of seven days. */
export async function builtCases(parts: Omit<Asker, 'user' | 'sets'>): Promise<BuiltCase[]> {
  const ctx: Asker = { ...parts, user: EVERYTHING, sets: ENTITIES };
  const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
  const cases: BuiltCase[] = [];
  for (const question of QUESTIONS) {
    const { name, budget, days = 30, rows = 500 } = question;
    const report = reportOf(question);
    const values = { periodo: { inicio: addDays(today, 1 - days), fim: today } };
    const few = sampled(report, values, today);
    const asked = [
      { name: `${name}, ${days} dias`, budget, values },
      ...(few ? [{ name: `${name}, amostra`, budget: SAMPLE_BUDGET, values: few.values }] : []),
    ];
    for (const each of asked) {
      const prepared = await prepareRun(ctx, report, each.values, { limit: rows });
      cases.push({
        name: `montada: ${each.name}`,
        budget: each.budget,
        cost: (client) => planCost(client, prepared.bound.text, prepared.bind),
        run: async (client) => {
          const { batches } = await runnable(client, prepared, rows + 1);
          let read = 0;
          for await (const batch of batches) read += batch.length;
          await client.query('close relatorio_linhas');
          return read;
        },
      });
    }
  }
  return cases;
}

const EVERYTHING: Asker['user'] = {
  id: 1,
  name: '',
  cpf: '',
  type: 'ADMIN',
  grants: grantsOf([]),
  branchIds: [],
  customerId: null,
  representativeId: null,
  sessionId: '',
};
