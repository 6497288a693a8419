import { grantsOf, withModule } from '#contract/permissions.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { initialValues, resolvedValues } from '#contract/rules/reports/parameterValues.ts';
import { columnTypes, type ReportColumn, type ReportDefinition } from '#contract/rules/reports/report.ts';
import { type TestFinding, testName, testSentence } from '#contract/rules/reports/reportTests.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { KindDeps } from '#server/config/definitions/rules.ts';
import type { User } from '#server/context.ts';
import type { BoundSql } from '#server/db/guard/checkSql.ts';
import { Refusal, refused } from '#server/errors.ts';
import { mapFor } from '#server/map/queries.ts';
import { bindValues, prepareRun } from '../run/prepareRun.ts';
import { type DescribedColumn, FITS, passCostGate, readRows } from '../run/readRows.ts';
import { authorSentence, runRefusal } from '../run/refusals.ts';
import { runnable } from '../run/runnable.ts';
import { withReader } from '../run/withReader.ts';

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

/**
 * Time limits in milliseconds while a definition is checked: for its plan, for a test of a file, and at most for a test
 * requested by a user.
 */
const TIMEOUTS = { plan: 5_000, file: 5_000, requested: 20_000 };
/** How many rows a test reads if it does not state a number. */
const MAX_ROWS = 1_000;

/**
 * Checks that need the database: columns and their types, the cost, and on request the report's own tests, which read live
 * data. One report at a time.
 */
export async function databaseProblems(
  deps: KindDeps,
  report: ReportDefinition,
  bound: BoundSql,
): Promise<DefinitionProblem[]> {
  const validator = { deps, report, bound, user: deps.user ?? FILES };
  try {
    return await oneAtATime(deps.user?.id ?? null, async () => {
      const described = await describe(validator);
      const found = described.length > 0 || deps.withoutTests ? described : await testProblems(validator);
      // What was stopped with the server says nothing about the report.
      deps.signal?.throwIfAborted();
      return found;
    });
  } catch (failure) {
    const refusal = failure instanceof Refusal ? failure.code : '';
    const unknown = refusal === 'RELATORIO_EM_ANDAMENTO' && deps.withoutTests;
    if (failure instanceof Refusal && (refusal === 'RELATORIOS_DESLIGADOS' || unknown))
      return [{ pointer: '', message: failure.message, severity: 'AVISO' }];
    throw failure;
  }
}

interface Validator {
  deps: KindDeps;
  report: ReportDefinition;
  bound: BoundSql;
  user: User;
}

/** The user for files without an author: sees every branch, and everything in it, since only rows are counted. */
const FILES: User = {
  id: 0,
  name: 'Arquivo',
  cpf: '',
  type: 'ADMIN',
  grants: grantsOf(withModule('DADOS_PESSOAIS')),
  branchIds: [],
  customerId: null,
  representativeId: null,
  sessionId: '',
};

async function describe({ deps, report, bound, user }: Validator): Promise<DefinitionProblem[]> {
  const today = localDate(deps.now(), DEFAULT_TIME_ZONE);
  const values = bindValues(bound.placeholders, initialValues(parametersOf(report.parametros), today));
  const place = report.consulta.tipo === 'SQL' ? '/consulta/sql' : '/consulta';
  try {
    return await asReader({ deps, user }, TIMEOUTS.plan, async (client) => {
      await passCostGate(client, bound.text, values);
      const { columns } = await readRows(client, bound, values, 0);
      return columnProblems(report.colunas, columns);
    });
  } catch (failure) {
    const refusal = runRefusal(failure, null, TIMEOUTS.plan / 1000);
    if (!(refusal instanceof Refusal) || refusal.status === 503) throw refusal;
    // A file that was too slow on a busy machine is checked again later; a person sees at once what happened.
    if (isSlow(refusal) && !deps.user) throw refusal;
    return [error(place, authorSentence(failure) ?? refusal.message)];
  }
}

const isSlow = ({ code }: Refusal): boolean => code === 'RELATORIO_DEMOROU';

const asReader = <T>(
  { deps, user }: Pick<Validator, 'deps' | 'user'>,
  timeout: number,
  use: Parameters<typeof withReader<T>>[2],
): Promise<T> =>
  withReader(
    deps,
    {
      person: user,
      zone: DEFAULT_TIME_ZONE,
      customer: null,
      name: 'balcao relatorio prova',
      timeout,
      signal: deps.signal,
    },
    use,
  );

const MESSAGES: Readonly<Record<string, string>> = {
  texto: 'texto',
  inteiro: 'número inteiro',
  decimal: 'número decimal',
  data: 'data',
  momento: 'data e hora',
  logico: 'sim ou não',
};

/** Declared columns and those of the result must be the same, with compatible types. */
function columnProblems(
  declared: readonly ReportColumn[],
  described: readonly DescribedColumn[],
): DefinitionProblem[] {
  return [
    ...declared.flatMap(({ campo, tipo }, index) => {
      const found = described.filter(({ name }) => name === campo);
      const at = `/colunas/${index}`;
      if (found.length === 0)
        return [
          error(`${at}/campo`, `A consulta não devolve ${campo}. Retire a coluna, ou inclua-a na consulta.`),
        ];
      if (found.length > 1) return [error(`${at}/campo`, `A consulta devolve ${campo} duas vezes.`)];
      const kind = found[0]?.kind ?? null;
      if (FITS[tipo].includes(kind)) return [];
      const says = kind ? `é ${MESSAGES[kind]}` : 'é de um tipo que relatórios não mostram';
      return [
        error(
          `${at}/tipo`,
          `A coluna ${campo} ${says} na consulta, e não pode ser mostrada como ${columnTypes[tipo].toLowerCase()}. Mude o tipo dela, ou converta-a na consulta.`,
        ),
      ];
    }),
    ...described
      .filter(({ name }) => !declared.some(({ campo }) => campo === name))
      .map(({ name }) =>
        error('/colunas', `A consulta devolve ${name}, que não está em colunas. Inclua-a, ou retire-a.`),
      ),
  ];
}

/** Runs the report's own tests as the user who checks it. */
async function testProblems({ deps, report, user }: Validator): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  const timeout = deps.user ? Math.min(report.limites.segundos * 1000, TIMEOUTS.requested) : TIMEOUTS.file;
  const today = localDate(deps.now(), DEFAULT_TIME_ZONE);
  const parameters = parametersOf(report.parametros);
  const named = {
    ...report,
    testes: report.testes.map((test) => ({
      ...test,
      parametros: resolvedValues(parameters, test.parametros, today),
    })),
  };
  for (const [index, { parametros, espera }] of report.testes.entries()) {
    const failure = await testFailure({ deps, user, timeout }, report, parametros, espera);
    if (!failure) continue;
    const place = `/testes/${index}`;
    // A test that is slow with this installation's data is not the file's fault.
    if (failure.slow && !deps.user)
      found.push({
        pointer: place,
        message: `${testName(named, index)} não terminou em ${timeout / 1000} s com os dados daqui, e não foi provado.`,
        severity: 'AVISO',
      });
    else found.push(error(place, testSentence(named, index, failure.finding)));
    // The next one would take just as long.
    if (failure.slow) break;
  }
  return found;
}

type Expected = ReportDefinition['testes'][number]['espera'];

interface Failure {
  finding: TestFinding;
  slow?: boolean;
}

async function testFailure(
  { deps, user, timeout }: { deps: KindDeps; user: User; timeout: number },
  report: ReportDefinition,
  values: Record<string, unknown>,
  expected: Expected,
): Promise<Failure | null> {
  try {
    const sets = await mapFor(deps.db, deps.user, deps.arriving);
    const prepared = await prepareRun({ ...deps, user, sets }, report, values);
    if ('recusa' in expected) return { finding: { kind: 'ACEITO' } };
    const most = expected.maximo === undefined ? (expected.minimo ?? MAX_ROWS) : expected.maximo + 1;
    const rows = await asReader({ deps, user }, timeout, async (client) => {
      await passCostGate(client, prepared.bound.text, prepared.bind);
      const { batches } = await runnable(client, prepared, most);
      let count = 0;
      for await (const batch of batches) count += batch.length;
      return count;
    });
    const finding = rowsFinding(report, expected, rows);
    return finding && { finding };
  } catch (failure) {
    const refusal = runRefusal(failure, null, timeout / 1000);
    if (!(refusal instanceof Refusal) || refusal.status === 503) throw refusal;
    const fields = Object.keys(refusal.fields ?? {});
    if ('recusa' in expected && fields.some((field) => field.split('.')[0] === expected.recusa)) return null;
    return {
      finding: { kind: 'RECUSA', sentence: authorSentence(failure) ?? refusal.message },
      slow: isSlow(refusal),
    };
  }
}

function rowsFinding(
  { colunas }: ReportDefinition,
  expected: Exclude<Expected, { recusa: string }>,
  rows: number,
): TestFinding | null {
  if (expected.colunas && expected.colunas.join() !== colunas.map(({ campo }) => campo).join())
    return { kind: 'COLUNAS' };
  const { minimo = 0, maximo = Number.POSITIVE_INFINITY } = expected;
  return rows < minimo || rows > maximo ? { kind: 'LINHAS', rows } : null;
}

/** Per person: the report being checked, and one that was edited meanwhile. */
const MAX_OWN = 2;
/** For everyone, in this process. */
const MAX_WAITING = 8;

const waiting: (number | null)[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * Checking reads the database too, so it runs one at a time, however many people write reports and however many files come at
 * once. `person` is null for files, which come one after the other anyway.
 */
async function oneAtATime<T>(person: number | null, work: () => Promise<T>): Promise<T> {
  const own = waiting.filter((each) => each === person).length;
  if (waiting.length >= MAX_WAITING || (person !== null && own >= MAX_OWN))
    throw refused(
      'RELATORIO_EM_ANDAMENTO',
      'O banco ainda confere outros relatórios. Espere um momento e tente de novo.',
    );
  waiting.push(person);
  const turn = last.then(work).finally(() => {
    waiting.splice(waiting.indexOf(person), 1);
  });
  last = turn.catch(() => {});
  return turn;
}
