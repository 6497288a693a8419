import { beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { call } from '#contract/expression/tree.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { hasInputNotOnServer, wouldLoseOnNavigation } from '#ui/components/frame/unsaved.ts';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser } from '../../resources/renderApp.tsx';
import { formOf } from './formOf.ts';

// A field of files, shown while a box is ticked.

type Data = Record<string, unknown>;

const server = serve();
const user = userEvent.setup({ delay: null });
const { schema, ui } = fieldsForm({
  campos: [
    { chave: 'avaria', titulo: 'Avaria', tipo: 'CHECKBOX' },
    {
      ...{ chave: 'laudo', titulo: 'Laudo', tipo: 'ARQUIVO' },
      visivelSe: call('igual', { campo: 'avaria' }, { logico: true }),
    },
  ],
});
const form = formOf(schema, ui);
const client = new QueryClient();
const sent: Data[] = [];

function Stage({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState<Data>({ avaria: true });
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <SchemaForm<Data>
          form={form}
          value={value}
          onChange={setValue}
          onSubmit={(next) => sent.push(next)}
          disabled={disabled}
        >
          <button type="submit">Salvar</button>
        </SchemaForm>
      </ThemeProvider>
    </QueryClientProvider>
  );
}

beforeEach(() => {
  freshBrowser();
  sent.length = 0;
});

const choose = async () => {
  await screen.findByRole('button', { name: 'Escolher arquivos' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'laudo.pdf')] } });
};

it('is not sent with an upload that failed, unless the field is hidden meanwhile', async () => {
  server.use(
    http.post('/config/arquivos', () => HttpResponse.json({ error: 'Arquivo infectado' }, { status: 422 })),
  );
  render(<Stage />);
  await choose();
  await screen.findByRole('button', { name: 'Tentar novamente laudo.pdf' });
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /Avaria/ }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Laudo' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(sent).toHaveLength(1);
});

it('is asked about before the page is left, while a file is on its way', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post('/config/arquivos', async () => {
      await answered;
      return HttpResponse.json({
        data: {
          id: '7f0c2b1e-3a4d-4e5f-8a9b-0c1d2e3f4a5b',
          nome: 'laudo.pdf',
          mime: 'application/pdf',
          tamanho: 1,
        },
      });
    }),
  );
  render(<Stage />);
  expect([wouldLoseOnNavigation(), hasInputNotOnServer()]).toEqual([false, false]);
  await choose();
  await waitFor(() => expect([wouldLoseOnNavigation(), hasInputNotOnServer()]).toEqual([true, true]));
  answer();
  // From then on it is a value of the form, which says of itself whether it is saved.
  await waitFor(() => expect([wouldLoseOnNavigation(), hasInputNotOnServer()]).toEqual([false, false]));
  expect(await screen.findByRole('button', { name: /laudo\.pdf/ })).toBeVisible();
});

it('takes no files while its form is disabled', async () => {
  render(<Stage disabled />);
  expect(await screen.findByRole('button', { name: 'Escolher arquivos' })).toBeDisabled();
});
