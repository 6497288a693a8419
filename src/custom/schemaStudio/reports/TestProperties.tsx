import { valueAt } from '../jsonPointer.ts';
import { NumberProperty, problemAt } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { PieceProps } from './ReportEditor.tsx';

/** A run that is tried before each publication; its values are changed as JSON. */
export function TestProperties({ report, set, problems, readOnly, index }: PieceProps & { index: number }) {
  const at = `/testes/${index}`;
  const expected = valueAt(report, ['testes', index, 'espera']) as {
    minimo?: number;
    maximo?: number;
    recusa?: string;
  };
  const found = problemAt(problems, at, true);
  const limit = (key: 'minimo' | 'maximo', label: string) => (
    <NumberProperty
      label={label}
      unit="linhas"
      pointer={`${at}/espera/${key}`}
      value={expected?.[key] ?? null}
      onChange={(next) => set(['testes', index, 'espera', key], next ?? undefined)}
      problems={problems}
      readOnly={readOnly}
    />
  );
  return (
    <PropertyGroup kind="Conferência" title={`Conferência ${index + 1}`} pointer={at}>
      {found && <p role="alert">{found}</p>}
      {expected?.recusa === undefined ? (
        <>
          {limit('minimo', 'Ao menos')}
          {limit('maximo', 'No máximo')}
        </>
      ) : (
        <p style={{ margin: 0 }}>Espera-se a recusa: {expected.recusa}</p>
      )}
      <pre style={{ margin: 0, fontSize: 12, overflow: 'auto' }}>
        {JSON.stringify(valueAt(report, ['testes', index, 'parametros']), null, 2)}
      </pre>
    </PropertyGroup>
  );
}
