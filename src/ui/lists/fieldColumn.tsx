import type { Static, TObject } from '@sinclair/typebox';
import type { ReactNode } from 'react';
import { type FieldFormat, field } from '#contract/field.ts';
import { NO_VALUE } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Column } from '../components/DataTable/columns.ts';
import { RelativeDate } from '../components/display/Texts.tsx';

/**
 * A column for an entity's field, with the label, position and format defined in the contract. Anything overridden by `more`
 * differs on purpose, with the reason next to it.
 */
export function fieldColumn<T extends TObject>(
  entity: T,
  name: keyof Static<T> & string,
  more: Partial<Column<Static<T>>> = {},
): Column<Static<T>> {
  const { label, format, align } = field(entity, name);
  return {
    id: name,
    label,
    ...KINDS[format],
    align,
    render: (row) => shown(format, (row as Record<string, unknown>)[name]),
    ...more,
  };
}

const KINDS: Readonly<Partial<Record<FieldFormat, Pick<Column<never>, 'kind'>>>> = {
  id: { kind: 'number' },
  integer: { kind: 'number' },
  decimal: { kind: 'number' },
  instant: { kind: 'date' },
};

function shown(format: FieldFormat, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  if (format === 'day') return formatCalendarDate(String(value));
  if (format === 'instant') return <RelativeDate value={String(value)} />;
  if (format === 'flag') return value ? 'Sim' : 'Não';
  return String(value);
}
