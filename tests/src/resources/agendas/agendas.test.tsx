import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Agenda, AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import type { Permission } from '#contract/permissions.ts';
import { addDays, dayInWords } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { ownToday } from '#data/session.ts';
import { HttpResponse, http, refusal, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from '../renderApp.tsx';
import { pageOf } from '../tickets/fixtures.ts';

const SELLER: Permission[] = ['SAC_HOME', 'AGENDA', 'AGENDA_EDITAR', 'CLIENTE'];
const server = serve();
const ZONE = 'America/Manaus';

const row = (id: number, fields: Partial<AgendaRow> = {}): AgendaRow => ({
  id,
  colaborador: { id: 7, nome: 'Ana Paula de Souza' },
  data_agendada: localInstant(ownToday(), '23:30', ZONE).toISOString(),
  data_finalizacao: null,
  situacao: { label: 'Atrasada', type: 'ERROR', valor: 'ATRASADA' },
  assunto: 'Retornar sobre o orçamento',
  descricao: 'Confirmar o prazo',
  motivo_finalizacao: null,
  tipo: 'A',
  tipo_label: 'Contato',
  cliente: { id: 230, razSoc: 'Lua Ltda.', fant: 'Mercado Lua', telefone: '1133334444' },
  pedido: { id: 55, vlTot: '1234.5000', isPedido: false },
  filial: { id: 2, desc: 'Manaus', fuso: ZONE },
  discadora_status: null,
  discadora_label: null,
  discadora_atualizacao: null,
  discadora_origem: null,
  agenda_origem: 'ERP',
  id_externo: 'ERP-9',
  versao: 4,
  podeAlterar: true,
  ...fields,
});

const agenda = (id: number, fields: Partial<Agenda> = {}): Agenda => ({
  ...row(id),
  observacao: '',
  criador: 'Sílvia Moura',
  dtCriacao: new Date().toISOString(),
  historico: [
    {
      id: 1,
      texto: 'Agenda reagendada de 10/11/2026 às 09:00 para 21/11/2026 às 23:30',
      datahora: new Date().toISOString(),
      colaborador: 'Ana Paula de Souza',
      motivo: 'Cliente pediu outro dia',
    },
  ],
  podeExcluir: true,
  ...fields,
});

let stored: Agenda;
let sent: { path: string; body: unknown }[];

beforeEach(() => {
  freshBrowser();
  stored = agenda(12);
  sent = [];
  const keep = async (request: Request) => {
    const body = await request.json();
    sent.push({ path: new URL(request.url).pathname, body });
    return body as Record<string, unknown>;
  };
  server.use(
    ...signedIn(SELLER),
    http.get('/callcenter/agendas', () => HttpResponse.json(pageOf([stored, row(13)]))),
    http.get('/callcenter/agendas/quantidade', () =>
      HttpResponse.json([{ data: ownToday(), atrasadas: 2, pendentes: 1, cumpridas: 0, total: 3 }]),
    ),
    http.get('/callcenter/agendas/motivos-finalizacao', () =>
      HttpResponse.json([{ id: 1, nome: 'Contato feito' }]),
    ),
    http.get('/:area/agendas/12', () => HttpResponse.json({ data: stored })),
    http.get('/callcenter/clientes/230/proximo-contato', () =>
      HttpResponse.json({ data: { agenda: stored, fuso: ZONE, opcoes: [] } }),
    ),
    http.put('/callcenter/agendas/12', async ({ request }) => {
      const body = await keep(request);
      if (body.versao !== stored.versao) return refusal(409, 'Sílvia mudou esta agenda.');
      stored = agenda(12, {
        versao: stored.versao + 1,
        podeAlterar: false,
        data_finalizacao: new Date().toISOString(),
        situacao: { label: 'Cumprida', type: 'SUCCESS', valor: 'CUMPRIDA' },
      });
      return HttpResponse.json({ data: { id: 12, message: 'Agenda finalizada: Contato feito', versao: 5 } });
    }),
    http.post('/callcenter/agendas/reagendar', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({
        processados: 2,
        sucesso: [13],
        falhas: [{ id: 12, codigo: 'JA_FINALIZADA', mensagem: 'Esta agenda já foi finalizada.' }],
      });
    }),
  );
});

describe('agendas', () => {
  it('show every field in the time zone of their branch, and update the list when finished', async () => {
    const user = userEvent.setup();
    renderApp('/agendas/12');
    const dialog = await screen.findByRole('dialog', { name: /Agenda 12/ });
    expect(await within(dialog).findByText('230 - Lua Ltda.')).toBeVisible();
    const [year, month, day] = ownToday().split('-');
    expect(within(dialog).getByText(`${day}/${month}/${year} às 23:30`)).toBeVisible();
    for (const text of ['ERP · ERP-9 · por Sílvia Moura', '“Cliente pediu outro dia”', '2 - Manaus'])
      expect(within(dialog).getByText(text)).toBeVisible();
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Finalizar' }));
    const ask = await screen.findByRole('dialog', { name: 'Finalizar a agenda 12?' });
    await user.click(within(ask).getByRole('button', { name: 'Finalizar' }));
    expect(await within(ask).findByText('Escolha o motivo do encerramento.')).toBeVisible();
    await user.click(within(ask).getByRole('combobox', { name: /Motivo do encerramento/ }));
    await user.click(await screen.findByRole('option', { name: 'Contato feito' }));
    await user.click(within(ask).getByRole('button', { name: 'Finalizar' }));
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/callcenter/agendas/12', body: { versao: 4, idMotivoFinalizacao: 1 } }]),
    );
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Reagendar' })).toBeNull());
    const next = await within(dialog).findByRole('button', { name: 'Agendar próximo contato' });
    await waitFor(() => expect(next).toHaveFocus());
    await user.keyboard('{Enter}');
    const added = await screen.findByRole('dialog', { name: 'Nova agenda' });
    // The customer is the one who was contacted, and is not asked again.
    expect(within(added).queryByRole('combobox', { name: /Cliente/ })).toBeNull();
    await user.click(within(added).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(added).not.toBeInTheDocument());
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    const table = await screen.findByRole('table', { name: 'Agendas' });
    expect(await within(table).findByText('Cumprida')).toBeVisible();
  });

  it('keep a call registered by hand apart from what the dialer reports', async () => {
    const told = { discadora_status: 'LIGACAO_OCUPADA', discadora_label: 'Ocupada' } as const;
    stored = agenda(12, {
      ...told,
      discadora_atualizacao: row(12).data_agendada,
      discadora_origem: 'MANUAL',
    });
    const user = userEvent.setup();
    renderApp('/agendas/12');
    const dialog = await screen.findByRole('dialog', { name: /Agenda 12/ });
    expect(await within(dialog).findByText(/23:30 · Registro manual$/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Registrar ligação' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Não atendida' }));
    const discadora = { discadora_status: 'LIGACAO_NAO_ATENDIDA', discadora_origem: 'MANUAL' };
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/callcenter/agendas/12', body: { versao: 4, ...discadora } }]),
    );
  });

  it('are rescheduled in their cell, with the reason that the dialog asks for, and come back', async () => {
    const user = userEvent.setup({ delay: null });
    const undone: object[] = [];
    server.use(
      http.post('/callcenter/agendas/desfazer-reagendamento', async ({ request }) => {
        undone.push((await request.json()) as object);
        return HttpResponse.json({
          processados: 1,
          sucesso: [],
          falhas: [{ id: 12, codigo: 'NADA_A_DESFAZER', mensagem: 'A agenda mudou depois disso.' }],
        });
      }),
    );
    renderApp('/agendas');
    const cell = await screen.findByRole('button', { name: 'Reagendar a agenda 12' });
    cell.focus();
    await user.keyboard('e');
    const ask = await screen.findByRole('dialog', { name: 'Reagendar a agenda 12' });
    await user.type(within(ask).getByRole('textbox', { name: /Motivo/ }), 'Feriado{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ body: { versao: 4, motivo: 'Feriado' } }]));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('A agenda mudou depois disso.')).toBeVisible();
    expect(undone).toEqual([{ agendas: [{ id: 12, versao: 5 }] }]);
  });

  it('are rescheduled together, with the result of each', async () => {
    const user = userEvent.setup();
    renderApp('/agendas');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar agenda 12' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar agenda 13' }));
    await user.click(screen.getByRole('button', { name: 'Reagendar' }));
    const ask = await screen.findByRole('dialog', { name: 'Reagendar 2 agendas' });
    await user.type(within(ask).getByRole('textbox', { name: /Motivo/ }), 'Feriado');
    await user.click(within(ask).getByRole('button', { name: 'Reagendar' }));
    const results = await screen.findByRole('dialog', { name: 'Reagendamento' });
    expect(within(results).getByText('1 agenda reagendada.')).toBeVisible();
    expect(results).toHaveTextContent('Agenda 12: Esta agenda já foi finalizada.');
    expect(sent[0]?.body).toEqual({ ids: [12, 13], data: ownToday(), motivo: 'Feriado' });
  });

  it('stay in the dialog of many while a reason is missing, and only they are sent again', async () => {
    const asked = { id: 12, codigo: 'CONFIRMAR_CONTATO', mensagem: 'O cliente não é atendido aos domingos.' };
    const bodies: object[] = [];
    server.use(
      http.post('/callcenter/agendas/reagendar', async ({ request }) => {
        const body = (await request.json()) as { confirmar?: string };
        bodies.push(body);
        return HttpResponse.json(
          body.confirmar
            ? { processados: 1, sucesso: [12], falhas: [] }
            : { processados: 2, sucesso: [13], falhas: [asked] },
        );
      }),
    );
    const user = userEvent.setup();
    renderApp('/agendas');
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar agenda 12' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar agenda 13' }));
    await user.click(screen.getByRole('button', { name: 'Reagendar' }));
    const ask = await screen.findByRole('dialog', { name: 'Reagendar 2 agendas' });
    await user.type(within(ask).getByRole('textbox', { name: /Motivo/ }), 'Feriado');
    await user.click(within(ask).getByRole('button', { name: 'Reagendar' }));
    expect(await within(ask).findByRole('alert')).toHaveTextContent('O cliente não é atendido aos domingos.');
    const why = () => within(ask).queryByRole('textbox', { name: /Por que contatar/ });
    await user.type(why() as HTMLElement, 'Ele pediu');
    // The reason was for that day: of another one the server asks anew.
    const day = within(ask).getByRole('textbox', { name: /Dia/ }) as HTMLInputElement;
    const asked1 = day.value;
    await user.clear(day);
    await user.type(day, '31/12/2030');
    await user.tab();
    expect([why(), within(ask).queryByRole('alert')]).toEqual([null, null]);
    await user.clear(day);
    await user.type(day, asked1);
    await user.tab();
    expect(why()).toHaveValue('');
    await user.type(why() as HTMLElement, 'Ele pediu');
    await user.click(within(ask).getByRole('button', { name: 'Reagendar' }));
    expect(await screen.findByText(/^2 agendas reagendadas\./)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    server.use(
      http.post('/callcenter/agendas/desfazer-reagendamento', async ({ request }) => {
        bodies.push((await request.json()) as object);
        return HttpResponse.json({ processados: 2, sucesso: [12, 13], falhas: [] });
      }),
    );
    await user.keyboard('z');
    expect(await screen.findByText('2 agendas voltaram à data de antes.')).toBeVisible();
    expect(bodies[2]).toEqual({ agendas: [{ id: 13 }, { id: 12 }] });
    expect(bodies[1]).toMatchObject({ ids: [12], confirmar: 'Ele pediu' });
  });

  it('have a calendar that works by keyboard and requests only what it shows', async () => {
    const requested: string[] = [];
    server.use(
      http.get('/callcenter/agendas', ({ request }) => {
        requested.push(new URL(request.url).searchParams.get('dtIni') ?? '');
        return HttpResponse.json(pageOf([stored]));
      }),
    );
    const user = userEvent.setup();
    renderApp(`/agendas/calendario?dia=${ownToday()}`);
    const grid = await screen.findByRole('grid');
    const cell = await within(grid).findByRole('button', { name: /: 2 atrasadas, 1 pendente$/ });
    expect(await screen.findByRole('button', { name: /23:30\s*Atrasada\s*Mercado Lua/ })).toBeVisible();
    await expectNoAxeViolations(grid);
    cell.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day', addDays(ownToday(), 1)));
    await waitFor(() => expect(requested).toEqual([ownToday(), addDays(ownToday(), 1)]));
  });
});

it('are dragged to another day of the calendar, by the dialog that asks why', async () => {
  const user = userEvent.setup();
  renderApp(`/agendas/calendario?dia=${ownToday()}`);
  const [card] = await screen.findAllByRole('button', { name: /23:30\s*Atrasada\s*Mercado Lua/ });
  const grid = await screen.findByRole('grid');
  const dayOf = (day: string) => grid.querySelector(`[data-day="${day}"]`)?.closest('td') as HTMLElement;
  const target = addDays(ownToday(), 1);
  const drag = (from: HTMLElement | undefined) =>
    fireEvent.dragStart(from as HTMLElement, { dataTransfer: { setData: () => undefined } });
  // Whether the day takes what is held over it, and what is said there.
  const over = (day: string) => {
    fireEvent.dragOver(dayOf(day));
    return [dayOf(day).dataset.drop, document.querySelector('[role=status][data-drop]')?.textContent];
  };
  const asked = () => screen.queryByRole('dialog', { name: /Reagendar/ });
  drag(card);
  fireEvent.drop(dayOf(ownToday()));
  // Nothing is planned in the past.
  const [firstDay] = grid.querySelectorAll<HTMLElement>('[data-day]');
  const past = String(firstDay?.dataset.day);
  drag(card);
  const why = 'Este dia já passou. Escolha um que ainda venha.';
  expect(over(past)).toEqual(['refuses', why]);
  fireEvent.drop(dayOf(past));
  expect(await screen.findByText(why)).toBeVisible();
  drag(card);
  fireEvent.dragEnd(card as HTMLElement);
  fireEvent.drop(dayOf(target));
  expect(asked()).toBeNull();
  drag(card);
  expect(over(target)).toEqual(['takes', `Reagendar para ${dayInWords(target)}`]);
  fireEvent.drop(dayOf(target));
  const dialog = await screen.findByRole('dialog', { name: 'Reagendar a agenda 12' });
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Pediu outro dia');
  await user.click(within(dialog).getByRole('button', { name: 'Reagendar' }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { body: { versao: 4, data_agendada: `${target} 23:30`, motivo: 'Pediu outro dia' } },
    ]),
  );
  await waitFor(() => expect(asked()).toBeNull());
});

it('repeats the last order of the customer of a row by R', async () => {
  const repeated: string[] = [];
  server.use(
    ...signedIn([...SELLER, 'ORCAMENTO', 'ORCAMENTO_EDITAR']),
    http.post('/callcenter/clientes/:id/repetir-ultimo-pedido', ({ params }) => {
      repeated.push(String(params.id));
      return refusal(422, 'Sem preço.');
    }),
  );
  const { container } = renderApp('/agendas');
  await screen.findAllByText('Retornar sobre o orçamento');
  await waitFor(() => expect(container.querySelector('[data-open]')).not.toBeNull());
  container.querySelector<HTMLElement>('[data-open]')?.focus();
  await userEvent.keyboard('r');
  await waitFor(() => expect(repeated).toEqual(['230']));
  await userEvent.type(screen.getByRole('searchbox'), 'r');
  expect(repeated).toEqual(['230']);
});
