import { type ComparisonKind, comparisons, grains, type TopGroups } from '#contract/rules/reports/figures.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import {
  type Choice,
  ChoiceProperty,
  NumberProperty,
  SwitchProperty,
  withNone,
} from '#ui/components/inputs/PropertyFields.tsx';
import { calculatedColumns, columnTitle, groupingColumns, withComparison } from './groupEdits.ts';
import type { PieceProps } from './pieceProps.ts';
import type { FieldOf } from './relatedFields.ts';

interface GroupProps extends PieceProps {
  query: DeclarativeQuery;
  fieldOf: FieldOf;
}

/** How days and moments may be grouped; a day has no hour. */
export const grainChoices = (type: string): Choice[] =>
  withNone('Como está', grains).filter(({ value }) => type === 'DATAHORA' || value !== 'HORA');

/** What is made of the groups: compared with another period, only the first of them, or crossed. */
export function GroupProperties({ report, set, problems, readOnly, query, fieldOf }: GroupProps) {
  const shared = { problems, readOnly };
  const figures = calculatedColumns(query);
  const named = (columns: DeclarativeQuery['colunas']) =>
    columns.map(({ como }) => ({ value: como, label: columnTitle(report, como) }));
  const keys = named(groupingColumns(query));
  if (figures.length === 0 && !query.compara && !query.primeiros && !query.cruza) return null;
  return (
    <>
      <h3 style={HEADING}>Comparar e resumir</h3>
      <div style={GRID}>
        <ChoiceProperty
          {...shared}
          label="Período comparado com"
          pointer="/consulta/compara"
          value={query.compara ?? ''}
          choices={withNone('Nada', comparisons)}
          onChange={(value) =>
            set([], withComparison(report, (value || undefined) as ComparisonKind | undefined, fieldOf))
          }
          help="Inclui, ao lado de cada cálculo, quanto era antes e quanto mudou."
        />
        <ChoiceProperty
          {...shared}
          label="Vira colunas"
          pointer="/consulta/cruza"
          value={query.cruza ?? ''}
          choices={[{ value: '', label: 'Nada: uma linha por grupo' }, ...keys]}
          onChange={(value) => set(['consulta', 'cruza'], value || undefined)}
          help="Uma tabela cruzada: cada valor é uma coluna, até 24, e os demais se somam em Outros."
        />
      </div>
      <TopProperties
        {...shared}
        top={query.primeiros}
        figures={named(figures.filter(({ mostra }) => mostra !== 'ACUMULADO'))}
        keys={keys}
        onChange={(primeiros) => set(['consulta', 'primeiros'], primeiros)}
      />
    </>
  );
}

interface TopProps extends Pick<PieceProps, 'problems' | 'readOnly'> {
  top: TopGroups | undefined;
  figures: Choice[];
  keys: Choice[];
  onChange: (top: TopGroups | undefined) => void;
}

/** Only the first groups. Emptying the number shows all again. */
function TopProperties({ problems, readOnly, top, figures, keys, onChange }: TopProps) {
  const shared = { problems, readOnly };
  const put = (change: { [Part in keyof TopGroups]?: TopGroups[Part] | undefined }) => {
    const { por, outros, ...rest } = { ...(top as TopGroups), ...change };
    onChange({ ...(rest as TopGroups), ...(por && { por }), ...(outros && { outros }) });
  };
  return (
    <div style={GRID}>
      <NumberProperty
        {...shared}
        label="Só os primeiros"
        unit="linhas"
        pointer="/consulta/primeiros/quantos"
        value={top?.quantos ?? null}
        onChange={(quantos) =>
          quantos ? put({ quantos, coluna: top?.coluna ?? figures[0]?.value ?? '' }) : onChange(undefined)
        }
      />
      {top && (
        <>
          <ChoiceProperty
            {...shared}
            label="Pelo maior"
            pointer="/consulta/primeiros/coluna"
            value={top.coluna}
            choices={figures}
            onChange={(coluna) => put({ coluna })}
          />
          <ChoiceProperty
            {...shared}
            label="De cada"
            pointer="/consulta/primeiros/por"
            value={top.por ?? ''}
            choices={[{ value: '', label: 'De todos' }, ...keys]}
            onChange={(por) => put({ por: por || undefined })}
          />
          <SwitchProperty
            {...shared}
            label='Somar os demais em "Outros"'
            pointer="/consulta/primeiros/outros"
            value={top.outros ?? false}
            onChange={(outros) => put({ outros })}
          />
        </>
      )}
    </div>
  );
}

const HEADING = { margin: '8px 0 0', fontSize: 13, fontWeight: 600 } as const;
const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
  gap: 8,
  alignItems: 'start',
} as const;
