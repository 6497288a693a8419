import { beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext } from 'ra-core';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { CONFIRM_CONTACT } from '#contract/rules/agendas/contactQuestions.ts';
import { keepLoad } from '#data/session.ts';
import { createQueryClient } from '#data/useRoute.ts';
import { RescheduleDialog } from '#src/resources/agendas/shared/RescheduleDialog.tsx';
import { ServiceRecordDialog } from '#src/resources/serviceRecords/shared/ServiceRecordDialog.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, loadOf, person, serve } from '../../dataProvider/server.ts';

const server = serve();
const user = userEvent.setup({ delay: null });
const authProvider = {
  login: async () => {},
  logout: async () => {},
  checkAuth: async () => {},
  checkError: async () => {},
  getPermissions: async () => ({ can: () => true }),
};

beforeEach(() => keepLoad(loadOf({ ...person(7), tipo: 'SUPERVISOR' }, [])));

const show = (dialog: ReactElement) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <CoreAdminContext authProvider={authProvider as never} dataProvider={{} as never}>
          <ThemeProvider>{dialog}</ThemeProvider>
        </CoreAdminContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );

const QUESTION = 'O cliente não é atendido aos domingos. Para continuar, diga por quê.';

/** A server that asks once, and takes what is sent after that. */
function asking(method: 'put' | 'post', path: string) {
  const sent: { confirmar?: string }[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      sent.push((await request.json()) as { confirmar?: string });
      return sent.length === 1
        ? HttpResponse.json(
            { error: QUESTION, code: CONFIRM_CONTACT, errors: { confirmar: QUESTION } },
            { status: 422 },
          )
        : HttpResponse.json({ data: { id: 1, message: 'Feito.' } });
    }),
  );
  return sent;
}

const reason = () => screen.queryByRole('textbox', { name: /^Por que contatar/ });
const changeDay = async (label: RegExp, day: string) => {
  const field = screen.getByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, day);
  await user.tab();
};

const agenda = {
  id: 12,
  versao: 4,
  assunto: 'Retornar',
  data_agendada: '2030-01-02T12:00:00.000Z',
  filial: { id: 2, desc: 'Manaus', fuso: 'America/Manaus' },
};

async function asked() {
  const sent = asking('put', '*/agendas/12');
  const done = jest.fn<() => void>();
  show(<RescheduleDialog agenda={agenda as never} onDone={done} onClose={() => {}} />);
  await user.type(screen.getByRole('textbox', { name: /^Motivo/ }), 'Pediu');
  await user.click(screen.getByRole('button', { name: 'Reagendar' }));
  await waitFor(() => expect(reason()).toBeVisible());
  return { sent, done };
}

it('sends all of the reason that was typed, also with a shortcut right after the last letter', async () => {
  const { sent, done } = await asked();
  await user.type(reason() as HTMLElement, 'Combinado com o dono{Control>}{Enter}{/Control}');
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ confirmar: 'Combinado com o dono' });
});

it('does not send the reason for one day with another', async () => {
  const { sent, done } = await asked();
  await user.type(reason() as HTMLElement, 'Combinado');
  await changeDay(/^Dia/, '03/01/2030');
  await waitFor(() => expect(reason()).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Reagendar' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sent[1]).not.toHaveProperty('confirmar');
});

it('shows a reason that a draft brings back, which goes with its day', async () => {
  const value = {
    motivo_id: 1,
    descricao: 'Pediu preço',
    orcamento_id: null,
    situacaoOrcamento: null,
    motivoPerda: null,
    data_retorno: '2030-01-02',
    confirmar: 'Combinado',
  };
  const base = { ...value, motivo_id: null, descricao: '', data_retorno: null, confirmar: '' };
  const sent: object[] = [];
  const draft = {
    id: '11111111-1111-4111-8111-111111111111',
    objeto: 'x',
    conteudo: { value, base, versao: 0 },
    atualizado: new Date().toISOString(),
    versao: 1,
  };
  server.use(
    http.get('*/rascunhos/:objeto', () => HttpResponse.json({ data: draft })),
    http.put('*/rascunhos/:objeto', () => HttpResponse.json({ data: { ...draft, versao: 2 } })),
    http.get('*/atendimento/pendente', () => HttpResponse.json({ data: null })),
    http.get('*/motivos-atendimento', () => HttpResponse.json([{ id: 1, desc: 'Venda' }])),
    http.get('*/orcamentos-callcenter', () =>
      HttpResponse.json({
        itens: [],
        paginator: { current_page: 1, per_page: 100, total: 0, last_page: 1 },
      }),
    ),
    http.post('*/atendimentos', async ({ request }) => {
      sent.push((await request.json()) as object);
      return HttpResponse.json({ data: { id: 1, message: 'Registrado.' } });
    }),
  );
  show(<ServiceRecordDialog idCli={12} onClose={() => {}} />);
  await waitFor(() => expect(reason()).toHaveValue('Combinado'));
  await changeDay(/^Data de retorno/, '03/01/2030');
  await waitFor(() => expect(reason()).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Registrar' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ motivo_id: 1, data_retorno: '2030-01-03' });
  expect(sent[0]).not.toHaveProperty('confirmar');
});
