import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { countText } from '#contract/rules/format.ts';
import { type Column, nextSort, type RowId } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import type { DataTableProps } from '#ui/components/DataTable/tableProps.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

interface Ticket {
  id: number;
  customer: string;
  city: string;
  opened: string;
  total: number;
}

let rendered: number[] = [];
const columns: Column<Ticket>[] = [
  {
    id: 'id',
    label: 'Ticket',
    sortable: true,
    width: 96,
    card: 'title',
    render: (row) => {
      rendered.push(row.id);
      return `#${row.id}`;
    },
  },
  {
    id: 'customer',
    label: 'Cliente',
    sortable: true,
    card: 'fact',
    render: (row) => row.customer,
    second: (row) => row.city,
  },
  {
    id: 'opened',
    label: 'Abertura',
    kind: 'date',
    sortBy: 'dtCriacao',
    sortable: true,
    render: (row) => row.opened,
  },
  { id: 'total', label: 'Total', kind: 'number', card: 'corner', render: (row) => row.total },
];

const tickets = (count: number): Ticket[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    customer: `Cliente ${index + 1}`,
    city: 'Campinas',
    opened: '21/11/2026',
    total: index,
  }));

const rowId = (row: Ticket) => row.id;
const rowLink = (row: Ticket) => `/tickets/${row.id}`;
const Where = () => <output>{useLocation().pathname}</output>;

const Table = (props: Partial<DataTableProps<Ticket>>) => (
  <ThemeProvider>
    <MemoryRouter>
      <DataTable
        label="Tickets"
        columns={columns}
        rows={tickets(3)}
        rowId={rowId}
        rowLink={rowLink}
        {...props}
      />
      <Routes>
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>
  </ThemeProvider>
);

const Selectable = ({ rows, onChange }: { rows: Ticket[]; onChange?: (ids: ReadonlySet<RowId>) => void }) => {
  const [ids, setIds] = useState<ReadonlySet<RowId>>(new Set());
  const change = (next: ReadonlySet<RowId>) => {
    setIds(next);
    onChange?.(next);
  };
  return (
    <Table rows={rows} selection={{ ids, onChange: change, label: (row) => `Selecionar ticket ${row.id}` }} />
  );
};

beforeEach(() => {
  rendered = [];
});

describe('DataTable as a table', () => {
  it('has a name, counts the rows of all pages and passes axe', async () => {
    render(<Selectable rows={tickets(3)} />);
    expect(screen.getByRole('table', { name: 'Tickets' })).toHaveAttribute('aria-rowcount', '4');
    expect(screen.getByRole('rowheader', { name: '#2' })).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it('numbers its rows after those of previous pages', () => {
    render(<Table rowCount={1284} rowOffset={25} />);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1285');
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '27');
  });

  it('shows the secondary text beside the first', () => {
    render(<Table />);
    const cell = screen.getByText('Cliente 1').closest('td');
    expect(within(cell as HTMLElement).getByText('Campinas')).toHaveClass('second');
  });

  it('renders only the visible rows when there are many', async () => {
    render(<Table rows={tickets(500)} />);
    // Until the window size is known, only the first rows are rendered, with space reserved for the others.
    expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(10);
    await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(60));
    expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(10);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '501');
  });
});

describe('DataTable sorting', () => {
  it('starts dates with the newest and others with the first, then reverses', () => {
    const [id, , opened] = columns as [Column<Ticket>, Column<Ticket>, Column<Ticket>];
    expect(nextSort(undefined, id)).toEqual({ field: 'id', direction: 'ASC' });
    expect(nextSort({ field: 'id', direction: 'ASC' }, opened)).toEqual({
      field: 'dtCriacao',
      direction: 'DESC',
    });
    expect(nextSort({ field: 'dtCriacao', direction: 'DESC' }, opened)).toEqual({
      field: 'dtCriacao',
      direction: 'ASC',
    });
  });

  it('resizes columns by arrow keys and mouse, and restores the automatic width', async () => {
    const drawn: [string, number | null][] = [];
    render(<Table columns={columns} onResize={(id, width) => drawn.push([id, width])} />);
    const [first, second] = await screen.findAllByRole('slider');
    expect(first).toHaveAccessibleName('Largura da coluna Ticket');
    // One of them is reached by Tab; the arrow keys move to the others.
    expect(screen.getAllByRole('slider').filter(({ tabIndex }) => tabIndex === 0)).toEqual([first]);
    const heading = first?.closest('th') as HTMLElement;
    Object.defineProperty(heading, 'offsetWidth', { configurable: true, value: 100 });
    first?.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Home}{ArrowDown}');
    expect(drawn).toEqual([
      ['id', 116],
      ['id', 84],
      ['id', null],
    ]);
    expect(second).toHaveFocus();
    const press = (type: string, clientX: number) =>
      fireEvent(first as HTMLElement, new MouseEvent(type, { bubbles: true, button: 0, clientX }));
    press('pointerdown', 100);
    press('pointermove', 150);
    press('pointerup', 150);
    press('dblclick', 150);
    expect(drawn.slice(3)).toEqual([
      ['id', 150],
      ['id', null],
    ]);
  });

  it('announces the direction and reports the next one', async () => {
    const onSort = jest.fn();
    render(<Table sort={{ field: 'id', direction: 'ASC' }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Ticket' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('columnheader', { name: 'Cliente' })).not.toHaveAttribute('aria-sort');
    await userEvent.click(screen.getByRole('button', { name: 'Ticket' }));
    await userEvent.click(screen.getByRole('button', { name: 'Abertura' }));
    expect(onSort.mock.calls).toEqual([
      [{ field: 'id', direction: 'DESC' }],
      [{ field: 'dtCriacao', direction: 'DESC' }],
    ]);
    expect(screen.queryByRole('button', { name: 'Total' })).not.toBeInTheDocument();
  });
});

describe('DataTable row opening', () => {
  it('links the main cell, and follows the link from anywhere in the row', async () => {
    render(<Table />);
    expect(screen.getByRole('link', { name: '#2' })).toHaveAttribute('href', '/tickets/2');
    await userEvent.click(screen.getByText('Cliente 2'));
    expect(screen.getByRole('status')).toHaveTextContent('/tickets/2');
  });

  it('works by Enter on the focused row, reached by arrows or j and k', async () => {
    render(<Table />);
    screen.getByRole('link', { name: '#1' }).focus();
    await userEvent.keyboard('j{ArrowDown}k{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('/tickets/2');
  });

  it('opens a new tab by the middle button anywhere in the row', () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    render(<Table />);
    fireEvent(screen.getByText('Cliente 2'), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    expect(open).toHaveBeenCalledWith(expect.stringContaining('/tickets/2'), '_blank', 'noopener');
    open.mockRestore();
  });

  it('does not happen when a button in the row is pressed', async () => {
    const pressed = jest.fn();
    const actions = (row: Ticket) => (
      <button type="button" onClick={pressed}>
        Arquivar {row.id}
      </button>
    );
    render(<Table rowActions={actions} />);
    await userEvent.click(screen.getByRole('button', { name: 'Arquivar 2' }));
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent('/');
    expect(screen.getByRole('status')).not.toHaveTextContent('/tickets/2');
  });

  it('calls onOpen once when the row has no link', async () => {
    const onOpen = jest.fn();
    const rows = tickets(3);
    render(<Table rows={rows} rowLink={undefined} onOpen={onOpen} />);
    await userEvent.click(screen.getByText('Cliente 3'));
    expect(onOpen.mock.calls).toEqual([[rows[2]]]);
  });

  it('passes keys to onRowKeyDown first, which can prevent the default', async () => {
    const onRowKeyDown = jest.fn((event: React.KeyboardEvent, _row: Ticket) => event.preventDefault());
    render(<Table onRowKeyDown={onRowKeyDown} />);
    screen.getByRole('link', { name: '#1' }).focus();
    await userEvent.keyboard('j');
    expect(onRowKeyDown.mock.calls[0]?.[1]).toMatchObject({ id: 1 });
    expect(screen.getByRole('link', { name: '#1' })).toHaveFocus();
  });
});

describe('DataTable selection', () => {
  const box = (id: number) => screen.getByRole('checkbox', { name: `Selecionar ticket ${id}` });

  it('rerenders only the row that was ticked', async () => {
    const rows = tickets(50);
    render(<Selectable rows={rows} />);
    rendered = [];
    await userEvent.click(box(7));
    expect(rendered).toEqual([7]);
    expect(box(7)).toBeChecked();
  });

  it('selects the range when Shift is held', async () => {
    const onChange = jest.fn();
    render(<Selectable rows={tickets(9)} onChange={onChange} />);
    const user = userEvent.setup();
    await user.click(box(3));
    await user.keyboard('{Shift>}');
    await user.click(box(6));
    await user.keyboard('{/Shift}');
    expect(onChange).toHaveBeenLastCalledWith(new Set([3, 4, 5, 6]));
  });

  it('selects the page, and shows a partial selection', async () => {
    render(<Selectable rows={tickets(3)} />);
    const all = screen.getByRole('checkbox', { name: 'Selecionar todos desta página' }) as HTMLInputElement;
    await userEvent.click(box(1));
    expect(all.indeterminate).toBe(true);
    await userEvent.click(all);
    expect(box(3)).toBeChecked();
    await userEvent.click(all);
    expect(box(1)).not.toBeChecked();
  });
});

describe('DataTable states', () => {
  it('show a skeleton of rows during the first load', () => {
    const { container } = render(<Table rows={[]} loading />);
    expect(container.querySelectorAll('tbody tr')).toHaveLength(12);
    expect(container.querySelector('[aria-busy=true]')).toBeInTheDocument();
    expect(screen.queryByText('Não existem dados para exibição')).not.toBeInTheDocument();
  });

  it('keep the rows during a later load', () => {
    render(<Table loading />);
    expect(screen.getByText('Cliente 1')).toBeInTheDocument();
  });

  it('show the empty and the error slots', () => {
    const { rerender } = render(<Table rows={[]} />);
    expect(screen.getByText('Não existem dados para exibição')).toBeInTheDocument();
    rerender(<Table rows={[]} empty="Nenhum ticket com estes filtros" />);
    expect(screen.getByText('Nenhum ticket com estes filtros')).toBeInTheDocument();
    rerender(<Table rows={[]} answer={{ error: new Error('Sem banco.'), refetch: () => {} }} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Não foi possível carregar');
  });

  it('keep the rows when a later request fails, and say above them why', async () => {
    const refetch = jest.fn();
    render(<Table answer={{ data: [], error: new Error('Sem banco.'), refetch }} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Sem banco.');
    expect(screen.getByText('Cliente 1')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});

describe('selection bar', () => {
  it('offers actions for the selection, and selecting all matches', async () => {
    const onSelectAll = jest.fn();
    const onClear = jest.fn();
    const { rerender } = render(
      <SelectionBar count={25} total={1284} onSelectAll={onSelectAll} onClear={onClear}>
        <button type="button">Arquivar</button>
      </SelectionBar>,
    );
    expect(screen.getByRole('region', { name: 'Ações para a seleção' })).toHaveTextContent('25 selecionados');
    expect(screen.getByRole('button', { name: 'Arquivar' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Selecionar todos os 1.284' }));
    await userEvent.click(screen.getByRole('button', { name: 'Limpar seleção' }));
    expect([onSelectAll.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1]);
    rerender(<SelectionBar count={0} onClear={onClear} />);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('shows a count above the cap with a plus', () => {
    expect([countText(1284), countText(10_000, 10_000), countText(10_001, 10_000)]).toEqual([
      '1.284',
      '10.000',
      '10.000+',
    ]);
  });
});

describe('DataTable on a phone', () => {
  const original = window.matchMedia;
  beforeEach(() => {
    window.matchMedia = (media) => ({ ...original(media), matches: media.includes('max-width') });
  });
  afterEach(() => {
    window.matchMedia = original;
  });

  it('is a list of cards with the most important values', async () => {
    render(<Selectable rows={tickets(3)} />);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const card = within(screen.getByRole('list', { name: 'Tickets' })).getAllByRole(
      'listitem',
    )[1] as HTMLElement;
    expect(within(card).getByRole('link', { name: '#2' })).toHaveAttribute('href', '/tickets/2');
    expect(within(card).getByRole('term')).toHaveTextContent('Cliente');
    expect(within(card).queryByText('21/11/2026')).not.toBeInTheDocument();
    await userEvent.click(within(card).getByText('Cliente 2', { exact: false }));
    expect(screen.getByRole('status')).toHaveTextContent('/tickets/2');
    await expectNoAxeViolations();
  });

  it('ticks by a press beside the box as well, without opening the row', async () => {
    render(<Selectable rows={tickets(3)} />);
    const box = screen.getByRole('checkbox', { name: /2/ });
    await userEvent.click(box.parentElement as HTMLElement);
    expect(box).toBeChecked();
    expect(screen.getByRole('status')).not.toHaveTextContent('/tickets/2');
  });

  it('sorts by a select field, since there is no header', async () => {
    const onSort = jest.fn();
    render(<Table sort={{ field: 'id', direction: 'ASC' }} onSort={onSort} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ordenar por' }), 'Abertura');
    expect(onSort).toHaveBeenCalledWith({ field: 'dtCriacao', direction: 'DESC' });
  });

  it('offers no sorting without rows', () => {
    render(<Table rows={[]} sort={{ field: 'id', direction: 'ASC' }} onSort={jest.fn()} />);
    expect(screen.queryByRole('combobox', { name: 'Ordenar por' })).toBeNull();
    expect(screen.getByText('Não existem dados para exibição')).toBeInTheDocument();
  });
});
