import { describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { render } from '@testing-library/react';
import { pickupStatus, pickupType } from '#contract/catalogs/transport.ts';
import { Day, Decimal, Nullable } from '#contract/route.ts';
import { cellContent } from '#ui/components/DataTable/columns.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { eitherOf, oneOf, period, someOf } from '#ui/lists/filterKinds.ts';
import { chip, counted, money, word } from '#ui/lists/shown.tsx';

const Person = Type.Object({ id: Type.Integer(), nome: Type.String() });
const Row = Type.Object({
  dia: Nullable(Day('Dia')),
  ativa: Type.Boolean({ title: 'Ativa' }),
  quantos: Type.Integer({ title: 'Quantos' }),
  valor: Nullable(Decimal('Valor')),
  status: Type.String({ title: 'Situação' }),
  dono: Nullable(Person),
  equipe: Type.Array(Person),
});
const ana = { id: 7, nome: 'Ana' };
const row = {
  dia: '2026-11-28',
  ativa: false,
  quantos: 0,
  valor: '1234.5',
  status: 'CRIADA',
  dono: ana,
  equipe: [ana, { id: 8, nome: 'Rita' }],
};
const nothing = { ...row, dia: null, valor: null, status: '', dono: null, equipe: [] };
const label = 'De quem';
const text = (column: ReturnType<typeof fieldColumn<typeof Row, 'dia'>>, of: typeof nothing | typeof row) =>
  render(<div>{cellContent(column, of)}</div>).container.textContent;

describe('a column', () => {
  it('shows a value as its format says, and a record by its name', () => {
    expect(text(fieldColumn(Row, 'dia'), row)).toBe('28/11/2026');
    expect(text(fieldColumn(Row, 'ativa'), row)).toBe('Não');
    expect(text(fieldColumn(Row, 'quantos'), row)).toBe('0');
    expect(text(fieldColumn(Row, 'dono', { label }), row)).toBe('Ana');
    expect(text(fieldColumn(Row, 'equipe', { label }), row)).toBe('Ana, Rita');
  });

  it('shows it otherwise where it says so, but never asks that of nothing', () => {
    const [status] = pickupStatus;
    expect(text(fieldColumn(Row, 'valor', { shown: money }), row)).toBe('R$\u00a01.234,50');
    expect(text(fieldColumn(Row, 'quantos', { shown: counted('ticket', 'tickets') }), row)).toBe('0 tickets');
    const known = { ...row, status: status?.value ?? '' };
    expect(text(fieldColumn(Row, 'status', { shown: chip(pickupStatus) }), known)).toBe(status?.label);
    expect(text(fieldColumn(Row, 'status', { shown: chip(() => pickupStatus) }), known)).toBe(status?.label);
    expect(text(fieldColumn(Row, 'status', { shown: word(pickupStatus) }), known)).toBe(status?.label);
    for (const column of [
      fieldColumn(Row, 'valor', { shown: money }),
      fieldColumn(Row, 'status', { shown: word(pickupStatus) }),
      fieldColumn(Row, 'equipe', { label }),
      fieldColumn(Row, 'dono', { label }),
    ])
      expect(text(column, nothing)).toBe('—');
    expect(text(fieldColumn(Row, 'dia', { none: 'Nunca' }), nothing)).toBe('Nunca');
  });

  it('has the position of its format', () => {
    expect(fieldColumn(Row, 'valor')).toMatchObject({ label: 'Valor', kind: 'number', align: 'right' });
    expect(fieldColumn(Row, 'dono', { label })).toMatchObject({ id: 'dono', label, align: 'left' });
    expect(() => fieldColumn(Row, 'dono')).toThrow('has no title');
  });
});

describe('a filter', () => {
  it('of a catalogue offers its words alone', () => {
    const options = pickupType.map((each) => ({ value: each.value, label: each.label }));
    expect(oneOf('tipo', 'Tipo', pickupType, { pinned: true })).toEqual({
      key: 'tipo',
      label: 'Tipo',
      kind: 'select',
      pinned: true,
      options,
    });
    expect(someOf('tipo', 'Tipo', pickupType)).toEqual({
      key: 'tipo',
      label: 'Tipo',
      kind: 'multiselect',
      options,
    });
  });

  it('of a yes or no, and of a period, has the words of the wire', () => {
    expect(eitherOf('ativo', 'Situação', ['Ativas', 'Desativadas']).options).toEqual([
      { value: 'true', label: 'Ativas' },
      { value: 'false', label: 'Desativadas' },
    ]);
    expect(period('Gerada')).toMatchObject({ key: 'periodo', fromKey: 'dtIni', toKey: 'dtFim' });
    expect(period('Aberta', { ends: ['dtInicial', 'dtFinal'] })).toMatchObject({ fromKey: 'dtInicial' });
  });
});
