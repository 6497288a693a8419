import type { ColumnType, DeclarativeQuery } from '../../../../contract/rules/reports/report.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import { type Choice, ChoiceProperty } from '../parts/PropertyFields.tsx';
import { FixedValue } from './FixedValue.tsx';
import type { PieceProps } from './ReportEditor.tsx';

type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

interface ComparedWithProps extends Pick<PieceProps, 'problems' | 'readOnly'> {
  at: string;
  filter: Filter;
  /** Of the field that is compared. */
  type: ColumnType;
  parameters: readonly Choice[];
  onChange: (filter: Filter) => void;
}

const FIXED = ' fixo';

/** With what a condition compares: what the person who runs the report gives, or always the same. */
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

/** Something of the field's own kind: the condition holds as it is until it is changed. */
function startOf(type: ColumnType, operator: Filter['operador']): unknown {
  if (operator === 'EM') return [];
  if (operator === 'CONTEM') return '';
  if (type === 'LOGICO') return true;
  if (type === 'DATA' || type === 'DATAHORA') return localDate(new Date(), DEFAULT_TIME_ZONE);
  return type === 'TEXTO' ? '' : '0';
}
