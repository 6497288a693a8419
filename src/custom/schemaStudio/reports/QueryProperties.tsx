import Alert from '@mui/material/Alert';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Suspense } from 'react';
import { OWN_ENTITY } from '#contract/map/entity.ts';
import { valueText } from '#contract/rules/definitions/items.ts';
import { parametersOf, writtenInQuery } from '#contract/rules/reports/parameterSchema.ts';
import { reportWords } from '#contract/rules/reports/reportWords.ts';
import { problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { valueAt } from '../jsonPointer.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { DeclarativeProperties } from './DeclarativeProperties.tsx';
import type { PieceProps } from './pieceProps.ts';
import { useMap } from './relatedFields.ts';
import { ShownSql } from './ShownSql.tsx';

const CodeEditor = lazyScreen(() => import('../code/CodeEditor.tsx'), 'CodeEditor');

/** The source of the rows: chosen from a data set, or written as SQL over the same data sets. */
export function QueryProperties(props: PieceProps) {
  const { report, set, problems, readOnly } = props;
  const { map, answer } = useMap();
  const { consulta } = report;
  const found = problems.filter(({ ponteiro }) => ponteiro.startsWith('/consulta'));
  const tables = Object.fromEntries(
    Object.entries(map)
      .filter(([name, { fechada }]) => !name.startsWith(OWN_ENTITY) && !fechada)
      .map(([name, { campos }]) => [`relatorio.${name}`, Object.keys(campos)]),
  );
  const names = parametersOf(report.parametros).map(writtenInQuery);
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
      <Failure answer={answer} />
      {found.map(({ ponteiro, mensagem }) => (
        <Alert key={`${ponteiro} ${mensagem}`} severity="error">
          {mensagem}
        </Alert>
      ))}
      {consulta.tipo === 'SQL' ? (
        <>
          <p style={{ margin: 0, fontSize: 13 }}>
            Um SELECT sobre o esquema relatorio.{' '}
            {names.length > 0
              ? `Use os filtros ${names.join(', ')}. Um filtro que ninguém preenche vale null: escreva, por exemplo, (:nome is null or coluna = :nome).`
              : 'Filtros entram como :nome.'}
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
        <>
          <DeclarativeProperties {...props} query={consulta} map={map} />
          <ShownSql
            report={report}
            query={consulta}
            readOnly={readOnly}
            onTake={(sql) => set(['consulta'], { tipo: 'SQL', sql })}
          />
        </>
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

/** A test run before each publication, with the value it passes to each filter. */
export function TestProperties({
  report,
  problems,
  index,
}: Pick<PieceProps, 'report' | 'problems'> & { index: number }) {
  const at = `/testes/${index}`;
  const expected = valueAt(report, ['testes', index, 'espera']) as { recusa?: string };
  const found = problemAt(problems, at, true);
  return (
    <PropertyGroup kind="Conferência" title={`Conferência ${index + 1}`} pointer={at}>
      {found && <p role="alert">{found}</p>}
      {expected?.recusa === undefined ? (
        <>
          <PanelField at={`${at}/espera/minimo`} />
          <PanelField at={`${at}/espera/maximo`} />
        </>
      ) : (
        <p style={{ margin: 0 }}>Espera-se a recusa: {expected.recusa}</p>
      )}
      <dl style={{ margin: 0, fontSize: 13 }}>
        {parametersOf(report.parametros).map(({ parametro, label }) => (
          <div key={parametro}>
            <dt style={{ display: 'inline', fontWeight: 500 }}>{label}: </dt>
            <dd style={{ display: 'inline', margin: 0 }}>
              {valueText(valueAt(report, ['testes', index, 'parametros', parametro]), reportWords.keys)}
            </dd>
          </div>
        ))}
      </dl>
    </PropertyGroup>
  );
}
