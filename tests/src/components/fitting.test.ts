import { describe, expect, it } from '@jest/globals';
import type { Column } from '../../../src/custom/components/DataTable/columns.ts';
import { fittingColumns, isOwnChoice } from '../../../src/custom/components/DataTable/fitting.ts';

const render = () => null;
const columns: Column<object>[] = [
  { id: 'numero', label: 'Número', width: 100, render },
  { id: 'vendedor', label: 'Vendedor', width: 160, givesWay: 2, render },
  { id: 'cliente', label: 'Cliente', minWidth: 200, render },
  { id: 'emitente', label: 'Emitente', width: 140, givesWay: 1, render },
  { id: 'total', label: 'Total', width: 130, render },
];
const shown = (width: number) => fittingColumns(columns, width).map(({ id }) => id);

describe('the columns of a narrow table', () => {
  it('all stand where there is room, in the array that came', () => {
    expect(fittingColumns(columns, 730)).toBe(columns);
  });

  it('give way in their order, and no more of them than must', () => {
    expect(shown(729)).toEqual(['numero', 'vendedor', 'cliente', 'total']);
    expect(shown(589)).toEqual(['numero', 'cliente', 'total']);
  });

  it('stay where none may give way', () => {
    expect(shown(200)).toEqual(['numero', 'cliente', 'total']);
  });

  it('are a choice once the order or the hidden ones differ, not by the height of the rows', () => {
    const defaults = { order: [], hidden: ['canal'], density: 'compact' } as const;
    const own = (part: object) => isOwnChoice({ ...defaults, ...part } as never, defaults as never);
    expect(own({ density: 'comfortable' })).toBe(false);
    expect(own({ hidden: [] })).toBe(true);
    expect(own({ order: ['total'] })).toBe(true);
  });
});
