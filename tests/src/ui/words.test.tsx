import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { MENU_WORDS } from '#contract/words/menu.ts';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { FlagField } from '#ui/editing/BodyField.tsx';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { Page, type PageTitle } from '#ui/shell/Page.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { AuthoredLabels } from '#ui/words.ts';
import { formOf } from './schemaForm/formOf.ts';

const show = (shown: ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <MemoryRouter>{shown}</MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
const say = (words: Parameters<typeof setWords>[0]) => act(() => setWords(words));
const nothing = () => {};

afterEach(() => say(STANDARD_WORDS));

describe("a company's words for labels", () => {
  const choices = [{ value: 1, label: 'Alta' }];
  const fields = (
    <>
      <TextField label="Filial" value="" onChange={nothing} />
      <ChoiceField label="Prioridade" value={1} choices={choices} onChange={nothing} />
      <FlagField label="Ativo" value onChange={nothing} />
      <KeyValueList items={[{ label: 'Setor', value: 'Logística' }]} />
    </>
  );
  const words = { rotulos: { Filial: 'Loja', Prioridade: 'Urgência', Ativo: 'Em uso', Setor: 'Área' } };

  it('stand on fields, selects, checkboxes and lists of values, also of a page that is open', () => {
    show(fields);
    expect(screen.getByRole('combobox', { name: 'Prioridade' })).toBeInTheDocument();
    say(words);
    expect(screen.getByRole('textbox', { name: 'Loja' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Urgência' })).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Em uso' })).toBeInTheDocument();
    expect(screen.getByText('Área')).toBeInTheDocument();
  });

  it('leave alone what somebody wrote', () => {
    say(words);
    show(<AuthoredLabels value>{fields}</AuthoredLabels>);
    expect(screen.getByRole('textbox', { name: 'Filial' })).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Prioridade' })).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: 'Ativo' })).toBeInTheDocument();
    expect(screen.getByText('Setor')).toBeInTheDocument();
  });

  it('stand in the form of a standard type, and not in one that the company made', async () => {
    say(words);
    const form = formOf({
      type: 'object',
      properties: {
        prioridade: { type: 'string', title: 'Prioridade', enum: ['A', 'B'] },
        ativo: { type: 'boolean', title: 'Ativo' },
      },
    });
    const own = show(<SchemaForm form={form} value={{}} onChange={nothing} />);
    expect(await screen.findByLabelText('Prioridade')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Ativo' })).toBeInTheDocument();
    own.unmount();
    show(<SchemaForm form={form} standard value={{}} onChange={nothing} />);
    expect(await screen.findByLabelText('Urgência')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Em uso' })).toBeInTheDocument();
  });

  it('leave a column that an administrator added under its name', () => {
    say(words);
    const columns = [
      { id: 'filial', label: 'Filial', render: () => 1 },
      { id: 'campo:p', label: 'Prioridade', authored: true, render: () => 2 },
    ];
    show(<DataTable label="Linhas" columns={columns} rows={[{ id: 1 }]} rowId={({ id }) => id} />);
    const table = screen.getByRole('table', { name: 'Linhas' });
    const names = within(table).getAllByRole('columnheader');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Loja', 'Prioridade']);
  });
});

describe("a company's words for the menu", () => {
  const heading = (title: PageTitle) => {
    const page = show(<Page title={title}>…</Page>);
    const shown = [screen.getByRole('heading', { level: 1 }).textContent, document.title];
    page.unmount();
    return shown;
  };

  it('name the pages of the menu, and none that has a title of its own', () => {
    const goals: PageTitle = { menu: 'Objetivos Vendedores', inFull: 'Objetivos dos vendedores' };
    expect(heading(goals)).toEqual(['Objetivos dos vendedores', 'Objetivos Vendedores · Balcão']);
    say({ menu: { Clientes: 'Contas', 'Objetivos Vendedores': 'Metas' } });
    expect(heading({ menu: 'Clientes' })).toEqual(['Contas', 'Contas · Balcão']);
    // A report, a dashboard or an article that somebody called so.
    expect(heading('Clientes')).toEqual(['Clientes', 'Clientes · Balcão']);
    expect(heading(goals)).toEqual(['Metas', 'Metas · Balcão']);
  });

  it('are given to every page of the menu', () => {
    const pages = sourceFiles('src').flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(
          /<(?:\w*Page|\w*Screen|List)(?:<[^<>]*>)?\s[^<]*?\btitle="([^"]*)"/g,
        ),
      ]
        .filter(([, title]) => (MENU_WORDS as readonly string[]).includes(String(title)))
        .map(([, title]) => `${path}: ${title}`),
    );
    expect(pages).toEqual([]);
  });
});
