import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { columnTypes, parameterTypes } from '#contract/rules/reports/report.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { moved, type Step, withValueAt } from '../jsonPointer.ts';
import { ChangedExamples } from '../parts/ChangedExamples.tsx';
import { PartsList } from '../parts/PartsList.tsx';
import { PartsLayout } from '../parts/PropertyGroup.tsx';
import { ColumnProperties } from './ColumnProperties.tsx';
import { ParameterProperties } from './ParameterProperties.tsx';
import { CardProperties, ChartProperties, LimitProperties } from './PictureProperties.tsx';
import type { PieceProps } from './pieceProps.ts';
import { QueryProperties, TestProperties } from './QueryProperties.tsx';
import {
  chosenPart,
  countErrorsIn,
  parameterPlaces,
  parametersIn,
  type ReportPart,
  reportOf,
  singlePlaces,
  withNewParameter,
  withNewResults,
  withParameterLabel,
} from './reportEdits.ts';

/** A report: its card, filters, query, columns, chart, limits, and the runs tested before publishing. */
export function ReportEditor(props: EditorProps) {
  const { value, onChange, problems, readOnly = false, published, onPlace } = props;
  const report = reportOf(value);
  const parameters = parametersIn(value);
  const chosen = chosenPart(props);
  const publishedParameters = published ? parametersIn(published) : [];
  const take = ({ report: next, name }: { report: ReportDefinition; name: string }) => {
    onChange(next as unknown as Content);
    onPlace?.(parameterPlaces(name)[0] ?? '');
  };
  const set = (path: readonly Step[], next: unknown) => onChange(withValueAt<Content>(value, path, next));
  const piece: PieceProps = { report, set, problems, readOnly };
  const single = (part: keyof typeof singlePlaces, label: string, second: string) => ({
    id: part,
    label,
    second,
    problems: countErrorsIn(problems, singlePlaces[part]),
  });
  const singles = [
    single('card', 'Cartão', report.titulo ?? ''),
    single('query', 'Consulta', report.consulta.tipo === 'SQL' ? 'SQL' : 'Montada'),
    single('chart', 'Gráfico', report.grafico ? 'Com gráfico' : 'Sem gráfico'),
    single('limits', 'Acesso e limites', `${report.saidas.join(', ') || 'Só na tela'}`),
  ];
  const addColumn = () => {
    set(['colunas'], [...report.colunas, { campo: '', titulo: 'Nova coluna', tipo: 'TEXTO' }]);
    onPlace?.(`/colunas/${report.colunas.length}`);
  };
  return (
    <PartsLayout
      notices={
        <ChangedExamples
          content={value}
          onChange={onChange}
          withNewResults={withNewResults}
          problems={problems}
          readOnly={readOnly}
        />
      }
      parts={
        <>
          <PartsList
            label="Relatório"
            selected={singles.findIndex(({ id }) => id === chosen.part)}
            onSelect={(index) =>
              onPlace?.(singlePlaces[singles[index]?.id as keyof typeof singlePlaces][0] ?? '')
            }
            parts={singles}
          />
          <h2 style={HEADING}>Filtros</h2>
          <PartsList
            label="Filtros"
            selected={
              chosen?.part === 'parameter'
                ? parameters.findIndex(({ parametro }) => parametro === chosen.name)
                : null
            }
            onSelect={(index) => onPlace?.(parameterPlaces(parameters[index]?.parametro ?? '')[0] ?? '')}
            onMove={
              readOnly
                ? undefined
                : (from, to) => set(['parametros'], formOfParameters(moved(parameters, from, to)))
            }
            parts={parameters.map(({ parametro, label, tipo, obrigatorio }) => ({
              id: parametro,
              label,
              second: `${parameterTypes[tipo]}${obrigatorio ? ' · obrigatório' : ''}`,
              problems: countErrorsIn(problems, parameterPlaces(parametro)),
            }))}
          />
          {!readOnly && (
            <Button size="small" startIcon={<AddOutlined />} onClick={() => take(withNewParameter(report))}>
              Filtro
            </Button>
          )}
          <h2 style={HEADING}>Colunas</h2>
          <PartsList
            label="Colunas"
            selected={chosen?.part === 'column' ? chosen.index : null}
            onSelect={(index) => onPlace?.(`/colunas/${index}`)}
            onMove={readOnly ? undefined : (from, to) => set(['colunas'], moved(report.colunas, from, to))}
            parts={report.colunas.map(({ campo, titulo, tipo }, index) => ({
              id: campo || String(index),
              label: titulo || campo,
              second: columnTypes[tipo],
              problems: countErrorsIn(problems, [`/colunas/${index}`]),
            }))}
          />
          {!readOnly && (
            <Button size="small" startIcon={<AddOutlined />} onClick={addColumn}>
              Coluna
            </Button>
          )}
          {report.testes.length > 0 && <h2 style={HEADING}>Conferências</h2>}
          <PartsList
            label="Conferências"
            selected={chosen?.part === 'test' ? chosen.index : null}
            onSelect={(index) => onPlace?.(`/testes/${index}`)}
            parts={report.testes.map((_, index) => ({
              id: String(index),
              label: `Conferência ${index + 1}`,
              problems: countErrorsIn(problems, [`/testes/${index}`]),
            }))}
          />
        </>
      }
      properties={properties(chosen, piece, {
        parameters,
        held: publishedParameters,
        take,
        onPlace,
      })}
    />
  );
}

const HEADING = { margin: '12px 0 4px', fontSize: 13, fontWeight: 600 } as const;

interface ParameterPieces {
  parameters: ReturnType<typeof parametersIn>;
  /** Filters of the published version. */
  held: ReturnType<typeof parametersIn>;
  /** Replaces the report and selects one of its filters. */
  take: (next: { report: ReportDefinition; name: string }) => void;
  onPlace: EditorProps['onPlace'];
}

function properties(
  chosen: ReportPart,
  piece: PieceProps,
  { parameters, held, take, onPlace }: ParameterPieces,
) {
  switch (chosen.part) {
    case 'card':
      return <CardProperties {...piece} />;
    case 'query':
      return <QueryProperties {...piece} />;
    case 'chart':
      return <ChartProperties {...piece} />;
    case 'limits':
      return <LimitProperties {...piece} />;
    case 'parameter':
      return (
        <ParameterProperties
          key={parameters.findIndex(({ parametro }) => parametro === chosen.name)}
          {...piece}
          name={chosen.name}
          published={held.find(({ parametro }) => parametro === chosen.name)}
          onLabel={(label) =>
            take(
              withParameterLabel(
                piece.report,
                chosen.name,
                label,
                held.some(({ parametro }) => parametro === chosen.name),
              ),
            )
          }
          onRemove={() => {
            piece.set(
              ['parametros'],
              formOfParameters(parameters.filter(({ parametro }) => parametro !== chosen.name)),
            );
            onPlace?.('');
          }}
        />
      );
    case 'column':
      return <ColumnProperties key={chosen.index} {...piece} index={chosen.index} />;
    case 'test':
      return <TestProperties key={chosen.index} {...piece} index={chosen.index} />;
  }
}
