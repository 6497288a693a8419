import Alert from '@mui/material/Alert';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { lazy, Suspense } from 'react';
import { parametersOf } from '../../../../contract/rules/reports/parameterSchema.ts';
import { OWN_DATA_SET } from '../../../../contract/rules/reports/report.ts';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { DeclarativeProperties } from './DeclarativeProperties.tsx';
import type { PieceProps } from './ReportEditor.tsx';
import { useDataSets } from './useReportActions.ts';

const CodeEditor = lazy(async () => ({ default: (await import('../code/CodeEditor.tsx')).CodeEditor }));

/** Where the rows come from: chosen from a data set, or written as SQL over the same data sets. */
export function QueryProperties(props: PieceProps) {
  const { report, set, problems, readOnly } = props;
  const dataSets = useDataSets();
  const { consulta } = report;
  const found = problems.filter(({ ponteiro }) => ponteiro.startsWith('/consulta'));
  const tables = Object.fromEntries(
    dataSets
      .filter(({ nome }) => !nome.startsWith(OWN_DATA_SET))
      .map(({ nome, campos }) => [`relatorio.${nome}`, campos.map((field) => field.nome)]),
  );
  const names = parametersOf(report.parametros).map(({ parametro }) => `:${parametro}`);
  return (
    <PropertyGroup
      kind="Consulta"
      title={consulta.tipo === 'SQL' ? 'SQL' : 'Montada aqui'}
      pointer="/consulta"
    >
      <ToggleButtonGroup
        size="small"
        exclusive
        value={consulta.tipo}
        disabled={readOnly}
        onChange={(_event, tipo: 'SQL' | 'DECLARATIVA' | null) =>
          tipo && tipo !== consulta.tipo && set(['consulta'], tipo === 'SQL' ? STARTER_SQL : STARTER)
        }
        aria-label="Como a consulta é feita"
      >
        <ToggleButton value="DECLARATIVA">Montar</ToggleButton>
        <ToggleButton value="SQL">Escrever SQL</ToggleButton>
      </ToggleButtonGroup>
      {found.map(({ ponteiro, mensagem }) => (
        <Alert key={`${ponteiro} ${mensagem}`} severity="error">
          {mensagem}
        </Alert>
      ))}
      {consulta.tipo === 'SQL' ? (
        <>
          <p style={{ margin: 0, fontSize: 13 }}>
            Um SELECT sobre o esquema relatorio.{' '}
            {names.length > 0 ? `Use os filtros ${names.join(', ')}.` : 'Filtros entram como :nome.'}
          </p>
          <Suspense fallback={<FormSkeleton />}>
            <CodeEditor
              label="SQL da consulta"
              language="sql"
              value={consulta.sql ?? ''}
              onChange={(sql) => set(['consulta', 'sql'], sql)}
              problems={[]}
              tables={tables}
              readOnly={readOnly}
              height="320px"
            />
          </Suspense>
        </>
      ) : (
        <DeclarativeProperties {...props} query={consulta} dataSets={dataSets} />
      )}
    </PropertyGroup>
  );
}

const STARTER_SQL = {
  tipo: 'SQL',
  sql: 'select t.situacao_nome as situacao, count(*) as quantidade\nfrom relatorio.tickets t\ngroup by 1\norder by 2 desc',
};
const STARTER = {
  tipo: 'DECLARATIVA',
  conjunto: 'tickets',
  colunas: [{ como: 'quantidade', agregacao: 'CONTAGEM' }],
};
