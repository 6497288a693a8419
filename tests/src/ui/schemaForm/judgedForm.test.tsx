import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { call } from '#contract/expression/tree.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { carrierType } from '#contract/records/freight.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { customerFacts } from '#contract/rules/fields/recordFacts.ts';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { formOf } from './formOf.ts';
import { viewOf } from './recordView.ts';

type Data = Record<string, unknown>;

const server = serve();
const user = userEvent.setup({ delay: null });

const PRICE: ExtraField = { chave: 'preco', titulo: 'Preço', tipo: 'DINHEIRO' };
const TOTAL: ExtraField = {
  ...{ chave: 'total', titulo: 'Total', tipo: 'DINHEIRO' },
  formula: call('vezes', { campo: 'preco' }, { numero: '2' }),
};
const YEAR: ExtraField = { chave: 'ano', titulo: 'Ano', tipo: 'INTEIRO', formula: { numero: '2026' } };
const PARTNER: ExtraField = {
  ...{ chave: 'socio', titulo: 'Sócio', tipo: 'TEXT' },
  visivelSe: call('igual', { campo: 'registro.pessoa' }, { texto: 'CNPJ' }),
};
const { schema, ui } = fieldsForm({ campos: [PRICE, TOTAL, YEAR, PARTNER] });
const plain = formOf(schema, ui);

const reported: Data[] = [];
const sent: Data[] = [];

function Stage({ initial }: { initial: Data }) {
  const [value, setValue] = useState(initial);
  const [kind, setKind] = useState<'CPF' | 'CNPJ'>('CPF');
  return (
    <>
      <SchemaForm<Data>
        form={{ ...plain, fatos: { ...customerFacts(kind) } as Record<string, string> }}
        value={value}
        onChange={(next) => {
          reported.push(next);
          setValue(next);
        }}
        onSubmit={(next) => sent.push(next)}
      >
        <button type="submit">Salvar</button>
      </SchemaForm>
      <button type="button" onClick={() => setKind(kind === 'CPF' ? 'CNPJ' : 'CPF')}>
        Trocar pessoa
      </button>
    </>
  );
}

async function show(initial: Data) {
  reported.length = 0;
  sent.length = 0;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <Stage initial={initial} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return screen.findByLabelText('Preço');
}

describe('a form with formulas', () => {
  it.each([
    ['a new record', {}],
    ['results that have gone by since', { preco: '10', total: '7', ano: 2025 }],
    ['a hidden value', { preco: '10', total: '20', ano: 2026, socio: 'Rita' }],
  ])('shows its results, and nothing has changed by opening it with %s', async (_, initial: Data) => {
    await show(initial);
    expect(screen.getByLabelText('Ano')).toHaveValue('2.026');
    expect(screen.getByLabelText('Total')).toHaveValue(initial.preco ? '20,00' : '');
    expect(screen.queryByLabelText('Sócio')).not.toBeInTheDocument();
    expect(reported).toEqual([]);
  });

  it('shows new results while it is filled in, and reports what was typed', async () => {
    const price = await show({ preco: '10', total: '7' });
    await user.clear(price);
    await user.type(price, '30');
    await user.tab();
    expect(screen.getByLabelText('Total')).toHaveValue('60,00');
    await user.click(screen.getByText('Salvar'));
    expect(sent).toEqual([{ preco: '30', total: '7' }]);
    expect(reported.at(-1)).toEqual(sent[0]);
  });
});

describe('a form whose record becomes another', () => {
  it('asks for other fields at once, and keeps the present ones with what was typed', async () => {
    const price = await show({});
    await user.click(screen.getByText('Trocar pessoa'));
    await user.type(await screen.findByLabelText('Sócio'), 'Rita');
    await user.type(price, '30x');
    await user.click(screen.getByText('Trocar pessoa'));
    await waitFor(() => expect(screen.queryByLabelText('Sócio')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Preço')).toBe(price);
    expect(price).toHaveValue('30x');
    expect(reported.at(-1)).not.toHaveProperty('socio');
    await user.click(screen.getByText('Trocar pessoa'));
    expect(await screen.findByLabelText('Sócio')).toHaveValue('Rita');
    await waitFor(() => expect(reported.at(-1)).toHaveProperty('socio', 'Rita'));
  });
});

const { schema: listed, ui: listedUi } = recordForm({
  campos: {
    pecas: {
      ...{ tipo: 'LISTA', titulo: 'Peças', item: 'Peça', codigo: ['peca'] },
      campos: {
        peca: { tipo: 'TEXT', titulo: 'Nome', obrigatorio: true },
        ruim: { tipo: 'CHECKBOX', titulo: 'Ruim' },
        defeito: {
          ...{ tipo: 'TEXT', titulo: 'Defeito', obrigatorio: true },
          visivelSe: call('igual', { campo: 'ruim' }, { logico: true }),
        },
      },
    },
  },
});
const listForm = formOf(listed, listedUi);

function ListStage() {
  const [value, setValue] = useState<Data>({ pecas: [{ peca: 'Eixo' }, { peca: 'Roda' }] });
  return (
    <SchemaForm<Data> form={listForm} value={value} onChange={setValue} onSubmit={(next) => sent.push(next)}>
      <button type="submit">Salvar</button>
    </SchemaForm>
  );
}

describe('a form with conditions in the items of a list', () => {
  it('asks in each item by that item alone', async () => {
    sent.length = 0;
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider>
          <ListStage />
        </ThemeProvider>
      </QueryClientProvider>,
    );
    const [, wheel] = await screen.findAllByLabelText('Ruim');
    expect(screen.queryByLabelText(/^Defeito/)).not.toBeInTheDocument();
    await user.click(wheel as HTMLElement);
    expect(await screen.findAllByLabelText(/^Defeito/)).toHaveLength(1);
    await user.click(screen.getByText('Salvar'));
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText(/^Defeito/), 'Trinca');
    await user.click(screen.getByText('Salvar'));
    expect(sent.at(-1)).toMatchObject({
      pecas: [{ peca: 'Eixo' }, { peca: 'Roda', ruim: true, defeito: 'Trinca' }],
    });
    await user.click(wheel as HTMLElement);
    expect(screen.queryByLabelText(/^Defeito/)).not.toBeInTheDocument();
    await user.click(screen.getByText('Salvar'));
    expect(JSON.stringify(sent.at(-1))).not.toContain('Trinca');
  });
});

describe('an old record of a type with a formula', () => {
  beforeEach(freshBrowser);

  it('has no changes to save or to discard when it is opened', async () => {
    const peso = { tipo: 'INTEIRO', titulo: 'Dias' } as const;
    const formula = call('vezes', { campo: 'dias' }, { numero: '2' });
    const type = {
      ...carrierType,
      campos: {
        ...carrierType.campos,
        dias: peso,
        dobro: { tipo: 'INTEIRO', titulo: 'Dobro', formula } as const,
      },
    };
    const drafts: unknown[] = [];
    server.use(
      ...signedIn(['SAC_HOME', 'CADASTROS_COMERCIAL', 'CADASTROS_COMERCIAL_ALTERAR']),
      http.get('/config/cadastros/transportadoras/definicao', () =>
        HttpResponse.json({ data: viewOf(type) }),
      ),
      http.get('/config/cadastros/transportadoras/7', () =>
        HttpResponse.json({
          data: { id: 7, versao: 1, rotulos: {}, cnpj: '45723174000110', razaoSocial: 'Rápida', dias: 4 },
        }),
      ),
      http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
      http.put('/config/rascunhos/:objeto', async ({ request }) => {
        drafts.push(await request.json());
        return HttpResponse.json({ data: {} });
      }),
    );
    renderApp('/cadastros/transportadoras/7');
    expect(await screen.findByLabelText('Dobro')).toHaveValue('8');
    expect(screen.getByRole('button', { name: /^Salvar/ })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Descartar mudanças' })).not.toBeInTheDocument();
    await user.clear(screen.getByLabelText('Dias'));
    await user.type(screen.getByLabelText('Dias'), '5');
    await user.tab();
    expect(screen.getByLabelText('Dobro')).toHaveValue('10');
    expect(screen.getByRole('button', { name: /^Salvar/ })).toBeEnabled();
    expect(drafts).toEqual([]);
  });
});
