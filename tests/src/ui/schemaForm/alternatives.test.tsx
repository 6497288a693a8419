import { expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { formOf } from './formOf.ts';

type Data = Record<string, unknown>;

interface StageProps {
  form: FormDefinition;
  initial: Data;
  onSubmit: (data: Data) => void;
}

function Stage({ form, initial, onSubmit }: StageProps) {
  const [value, setValue] = useState<Data>(initial);
  return (
    <SchemaForm<Data> form={form} value={value} onChange={setValue} onSubmit={onSubmit}>
      <button type="submit">Continuar</button>
    </SchemaForm>
  );
}

async function shown(schema: JsonSchema, initial: Data = {}, form = formOf(schema)) {
  const user = userEvent.setup({ delay: null });
  const sent = jest.fn<(data: Data) => void>();
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <Stage form={form} initial={initial} onSubmit={sent} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByLabelText('Carregando formulário')).not.toBeInTheDocument());
  const send = async () => {
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    return sent.mock.calls.at(-1)?.[0];
  };
  return { user, send, unmount };
}

const choose = async (user: ReturnType<typeof userEvent.setup>, option: string) => {
  await user.click(screen.getByRole('combobox', { name: 'O que informar' }));
  await user.click(screen.getByRole('option', { name: option }));
};

const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const text = (title: string): JsonSchema => ({ type: 'string', title });

it.each(['oneOf', 'anyOf'])(
  'values listed by %s are chosen by their titles and sent as they are',
  async (key) => {
    const { user, send } = await shown(
      object({
        turno: {
          title: 'Turno',
          [key]: [
            { const: 'M', title: 'Manhã' },
            { const: 'N', title: 'Noite' },
          ],
        },
        nivel: {
          title: 'Nível',
          [key]: [
            { const: 1, title: 'Baixo' },
            { const: 2, title: 'Alto' },
          ],
        },
      }),
    );
    for (const [field, option] of [
      ['Turno', 'Noite'],
      ['Nível', 'Alto'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: field }));
      await user.click(screen.getByRole('option', { name: option }));
    }
    expect(await send()).toEqual({ turno: 'N', nivel: 2 });
  },
);

it('a constant is there, is sent and cannot be changed', async () => {
  const schema = object({ versao: { type: 'string', title: 'Versão', const: 'v1' }, nome: text('Nome') });
  const { user, send } = await shown(schema);
  const field = screen.getByLabelText('Versão');
  expect(field).toHaveValue('v1');
  expect(field).toBeDisabled();
  await user.type(screen.getByLabelText('Nome'), 'Ana');
  expect(await send()).toEqual({ versao: 'v1', nome: 'Ana' });
});

it('another value than the constant, stored before, can be mended', async () => {
  const schema = object({ versao: { type: 'string', title: 'Versão', const: 'v2' } });
  const { user, send } = await shown(schema, { versao: 'v1' });
  const field = screen.getByLabelText('Versão');
  expect(field).toBeEnabled();
  await user.clear(field);
  await user.type(field, 'v2');
  expect(await send()).toEqual({ versao: 'v2' });
});

it('alternatives that only say which fields are needed ask for nothing themselves', async () => {
  const { user, send } = await shown(
    object(
      { email: text('E-mail'), telefone: text('Telefone') },
      { anyOf: [{ required: ['email'] }, { required: ['telefone'] }] },
    ),
  );
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Telefone'), '1133445566');
  expect(await send()).toEqual({ telefone: '1133445566' });
});

it('alternatives with fields of their own are told by these, and keep what was typed', async () => {
  const { user, send } = await shown(
    object(
      { nome: text('Nome') },
      {
        anyOf: [
          { properties: { cpf: text('CPF do dono') }, required: ['cpf'] },
          { properties: { cnpj: text('CNPJ da firma') }, required: ['cnpj'] },
        ],
      },
    ),
    { nome: 'Ana', cnpj: '1' },
  );
  expect(screen.queryByText(/anyOf|cnpj$|Option|required/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'O que informar' }));
  await user.click(screen.getByRole('option', { name: 'CNPJ da firma' }));
  expect(screen.getByRole('textbox', { name: 'CNPJ da firma' })).toHaveValue('1');
  expect(screen.queryByRole('textbox', { name: 'CPF do dono' })).not.toBeInTheDocument();
  expect(await send()).toEqual({ nome: 'Ana', cnpj: '1' });
});

const KINDS = object(
  { nome: text('Nome') },
  {
    anyOf: [
      {
        title: 'Pessoa',
        properties: { tipo: { title: 'Tipo', const: 'PF', type: 'string' }, cpf: text('CPF do dono') },
        required: ['tipo'],
      },
      {
        title: 'Firma',
        properties: { tipo: { title: 'Tipo', const: 'PJ', type: 'string' }, porte: text('Porte') },
        required: ['tipo'],
        allOf: [
          {
            if: { properties: { porte: { const: 'grande' } }, required: ['porte'] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { properties: { conselho: text('Conselho') }, required: ['conselho'] },
          },
        ],
      },
    ],
  },
);

it('the chosen alternative alone is sent, with its constant, and the other is kept while the form is open', async () => {
  const { user, send } = await shown(KINDS);
  await user.type(screen.getByRole('textbox', { name: 'CPF do dono' }), '529');
  expect(await send()).toEqual({ tipo: 'PF', cpf: '529' });
  await choose(user, 'Firma');
  await user.type(screen.getByRole('textbox', { name: 'Porte' }), 'médio');
  expect(await send()).toEqual({ tipo: 'PJ', porte: 'médio' });
  await choose(user, 'Pessoa');
  expect(screen.getByRole('textbox', { name: 'CPF do dono' })).toHaveValue('529');
});

it('a condition inside the chosen alternative is judged, drawn and demanded', async () => {
  const { user, send } = await shown(KINDS, { tipo: 'PJ' });
  await user.type(screen.getByRole('textbox', { name: 'Porte' }), 'grande');
  const council = await screen.findByRole('textbox', { name: 'Conselho' });
  expect(await send()).toBeUndefined();
  await user.type(council, 'Ana');
  expect(await send()).toEqual({ tipo: 'PJ', porte: 'grande', conselho: 'Ana' });
  // In the other alternative it asks for nothing.
  await choose(user, 'Pessoa');
  expect(screen.queryByRole('textbox', { name: 'Conselho' })).not.toBeInTheDocument();
  expect(await send()).toEqual({ tipo: 'PF' });
});

it('a choice is there again when what fits another one too is opened again', async () => {
  const schema = object(
    {},
    {
      anyOf: [
        { title: 'Só telefone', properties: { telefone: text('Telefone') } },
        { title: 'Com ramal', properties: { telefone: text('Telefone'), ramal: text('Ramal') } },
      ],
    },
  );
  const form = formOf(schema);
  const first = await shown(schema, { telefone: '1133445566' }, form);
  const choice = () => screen.getByRole('combobox', { name: 'O que informar' });
  expect(choice()).toHaveTextContent('Só telefone');
  await choose(first.user, 'Com ramal');
  first.unmount();
  const again = await shown(schema, { telefone: '1133445566' }, form);
  expect(choice()).toHaveTextContent('Com ramal');
  again.unmount();
  await shown(schema, { telefone: '1144556677' }, form);
  expect(choice()).toHaveTextContent('Só telefone');
});
