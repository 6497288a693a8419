import { describe, expect, it, jest } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Day, Done, defineRoutes, Id, Nullable, Strict, Text } from '#contract/route.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';

const server = serve();
const user = userEvent.setup({ delay: null });

const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1 }));
const fields = {
  nome: Type.Optional(Text('Nome', 20, { minLength: 1 })),
  dia: Type.Optional(Nullable(Day('Dia'))),
  obs: Type.Optional(Text('Observação', 500)),
};
const base = {
  method: 'PUT',
  path: '/exemplos/{id}',
  summary: 'Mudar um exemplo',
  permission: 'AGENDA',
  params: Strict({ id: Id('Exemplo') }),
  idempotent: true,
  response: Done,
} as const;
const { change, cancel, wider } = defineRoutes({
  change: { ...base, body: Strict({ versao, ...fields }) },
  cancel: {
    ...base,
    body: Strict({ versao, motivo: Text('Motivo', 500, { minLength: 1 }) }),
    missing: { motivo: 'Informe o motivo.' },
  },
  wider: { ...base, body: Strict({ versao, ...fields, motorista: Type.Optional(Text('Motorista', 40)) }) },
});

const record = { id: 7, versao: 3, nome: 'Ana', dia: '2030-01-02', obs: '', situacao: 'ABERTA' };
const done = jest.fn<(text: string, answer: unknown) => void>();
const shown = { params: { id: 7 }, record, name: 'este exemplo', title: 'Mudar', confirmLabel: 'Salvar' };
const act = { onDone: done, onClose: () => {} };

/** What was sent, and how the server answers each time. */
function answering(...answers: (() => Response)[]) {
  const sent: unknown[] = [];
  server.use(
    http.put('*/exemplos/7', async ({ request }) => {
      sent.push(await request.json());
      return answers[sent.length - 1]?.() ?? HttpResponse.json({ data: { message: 'Salvo.' } });
    }),
  );
  return sent;
}
/** The state of a draft is written in the theme's colours, and its news have links. */
const Themed = ({ children }: { children: ReactNode }) => (
  <ThemeProvider>
    <MemoryRouter>{children}</MemoryRouter>
  </ThemeProvider>
);
const save = () => user.click(screen.getByRole('button', { name: 'Salvar' }));

describe('the dialog of a command', () => {
  it('asks for what the body declares, and a new field of it without another line', () => {
    const labels = () =>
      screen
        .getAllByRole('textbox')
        .map((field) => (field as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s+/g, ' '));
    const { unmount } = render(<CommandDialog route={change} {...shown} {...act} />);
    expect(labels()).toEqual(['Nome *', 'Dia', 'Observação']);
    expect(screen.getByRole('textbox', { name: /^Nome/ })).toHaveAttribute('maxlength', '20');
    expect(screen.getByRole('textbox', { name: 'Observação' }).tagName).toBe('TEXTAREA');
    unmount();
    render(<CommandDialog route={wider} {...shown} {...act} />);
    expect(labels()).toEqual(['Nome *', 'Dia', 'Observação', 'Motorista']);
  });

  it('sends what it asked for with the version, trimmed, and nothing for what was empty and still is', async () => {
    const sent = answering();
    render(<CommandDialog route={change} {...shown} {...act} />);
    await user.clear(screen.getByRole('textbox', { name: 'Dia' }));
    await user.type(screen.getByRole('textbox', { name: /^Nome/ }), ' Maria ');
    await save();
    await waitFor(() => expect(done).toHaveBeenCalledWith('Salvo.', { data: { message: 'Salvo.' } }));
    expect(sent).toEqual([{ nome: 'Ana Maria', dia: null, versao: 3 }]);
  });

  it('names what is missing as the server would, at its field, and sends nothing', async () => {
    const sent = answering();
    render(<CommandDialog route={cancel} {...shown} {...act} />);
    await save();
    const reason = screen.getByRole('textbox', { name: /^Motivo/ });
    await waitFor(() => expect(reason).toHaveAccessibleDescription('Informe o motivo.'));
    expect(reason).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('does not let a field of the record be emptied that its route refuses empty', async () => {
    const sent = answering();
    render(<CommandDialog route={change} {...shown} {...act} />);
    await user.clear(screen.getByRole('textbox', { name: /^Nome/ }));
    await save();
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Nome/ })).toBeInvalid());
    expect(sent).toEqual([]);
  });

  it('shows the refusals of the server at their fields, and the others beside them', async () => {
    answering(() =>
      HttpResponse.json(
        { error: 'Corrija.', code: 'INVALIDO', errors: { obs: 'Sem números.', motorista: 'Quem é?' } },
        { status: 422 },
      ),
    );
    render(<CommandDialog route={change} {...shown} {...act} />);
    await save();
    const note = screen.getByRole('textbox', { name: 'Observação' });
    await waitFor(() => expect(note).toHaveAccessibleDescription('Sem números.'));
    expect(screen.getByRole('alert')).toHaveTextContent('Corrija.');
    await user.type(note, 'x');
    expect(note).toBeValid();
  });

  it('shows what another person changed, also of what the decision only rests on, and sends it on their version', async () => {
    const theirs = { ...record, versao: 4, situacao: 'PARADA' };
    const conflict = { versao: 4, por: 'Bia', em: new Date().toISOString(), estado: theirs };
    const sent = answering(() =>
      HttpResponse.json({ error: 'Mudou.', code: 'CONFLITO', atual: conflict }, { status: 409 }),
    );
    render(<CommandDialog route={cancel} {...shown} watched={{ situacao: 'Situação' }} {...act} />);
    await user.type(screen.getByRole('textbox', { name: /^Motivo/ }), 'Engano');
    await save();
    expect(await screen.findByText(/Bia mudou este exemplo/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'O que mudou' })).toHaveTextContent('Situação: ABERTA PARADA');
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ motivo: 'Engano', versao: 4 });
  });

  it('keeps what is typed in its draft: it closes without a question, begins again there, and ends it when sent', async () => {
    const draft = draftName('serviceRecord', 7);
    let stored: object | null = null;
    server.use(
      http.get(`*/rascunhos/${draft}`, () => HttpResponse.json({ data: stored })),
      http.put(`*/rascunhos/${draft}`, async ({ request }) => {
        const { conteudo, id } = (await request.json()) as { conteudo: object; id: string };
        stored = { id, objeto: draft, conteudo, atualizado: new Date().toISOString(), versao: 1 };
        return HttpResponse.json({ data: stored });
      }),
    );
    const sent = answering();
    const closed = jest.fn();
    const shownAgain = () =>
      render(<CommandDialog route={cancel} draft={draft} {...shown} onDone={done} onClose={closed} />, {
        wrapper: Themed,
      });
    const { unmount } = shownAgain();
    await user.type(screen.getByRole('textbox', { name: /^Motivo/ }), 'Engano');
    await waitFor(() => expect(stored).not.toBeNull(), { timeout: 10_000 });
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(closed).toHaveBeenCalled();
    unmount();
    shownAgain();
    expect(await screen.findByText(/Continuando o rascunho/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Motivo/ })).toHaveValue('Engano');
    await save();
    await waitFor(() => expect(sent).toEqual([{ motivo: 'Engano', versao: 3 }]));
    const put = requests.find(({ url }) => url.endsWith('/exemplos/7'));
    expect(put?.headers.get('Rascunho')).toMatch(/^[0-9a-f-]{36}\/1$/);
  });

  it('judges by the rule, leaves out what is hidden, and forgets what another choice makes wrong', async () => {
    const sent = answering();
    render(
      <CommandDialog
        route={change}
        {...shown}
        fields={({ nome }) => ({
          nome: { clears: ['obs'] },
          dia: { hidden: nome === 'Bia' },
          obs: { sent: (text: string) => text.toUpperCase() },
        })}
        check={({ obs }) => ({ obs: obs === 'não' ? 'Diga sim.' : '' })}
        {...act}
      />,
    );
    const note = screen.getByRole('textbox', { name: 'Observação' });
    await user.type(note, 'não');
    await save();
    await waitFor(() => expect(note).toHaveAccessibleDescription('Diga sim.'));
    const name = screen.getByRole('textbox', { name: /^Nome/ });
    await user.clear(name);
    await user.type(name, 'Bia');
    await user.tab();
    await waitFor(() => expect(note).toHaveValue(''));
    expect(screen.queryByRole('textbox', { name: 'Dia' })).toBeNull();
    await user.type(note, 'sim');
    await save();
    await waitFor(() => expect(sent).toEqual([{ nome: 'Bia', obs: 'SIM', versao: 3 }]));
  });
});
