import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import {
  type Filter,
  type FilterOption,
  type FilterValues,
  sentenceOf,
  textsOf,
  withValues,
} from '#ui/components/FilterBar/filters.ts';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

const status: Filter = {
  key: 'status',
  label: 'Status',
  kind: 'multiselect',
  pinned: true,
  options: [
    { value: 'ABERTO', label: 'Aberto' },
    { value: 'EM_ATENDIMENTO', label: 'Em atendimento' },
    { value: 'FINALIZADO', label: 'Finalizado' },
    { value: 'CANCELADO', label: 'Cancelado' },
  ],
};
const sector: Filter = {
  key: 'setor',
  label: 'Setor',
  kind: 'select',
  options: [
    { value: '1', label: 'Logística' },
    { value: '2', label: 'Financeiro' },
  ],
};
const customer: Filter = {
  key: 'idCli',
  label: 'Cliente',
  kind: 'autocomplete',
  load: async (term) => [{ value: 7, label: `7 - Padaria ${term}` }],
  resolve: async (ids) => ids.map((value) => ({ value, label: `${value} - Mercado Lua` })),
};
const opened: Filter = {
  key: 'abertura',
  label: 'Abertura',
  kind: 'dateRange',
  fromKey: 'dtIni',
  toKey: 'dtFim',
};
const filters = [status, sector, customer, opened];

interface ListProps {
  initial?: FilterValues;
  seen?: jest.Mock;
  /** Filters in addition to the usual ones. */
  own?: readonly Filter[];
}

const List = ({ initial = {}, seen, own = [] }: ListProps) => {
  const [values, setValues] = useState<FilterValues>(initial);
  const change = (next: FilterValues) => {
    setValues(next);
    seen?.(next);
  };
  return (
    <FilterBar
      filters={[...filters, ...own]}
      values={values}
      onChange={change}
      search={{ key: 'termo', label: 'Buscar tickets' }}
      debounceMs={600}
    />
  );
};

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const add = async (label: string) => {
  await userEvent.click(button('Adicionar filtro'));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
  return screen.findByRole('dialog', { name: label });
};

it('types into a text filter at once, and reads there what it matches', async () => {
  const lot: Filter = { key: 'lote', label: 'Lote', kind: 'text', hint: 'O texto inteiro.' };
  const seen = jest.fn();
  const client = new QueryClient();
  render(<List own={[lot]} seen={seen} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await add('Lote');
  const input = screen.getByRole('searchbox', { name: 'Lote' });
  await waitFor(() => expect(input).toHaveFocus());
  expect(input).toHaveAccessibleDescription('O texto inteiro.');
  await userEvent.keyboard('L-77{Enter}');
  expect(seen).toHaveBeenLastCalledWith({ lote: 'L-77' });
});

describe('filter sentences', () => {
  const wordOf = (value: string) => value.toLowerCase();
  it('name three values and count the rest', () => {
    expect(sentenceOf(status, { status: ['A', 'B'] }, wordOf)).toBe('a, b');
    expect(sentenceOf(status, { status: ['A', 'B', 'C', 'D', 'E'] }, wordOf)).toBe('a, b, c e mais 2');
    expect(sentenceOf(status, {}, wordOf)).toBe('');
  });

  it.each([
    [{ dtIni: '2026-11-01', dtFim: '2026-11-21' }, 'de 01/11/2026 até 21/11/2026'],
    [{ dtIni: '2026-11-01' }, 'a partir de 01/11/2026'],
    [{ dtFim: '2026-11-21' }, 'até 21/11/2026'],
    [{ dtIni: '2026-11-21', dtFim: '2026-11-21' }, '21/11/2026'],
  ])('describe a range of days', (values, sentence) => {
    expect(sentenceOf(opened, values, wordOf)).toBe(sentence);
  });

  it('leave out empty values', () => {
    expect(withValues({ a: '1', b: ['2'] }, { a: '', b: [], c: 'x' })).toEqual({ c: 'x' });
  });

  it('accept filter values written by hand in a URL', () => {
    const written = { idCli: 139, arquivado: true, setor: [2, '3'], termo: 'lua', operador: null };
    expect(textsOf(written)).toEqual({ idCli: '139', arquivado: 'true', setor: ['2', '3'], termo: 'lua' });
  });
});

describe('FilterBar', () => {
  it('shows sentences and passes axe', async () => {
    render(<List initial={{ status: ['ABERTO', 'EM_ATENDIMENTO'], dtIni: '2026-11-01' }} />);
    expect(button('Status: Aberto, Em atendimento')).toBeInTheDocument();
    expect(button('Abertura: a partir de 01/11/2026')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Setor' })).not.toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it('searches after a pause, at once on Enter, and clears', async () => {
    const seen = jest.fn();
    render(<List seen={seen} />);
    const field = screen.getByRole('searchbox', { name: 'Buscar tickets' });
    // Entered at once, because a busy machine may pause between keystrokes.
    fireEvent.change(field, { target: { value: 'sol ' } });
    expect(seen).not.toHaveBeenCalled();
    await waitFor(() => expect(seen.mock.calls).toEqual([[{ termo: 'sol' }]]));
    await userEvent.type(field, 'x{Enter}');
    expect(seen).toHaveBeenLastCalledWith({ termo: 'solx' });
    await userEvent.click(button('Limpar busca'));
    expect(seen).toHaveBeenLastCalledWith({});
  });

  it('selects several values, in the order of the options', async () => {
    const seen = jest.fn();
    render(<List seen={seen} />);
    await userEvent.click(button('Status'));
    const dialog = await screen.findByRole('dialog', { name: 'Status' });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Finalizado' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Aberto' }));
    expect(seen).toHaveBeenLastCalledWith({ status: ['ABERTO', 'FINALIZADO'] });
    await expectNoAxeViolations();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button('Status: Aberto, Finalizado')).toHaveFocus();
  });

  it('adds a filter from the menu, closes after a single choice, and removes it by keyboard', async () => {
    const seen = jest.fn();
    render(<List seen={seen} />);
    const dialog = await add('Setor');
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Financeiro' }));
    expect(seen).toHaveBeenLastCalledWith({ setor: '2' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button('Setor: Financeiro')).toBeInTheDocument();
    act(() => button('Remover filtro Setor').focus());
    await userEvent.keyboard('{Enter}');
    expect(seen).toHaveBeenLastCalledWith({});
    await waitFor(() => expect(button('Adicionar filtro')).toHaveFocus());
  });

  it('stays within the window when what it shows grows', async () => {
    const looks: (() => void)[] = [];
    const { ResizeObserver: before } = globalThis;
    globalThis.ResizeObserver = class {
      constructor(look: ResizeObserverCallback) {
        looks.push(() => look([], this));
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    render(<List />);
    const dialog = await add('Setor');
    globalThis.ResizeObserver = before;
    const chip = screen.getByRole('button', { name: 'Setor', hidden: true });
    jest.spyOn(chip, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 600, 100, 32));
    Object.defineProperty(dialog, 'offsetHeight', { value: 400 });
    act(() => {
      for (const look of looks) look();
    });
    expect(dialog).toHaveStyle({ top: `${window.innerHeight - 16 - 400}px` });
  });

  it('clears all filters but keeps the search', async () => {
    const seen = jest.fn();
    render(
      <List seen={seen} initial={{ termo: 'sol', status: ['ABERTO'], dtIni: '2026-11-01', setor: '1' }} />,
    );
    await userEvent.click(button('Limpar filtros'));
    expect(seen).toHaveBeenLastCalledWith({ termo: 'sol' });
    expect(screen.queryByRole('button', { name: 'Limpar filtros' })).not.toBeInTheDocument();
  });

  it('searches the options of a record, and loads the labels of URL values once', async () => {
    const seen = jest.fn();
    render(<List seen={seen} initial={{ idCli: '12' }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Cliente: 12 - Mercado Lua' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cliente' });
    await userEvent.type(await within(dialog).findByRole('combobox'), 'sol');
    await userEvent.click(await screen.findByRole('option', { name: '7 - Padaria sol' }));
    expect(seen).toHaveBeenLastCalledWith({ idCli: '7' });
    expect(await screen.findByRole('button', { name: 'Cliente: 7 - Padaria sol' })).toBeInTheDocument();
  });

  it('accepts typed days and presets', async () => {
    const seen = jest.fn();
    render(<List seen={seen} />);
    const dialog = await add('Abertura');
    await userEvent.type(await within(dialog).findByRole('textbox', { name: 'De' }), '01112026');
    expect(seen).toHaveBeenLastCalledWith({ dtIni: '2026-11-01' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Até' }), '31102026');
    expect(within(dialog).getByText('Data anterior a data mínima (01/11/2026)')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '7 dias' }));
    const last = seen.mock.calls.at(-1)?.[0] as { dtIni: string; dtFim: string };
    expect(Date.parse(last.dtFim) - Date.parse(last.dtIni)).toBe(6 * 86_400_000);
  });
});

describe('filter options loaded on demand', () => {
  const requested = jest.fn<() => Promise<FilterOption[]>>();
  const region: Filter = {
    key: 'regiao',
    label: 'Região',
    kind: 'multiselect',
    options: { queryKey: ['regiões'], queryFn: requested },
  };
  const Regions = ({ initial = {} }: { initial?: FilterValues }) => {
    const [values, setValues] = useState<FilterValues>(initial);
    return (
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <FilterBar filters={[{ ...region, pinned: true }]} values={values} onChange={setValues} />
      </QueryClientProvider>
    );
  };
  beforeEach(() => {
    requested.mockReset();
    requested.mockResolvedValue([
      { value: '4', label: 'Norte' },
      { value: '9', label: 'Sul' },
    ]);
  });

  it('are not requested before the filter opens', async () => {
    render(<Regions />);
    expect(requested).not.toHaveBeenCalled();
    await userEvent.click(button('Região'));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Sul' }));
    expect(await screen.findByText('Região: Sul')).toBeInTheDocument();
    expect(requested).toHaveBeenCalledTimes(1);
  });

  it('label the values set in the URL', async () => {
    render(<Regions initial={{ regiao: ['4', '77'] }} />);
    expect(await screen.findByText('Região: Norte, 77')).toBeInTheDocument();
    expect(requested).toHaveBeenCalledTimes(1);
  });

  it('are requested again after a failure', async () => {
    requested.mockRejectedValueOnce(new Error('offline'));
    render(<Regions />);
    await userEvent.click(button('Região'));
    expect(await screen.findByText(/não puderam ser carregadas/)).toBeInTheDocument();
    await userEvent.click(button('Tentar novamente'));
    expect(await screen.findByRole('checkbox', { name: 'Norte' })).toBeInTheDocument();
  });
});

describe('FilterBar on a phone', () => {
  const original = window.matchMedia;
  afterEach(() => {
    window.matchMedia = original;
  });

  it('opens all filters in full screen', async () => {
    window.matchMedia = (media) => ({ ...original(media), matches: media.includes('max-width') });
    const seen = jest.fn();
    render(<List seen={seen} initial={{ status: ['ABERTO'] }} />);
    await userEvent.click(button('Filtros (1)'));
    const dialog = await screen.findByRole('dialog', { name: 'Filtros' });
    expect(within(dialog).getByRole('button', { name: 'Status Aberto' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(within(dialog).queryByRole('radio')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Abertura' }));
    await within(dialog).findByRole('textbox', { name: 'De' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Setor' }));
    await expectNoAxeViolations();
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Logística' }));
    expect(seen).toHaveBeenLastCalledWith({ status: ['ABERTO'], setor: '1' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Limpar filtros' }));
    expect(seen).toHaveBeenLastCalledWith({});
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ver resultados' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
