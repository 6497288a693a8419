import { isEmptyValue } from '../../../../contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '../../../../contract/rules/reports/report.ts';
import type { Content } from '../editorProps.ts';
import { parametersIn, reportOf } from './reportPlaces.ts';

type Test = ReportDefinition['testes'][number];

/** The report with its tried runs expecting what its filters and columns make of them now. */
export async function withNewResults(content: Content): Promise<Content> {
  const { testes, colunas } = reportOf(content);
  const parameters = parametersIn(content);
  const names = colunas.map(({ campo }) => campo);
  return {
    ...content,
    testes: testes.map(({ parametros, espera }): Test => {
      const values = Object.fromEntries(
        Object.entries(parametros).filter(([name]) => parameters.some(({ parametro }) => parametro === name)),
      );
      const missing = parameters.find(
        ({ parametro, obrigatorio }) => obrigatorio && isEmptyValue(values[parametro]),
      );
      if (missing) return { parametros: values, espera: { recusa: missing.parametro } };
      if ('recusa' in espera) return { parametros: values, espera: {} };
      return { parametros: values, espera: espera.colunas ? { ...espera, colunas: names } : espera };
    }),
  };
}
