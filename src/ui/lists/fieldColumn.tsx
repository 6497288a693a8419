import type { Static, TObject } from '@sinclair/typebox';
import type { ReactNode } from 'react';
import { type FieldFormat, field } from '#contract/field.ts';
import type { Column } from '../components/DataTable/columns.ts';
import { isAbsent, shown as shownByFormat } from './shown.tsx';

interface FieldColumnOptions<Row, Name extends keyof Row> extends Partial<Column<Row>> {
  /** How a value is shown, where the contract's format does not tell (shown.tsx): `chip(pickupStatus)`, `money`. */
  shown?: (value: NonNullable<Row[Name]>) => ReactNode;
  /** What an absent value means, where '—' would hide it: 'Nunca'. */
  none?: string;
}

/**
 * A column for an entity's field, with the label, position and format defined in the contract. Anything overridden by `more`
 * differs on purpose, with the reason next to it; `render` is for what needs more than the field.
 */
export function fieldColumn<T extends TObject, Name extends keyof Static<T> & string>(
  entity: T,
  name: Name,
  { shown, none, ...more }: FieldColumnOptions<Static<T>, Name> = {},
): Column<Static<T>> {
  const { label, format, align } = field(entity, name, more.label);
  return {
    id: name,
    label,
    ...KINDS[format],
    align,
    render: (row) => {
      const value = row[name];
      return shown && !isAbsent(value)
        ? shown(value as NonNullable<Static<T>[Name]>)
        : shownByFormat(format, value, none);
    },
    ...more,
  };
}

const KINDS: Readonly<Partial<Record<FieldFormat, Pick<Column<never>, 'kind'>>>> = {
  id: { kind: 'number' },
  integer: { kind: 'number' },
  decimal: { kind: 'number' },
  day: { kind: 'date' },
  instant: { kind: 'date' },
};
