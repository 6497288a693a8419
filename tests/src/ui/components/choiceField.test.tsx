import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type Choice, ChoiceField, MOST_AT_A_GLANCE } from '#ui/components/inputs/ChoiceField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';

const user = userEvent.setup({ delay: null });

const branches = (count: number): Choice<number>[] =>
  Array.from({ length: count }, (_, index) => ({ value: index + 1, label: `Filial ${index + 1} São João` }));
const LONG = MOST_AT_A_GLANCE + 1;

const save = jest.fn();

function Form({ count, none }: { count: number; none?: string }) {
  const [value, setValue] = useState<number | null>(2);
  return (
    <ThemeProvider>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(value);
        }}
      >
        <ChoiceField label="Filial" value={value} onChange={setValue} choices={branches(count)} none={none} />
        <button type="submit">Salvar</button>
      </form>
      <output>{String(value)}</output>
    </ThemeProvider>
  );
}

const shown = () => screen.getByRole('status').textContent;
const searchField = () => screen.findByDisplayValue<HTMLInputElement>('Filial 2 São João');
const offered = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('a choice', () => {
  it('is read from a list that fits at a glance', async () => {
    render(<Form count={MOST_AT_A_GLANCE} none="Todas" />);
    await user.click(screen.getByRole('combobox', { name: 'Filial' }));
    expect(offered()).toHaveLength(MOST_AT_A_GLANCE + 1);
    await user.click(screen.getByRole('option', { name: 'Filial 7 São João' }));
    expect(shown()).toBe('7');
    await user.click(screen.getByRole('combobox', { name: 'Filial' }));
    await user.click(screen.getByRole('option', { name: 'Todas' }));
    expect(shown()).toBe('null');
  });

  it('shows a choice that stands for nothing by its name', () => {
    const choices = [
      { value: '', label: 'Sempre' },
      { value: 'rota', label: 'Conforme a rota' },
    ];
    render(
      <ThemeProvider>
        <ChoiceField label="Aparece" value="" onChange={() => {}} choices={choices} />
      </ThemeProvider>,
    );
    expect(screen.getByRole('combobox', { name: 'Aparece' }).textContent).toBe('Sempre');
  });

  it('is searched by typing in a longer one, without its accents, and taken by keyboard', async () => {
    render(<Form count={LONG} />);
    const field = await searchField();
    expect(field).toBe(screen.getByRole('combobox', { name: 'Filial' }));
    await user.click(field);
    expect(offered()).toHaveLength(LONG);
    await user.clear(field);
    await user.type(field, '13 sao');
    expect(offered()).toEqual(['Filial 13 São João']);
    await user.keyboard('{Enter}');
    expect([shown(), field.value]).toEqual(['13', 'Filial 13 São João']);
  });

  it('is given back what was chosen when the text is taken away', async () => {
    render(<Form count={LONG} />);
    const field = await searchField();
    await user.clear(field);
    await user.tab();
    expect([shown(), field.value]).toEqual(['2', 'Filial 2 São João']);
  });

  it('may be none, as the first of the list', async () => {
    render(<Form count={LONG} none="Todas" />);
    const field = await searchField();
    await user.click(field);
    expect(offered()[0]).toBe('Todas');
    await user.click(screen.getByRole('option', { name: 'Todas' }));
    expect([shown(), field.value]).toEqual(['null', 'Todas']);
  });

  it('keeps text that is no option, and its form waits for it', async () => {
    render(<Form count={LONG} />);
    const field = await searchField();
    await user.clear(field);
    await user.type(field, 'Manaus');
    expect(screen.getByText('Nenhuma opção')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect([field.value, shown(), save.mock.calls]).toEqual(['Manaus', '2', []]);
    expect(screen.getByText('Escolha uma opção da lista.')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'Filial 4 {Enter}');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(save.mock.calls).toEqual([[4]]);
  });
});

/** Lists that no company makes longer: sizes of a page, columns, units and packagings of one product. */
const SHORT_BY_NATURE = [
  'custom/quoteEditor/lines/CartLine.tsx',
  'ui/components/DataTable/TableCards.tsx',
  'ui/components/PageLinks/PageLinks.tsx',
  'ui/components/inputs/UnitChoice.tsx',
];

it('no file has a select of its own', () => {
  const sources = join(import.meta.dirname, '../../../../src');
  const own = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') &&
      /@mui\/material\/(Native)?Select'|<select\b|styled\('select'\)|^\s+select$/m.test(
        readFileSync(join(sources, file), 'utf8'),
      ),
  );
  expect(own.sort()).toEqual([...SHORT_BY_NATURE, 'ui/components/inputs/ChoiceField.tsx'].sort());
});
