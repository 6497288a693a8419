import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
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
beforeEach(() => {
  save.mockClear();
});

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

describe('a choice whose value is empty', () => {
  it.each([2, LONG])('is chosen like any other, in a list of %d', async (count) => {
    const choices = [
      { value: '', label: 'Cada linha' },
      ...branches(count - 1).map(({ value, label }) => ({ value: `${value}`, label })),
    ];
    const given = jest.fn();
    render(
      <ThemeProvider>
        <ChoiceField label="Campo" value="1" onChange={given} choices={choices} />
        <ChoiceField label="Mais um" value={null} placeholder="Escolha" onChange={given} choices={choices} />
      </ThemeProvider>,
    );
    await screen.findAllByText(count === LONG ? 'Mais um' : 'Filial 1 São João');
    for (const name of ['Campo', 'Mais um']) {
      await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${name}`) }));
      await user.click(screen.getByRole('option', { name: 'Cada linha' }));
    }
    expect(given.mock.calls).toEqual([[''], ['']]);
  });
});

describe('days, whose labels are short', () => {
  const days: Choice<number>[] = Array.from({ length: 28 }, (_, index) => ({
    value: index + 1,
    label: `${index + 1}`,
  }));

  function Days({ choices = days }: { choices?: Choice<number>[] }) {
    const [value, setValue] = useState(16);
    const send = (event: { preventDefault: () => void }) => {
      event.preventDefault();
      save(value);
    };
    return (
      <ThemeProvider>
        <form
          onSubmit={send}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey) send(event);
          }}
        >
          <ChoiceField aria-label="Dia" value={value} onChange={setValue} choices={choices} />
          <input aria-label="Outro" />
        </form>
        <output>{value}</output>
      </ThemeProvider>
    );
  }

  const day = async () => {
    const field = await screen.findByDisplayValue<HTMLInputElement>('16');
    await user.clear(field);
    return field;
  };

  it.each([
    ['15', '{Enter}'],
    ['15', '{Tab}'],
    ['1', '{Enter}'],
    ['1', '{Tab}'],
  ])('are taken by their whole label: %s%s', async (text, key) => {
    render(<Days />);
    const field = await day();
    await user.type(field, `${text}${key}`);
    await user.tab();
    expect([shown(), field.value, field.validity.valid]).toEqual([text, text, true]);
    expect(field).toHaveAttribute('aria-invalid', 'false');
  });

  it('are taken by the mouse after their whole label was typed', async () => {
    render(<Days />);
    const field = await day();
    await user.type(field, '15');
    await user.click(screen.getByRole('option', { name: '15' }));
    await user.tab();
    expect([shown(), field.value, field.validity.valid]).toEqual(['15', '15', true]);
  });

  it('put the option of the whole label before those that contain it', async () => {
    const choices = ['Data da nota', 'Nota', 'Nota de venda', ...days.map(({ label }) => label)];
    render(<Days choices={choices.map((label, index) => ({ value: index + 14, label }))} />);
    const field = await screen.findByDisplayValue<HTMLInputElement>('Nota de venda');
    await user.clear(field);
    await user.type(field, 'nota{Enter}');
    expect([shown(), field.value]).toEqual(['15', 'Nota']);
  });

  it('are not sent while other text stands in the field', async () => {
    render(<Days />);
    const field = await day();
    await user.type(field, '99');
    expect(field).toHaveAttribute('aria-invalid', 'false');
    await user.keyboard('{Enter}{Control>}{Enter}{/Control}');
    expect(save).not.toHaveBeenCalled();
    expect(screen.getByText('Escolha uma opção da lista.')).toBeTruthy();
    // What the list would take is chosen first, and sent by the next press.
    await user.clear(field);
    await user.type(field, '2{Control>}{Enter}{/Control}');
    expect([shown(), save.mock.calls]).toEqual(['2', []]);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(save.mock.calls).toEqual([[2]]);
    // With its list closed, nothing would take the text.
    save.mockClear();
    await user.clear(field);
    await user.type(field, '3{Escape}{Enter}{Control>}{Enter}{/Control}');
    expect([field.value, save.mock.calls]).toEqual(['3', []]);
  });

  it('show a list that is called what the field is', async () => {
    render(<Days />);
    await user.click(await screen.findByRole('combobox', { name: 'Dia' }));
    expect(screen.getByRole('listbox', { name: 'Dia' })).toBeTruthy();
  });
});

describe('a long list', () => {
  it('shows no more than anybody reads, and calls an option by its whole name', async () => {
    const ufs = branches(400).map((each) => ({ ...each, label: `Cliente ${each.value} › UF`, shown: 'UF' }));
    render(
      <ThemeProvider>
        <ChoiceField label="Campo" value={1} onChange={() => {}} choices={ufs} />
      </ThemeProvider>,
    );
    await user.click(await screen.findByDisplayValue('Cliente 1 › UF'));
    expect(offered()).toHaveLength(300);
    expect(document.querySelector('[role=option]:nth-child(2)')).toHaveAccessibleName('Cliente 2 › UF');
  });
});

describe('a list that grows when its data comes', () => {
  const Growing = ({ count, autoFocus = true }: { count: number; autoFocus?: boolean }) => (
    <ThemeProvider>
      <ChoiceField
        label="Filial"
        value={1}
        onChange={() => {}}
        choices={branches(count)}
        autoFocus={autoFocus}
      />
      <input aria-label="Outro" />
    </ThemeProvider>
  );
  const isSearched = () => screen.findByDisplayValue('Filial 1 São João');

  it('keeps the focus', async () => {
    const { rerender } = render(<Growing count={3} autoFocus={false} />);
    await user.tab();
    expect(screen.getByRole('combobox')).toHaveFocus();
    rerender(<Growing count={LONG} autoFocus={false} />);
    expect(await isSearched()).toHaveFocus();
    rerender(<Growing count={3} autoFocus={false} />);
    expect(screen.getByRole('combobox')).toHaveFocus();
  });

  it('does not take the focus from another field', async () => {
    const { rerender } = render(<Growing count={3} />);
    await user.click(screen.getByRole('textbox', { name: 'Outro' }));
    rerender(<Growing count={LONG} />);
    await isSearched();
    expect(screen.getByRole('textbox', { name: 'Outro' })).toHaveFocus();
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
