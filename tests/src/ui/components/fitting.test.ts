import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { columnDefaults, ticketColumns } from '#src/resources/tickets/ticketTable.tsx';
import { isOwnChoice } from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { fittingColumns, spreadColumns } from '#ui/components/DataTable/fitting.ts';

const render = () => null;
const columns: Column<object>[] = [
  { id: 'numero', label: 'Número', width: 100, render },
  { id: 'vendedor', label: 'Vendedor', width: 160, hideOrder: 2, render },
  { id: 'cliente', label: 'Cliente', minWidth: 200, render },
  { id: 'emitente', label: 'Emitente', width: 140, hideOrder: 1, render },
  { id: 'total', label: 'Total', width: 130, render },
];
const shown = (width: number) => fittingColumns(columns, width).map(({ id }) => id);

describe('columns of a narrow table', () => {
  it('all stay when there is room, in the same array', () => {
    expect(fittingColumns(columns, 730)).toBe(columns);
  });

  it('are hidden in their order, and no more than necessary', () => {
    expect(shown(729)).toEqual(['numero', 'vendedor', 'cliente', 'total']);
    expect(shown(589)).toEqual(['numero', 'cliente', 'total']);
  });

  it('never lose the one that the list is sorted by', () => {
    const sorted = (by: string, all = columns) => fittingColumns(all, 200, {}, by).map(({ id }) => id);
    expect(sorted('emitente')).toEqual(['numero', 'cliente', 'emitente', 'total']);
    const named = columns.map((column) =>
      column.id === 'vendedor' ? { ...column, sortBy: 'colab' } : column,
    );
    expect(sorted('colab', named)).toEqual(['numero', 'vendedor', 'cliente', 'total']);
  });

  it('stay when none can be hidden', () => {
    expect(shown(200)).toEqual(['numero', 'cliente', 'total']);
  });

  it('count as a personal choice once order or hidden columns differ, but not density', () => {
    const defaults = { order: [], hidden: ['canal'], density: 'compact' } as const;
    const own = (part: object) => isOwnChoice({ ...defaults, ...part } as never, defaults as never);
    expect(own({ density: 'comfortable' })).toBe(false);
    expect(own({ hidden: [] })).toBe(true);
    expect(own({ order: ['total'] })).toBe(true);
  });
});

describe('width of each column', () => {
  const widths = (room: number, measures: Parameters<typeof spreadColumns>[2]) =>
    Object.fromEntries(spreadColumns(columns, room, measures).map(({ id, width }) => [id, width]));

  it('follows its contents, showing cut texts whole before room is spread', () => {
    const content = { numero: 60, vendedor: 210, cliente: 150, emitente: 90, total: 80 };
    // They need 60 + 160 + 150 + 90 + 80; the seller's name asks for 50 more.
    expect(widths(590, { content })).toEqual({
      numero: 60,
      vendedor: 210,
      cliente: 150,
      emitente: 90,
      total: 80,
    });
    expect(widths(700, { content })).toMatchObject({ vendedor: 210, cliente: 260, total: 80 });
    expect(widths(560, { content })).toMatchObject({ vendedor: 180 });
  });

  it('shows names whole before second facts', () => {
    const content = { numero: 60, vendedor: 210, cliente: 400, emitente: 90, total: 80 };
    const first = { ...content, cliente: 220 };
    // 60 + 160 + 200 + 90 + 80; the names ask for 50 and 20 more, the customer's second fact for 180.
    expect(widths(660, { content, first })).toMatchObject({ vendedor: 210, cliente: 220 });
    expect(widths(655, { content: { ...first, numero: 125 } })).toMatchObject({ numero: 125, vendedor: 160 });
    expect(widths(700, { content, first })).toMatchObject({ vendedor: 210, cliente: 260 });
    expect(widths(840, { content, first })).toMatchObject({ vendedor: 210, cliente: 400 });
  });

  it('cuts no number and no date, and shortens a name for them', () => {
    const kinds: Column<object>[] = [
      { id: 'nome', label: 'Nome', width: 160, render },
      { id: 'prazo', label: 'Prazo', kind: 'date', width: 100, render },
      { id: 'valor', label: 'Valor', kind: 'number', width: 80, render },
      { id: 'criado', label: 'Criado', kind: 'date', width: 100, hideOrder: 1, render },
    ];
    const content = { nome: 220, prazo: 126, valor: 118, criado: 90 };
    const placed = (room: number) =>
      spreadColumns(fittingColumns(kinds, room, { content }), room, { content }).map(({ id, width }) => [
        id,
        width,
      ]);
    expect(placed(410)).toEqual([
      ['nome', 166],
      ['prazo', 126],
      ['valor', 118],
    ]);
    expect(placed(300)).toEqual([
      ['nome', 160],
      ['prazo', 126],
      ['valor', 118],
    ]);
  });

  it('is the one that the person set', () => {
    expect(widths(900, { chosen: { total: 64 }, content: { total: 200 } })).toMatchObject({ total: 64 });
  });

  it('fills the room and exceeds it only for columns that cannot be narrower', () => {
    const some = fc.dictionary(
      fc.constantFrom(...columns.map(({ id }) => id)),
      fc.integer({ min: 20, max: 500 }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 2000 }), some, some, (room, content, chosen) => {
        const spread = spreadColumns(columns, room, { content, chosen });
        const total = spread.reduce((sum, { width = 0 }) => sum + width, 0);
        const least = spreadColumns(columns, 0, { content, chosen }).reduce(
          (sum, { width = 0 }) => sum + width,
          0,
        );
        expect(total).toBeLessThanOrEqual(Math.max(room, least));
        for (const { id, width } of spread) if (id in chosen) expect(width).toBe(chosen[id]);
      }),
    );
  });
});

describe('ticket list columns', () => {
  it('show everything up to the due time at 1280 px with the drawer open', () => {
    const existing = ticketColumns.filter(
      ({ id, hideOrder }) => hideOrder === undefined && !columnDefaults.hidden.includes(id),
    );
    const widths = existing.map(({ width, minWidth = 0 }) => width ?? minWidth);
    // The narrowest number and the widest status that there is take less than their own width.
    const spared = 86 - 73 + (178 - 142);
    expect(widths.reduce((sum, width) => sum + width, 0) - spared).toBeLessThanOrEqual(1280 - 280 - 48 - 44);
  });
});
