import { describe, expect, it, jest } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Day, Done, defineRoutes, Id, Nullable, Strict, Text } from '#contract/route.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { LooseId } from '#contract/sharedShapes.ts';
import { createQueryClient } from '#data/useRoute.ts';
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
const { change, cancel, wider, talk } = defineRoutes({
  change: { ...base, body: Strict({ versao, ...fields }) },
  cancel: {
    ...base,
    body: Strict({ versao, motivo: Text('Motivo', 500, { minLength: 1 }) }),
    missing: { motivo: 'Informe o motivo.' },
  },
  talk: {
    ...base,
    body: Strict({ motivo_id: LooseId('Motivo'), obs: Type.Optional(Text('Observação', 500)) }),
  },
  wider: { ...base, body: Strict({ versao, ...fields, motorista: Type.Optional(Text('Motorista', 40)) }) },
});

const REASONS = { motivo_id: { choices: [{ value: 7, label: 'Dúvida' }] } };
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
const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>
    <ThemeProvider>
      <MemoryRouter>{children}</MemoryRouter>
    </ThemeProvider>
  </QueryClientProvider>
);
const show = (dialog: ReactElement) => render(dialog, { wrapper: Around });

/** The draft that the server has, and what is asked of it. */
function drafting(name: string, conteudo: object | null) {
  const at = { objeto: name, atualizado: new Date().toISOString(), versao: 1 };
  const set: string[] = [];
  let stored: object | null = conteudo && { ...at, id: ID, conteudo };
  server.use(
    http.get('*/rascunhos/:objeto', ({ params }) =>
      HttpResponse.json({ data: params.objeto === KEPT ? { ...at, conteudo } : stored }),
    ),
    http.put('*/rascunhos/:objeto', async ({ request }) => {
      stored = { ...((await request.json()) as object), ...at };
      return HttpResponse.json({ data: stored });
    }),
    http.delete('*/rascunhos/:objeto', () => {
      stored = null;
      set.push('removed');
      return HttpResponse.json({ data: { message: 'Descartado.' } });
    }),
    http.post('*/rascunhos/:objeto/guardar', () => {
      set.push('kept');
      return HttpResponse.json({ data: { ...at, objeto: KEPT } });
    }),
  );
  return { set, stored: () => stored };
}
const KEPT = 'guardado';
const ID = '11111111-1111-4111-8111-111111111111';
const save = () => user.click(screen.getByRole('button', { name: 'Salvar' }));

describe('the dialog of a command', () => {
  it('asks for what the body declares, and a new field of it without another line', () => {
    const labels = () =>
      screen
        .getAllByRole('textbox')
        .map((field) => (field as HTMLInputElement).labels?.[0]?.textContent?.replace(/\s+/g, ' '));
    const { unmount } = show(<CommandDialog route={change} {...shown} {...act} />);
    expect(labels()).toEqual(['Nome *', 'Dia', 'Observação']);
    expect(screen.getByRole('textbox', { name: /^Nome/ })).toHaveAttribute('maxlength', '20');
    expect(screen.getByRole('textbox', { name: 'Observação' }).tagName).toBe('TEXTAREA');
    unmount();
    show(<CommandDialog route={wider} {...shown} {...act} />);
    expect(labels()).toEqual(['Nome *', 'Dia', 'Observação', 'Motorista']);
  });

  it('sends what it asked for with the version, trimmed, and nothing for what was empty and still is', async () => {
    const sent = answering();
    show(<CommandDialog route={change} {...shown} {...act} />);
    await user.clear(screen.getByRole('textbox', { name: 'Dia' }));
    await user.type(screen.getByRole('textbox', { name: /^Nome/ }), ' Maria ');
    await save();
    await waitFor(() => expect(done).toHaveBeenCalledWith('Salvo.', { data: { message: 'Salvo.' } }));
    expect(sent).toEqual([{ nome: 'Ana Maria', dia: null, versao: 3 }]);
  });

  it('names what is missing as the server would, at its field, and sends nothing', async () => {
    const sent = answering();
    show(<CommandDialog route={cancel} {...shown} {...act} />);
    await save();
    const reason = screen.getByRole('textbox', { name: /^Motivo/ });
    await waitFor(() => expect(reason).toHaveAccessibleDescription('Informe o motivo.'));
    expect(reason).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('does not let a field of the record be emptied that its route refuses empty', async () => {
    const sent = answering();
    show(<CommandDialog route={change} {...shown} {...act} />);
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
    show(<CommandDialog route={change} {...shown} {...act} />);
    const note = screen.getByRole('textbox', { name: 'Observação' });
    await user.type(note, '7');
    await save();
    await waitFor(() => expect(note).toHaveAccessibleDescription('Sem números.'));
    expect(screen.getByRole('alert')).toHaveTextContent('Corrija.');
    await user.type(note, 'x');
    await waitFor(() => expect(note).toBeValid());
  });

  it('shows what another person changed, also of what the decision only rests on, and sends it on their version', async () => {
    const theirs = { ...record, versao: 4, situacao: 'PARADA' };
    const conflict = { versao: 4, por: 'Bia', em: new Date().toISOString(), estado: theirs };
    const sent = answering(() =>
      HttpResponse.json({ error: 'Mudou.', code: 'CONFLITO', atual: conflict }, { status: 409 }),
    );
    show(<CommandDialog route={cancel} {...shown} watched={{ situacao: 'Situação' }} {...act} />);
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
    const { stored } = drafting(draft, null);
    const sent = answering();
    const closed = jest.fn();
    const shownAgain = () =>
      show(<CommandDialog route={cancel} draft={draft} {...shown} onDone={done} onClose={closed} />);
    const { unmount } = shownAgain();
    await user.type(screen.getByRole('textbox', { name: /^Motivo/ }), 'Engano');
    await waitFor(() => expect(stored()).not.toBeNull(), { timeout: 10_000 });
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

  it('brings back a choice that is a number, and sets nothing aside', async () => {
    const draft = draftName('serviceRecord', 7);
    const value = { motivo_id: 7, obs: 'Pediu preço' };
    const { set } = drafting(draft, { value, base: { motivo_id: '', obs: '' }, versao: 0 });
    show(
      <CommandDialog route={talk} draft={draft} {...shown} record={undefined} fields={REASONS} {...act} />,
    );
    expect(await screen.findByText(/Continuando o rascunho/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^Motivo/ })).toHaveTextContent('Dúvida');
    expect(screen.queryByText(/não pôde continuar/)).toBeNull();
    expect(set).toEqual([]);
  });

  it('names what a draft held by its fields, where it cannot be brought back', async () => {
    const draft = draftName('serviceRecord', 7);
    const value = { motivo_id: 7, obs: 'Pediu preço', antigo: 'Ramal 12' };
    drafting(draft, { value, base: { motivo_id: null, obs: '' }, versao: 0 });
    show(
      <CommandDialog route={talk} draft={draft} {...shown} record={undefined} fields={REASONS} {...act} />,
    );
    await user.click(await screen.findByRole('button', { name: 'Ver o que estava escrito' }));
    const kept = within(await screen.findByRole('dialog', { name: 'O que estava escrito' }));
    expect(await kept.findByText('Dúvida')).toBeVisible();
    expect(kept.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Motivo',
      'Observação',
      'Outro campo',
    ]);
  });

  it('offers to discard what is written in a draft, instead of another way to end it', async () => {
    const draft = draftName('serviceRecord', 7);
    const { set } = drafting(draft, null);
    const aside = { label: 'Registrar depois', run: () => {} };
    show(
      <CommandDialog
        route={talk}
        draft={draft}
        {...shown}
        record={undefined}
        fields={REASONS}
        aside={aside}
        {...act}
      />,
    );
    expect(screen.getByRole('button', { name: 'Registrar depois' })).toBeEnabled();
    await user.type(screen.getByRole('textbox', { name: 'Observação' }), 'Oi');
    expect(screen.queryByRole('button', { name: 'Registrar depois' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Descartar rascunho' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue(''));
    expect(set).toEqual(['removed']);
    expect(screen.getByRole('button', { name: 'Registrar depois' })).toBeEnabled();
  });

  it('does one thing at a time: it is sent, or ends the other way', async () => {
    let go = () => {};
    const wait = () => new Promise<void>((resolve) => (go = resolve));
    server.use(
      http.put('*/exemplos/7', async () => {
        await wait();
        return HttpResponse.json({ error: 'Agora não.', code: 'INVALIDO' }, { status: 422 });
      }),
    );
    const run = async () => {
      await wait();
      throw new Error('Não foi possível.');
    };
    show(<CommandDialog route={change} {...shown} aside={{ label: 'Tirar', run }} {...act} />);
    const busy = () =>
      ['Tirar', 'Cancelar', 'Salvar'].map((name) =>
        (screen.getByRole('button', { name }) as HTMLButtonElement).matches(':disabled'),
      );
    await user.type(screen.getByRole('textbox', { name: 'Observação' }), 'x');
    expect(busy()).toEqual([false, false, false]);
    await user.click(screen.getByRole('button', { name: 'Tirar' }));
    expect(busy()).toEqual([true, true, true]);
    go();
    expect(await screen.findByText('Não foi possível.')).toBeVisible();
    expect(busy()).toEqual([false, false, false]);
    await save();
    expect(busy()).toEqual([true, true, true]);
    await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    go();
    expect(await screen.findByText('Agora não.')).toBeVisible();
    expect(busy()).toEqual([false, false, false]);
  });

  it('is not sent as it was read, unless it decides something or lacks something', async () => {
    const button = () => screen.getByRole('button', { name: 'Salvar' });
    const { unmount } = show(<CommandDialog route={change} {...shown} {...act} />);
    expect(button()).toBeDisabled();
    const note = screen.getByRole('textbox', { name: 'Observação' });
    await user.type(note, 'x');
    expect(button()).toBeEnabled();
    await user.clear(note);
    await waitFor(() => expect(button()).toBeDisabled());
    unmount();
    const decision = show(<CommandDialog route={change} {...shown} decides {...act} />);
    expect(button()).toBeEnabled();
    decision.unmount();
    show(<CommandDialog route={cancel} {...shown} {...act} />);
    expect(button()).toBeEnabled();
  });

  it('has what its route wrote read again', async () => {
    answering();
    const reads: string[] = [];
    const List = () => {
      useQuery({ queryKey: ['GET', '/exemplos'], queryFn: () => reads.push('list') });
      return <CommandDialog route={cancel} {...shown} {...act} />;
    };
    show(<List />);
    await waitFor(() => expect(reads).toEqual(['list']));
    await user.type(screen.getByRole('textbox', { name: /^Motivo/ }), 'Engano');
    await save();
    await waitFor(() => expect(reads).toEqual(['list', 'list']));
  });

  it('forgets what another person made wrong', async () => {
    const conflict = {
      versao: 4,
      por: 'Bia',
      em: new Date().toISOString(),
      estado: { ...record, dia: '2030-02-03', versao: 4 },
    };
    const sent = answering(() =>
      HttpResponse.json({ error: 'Mudou.', code: 'CONFLITO', atual: conflict }, { status: 409 }),
    );
    show(<CommandDialog route={change} {...shown} fields={{ dia: { clears: ['obs'] } }} {...act} />);
    await user.type(screen.getByRole('textbox', { name: 'Observação' }), 'para o dia 2');
    await save();
    expect(await screen.findByText(/Bia mudou este exemplo/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('');
    expect(sent).toHaveLength(1);
  });

  it('judges by the rule, leaves out what is hidden, and forgets what another choice makes wrong', async () => {
    const sent = answering();
    show(
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
