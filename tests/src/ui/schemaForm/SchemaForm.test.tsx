import { describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import type { FormDefinition } from '#contract/rules/forms/formDefinition.ts';
import { SchemaForm, type SchemaFormHandle } from '#ui/schemaForm/SchemaForm.tsx';
import type { TypedTexts } from '#ui/schemaForm/store/FormFields.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { formOf } from './formOf.ts';

type Data = Record<string, unknown>;

interface StageProps {
  form: FormDefinition;
  initial?: Data;
  onData?: (data: Data) => void;
  onSubmit?: (data: Data) => void;
  errors?: Record<string, string>;
  handle?: React.RefObject<SchemaFormHandle<Data> | null>;
  texts?: TypedTexts;
  stored?: Data;
}

function Stage({ form, initial = {}, onData, onSubmit, errors, handle, texts, stored }: StageProps) {
  const [value, setValue] = useState<Data>(initial);
  return (
    <>
      <SchemaForm<Data>
        {...(handle && { ref: handle })}
        form={form}
        value={value}
        errors={errors}
        {...(onSubmit && { onSubmit })}
        {...(texts && { texts })}
        stored={stored}
        onChange={(next) => {
          setValue(next);
          onData?.(next);
        }}
      >
        <button type="submit">Continuar</button>
      </SchemaForm>
      <button type="button" onClick={() => setValue({ ...value, nome: 'De fora' })}>
        Preencher
      </button>
    </>
  );
}

const show = async (props: StageProps) => {
  const user = userEvent.setup({ delay: null });
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <Stage {...props} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.queryByLabelText('Carregando formulário')).not.toBeInTheDocument());
  return { user, ...view };
};

const schema = {
  type: 'object',
  properties: {
    tipo: { type: 'string', title: 'Pessoa', enum: ['PF', 'PJ'] },
    nome: { type: 'string', title: 'Nome', minLength: 3, maxLength: 20 },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    limite: { type: 'string', title: 'Limite', format: 'decimal', formatMaximum: '5000' },
    dias: { type: 'integer', title: 'Dias', maximum: 999 },
    desde: { type: 'string', title: 'Desde', format: 'date', formatMaximum: '2026-12-31' },
    aceite: { type: 'boolean', title: 'Aceito receber avisos', const: true },
    periodo: {
      type: 'object',
      title: 'Período',
      properties: { inicio: { type: 'string', format: 'date' }, fim: { type: 'string', format: 'date' } },
      required: ['inicio', 'fim'],
      'x-periodo': { dias: 31 },
    },
    contatos: {
      type: 'array',
      title: 'Contatos',
      maxItems: 2,
      items: {
        type: 'object',
        title: 'Contato',
        properties: { fone: { type: 'string', title: 'Telefone', format: 'phone' } },
        required: ['fone'],
      },
    },
  },
  required: ['tipo', 'nome', 'aceite'],
  allOf: [
    {
      if: { properties: { tipo: { const: 'PJ' } }, required: ['tipo'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
      then: {
        properties: {
          cnpj: {
            type: 'string',
            title: 'CNPJ',
            format: 'cnpj',
            'x-mensagens': { required: 'Informe o CNPJ da empresa' },
          },
          porte: { type: 'string', title: 'Porte', default: 'ME' },
        },
        required: ['cnpj'],
      },
    },
  ],
  unevaluatedProperties: false,
};
const ui = {
  'ui:order': ['tipo', 'cnpj', '*'],
  tipo: { 'ui:widget': 'radio', 'ui:enumNames': { PF: 'Pessoa física', PJ: 'Empresa' } },
  email: { 'ui:widget': 'email', 'ui:help': 'Para onde vão as notas.' },
  limite: { 'ui:widget': 'money' },
  dias: { 'ui:widget': 'integer' },
  desde: { 'ui:widget': 'date' },
  periodo: { 'ui:widget': 'period' },
};
const form = formOf(schema, ui);

/** From input via describedby to the element with the error. */
const described = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('SchemaForm', () => {
  it('shows a branch while its condition holds, and restores its values', async () => {
    let data: Data = {};
    const { user } = await show({ form, onData: (next) => (data = next) });
    // docs/domain.md 14.5: nothing is ticked or selected by default.
    expect(screen.getByRole('checkbox', { name: /Aceito/ })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: 'Pessoa física' })).not.toBeChecked();
    expect(screen.queryByLabelText(/CNPJ/)).not.toBeInTheDocument();

    await user.click(screen.getByRole('radio', { name: 'Empresa' }));
    await user.type(await screen.findByLabelText(/CNPJ/), '12ABC34501DE35');
    await user.tab();
    expect(data).toEqual({ tipo: 'PJ', cnpj: '12ABC34501DE35', porte: 'ME' });
    expect(screen.getByLabelText(/CNPJ/)).toHaveValue('12.ABC.345/01DE-35');

    await user.click(screen.getByRole('radio', { name: 'Pessoa física' }));
    expect(screen.queryByLabelText(/CNPJ/)).not.toBeInTheDocument();
    expect(data).toEqual({ tipo: 'PF' });

    await user.click(screen.getByRole('radio', { name: 'Empresa' }));
    expect(await screen.findByLabelText(/CNPJ/)).toHaveValue('12.ABC.345/01DE-35');
    expect(data).toEqual({ tipo: 'PJ', cnpj: '12ABC34501DE35', porte: 'ME' });

    // A default that was cleared stays cleared.
    await user.clear(screen.getByLabelText('Porte'));
    await user.tab();
    expect(screen.getByLabelText('Porte')).toHaveValue('');
    expect(data).toEqual({ tipo: 'PJ', cnpj: '12ABC34501DE35' });
  });

  it('validates a field on blur and all on submit, and moves the focus to each error', async () => {
    const onSubmit = jest.fn();
    const { user } = await show({ form, onSubmit });
    const name = screen.getByLabelText(/Nome/);
    expect(name).toBeRequired();
    await user.type(name, 'Al');
    expect(screen.queryByText('Use pelo menos 3 caracteres')).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText('Use pelo menos 3 caracteres')).toBeVisible();
    expect(name).toBeInvalid();
    expect(described(name)).toBe('Use pelo menos 3 caracteres');
    expect(
      screen.getByText('Nome: Use pelo menos 3 caracteres', { selector: '[role=status]' }),
    ).toBeInTheDocument();
    // The help text is where the error would be.
    expect(described(screen.getByLabelText('E-mail'))).toBe('Para onde vão as notas.');
    expect(screen.queryByText('Escolha uma opção')).not.toBeInTheDocument();

    await user.click(screen.getByText('Continuar'));
    const summary = await screen.findByRole('group', { name: 'O que falta corrigir' });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(summary).toHaveTextContent('Corrija 3 campos para continuar:');
    expect(within(summary).getByText('Pessoa: Escolha uma opção')).toBeVisible();
    await user.click(within(summary).getByText('Aceito receber avisos: É preciso marcar esta opção'));
    expect(screen.getByRole('checkbox', { name: /Aceito/ })).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();

    await user.click(screen.getByRole('checkbox', { name: /Aceito/ }));
    await user.click(screen.getByRole('radio', { name: 'Pessoa física' }));
    await user.type(name, 'ice');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ aceite: true, tipo: 'PF', nome: 'Alice' }));
    expect(screen.queryByRole('group', { name: 'O que falta corrigir' })).not.toBeInTheDocument();
  });

  it('parses numbers, dates and addresses in Brazilian notation', async () => {
    let data: Data = {};
    const { user } = await show({ form, onData: (next) => (data = next) });
    await user.type(screen.getByLabelText('Limite'), '1.234,56');
    await user.tab();
    expect(data.limite).toBe('1234.56');
    expect(screen.getByLabelText('Limite')).toHaveValue('1.234,56');
    await user.clear(screen.getByLabelText('Limite'));
    await user.type(screen.getByLabelText('Limite'), '9876,5');
    await user.tab();
    expect(screen.getByLabelText('Limite')).toHaveValue('9.876,50');
    expect(await screen.findByText('Use 5.000 ou menos')).toBeVisible();

    await user.type(screen.getByLabelText('Dias'), '12345x');
    await user.tab();
    expect(screen.getByLabelText('Dias')).toHaveValue('12345x');
    expect(screen.getByLabelText('Dias')).toBeInvalid();
    expect(data.dias).toBeUndefined();
    await user.clear(screen.getByLabelText('Dias'));
    await user.type(screen.getByLabelText('Dias'), '123');
    await user.tab();
    expect(data.dias).toBe(123);

    await user.type(screen.getByLabelText('E-mail'), 'Ana@Exemplo.COM.br');
    await user.tab();
    expect(data.email).toBe('ana@exemplo.com.br');
    expect(screen.getByLabelText('E-mail')).toHaveValue('ana@exemplo.com.br');

    await user.type(screen.getByLabelText('Desde'), '31022026');
    await user.tab();
    expect(await screen.findByText('Data inválida')).toBeVisible();
    await user.clear(screen.getByLabelText('Desde'));
    await user.type(screen.getByLabelText('Desde'), '01012027');
    await user.tab();
    expect(await screen.findByText('Data posterior a data máxima')).toBeVisible();
    expect(data.desde).toBe('2027-01-01');

    const [from, to] = [screen.getByLabelText('De'), screen.getByLabelText('Até')];
    await user.type(from, '01032026');
    await user.type(to, '30042026');
    await user.tab();
    // The limit of 31 days moves the other end of the period.
    await waitFor(() => expect(data.periodo).toEqual({ inicio: '2026-03-31', fim: '2026-04-30' }));
    await user.clear(screen.getByLabelText('Nome', { exact: false }));
    await user.type(screen.getByLabelText('Nome', { exact: false }), 'x'.repeat(30));
    await user.tab();
    expect(screen.getByLabelText('Nome', { exact: false })).toHaveValue('x'.repeat(30));
    expect(screen.getByLabelText('Nome', { exact: false })).toBeInvalid();
  });

  it('adds and removes rows by keyboard, and says why no more can be added', async () => {
    let data: Data = {};
    const { user } = await show({ form, onData: (next) => (data = next) });
    const add = screen.getByRole('button', { name: 'Incluir contato' });
    await user.click(add);
    expect(screen.getByLabelText(/Telefone/)).toHaveFocus();
    await user.keyboard('+55 11 98888-7777');
    await user.click(add);
    await waitFor(() => expect(screen.getAllByLabelText(/Telefone/)[1]).toHaveFocus());
    await user.keyboard('1133334444');
    await user.tab();
    expect(data.contatos).toEqual([{ fone: '11988887777' }, { fone: '1133334444' }]);
    expect(add).toBeDisabled();
    expect(described(add)).toBe('O máximo é 2. Retire um para incluir outro.');
    await user.click(screen.getByRole('button', { name: 'Retirar Contato 1' }));
    expect(data.contatos).toEqual([{ fone: '1133334444' }]);
    expect(screen.getByLabelText(/Telefone/)).toHaveValue('(11) 3333-4444');
    expect(screen.getByLabelText(/Telefone/)).toHaveFocus();
    expect(add).toBeEnabled();
  });

  it('restores an invalid text, which blocks again', async () => {
    const onSubmit = jest.fn();
    const branches = formOf({
      type: 'object',
      properties: { tipo: { type: 'string', title: 'Pessoa', enum: ['PF', 'PJ'] } },
      required: ['tipo'],
      if: { properties: { tipo: { const: 'PJ' } }, required: ['tipo'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
      then: { properties: { dias: { type: 'integer', title: 'Prazo' } } },
    });
    const look = { tipo: { 'ui:widget': 'radio' }, dias: { 'ui:widget': 'integer' } };
    const { user } = await show({ form: { ...branches, ui: look }, onSubmit });
    await user.click(screen.getByRole('radio', { name: 'PJ' }));
    await user.type(await screen.findByLabelText('Prazo'), '3x');
    await user.click(screen.getByRole('radio', { name: 'PF' }));
    expect(screen.queryByLabelText('Prazo')).not.toBeInTheDocument();
    await user.click(screen.getByText('Continuar'));
    // A field that is not asked for does not prevent submission.
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('radio', { name: 'PJ' }));
    expect(await screen.findByLabelText('Prazo')).toHaveValue('3x');
    await user.click(screen.getByText('Continuar'));
    expect(await screen.findByRole('group', { name: 'O que falta corrigir' })).toHaveTextContent('Prazo');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await user.clear(screen.getByLabelText('Prazo'));
    await user.type(screen.getByLabelText('Prazo'), '3');
    await user.click(screen.getByText('Continuar'));
    await waitFor(() => expect(onSubmit).toHaveBeenLastCalledWith({ tipo: 'PJ', dias: 3 }));
  });

  it('keeps an invalid text when a step is reopened, but not after its row was removed', async () => {
    const texts = new Map();
    const first = await show({ form, texts });
    await first.user.type(screen.getByLabelText('Dias'), '12x');
    first.unmount();
    const { user } = await show({ form, texts });
    expect(screen.getByLabelText('Dias')).toHaveValue('12x');

    const add = screen.getByRole('button', { name: 'Incluir contato' });
    await user.click(add);
    await user.type(screen.getByLabelText(/Telefone/), '11');
    await user.tab();
    await user.click(screen.getByRole('button', { name: 'Retirar Contato 1' }));
    await user.click(add);
    expect(screen.getByLabelText(/Telefone/)).toHaveValue('');
  });

  it('shows a mask as read-only text, submits with it, and accepts a new value instead', async () => {
    const onSubmit = jest.fn();
    const initial = { tipo: 'PJ', nome: 'Alice', aceite: true, email: 'a***@x.com', cnpj: '***.456.789-**' };
    const masked = { ...initial, desde: '****-**-**', contatos: [{ fone: '(11) *****-4444' }] };
    const { user } = await show({ form, initial: masked, onSubmit });
    const phone = () => screen.getByRole('textbox', { name: /Telefone/ });
    expect(phone()).toHaveValue('(11) *****-4444');
    await user.type(phone(), '1');
    await user.click(screen.getByText('Continuar'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining(masked)));
    await user.click(screen.getByRole('button', { name: 'Trocar Telefone' }));
    await waitFor(() => expect(phone()).toHaveFocus());
    await user.type(phone(), '11988887777');
    await user.click(screen.getByText('Continuar'));
    const contatos = [{ fone: '11988887777' }];
    await waitFor(() =>
      expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ email: 'a***@x.com', contatos })),
    );
  });

  it('shows server errors until the field changes, and accepts values from outside', async () => {
    const handle = createRef<SchemaFormHandle<Data>>();
    const initial = { tipo: 'PF', nome: 'Alice', aceite: true, contatos: [{ fone: '1133334444' }] };
    const errors = { nome: 'Este nome já existe', 'contatos.0.fone': 'Telefone recusado' };
    const { user } = await show({ form, initial, errors, handle });
    expect(await screen.findByText('Contato 1: Telefone: Telefone recusado')).toBeVisible();
    expect(described(screen.getByLabelText(/Nome/))).toBe('Este nome já existe');
    act(() => expect(handle.current?.validate()).toBe(false));
    await user.type(screen.getByLabelText(/Nome/), ' B');
    await user.tab();
    await waitFor(() => expect(screen.queryByText('Este nome já existe')).not.toBeInTheDocument());
    await user.click(screen.getByText('Preencher'));
    expect(screen.getByLabelText(/Nome/)).toHaveValue('De fora');
    await user.type(screen.getByLabelText(/Nome/), '!');
    // Not committed yet, so the flush is explicit.
    act(() => expect(handle.current?.flush()).toMatchObject({ nome: 'De fora!' }));
  });
});

describe('saved record under rules that were tightened since', () => {
  const tightened = {
    type: 'object',
    properties: {
      nome: { type: 'string', title: 'Nome', maxLength: 5 },
      marca: { type: 'string', title: 'Marca', minLength: 1 },
      valor: { type: 'string', title: 'Valor' },
    },
    required: ['nome', 'marca'],
  };
  const stored = { nome: 'Freezer', valor: '1' };
  const judged = (handle: React.RefObject<SchemaFormHandle<Data> | null>) => {
    let isGood: boolean | undefined;
    act(() => {
      isGood = handle.current?.validate();
    });
    return isGood;
  };

  it('accepts unchanged fields, and validates changed ones', async () => {
    const handle = createRef<SchemaFormHandle<Data>>();
    const { user } = await show({ form: formOf(tightened), initial: stored, stored, handle });
    await user.type(screen.getByLabelText('Valor'), '2');
    expect(judged(handle)).toBe(true);
    await user.type(screen.getByLabelText(/^Nome/), 's');
    expect(judged(handle)).toBe(false);
    expect(screen.getByLabelText(/^Nome/)).toBeInvalid();
    expect(screen.getByLabelText(/^Marca/)).toHaveAttribute('aria-invalid', 'false');
    await user.type(screen.getByLabelText(/^Nome/), '{Backspace}');
    expect(judged(handle)).toBe(true);
  });

  it('validates every field of a new record', async () => {
    const handle = createRef<SchemaFormHandle<Data>>();
    await show({ form: formOf(tightened), initial: stored, handle });
    expect(judged(handle)).toBe(false);
    expect(screen.getByLabelText(/^Nome/)).toBeInvalid();
    expect(screen.getByLabelText(/^Marca/)).toBeInvalid();
  });
});
