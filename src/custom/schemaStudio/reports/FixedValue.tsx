import { isCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { parseDecimal } from '../../../../contract/rules/decimal.ts';
import type { ColumnType, DeclarativeQuery } from '../../../../contract/rules/reports/report.ts';
import { DateField } from '../../../ui/components/inputs/DateField.tsx';
import { NumberField } from '../../../ui/components/inputs/NumberField.tsx';
import { ChoiceProperty, type PropertyProps, problemAt, TextProperty } from '../parts/PropertyFields.tsx';

type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

interface FixedValueProps extends Omit<PropertyProps<unknown>, 'label'> {
  /** Of the field that is compared. */
  type: ColumnType;
  operator: Filter['operador'];
}

const FIGURES: readonly ColumnType[] = ['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL'];

const MOST = 999_999_999_999;

/** What a field is always compared with: a text, a list of texts, a figure, a day, yes or no. */
export function FixedValue({ type, operator, value, onChange, ...shared }: FixedValueProps) {
  const words = operator === 'CONTEM';
  if (operator === 'EM')
    return (
      <TextProperty
        {...shared}
        label="Valores"
        value={[value ?? []].flat().map(String).join('; ')}
        onChange={(text) =>
          onChange(
            text
              .split(';')
              .map((each) => each.trim())
              .filter(Boolean),
          )
        }
        commitOnBlur
        help="Separe por ponto e vírgula."
      />
    );
  if (type === 'LOGICO')
    return (
      <ChoiceProperty
        {...shared}
        label="Valor"
        value={value === undefined ? '' : String(value)}
        choices={[
          { value: 'true', label: 'Sim' },
          { value: 'false', label: 'Não' },
        ]}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  if ((type === 'DATA' || type === 'DATAHORA') && !words)
    return (
      <div data-pointer={shared.pointer}>
        <DateField
          label="Valor"
          value={isCalendarDate(String(value ?? '')) ? String(value) : null}
          onChange={(day) => onChange(day ?? '')}
          live
          keptAs={shared.pointer}
          disabled={shared.readOnly ?? false}
        />
      </div>
    );
  if (FIGURES.includes(type) && !words) {
    const error = problemAt(shared.problems, shared.pointer);
    return (
      <div data-pointer={shared.pointer}>
        <NumberField
          label="Valor"
          // Compared exactly, so it travels as text.
          value={parseDecimal(String(value ?? ''))}
          onChange={(figure) => onChange(figure ?? '')}
          places={type === 'INTEIRO' ? 0 : 6}
          min={String(-MOST)}
          max={String(MOST)}
          live
          keptAs={shared.pointer}
          error={error !== undefined}
          helperText={error}
          disabled={shared.readOnly ?? false}
          fullWidth
        />
      </div>
    );
  }
  return (
    <TextProperty {...shared} label="Valor" value={String(value ?? '')} onChange={onChange} maxLength={120} />
  );
}
