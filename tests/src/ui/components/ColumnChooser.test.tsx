import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ColumnChooser } from '#ui/components/ColumnChooser/ColumnChooser.tsx';
import {
  DEFAULT_PREFERENCES,
  orderedColumns,
  parsePreferences,
  useColumnPreferences,
} from '#ui/components/ColumnChooser/useColumnPreferences.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { expectNoAxeViolations } from './support/expectNoAxeViolations.ts';

const columns: Column<object>[] = [
  { id: 'id', label: 'Ticket', hideable: false, render: () => null },
  { id: 'customer', label: 'Cliente', render: () => null },
  { id: 'status', label: 'Status', render: () => null },
];

const List = () => {
  const { preferences, change, visible, density } = useColumnPreferences('teste.colunas', columns);
  return (
    <>
      <ColumnChooser columns={columns} preferences={preferences} onChange={change} />
      <output aria-label="visíveis">{visible.map((column) => column.label).join(' ')}</output>
      <output aria-label="densidade">{density}</output>
    </>
  );
};

const shown = () => screen.getByLabelText('visíveis');
const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Colunas e densidade' }));
  return screen.findByRole('dialog', { name: 'Colunas e densidade' });
};

beforeEach(() => localStorage.clear());

describe('ColumnChooser', () => {
  it('hides a column, but never the mandatory one, and remembers it', async () => {
    const { unmount } = render(<List />);
    await open();
    expect(screen.getByRole('checkbox', { name: 'Ticket' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cliente' }));
    expect(shown()).toHaveTextContent('Ticket Status');
    await expectNoAxeViolations();
    unmount();
    render(<List />);
    expect(shown()).toHaveTextContent('Ticket Status');
  });

  it('moves a column by keyboard and announces its position', async () => {
    render(<List />);
    const dialog = await open();
    act(() => within(dialog).getByRole('button', { name: 'Mover Status para cima' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(shown()).toHaveTextContent('Ticket Status Cliente');
    expect(within(dialog).getByRole('status')).toHaveTextContent('Status: posição 2 de 3');
    expect(screen.getByRole('button', { name: 'Mover Ticket para cima' })).toBeDisabled();
  });

  it('moves a column by drag', async () => {
    render(<List />);
    await open();
    const [first, , third] = screen.getAllByRole('listitem') as HTMLElement[];
    fireEvent.dragStart(third as HTMLElement);
    fireEvent.dragOver(first as HTMLElement);
    fireEvent.drop(first as HTMLElement);
    expect(shown()).toHaveTextContent('Status Ticket Cliente');
  });

  it('sets the density and restores the default', async () => {
    render(<List />);
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Confortável' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Status' }));
    expect(screen.getByLabelText('densidade')).toHaveTextContent('comfortable');
    await userEvent.click(screen.getByRole('button', { name: 'Restaurar padrão' }));
    expect(screen.getByLabelText('densidade')).toHaveTextContent('compact');
    expect(shown()).toHaveTextContent('Ticket Cliente Status');
  });
});

describe('stored preferences', () => {
  it.each([
    null,
    'x',
    '[]',
    '{"order":[1],"hidden":[],"density":"compact"}',
    '{"order":[],"hidden":[],"density":"x"}',
  ])('ignores the invalid value %s', (text) => {
    expect(parsePreferences(text)).toBe(DEFAULT_PREFERENCES);
  });

  it('drops removed columns and appends new ones', () => {
    const preferences = { ...DEFAULT_PREFERENCES, order: ['status', 'gone', 'id'] };
    expect(orderedColumns(columns, preferences).map(({ id }) => id)).toEqual(['status', 'id', 'customer']);
  });
});
