import { parseDecimal } from '#contract/rules/decimal.ts';
import type { ColumnType, DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import {
  type Choice,
  ChoiceProperty,
  type PropertyProps,
  problemAt,
  TextProperty,
} from '../parts/PropertyFields.tsx';
import type { PieceProps } from './pieceProps.ts';

type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

interface FixedValueProps extends Omit<PropertyProps<unknown>, 'label'> {
  /** Type of the compared field. */
  type: ColumnType;
  operator: Filter['operador'];
}

const FIGURES: readonly ColumnType[] = ['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL'];

const MAX_NUMBER = 999_999_999_999;

/** The constant that a field is compared with: a text, a list of texts, a number, a day, or yes/no. */
function FixedValue({ type, operator, value, onChange, ...shared }: FixedValueProps) {
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
          // Sent as text, because it is compared exactly.
          value={parseDecimal(String(value ?? ''))}
          onChange={(figure) => onChange(figure ?? '')}
          places={type === 'INTEIRO' ? 0 : 6}
          min={String(-MAX_NUMBER)}
          max={String(MAX_NUMBER)}
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

interface ComparedWithProps extends Pick<PieceProps, 'problems' | 'readOnly'> {
  at: string;
  filter: Filter;
  /** Type of the compared field. */
  type: ColumnType;
  parameters: readonly Choice[];
  onChange: (filter: Filter) => void;
}

const FIXED = ' fixo';

/** What a condition compares with: a value given by the person running the report, or a constant. */
export function ComparedWith({ at, filter, type, parameters, onChange, ...shared }: ComparedWithProps) {
  const { parametro: _, valor, ...bare } = filter;
  const isFixed = valor !== undefined;
  const offered = filter.operador === 'ENTRE' ? [] : [{ value: FIXED, label: 'Um valor fixo' }];
  const put = (value: string) => {
    if (value === FIXED) onChange({ ...bare, valor: startOf(type, filter.operador) });
    else onChange(value === '' ? bare : { ...bare, parametro: value });
  };
  return (
    <>
      <ChoiceProperty
        {...shared}
        label="Compara com"
        pointer={`${at}/parametro`}
        value={isFixed ? FIXED : (filter.parametro ?? '')}
        choices={[
          { value: '', label: 'Escolha' },
          ...offered,
          ...parameters.map(({ value, label }) => ({ value, label: `Filtro: ${label}` })),
        ]}
        onChange={put}
        help={isFixed || !filter.parametro ? undefined : 'Com o filtro vazio, a condição não vale.'}
      />
      {isFixed && (
        <FixedValue
          {...shared}
          pointer={`${at}/valor`}
          type={type}
          operator={filter.operador}
          value={valor}
          onChange={(next) => onChange({ ...bare, valor: next })}
        />
      )}
    </>
  );
}

/** An initial value of the field's own type, so that the condition is valid before it is edited. */
function startOf(type: ColumnType, operator: Filter['operador']): unknown {
  if (operator === 'EM') return [];
  if (operator === 'CONTEM') return '';
  if (type === 'LOGICO') return true;
  if (type === 'DATA' || type === 'DATAHORA') return ownToday();
  return type === 'TEXTO' ? '' : '0';
}
