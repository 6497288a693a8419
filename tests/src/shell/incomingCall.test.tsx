import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { IncomingCall } from '#contract/callcenter/agendas/incomingCalls.ts';
import type { Permission } from '#contract/permissions.ts';
import { CALL_CHANGED, personChannel } from '#contract/realtime.ts';
import { live } from '#ui/live/live.ts';
import { HttpResponse, http, refusal, requested, serve } from '../dataProvider/server.ts';
import { ANA, freshBrowser, renderApp, signedIn, windowOf } from '../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
type Listener = Parameters<typeof live.listen>[1];
let listeners: { channel: string; listener: Listener }[] = [];
beforeEach(() => {
  freshBrowser();
  listeners = [];
  jest.spyOn(live, 'listen').mockImplementation((channel, listener) => {
    listeners.push({ channel, listener });
    return () => {};
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const call = (part: Partial<IncomingCall> = {}): IncomingCall => ({
  ...{ id: 5, situacao: 'TOCANDO', em: '2026-03-10T12:00:00Z', versao: 1, numero: '(11) 98765-4321' },
  clientes: [{ id: 3, fant: 'Mercado Azul', razSoc: 'Azul Ltda.', contato: 'Regina Prado' }],
  mais: false,
  ...part,
});

const NOW = {
  compras: {
    ultimo: { id: 77, numero: '77', em: '2026-02-04T12:00:00.000Z', valor: '100.2500' },
    ...{ ritmo: 21, haDias: 34, meses: [], deixouDeComprar: [] },
  },
  vencidos: { quantidade: 2, valor: '30.5000', desde: '2026-02-01' },
};
const NEXT = {
  ...{ agenda: null, fuso: 'America/Sao_Paulo' },
  opcoes: [
    { valor: 'EM_2_HORAS', em: '2030-01-07T11:00:00.000Z' },
    { valor: 'AMANHA', em: '2030-01-08T13:00:00.000Z' },
  ],
};

/** A page with a field, while a call comes in. */
async function ringing(given: IncomingCall | null, more: Permission[] = []) {
  const settled: unknown[] = [];
  const fails = { mine: false, now: false };
  let current = given;
  server.use(
    ...signedIn(['CLIENTE', 'CLIENTE_BOLETOS', 'CLIENTE_CADASTRA', ...more]),
    http.get('/callcenter/ligacoes-recebidas/minha', () =>
      fails.mine ? refusal(403, 'Agora não.') : HttpResponse.json({ data: current }),
    ),
    http.post('/callcenter/ligacoes-recebidas/:id/desfecho', async ({ request }) => {
      settled.push(await request.json());
      current = null;
      return HttpResponse.json({ data: { id: 5, message: 'Ligação guardada: resolvida.' } });
    }),
    http.get('/callcenter/clientes/3', () =>
      HttpResponse.json({ data: { frequenciaAtendimento: 7, contadores: { orcamentos: 2, tickets: 1 } } }),
    ),
    http.get('/callcenter/clientes/3/agora', () =>
      fails.now ? refusal(403, 'Agora não.') : HttpResponse.json({ data: NOW }),
    ),
    http.get('/callcenter/clientes/3/proximo-contato', () => HttpResponse.json({ data: NEXT })),
    http.post('/callcenter/clientes/3/repetir-ultimo-pedido', () => refusal(422, 'Sem preço.')),
  );
  renderApp('/buscar');
  const field = await screen.findByRole('textbox', { name: 'Telefone' });
  await waitFor(() => expect(heard()).not.toHaveLength(0));
  return { settled, fails, field, user: userEvent.setup({ delay: null }) };
}

const heard = () => listeners.filter(({ channel }) => channel === personChannel(ANA.id));
const ring = () =>
  act(async () => {
    for (const { listener } of heard()) listener.onEvent?.({ event: CALL_CHANGED, data: { id: 5 } });
  });
const card = () => screen.findByRole('region', { name: 'Ligação recebida' });

describe('an incoming call', () => {
  it('comes without taking the focus, and F8 opens it and goes back', async () => {
    const { field, user } = await ringing(call());
    await user.click(field);
    expect(requested).not.toContain('GET /callcenter/ligacoes-recebidas/minha');
    await ring();
    const shown = await card();
    expect(within(shown).getByRole('status')).toHaveTextContent('Mercado AzulTocando · (11) 98765-4321');
    expect(field).toHaveFocus();
    await user.keyboard('{F8}');
    await waitFor(() => expect(shown).toHaveFocus());
    for (const fact of [
      ...['Regina Prado', '2 orçamentos, 1 ticket', /30,50 em 2 títulos/],
      ...[/^77 · 04\/02\/2026 · R\$.100,25$/, 'Compra a cada 21 dias, está há 34'],
    ])
      expect(await within(shown).findByText(fact)).toBeInTheDocument();
    expect(within(shown).getByRole('link', { name: 'Abrir cliente' })).toHaveAttribute('href', '/clientes/3');
    // Nothing is asked for that the person may not see.
    expect(requested.filter((each) => each.includes('proximo-contato'))).toEqual([]);
    expect(within(shown).queryByRole('button', { name: /^Repetir/ })).toBeNull();
    await expectNoAxeViolations(shown);
    await user.keyboard('{F8}');
    expect(field).toHaveFocus();
  });

  it('goes when it is said what became of it', async () => {
    const { settled, user } = await ringing(call({ situacao: 'ATENDIDA' }));
    await ring();
    await user.click(within(await card()).getByRole('button', { name: 'Abrir a ligação' }));
    await user.click(screen.getByRole('button', { name: 'Resolvida' }));
    await waitFor(() => expect(settled).toEqual([{ versao: 1, desfecho: 'RESOLVIDA', idCli: 3 }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ligação recebida' })).toBeNull());
  });

  it('is called back in two hours by one press, or when the person says', async () => {
    const { settled, user } = await ringing(call({ situacao: 'ATENDIDA' }), ['AGENDA', 'AGENDA_EDITAR']);
    await ring();
    await card();
    await user.keyboard('{F8}');
    await user.click(await screen.findByRole('button', { name: 'Ligar de volta 07/01 às 08:00' }));
    await waitFor(() =>
      expect(settled).toEqual([{ versao: 1, desfecho: 'RETORNAR', idCli: 3, retorno: '2030-01-07 08:00' }]),
    );
  });

  it('plans the next contact with any outcome but a mistake', async () => {
    const { settled, user } = await ringing(call(), ['AGENDA', 'AGENDA_EDITAR']);
    await ring();
    await card();
    await user.keyboard('{F8}');
    await user.click(await screen.findByRole('button', { name: '08/01 às 10:00' }));
    expect(screen.getByRole('button', { name: 'Ligar de volta 08/01 às 10:00' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Engano' }));
    await waitFor(() => expect(settled).toEqual([{ versao: 1, desfecho: 'ENGANO', idCli: 3 }]));
  });

  it('is not settled while a day has no hour, but for a mistake', async () => {
    const { settled, user } = await ringing(call(), ['AGENDA', 'AGENDA_EDITAR']);
    await ring();
    await card();
    await user.keyboard('{F8}');
    await user.click(await screen.findByRole('button', { name: 'Outro dia e hora' }));
    await user.click(screen.getByRole('button', { name: 'Resolvida' }));
    expect(await screen.findByText('Diga o dia e a hora do próximo contato.')).toBeVisible();
    expect(settled).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Engano' }));
    await waitFor(() => expect(settled).toEqual([{ versao: 1, desfecho: 'ENGANO', idCli: 3 }]));
  });

  it('keeps the place of the next contact while it is asked for', async () => {
    const { user } = await ringing(call(), ['AGENDA', 'AGENDA_EDITAR']);
    server.use(http.get('/callcenter/clientes/3/proximo-contato', () => new Promise<Response>(() => {})));
    await ring();
    await card();
    await user.keyboard('{F8}');
    expect(await screen.findByText('Próximo contato')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Outro dia e hora' })).toBeNull();
  });

  it('repeats the last order of who calls by one key, whatever has the focus', async () => {
    const { field, user } = await ringing(call(), ['ORCAMENTO', 'ORCAMENTO_EDITAR']);
    const repeated = () => requested.filter((each) => each.endsWith('/3/repetir-ultimo-pedido'));
    await ring();
    await card();
    await user.click(field);
    // What is repeated stands on the open card.
    await user.keyboard('{F9}');
    expect(repeated()).toEqual([]);
    await user.keyboard('{F8}');
    await screen.findByRole('button', { name: 'Repetir último pedido' });
    await user.keyboard('{F9}');
    await waitFor(() => expect(repeated()).toHaveLength(1));
  });

  it('says that it is not all there, since a line that is missing reads as nothing owed', async () => {
    const { fails, user } = await ringing(call());
    fails.now = true;
    await ring();
    const shown = await card();
    await user.keyboard('{F8}');
    expect(await within(shown).findByText('Não foi possível carregar tudo.')).toBeInTheDocument();
    expect(within(shown).getByText('2 orçamentos, 1 ticket')).toBeInTheDocument();
    fails.now = false;
    await user.click(within(shown).getByRole('button', { name: 'Tentar novamente' }));
    expect(await within(shown).findByText(/30,50 em 2 títulos/)).toBeInTheDocument();
    expect(within(shown).queryByText('Não foi possível carregar tudo.')).toBeNull();
  });

  it('says that it could not be asked who calls, and asks again', async () => {
    const { fails, user } = await ringing(call());
    fails.mine = true;
    await ring();
    const shown = await card();
    expect(within(shown).getByRole('alert')).toHaveTextContent('Não foi possível ver quem está ligando.');
    await expectNoAxeViolations(shown);
    fails.mine = false;
    await user.click(within(shown).getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Mercado Azul')).toBeInTheDocument();
  });

  it('stays when it cannot be asked for again', async () => {
    const { fails } = await ringing(call());
    await ring();
    await card();
    fails.mine = true;
    const asked = () => requested.filter((each) => each.endsWith('/minha')).length;
    const before = asked();
    await ring();
    // With two tries more.
    await waitFor(() => expect(asked()).toBe(before + 3));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(within(await card()).getByRole('status')).toHaveTextContent('Mercado Azul');
  });

  it('lies over no button of a dialog, and of a form on a phone', async () => {
    const { user } = await ringing(call({ clientes: [] }));
    await ring();
    const shown = await card();
    expect(shown).toHaveAttribute('data-above', 'false');
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.innerHTML = '<div role="dialog" aria-modal="true"></div>';
    await waitFor(() => expect(shown).toHaveAttribute('data-above', 'true'));
    dialog.remove();
    await waitFor(() => expect(shown).toHaveAttribute('data-above', 'false'));
    await user.click(within(shown).getByRole('button', { name: 'Tirar a ligação da tela' }));
    windowOf(360);
    await user.keyboard('{F8}');
    expect(await card()).toHaveAttribute('data-above', 'true');
  });

  it('stays away once it was taken off, also when the other side hangs up, until F8', async () => {
    const { user } = await ringing(call());
    await ring();
    await user.click(within(await card()).getByRole('button', { name: 'Tirar a ligação da tela' }));
    await ring();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ligação recebida' })).toBeNull());
    await user.keyboard('{F8}');
    expect(within(await card()).getByRole('status')).toHaveTextContent('Mercado Azul');
  });

  it('asks which of several customers it is', async () => {
    const clientes = [
      { id: 3, fant: 'Mercado Azul', razSoc: 'Azul Ltda.', contato: '' },
      { id: 4, fant: 'Padaria Sol', razSoc: 'Sol Ltda.', contato: 'Beto' },
    ];
    const { settled, user } = await ringing(call({ clientes }));
    await ring();
    const shown = await card();
    expect(within(shown).getByRole('status')).toHaveTextContent('2 clientes com este número');
    await user.keyboard('{F8}');
    await user.click(await within(shown).findByRole('button', { name: 'Mercado Azul' }));
    await user.click(within(shown).getByRole('button', { name: 'Engano' }));
    await waitFor(() => expect(settled).toEqual([{ versao: 1, desfecho: 'ENGANO', idCli: 3 }]));
  });

  it('offers to register an unknown number', async () => {
    const { user } = await ringing(call({ clientes: [] }));
    await ring();
    const shown = await card();
    expect(within(shown).getByRole('status')).toHaveTextContent('Número desconhecido');
    await user.keyboard('{F8}');
    expect(await within(shown).findByRole('button', { name: 'Cadastrar cliente' })).toBeInTheDocument();
    expect(within(shown).getByRole('link', { name: 'Buscar pelo nome' })).toHaveAttribute(
      'href',
      '/clientes',
    );
  });
});

describe('/buscar', () => {
  const azul = { id: 3, fant: 'Mercado Azul', razSoc: 'Azul Ltda.', contato: 'Regina Prado' };
  const sol = { id: 4, fant: '', razSoc: 'Sol Ltda.', contato: '' };

  /** Who has the number that stands in the fragment. */
  const open = (found: () => Response | Promise<Response>) => {
    server.use(
      ...signedIn(['CLIENTE', 'CLIENTE_CADASTRA']),
      http.post('/callcenter/ligacoes-recebidas/quem', found),
    );
    return renderApp('/buscar#fone=11987654321').router;
  };
  const answer = (clientes: object[], mais = false) =>
    HttpResponse.json({ data: { numero: '(11) 98765-4321', clientes, mais } });

  it('leads to the only customer', async () => {
    const router = open(() => answer([azul]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clientes/3'));
  });

  it('offers several customers, after a skeleton', async () => {
    let arrive = () => {};
    open(() => new Promise((resolve) => (arrive = () => resolve(answer([azul, sol], true)))));
    // The page itself has a skeleton of that name, before its field.
    expect(await screen.findByRole('textbox', { name: 'Telefone' })).toBeInTheDocument();
    expect(await screen.findByRole('status', { name: 'Carregando...' })).toBeInTheDocument();
    act(() => arrive());
    expect(await screen.findByRole('link', { name: 'Mercado Azul · Regina Prado' })).toHaveAttribute(
      'href',
      '/clientes/3',
    );
    expect(screen.getByRole('link', { name: 'Sol Ltda.' })).toHaveAttribute('href', '/clientes/4');
    expect(screen.getByText(/Há outros com o mesmo número/)).toBeInTheDocument();
    expect(screen.queryByRole('status', { name: 'Carregando...' })).toBeNull();
  });

  it('says why it could not look', async () => {
    open(() => refusal(422, 'Telefone inválido'));
    expect(await screen.findByText('Telefone inválido')).toBeInTheDocument();
    expect(screen.queryByText('Nenhum cliente seu tem este número.')).toBeNull();
  });

  it('registers nobody with another number than the one that was looked for', async () => {
    open(() => answer([]));
    await screen.findByRole('button', { name: 'Cadastrar cliente' });
    await userEvent.setup({ delay: null }).type(screen.getByRole('textbox', { name: 'Telefone' }), '9');
    expect(screen.queryByRole('button', { name: 'Cadastrar cliente' })).toBeNull();
  });

  it('leads from the number in the fragment to the customer, and takes it out of the address', async () => {
    const sought: unknown[] = [];
    server.use(
      ...signedIn(['CLIENTE', 'CLIENTE_CADASTRA']),
      http.post('/callcenter/ligacoes-recebidas/quem', async ({ request }) => {
        sought.push(await request.json());
        return HttpResponse.json({ data: { numero: '(11) 98765-4321', clientes: [], mais: false } });
      }),
    );
    const { router } = renderApp('/buscar#fone=11987654321');
    expect(await screen.findByText('Nenhum cliente seu tem este número.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Telefone' })).toHaveValue('11987654321');
    expect(sought).toEqual([{ numero: '11987654321' }]);
    expect(router.state.location).toMatchObject({ pathname: '/buscar', hash: '' });
    expect(screen.getByRole('button', { name: 'Cadastrar cliente' })).toBeInTheDocument();
  });
});
