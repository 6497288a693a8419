import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TranslatableString } from '@rjsf/utils';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { Profiler, useState } from 'react';
import { standardTypes } from '#contract/records/index.ts';
import { FORM_WIDGETS, type FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { numberText, readTypedNumber } from '#ui/components/inputs/NumberField.tsx';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { SUBMIT_TEXT, translateString } from '#ui/schemaForm/theme/rjsfTheme.tsx';
import { validatorImport } from '#ui/schemaForm/validatorModule.ts';
import type { WidgetProps } from '#ui/schemaForm/widgets/widgetProps.ts';
import { WIDGETS, widgetNameOf } from '#ui/schemaForm/widgets/widgets.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { formOf } from './formOf.ts';

type Data = Record<string, unknown>;

const requested: unknown[] = [];
const CITIES = [
  { valor: '1', rotulo: 'Campinas', uf: 'SP' },
  { valor: '2', rotulo: 'Niterói', uf: 'RJ' },
];
const server = setupServer(
  http.post('*/config/opcoes/:origem', async ({ request }) => {
    const body = (await request.json()) as { valores?: { uf?: string }; escolhidos?: string[] };
    requested.push(body);
    const itens = CITIES.filter(({ valor, uf }) =>
      body.escolhidos ? body.escolhidos.includes(valor) : uf === body.valores?.uf,
    );
    return HttpResponse.json({ itens, maisQueIsso: false });
  }),
);
beforeAll(loadSearch);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  requested.length = 0;
  jest.restoreAllMocks();
});
afterAll(() => server.close());

const present: { data: Data } = { data: {} };

function Stage({ form, initial }: { form: FormDefinition; initial: Data }) {
  const [value, setValue] = useState(initial);
  present.data = value;
  return <SchemaForm form={form} value={value} onChange={setValue} idPrefix="f" />;
}

const show = async (form: FormDefinition, initial: Data = {}, onRender = () => {}) => {
  const user = userEvent.setup({ delay: null });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <Profiler id="form" onRender={onRender}>
          <Stage form={form} initial={initial} />
        </Profiler>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByLabelText('Carregando formulário')).not.toBeInTheDocument());
  return user;
};

describe('choice widgets', () => {
  it('support all enums, keep a removed option readable, and stop at the maximum', async () => {
    const form = formOf(
      {
        type: 'object',
        properties: {
          contribuinte: { type: 'integer', title: 'Contribuinte', enum: [0, 1] },
          dias: {
            type: 'array',
            title: 'Dias',
            items: { enum: ['SEG', 'TER', 'QUA'] },
            uniqueItems: true,
            maxItems: 2,
          },
          cores: { type: 'array', title: 'Cores', items: { enum: ['A', 'B'] }, uniqueItems: true },
          rota: { type: 'string', title: 'Rota', enum: ['N', 'S'] },
        },
      },
      {
        contribuinte: { 'ui:widget': 'radio', 'ui:enumNames': { 0: 'Não', 1: 'Sim' } },
        dias: { 'ui:widget': 'checkboxes', 'ui:enumNames': { SEG: 'Segunda' } },
        cores: { 'ui:widget': 'multiselect', 'ui:enumNames': { A: 'Azul', B: 'Branco' } },
        rota: { 'ui:widget': 'select', 'ui:enumNames': { N: 'Norte', S: 'Sul', X: 'Antiga' } },
      },
    );
    const user = await show(form, { rota: 'X' });
    await user.click(screen.getByRole('radio', { name: 'Sim' }));
    await user.click(screen.getByRole('checkbox', { name: 'QUA' }));
    await user.click(screen.getByRole('checkbox', { name: 'Segunda' }));
    expect(screen.getByRole('checkbox', { name: 'TER' })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: 'Rota' })).toHaveTextContent('Antiga');
    await user.click(screen.getByRole('combobox', { name: 'Rota' }));
    await user.click(await screen.findByRole('option', { name: 'Sul' }));
    await user.click(screen.getByRole('combobox', { name: 'Cores' }));
    await user.click(await screen.findByRole('option', { name: 'Branco' }));
    expect(present.data).toEqual({ contribuinte: 1, dias: ['SEG', 'QUA'], rota: 'S', cores: ['B'] });
  });

  it('search a long list by typing, without regard to accents, and can be cleared', async () => {
    const states = ['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'SP'];
    const form = formOf(
      { type: 'object', properties: { uf: { type: 'string', title: 'Estado', enum: states } } },
      { uf: { 'ui:widget': 'select', 'ui:enumNames': { SP: 'São Paulo', CE: 'Ceará' } } },
    );
    const user = await show(form, { uf: 'CE' });
    const field = screen.getByRole('combobox', { name: 'Estado' });
    expect(field).toHaveValue('Ceará');
    await user.clear(field);
    expect(present.data.uf).toBeUndefined();
    await user.type(field, 'sao p');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['São Paulo']);
    await user.keyboard('{Enter}');
    expect(present.data).toEqual({ uf: 'SP' });
  });

  describe('of a long list', () => {
    const states = ['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'SP'];
    const form = formOf(
      { type: 'object', properties: { uf: { type: 'string', title: 'Estado', enum: states } } },
      { uf: { 'ui:widget': 'select', 'ui:enumNames': { SP: 'São Paulo', CE: 'Ceará' } } },
    );
    const field = () => screen.getByRole('combobox', { name: 'Estado' });

    it.each(['{Enter}', '{Control>}{Enter}{/Control}', '{Tab}'])(
      '%s chooses nothing unasked',
      async (key) => {
        const user = await show(form);
        await user.click(field());
        await user.keyboard(key);
        expect(present.data).toEqual({});
        expect(screen.queryByText('Escolha uma opção da lista.')).not.toBeInTheDocument();
      },
    );

    it.each(['{Enter}', '{Tab}'])('%s takes the option that typed text marks', async (key) => {
      const user = await show(form, { uf: 'CE' });
      await user.tripleClick(field());
      await user.keyboard(`sao p${key}`);
      expect(present.data).toEqual({ uf: 'SP' });
      expect(field()).toHaveValue('São Paulo');
      await user.tripleClick(field());
      await user.keyboard(`São P${key}`);
      expect(field()).toHaveValue('São Paulo');
      expect(screen.queryByText('Escolha uma opção da lista.')).not.toBeInTheDocument();
    });

    it.each([{}, { uf: 'CE' }])('keeps text that is no option, and says so: %j', async (initial) => {
      const user = await show(form, initial);
      await user.tripleClick(field());
      await user.keyboard('xyz{Tab}');
      expect(field()).toHaveValue('xyz');
      expect(await screen.findByText('Escolha uma opção da lista.')).toBeVisible();
      await user.tripleClick(field());
      await user.keyboard('sao p{Tab}');
      expect(screen.queryByText('Escolha uma opção da lista.')).not.toBeInTheDocument();
      expect(present.data).toEqual({ uf: 'SP' });
    });
  });

  it('load options for the fields that they depend on, and show their names', async () => {
    const form = formOf(
      {
        type: 'object',
        properties: {
          uf: { type: 'string', title: 'Estado', enum: ['SP', 'RJ'] },
          cidade: { type: 'string', title: 'Cidade' },
        },
      },
      {
        uf: { 'ui:widget': 'radio' },
        cidade: { 'ui:widget': 'autocomplete', 'ui:options': { origem: 'cidades', dependeDe: ['uf'] } },
      },
    );
    const user = await show(form, { uf: 'SP', cidade: '1' });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Cidade' })).toHaveValue('Campinas'));
    expect(requested).toEqual([{ escolhidos: ['1'], valores: { uf: 'SP' } }]);
    // With a different state, the city is cleared.
    await user.click(screen.getByRole('radio', { name: 'RJ' }));
    expect(present.data).toEqual({ uf: 'RJ' });
    await user.click(screen.getByRole('combobox', { name: 'Cidade' }));
    await user.click(await screen.findByRole('option', { name: /Niterói/ }));
    expect(present.data).toEqual({ uf: 'RJ', cidade: '2' });
    expect(requested.at(-1)).toEqual({ valores: { uf: 'RJ' } });
  });
});

describe('a key press', () => {
  it('rerenders only the input in which it was typed, however long the form is', async () => {
    const count = 60;
    const names = Array.from({ length: count }, (_, index) => `campo${index}`);
    const form = formOf({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }])),
    });
    const original = WIDGETS.text;
    let inputs = 0;
    const counted = jest.fn((props: WidgetProps) => {
      inputs++;
      return (original as (props: unknown) => React.ReactNode)(props);
    });
    Object.assign(WIDGETS, { text: counted });
    let commits = 0;
    await show(form, { campo7: 'z' }, () => commits++);
    Object.assign(WIDGETS, { text: original });
    const field = screen.getByLabelText('campo7');
    act(() => field.focus());
    inputs = 0;
    commits = 0;
    fireEvent.change(field, { target: { value: 'za' } });
    expect(inputs).toBe(1);
    expect(commits).toBe(1);
    // The text is committed after a pause: only the field itself is rendered again, not its 59 neighbours.
    inputs = 0;
    await waitFor(() => expect(present.data).toEqual({ campo7: 'za' }));
    expect(inputs).toBeLessThanOrEqual(2);
  });
});

describe('a day with an hour', () => {
  const form = formOf(
    { type: 'object', properties: { visita: { type: 'string', title: 'Visita em', format: 'instant' } } },
    { visita: { 'ui:widget': 'instant' } },
  );
  const field = () => screen.getByRole('textbox', { name: 'Visita em' });

  it('shows the clock of the branch, and gives the hour that was typed', async () => {
    const user = await show(form, { visita: '2026-11-21T14:30:00-04:00' });
    expect(field()).toHaveValue('21/11/2026 14:30');
    await user.clear(field());
    await user.type(field(), '220120270905');
    await user.tab();
    expect(present.data).toEqual({ visita: '2027-01-22T09:05' });
    expect(field()).toHaveValue('22/01/2027 09:05');
  });

  it('takes a pasted one, and asks for a missing hour', async () => {
    const user = await show(form);
    await user.click(field());
    await user.paste('2026-11-21 14:30:15');
    await user.tab();
    expect(present.data).toEqual({ visita: '2026-11-21T14:30' });
    await user.clear(field());
    await user.type(field(), '21112026');
    // The button of the calendar is still in the field.
    await user.tab();
    await user.tab();
    expect(present.data).toEqual({});
    expect(await screen.findByText('Falta a hora')).toBeInTheDocument();
    await user.type(field(), '2561');
    await user.tab();
    await user.tab();
    expect(await screen.findByText('Data e hora inválidas')).toBeInTheDocument();
  });
});

describe('group with a first and a last day', () => {
  const day = { type: 'string', format: 'date' };

  it('is one period if it has no other fields, otherwise separate fields', () => {
    const widget = (properties: object) => widgetNameOf({ type: 'object', properties } as never, undefined);
    expect(widget({ inicio: day, fim: day })).toBe('period');
    expect(widget({ inicio: day, fim: day, nome: { type: 'string' } })).toBeNull();
    expect(widget({ inicio: day, nome: { type: 'string' } })).toBeNull();
  });

  it('hides no field of a record', () => {
    for (const { chave, campos } of Object.values(standardTypes))
      expect([chave, widgetNameOf({ type: 'object', properties: campos } as never, undefined)]).toEqual([
        chave,
        null,
      ]);
  });
});

describe('theme of schema forms', () => {
  it('has a component for each widget name of a definition', () => {
    expect(Object.keys(WIDGETS).sort()).toEqual(FORM_WIDGETS.filter((name) => name !== 'hidden').sort());
  });

  it('has a Portuguese text for everything that RJSF can show', () => {
    for (const [name, english] of Object.entries(TranslatableString)) {
      const text = translateString(english, ['um', 'dois', 'três']);
      // One word is the same in both languages.
      if (english !== 'Item') expect(`${name}: ${text}`).not.toBe(`${name}: ${english}`);
      expect(text).toMatch(/\S{2}/);
      expect(text).not.toMatch(/%\d|\b(add|remove|value|field|unknown|unsupported|select|item[s]? )\b/);
    }
    expect(SUBMIT_TEXT).toBe('Enviar');
  });

  it.each([
    ['1.234,56', '1234.56'],
    ['1234,5', '1234.5'],
    ['R$ 1.234,50', '1234.5'],
    ['1.234', '1234'],
    ['1234.56', null],
    ['1.5', null],
    ['-12,5', '-12.5'],
    ['1,2,3', null],
    ['abc', null],
  ])('parses %s as %s, and formats a number in Brazilian notation', (text, value) => {
    const read = (typed: string) => {
      const { problem, value: number = null } = { value: null, ...readTypedNumber(typed, {}) };
      return problem === undefined ? number : null;
    };
    expect(read(text)).toBe(value);
    if (value !== null) expect(read(numberText(value, 2))).toBe(value);
  });

  it('offers a retry when the validation rules fail to load', async () => {
    const form = formOf({ type: 'object', properties: { nome: { type: 'string', title: 'Nome' } } });
    const arrives = validatorImport.load;
    validatorImport.load = () => Promise.reject(new Error('Failed to fetch'));
    const user = await show(form);
    expect(await screen.findByText(/As regras deste formulário não chegaram/)).toBeVisible();
    validatorImport.load = (address) => arrives(address.replace(/\?.*$/, ''));
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByLabelText('Nome')).toBeVisible();
  });
});
