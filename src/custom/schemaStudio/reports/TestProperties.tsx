import { valueText } from '../../../../contract/rules/definitions/valueText.ts';
import { parametersOf } from '../../../../contract/rules/reports/parameterSchema.ts';
import { reportWords } from '../../../../contract/rules/reports/reportWords.ts';
import { valueAt } from '../jsonPointer.ts';
import { NumberProperty, problemAt } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { PieceProps } from './ReportEditor.tsx';

/** A run that is tried before each publication, with what it gives to each filter. */
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
