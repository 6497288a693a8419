import type { ComparisonKind, TopGroups } from '#contract/rules/reports/figures.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import type { Choice } from '#ui/components/inputs/PropertyFields.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { calculatedColumns, columnTitle, groupingColumns, withComparison } from './groupEdits.ts';
import type { PieceProps } from './pieceProps.ts';
import type { FieldOf } from './relatedFields.ts';

interface GroupProps extends Pick<PieceProps, 'report' | 'set'> {
  query: DeclarativeQuery;
  fieldOf: FieldOf;
}

/** What is made of the groups: compared with another period, only the first of them, or crossed. */
export function GroupProperties({ report, set, query, fieldOf }: GroupProps) {
  const figures = calculatedColumns(query);
  const named = (columns: DeclarativeQuery['colunas']) =>
    columns.map(({ como }) => ({ value: como, label: columnTitle(report, como) }));
  const keys = named(groupingColumns(query));
  if (figures.length === 0 && !query.compara && !query.primeiros && !query.cruza) return null;
  return (
    <>
      <h3 style={HEADING}>Comparar e resumir</h3>
      <div style={GRID}>
        <PanelField
          at="/consulta/compara"
          none="Nada"
          set={(value: string) =>
            set([], withComparison(report, (value || undefined) as ComparisonKind | undefined, fieldOf))
          }
        />
        <PanelField at="/consulta/cruza" none="Nada: uma linha por grupo" choices={keys} />
      </div>
      <TopProperties
        top={query.primeiros}
        figures={named(figures.filter(({ mostra }) => mostra !== 'ACUMULADO'))}
        keys={keys}
        onChange={(primeiros) => set(['consulta', 'primeiros'], primeiros)}
      />
    </>
  );
}

interface TopProps {
  top: TopGroups | undefined;
  figures: Choice[];
  keys: Choice[];
  onChange: (top: TopGroups | undefined) => void;
}

/** Only the first groups. Emptying the number shows all again. */
function TopProperties({ top, figures, keys, onChange }: TopProps) {
  const put = (change: Pick<TopGroups, 'quantos' | 'coluna'>) => onChange({ ...top, ...change });
  return (
    <div style={GRID}>
      <PanelField
        at="/consulta/primeiros/quantos"
        set={(quantos: number | null) =>
          quantos ? put({ quantos, coluna: top?.coluna ?? figures[0]?.value ?? '' }) : onChange(undefined)
        }
      />
      {top && (
        <>
          <PanelField at="/consulta/primeiros/coluna" choices={figures} />
          <PanelField at="/consulta/primeiros/por" none="De todos" choices={keys} />
          <PanelField at="/consulta/primeiros/outros" />
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
