import { formatCount } from '../format.ts';
import { listText } from '../text.ts';
import { parametersOf } from './parameterSchema.ts';
import { filtersInWords } from './parameterValues.ts';
import type { ReportDefinition } from './report.ts';

type Report = Pick<ReportDefinition, 'parametros' | 'colunas' | 'testes'>;
type Expected = ReportDefinition['testes'][number]['espera'];

/** What a test found that does not agree with it. */
export type TestFinding =
  | { kind: 'ACEITO' }
  | { kind: 'COLUNAS' }
  | { kind: 'LINHAS'; rows: number }
  /** The run was refused or failed, in the sentence for the author. */
  | { kind: 'RECUSA'; sentence: string };

/** 'O teste 2 (Filial: Matriz)': tests have no names, so they are told apart by what they ask for. */
export function testName(
  { parametros, testes }: Pick<Report, 'parametros' | 'testes'>,
  index: number,
): string {
  const filters = filtersInWords(parametersOf(parametros), testes[index]?.parametros ?? {});
  return `O teste ${index + 1} (${filters || 'sem filtros'})`;
}

/** Why a test is not met, what it expects and what came instead. */
export function testSentence(report: Report, index: number, finding: TestFinding): string {
  const espera = report.testes[index]?.espera ?? {};
  return `${testName(report, index)} espera ${expectedText(report, espera)}, ${foundText(report, espera, finding)}`;
}

function expectedText(report: Report, espera: Expected): string {
  if ('recusa' in espera) return `que ${filterName(report, espera.recusa)} seja recusado`;
  const { colunas, minimo, maximo } = espera;
  const parts = [
    ...(colunas ? [`as colunas ${columnNames(report, colunas)}`] : []),
    ...(minimo === undefined ? [] : [`ao menos ${rowsText(minimo)}`]),
    ...(maximo === undefined ? [] : [`no máximo ${rowsText(maximo)}`]),
  ];
  return parts.length > 0 ? listText(parts) : 'que a consulta termine';
}

function foundText(report: Report, espera: Expected, finding: TestFinding): string {
  switch (finding.kind) {
    case 'ACEITO':
      return 'e ele foi aceito.';
    case 'COLUNAS':
      return `e o relatório tem ${columnNames(
        report,
        report.colunas.map(({ campo }) => campo),
      )}.`;
    case 'LINHAS': {
      const isMore = 'maximo' in espera && espera.maximo !== undefined && finding.rows > espera.maximo;
      if (finding.rows === 0) return 'e não veio nenhuma.';
      return isMore
        ? 'e vieram mais.'
        : `e ${finding.rows === 1 ? 'veio' : 'vieram'} ${rowsText(finding.rows)}.`;
    }
    case 'RECUSA':
      return `e ela parou: ${finding.sentence}`;
  }
}

const rowsText = (count: number) => formatCount(count, 'linha', 'linhas');

const filterName = ({ parametros }: Report, name: string): string =>
  `o filtro '${parametersOf(parametros).find(({ parametro }) => parametro === name)?.label ?? name}'`;

const columnNames = ({ colunas }: Report, keys: readonly string[]): string =>
  listText(keys.map((key) => `'${colunas.find(({ campo }) => campo === key)?.titulo ?? key}'`));
