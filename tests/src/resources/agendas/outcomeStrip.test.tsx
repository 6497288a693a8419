import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext } from 'ra-core';
import { MemoryRouter } from 'react-router-dom';
import type { NextContacts } from '#contract/callcenter/agendas/nextContacts.ts';
import { CONFIRM_CONTACT } from '#contract/rules/agendas/contactQuestions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { keepLoad } from '#data/session.ts';
import { createQueryClient } from '#data/useRoute.ts';
import { OutcomeStrip } from '#src/resources/agendas/shared/outcome/OutcomeStrip.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, loadOf, person, refusal, requested, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
const user = userEvent.setup({ delay: null });
const ZONE = 'America/Manaus';
const today = localDate(Date.now(), ZONE);
const tomorrow = addDays(today, 1);
const at = (day: string, time: string) => localInstant(day, time, ZONE).toISOString();

const agenda = (part: object = {}) =>
  ({
    ...{ id: 12, versao: 4, assunto: 'Repor o estoque', data_agendada: at(today, '09:00') },
    ...{ filial: { id: 2, desc: 'Manaus', fuso: ZONE }, podeAlterar: true },
    ...part,
  }) as NextContacts['agenda'];
const contacts = (part: Partial<NextContacts> = {}): NextContacts => ({
  agenda: agenda(),
  fuso: ZONE,
  opcoes: [
    { valor: 'EM_2_HORAS', em: at(tomorrow, '08:00') },
    { valor: 'AMANHA', em: at(tomorrow, '14:05') },
  ],
  ...part,
});

let sent: { path: string; body: unknown }[];
let may: string[];
beforeEach(() => {
  sent = [];
  may = ['CLIENTE', 'AGENDA_EDITAR', 'ATENDIMENTO'];
  keepLoad(loadOf(person(7), []));
  const done = async ({ request }: { request: Request }) => {
    sent.push({ path: new URL(request.url).pathname, body: await request.json() });
    return HttpResponse.json({ data: { id: 1, message: 'Feito.', versao: 5 } });
  };
  server.use(
    http.get('*/agendas/motivos-finalizacao', () =>
      HttpResponse.json([
        { id: 1, nome: 'Contato feito' },
        { id: 2, nome: 'Venda feita' },
      ]),
    ),
    http.get('*/motivos-atendimento', () => HttpResponse.json([{ id: 9, desc: 'Pedido' }])),
    http.put('*/agendas/12', done),
    http.post('*/agendas', done),
    http.post('*/atendimentos', done),
  );
});

async function show(given: NextContacts = contacts(), hasKeys = true) {
  let answered = given;
  server.use(http.get('*/clientes/3/proximo-contato', () => HttpResponse.json({ data: answered })));
  const client = createQueryClient();
  const onDone = jest.fn<() => void>();
  const authProvider = {
    login: async () => {},
    logout: async () => {},
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => ({ can: (right: string) => may.includes(right) }),
  };
  const { container } = render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <CoreAdminContext
          queryClient={client}
          authProvider={authProvider as never}
          dataProvider={{} as never}
        >
          <ThemeProvider>
            <OutcomeStrip idCli={3} hasKeys={hasKeys} onDone={onDone} />
          </ThemeProvider>
        </CoreAdminContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  /** What the next refetch brings. */
  const becomes = (later: NextContacts) =>
    act(async () => {
      answered = later;
      await client.invalidateQueries();
    });
  return { onDone, container, becomes };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the outcome of a contact', () => {
  it('is written with the next contact by one press', async () => {
    const { onDone, container } = await show();
    await user.click(await button('amanhã às 14:05'));
    expect(await button('amanhã às 14:05')).toHaveAttribute('aria-pressed', 'true');
    await user.type(screen.getByRole('textbox', { name: 'Observação' }), 'Levou dez caixas');
    await expectNoAxeViolations(container);
    await user.click(await button('Venda feita'));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const { path, body } = sent[0] ?? {};
    expect([path, body]).toEqual([
      '/callcenter/agendas/12',
      { versao: 4, idMotivoFinalizacao: 2, observacao: 'Levou dez caixas', proxima: `${tomorrow} 14:05` },
    ]);
    expect(sent).toHaveLength(1);
    expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('');
  });

  it('has an hour, also where the person says when', async () => {
    await show();
    await user.click(await button('Outro dia e hora'));
    await user.type(screen.getByRole('textbox', { name: 'Hora' }), '1530');
    await user.tab();
    await user.click(await button('Contato feito'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ versao: 4, idMotivoFinalizacao: 1, proxima: `${today} 15:30` });
  });

  it('is of the proposal that is shown when it is said, as proposals move', async () => {
    const { becomes } = await show();
    await user.click(await button('amanhã às 14:05'));
    await becomes(contacts({ opcoes: [{ valor: 'AMANHA', em: at(tomorrow, '14:10') }] }));
    expect(await button('amanhã às 14:10')).toHaveAttribute('aria-pressed', 'true');
    await user.click(await button('Venda feita'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ proxima: `${tomorrow} 14:10` });
  });

  it('is proposed once where two proposals are the same moment', async () => {
    const { becomes } = await show();
    await user.click(await button('amanhã às 14:05'));
    const em = at(tomorrow, '08:00');
    await becomes(contacts({ opcoes: (['EM_2_HORAS', 'AMANHA'] as const).map((valor) => ({ valor, em })) }));
    // What was chosen is the same moment by now.
    expect(screen.getAllByRole('button', { name: 'amanhã às 08:00' })).toHaveLength(1);
    expect(await button('amanhã às 08:00')).toHaveAttribute('aria-pressed', 'true');
  });

  it('is not said while a day has no hour', async () => {
    await show();
    await user.click(await button('Outro dia e hora'));
    for (const name of ['Contato feito', 'Não atendeu: ligar de novo']) {
      await user.click(await button(name));
      expect(await screen.findByRole('alert')).toHaveTextContent('Diga o dia e a hora do próximo contato.');
    }
    expect(sent).toEqual([]);
    await user.click(await button('Outro dia e hora'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await button('Contato feito'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).not.toHaveProperty('proxima');
  });

  it('keeps what is typed when somebody changes the agenda, and the focus when it is said', async () => {
    const { becomes, onDone } = await show();
    await user.type(await screen.findByRole('textbox', { name: 'Observação' }), 'Levou dez caixas');
    await becomes(contacts({ agenda: agenda({ versao: 5, assunto: 'Repor o café' }) }));
    expect(await screen.findByText(/^Repor o café: marcada/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('Levou dez caixas');
    await user.click(await button('Venda feita'));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({ versao: 5, observacao: 'Levou dez caixas' });
    expect(screen.getByText(/^Repor o café: marcada/)).toHaveFocus();
  });

  it('says why it cannot be said when the reasons did not come', async () => {
    server.use(http.get('*/agendas/motivos-finalizacao', () => refusal(403, 'Agora não.')));
    await show();
    expect(await screen.findByText('Agora não.')).toBeVisible();
    expect(await button('Tentar novamente')).toBeVisible();
  });

  it('of who did not answer is a call in two hours, by one key', async () => {
    const { onDone } = await show();
    await button('Não atendeu: ligar amanhã às 08:00');
    await user.keyboard('n');
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        path: '/callcenter/agendas/12',
        body: {
          ...{ versao: 4, data_agendada: `${tomorrow} 08:00`, motivo: 'Não atendeu' },
          ...{ discadora_status: 'LIGACAO_NAO_ATENDIDA', discadora_origem: 'MANUAL' },
        },
      },
    ]);
  });

  it('is chosen by the keys of its reasons and said by Enter, never while something is typed, and without keys where there are none', async () => {
    await show();
    await user.type(await screen.findByRole('textbox', { name: 'Observação' }), 'n12');
    expect(sent).toEqual([]);
    await user.tab();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('21');
    expect(await button('Contato feito')).toHaveFocus();
    expect(sent).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ idMotivoFinalizacao: 1, observacao: 'n12' });
  });

  it('takes no keys in a dialog', async () => {
    await show(contacts(), false);
    await button('Contato feito');
    await user.keyboard('1n');
    expect(sent).toEqual([]);
  });

  it('that nobody planned is a conversation, or a new agenda', async () => {
    await show(contacts({ agenda: null }));
    await user.click(await button('Outro dia e hora'));
    await user.type(screen.getByRole('textbox', { name: 'Hora' }), '2359');
    await user.click(await button('Pedido'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      path: '/sac/atendimentos',
      body: { cliente_id: 3, motivo_id: 9, descricao: '', data_retorno: `${today} 23:59` },
    });
    // What is shown afterwards is what the next press would send.
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Hora' })).toBeNull());
    await user.click(await button('Não atendeu: ligar amanhã às 08:00'));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      path: '/callcenter/agendas',
      body: { idCli: 3, data_agendada: `${tomorrow} 08:00`, assunto: 'Ligar de novo: não atendeu' },
    });
  });

  it('says what speaks against the next contact, and takes the reason', async () => {
    const QUESTION = 'O cliente pediu para não ser contatado. Para continuar, diga por quê.';
    let asked = 0;
    await show();
    server.use(
      http.put('*/agendas/12', async ({ request }) => {
        sent.push({ path: '', body: await request.json() });
        asked += 1;
        return asked === 1
          ? HttpResponse.json(
              { error: QUESTION, code: CONFIRM_CONTACT, errors: { confirmar: QUESTION } },
              { status: 422 },
            )
          : HttpResponse.json({ data: { id: 12, message: 'Feito.', versao: 5 } });
      }),
    );
    await user.click(await button('amanhã às 14:05'));
    await user.click(await button('Contato feito'));
    expect(await screen.findByText(QUESTION)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: /^Por que contatar/ }), 'Ele pediu');
    await user.click(await button('Contato feito'));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({ confirmar: 'Ele pediu', proxima: `${tomorrow} 14:05` });
  });

  it('stays with what was typed when it is refused', async () => {
    const { onDone } = await show();
    server.use(http.put('*/agendas/12', () => refusal(422, 'Este horário já passou.')));
    await user.type(await screen.findByRole('textbox', { name: 'Observação' }), 'Ligar cedo');
    await user.click(await button('Contato feito'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Este horário já passou.');
    expect(screen.getByRole('textbox', { name: 'Observação' })).toHaveValue('Ligar cedo');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('is not asked of who may write none of it', async () => {
    may = ['CLIENTE'];
    await show();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('region', { name: 'Desfecho do contato' })).toBeNull();
    expect(requested.filter((each) => each.includes('proximo-contato'))).toEqual([]);
  });

  it("of a contact that is another person's is a conversation of one's own", async () => {
    await show(contacts({ agenda: agenda({ podeAlterar: false }) }));
    const strip = await screen.findByRole('region', { name: 'Desfecho do contato' });
    expect(await within(strip).findByRole('button', { name: 'Pedido' })).toBeVisible();
    expect(within(strip).queryByRole('button', { name: 'Contato feito' })).toBeNull();
  });
});
