import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { DefinitionDetail } from '#contract/config/definitions.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { PublishDialog } from '#src/custom/schemaStudio/frame/PublishDialog.tsx';
import { ExampleProperties } from '#src/custom/schemaStudio/registration/ExampleProperties.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';
import { detail, server } from './servedStudio.ts';

const person = userEvent.setup({ delay: null });

const schema = {
  type: 'object',
  properties: {
    contexto: {
      type: 'object',
      properties: { tipo: { enum: ['PF', 'PJ'] }, simulacao: { type: 'boolean' } },
    },
    nomeContato: { type: 'string', title: 'Nome do contato', maxLength: 50 },
    telefone1: { type: 'string', title: 'Telefone', format: 'phone' },
  },
  if: { properties: { contexto: { properties: { tipo: { const: 'PJ' } }, required: ['tipo'] } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
  then: { properties: { nomeSocio: { type: 'string', title: 'Nome do sócio' } } },
};
const ui = { contexto: { 'ui:widget': 'hidden' } };
const example = {
  nome: 'uma pessoa com sócio',
  // Kept although a person is not asked for it, because that is the point of this example.
  dados: { contexto: { tipo: 'PF', simulacao: false }, nomeSocio: 'João', nomeContato: 'Rita' },
  espera: ['/nomeSocio'],
};

let content: Content;
let changes: number;
function Stage({ readOnly }: { readOnly: boolean }) {
  const [value, setValue] = useState<Content>({ titulo: 'Contatos', schema, ui, testes: [example] });
  content = value;
  return (
    <ExampleProperties
      content={value}
      onChange={(next) => {
        changes += 1;
        setValue(next);
      }}
      problems={[]}
      readOnly={readOnly}
      index={0}
      onPlace={() => {}}
    />
  );
}
const show = async (readOnly = false) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <Stage readOnly={readOnly} />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return within(screen.getByRole('region', { name: 'O que o exemplo preenche' }));
};
const data = () => (content.testes as { dados: object }[])[0]?.dados;

beforeEach(() => {
  changes = 0;
  const form = formOf(schema, ui);
  server.use(http.post('/config/formularios/previa', () => HttpResponse.json(form)));
});

describe('example of a registration step', () => {
  it('is filled in with the fields of the step, and unchanged by opening it', async () => {
    const fields = await show();
    expect(await fields.findByLabelText('Nome do contato')).toHaveValue('Rita');
    expect(fields.queryByLabelText('Nome do sócio')).not.toBeInTheDocument();
    expect(changes).toBe(0);
    await person.clear(fields.getByLabelText('Nome do contato'));
    await person.type(fields.getByLabelText('Nome do contato'), 'Lúcia');
    await person.type(fields.getByLabelText('Telefone'), '1133334444');
    await person.tab();
    await waitFor(() =>
      expect(data()).toEqual({ ...example.dados, nomeContato: 'Lúcia', telefone1: '1133334444' }),
    );
    expect(content.titulo).toBe('Contatos');
  });

  it('is for a person or a company, with the matching fields', async () => {
    const fields = await show();
    await fields.findByLabelText('Nome do contato');
    await person.click(fields.getByRole('button', { name: 'Pessoa jurídica' }));
    expect(await fields.findByLabelText('Nome do sócio')).toHaveValue('João');
    expect(data()).toEqual({ ...example.dados, contexto: { tipo: 'PJ', simulacao: false } });
  });

  it('is read-only when nothing can be changed', async () => {
    const fields = await show(true);
    expect(await fields.findByLabelText('Nome do contato')).toBeDisabled();
    expect(fields.getByRole('button', { name: 'Pessoa física' })).toBeDisabled();
  });
});

describe('publishing a step whose examples give another result', () => {
  it('shows the difference in words, and continues once it is accepted', async () => {
    const step = { titulo: 'Contatos', schema, ui, testes: [{ ...example, espera: ['/nome'] }] };
    const given = detail({ tipo: 'registration', rascunho: step, temRascunho: true, versaoPublicada: 3 });
    const changed = [
      { ponteiro: '/testes/0', mensagem: 'uma pessoa com sócio: é aceito', gravidade: 'ERRO' },
    ];
    let kept: Content | undefined;
    server.use(
      http.post('/config/definicoes/registration/verificar', () =>
        HttpResponse.json({ problemas: kept ? [] : changed, mudancas: [], conteudo: null }),
      ),
    );
    const dialog = (draft: DefinitionDetail) => (
      <QueryClientProvider client={new QueryClient()}>
        <ThemeProvider>
          <PublishDialog
            detail={draft}
            onContent={async (next) => {
              kept = next;
            }}
            onClose={() => {}}
            onProblem={() => {}}
            onDone={() => {}}
          />
        </ThemeProvider>
      </QueryClientProvider>
    );
    const { rerender } = render(dialog(given));
    expect(await screen.findByText(/1 exemplo deu outro resultado/)).toBeInTheDocument();
    expect(screen.getByText('uma pessoa com sócio: é aceito')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publicar versão 4' })).toBeDisabled();
    await person.click(screen.getByRole('button', { name: 'Aceitar os novos resultados' }));
    // What was written to be refused would be accepted from now on: that is asked on its own.
    expect(await screen.findByText(/passaria a ser aceito/)).toBeInTheDocument();
    expect(kept).toBeUndefined();
    await person.click(screen.getByRole('button', { name: 'Inverter o exemplo' }));
    await waitFor(() => expect(kept).toBeDefined());
    expect((kept?.testes as { dados: object }[] | undefined)?.[0]?.dados).toEqual(example.dados);
    rerender(dialog({ ...given, rascunho: kept ?? null, versao: given.versao + 1 }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Publicar versão 4' })).toBeEnabled());
  });
});
