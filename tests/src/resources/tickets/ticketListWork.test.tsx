import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '#contract/config/savedViews.ts';
import type { Permission } from '#contract/permissions.ts';
import type { BulkJob } from '#contract/sac/tickets/ticketBulk.ts';
import {
  HttpResponse,
  http,
  inTurn,
  refusal,
  requested,
  requests,
  serve,
} from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticketRow } from './fixtures.ts';

const GRANTS: Permission[] = [
  'SAC_HOME',
  'SAC_TICKETS',
  'TICKETS_LOTE',
  'TICKETS_EXPORTAR',
  'TICKETS_RESPONDER_INTERNO',
];
const server = serve();
const job = (fields: Partial<BulkJob> = {}): BulkJob => ({
  id: '00000000-0000-4000-8000-000000000001',
  acao: 'atribuir',
  situacao: 'CONCLUIDO',
  total: 2,
  processados: 2,
  datahora_criacao: new Date().toISOString(),
  datahora_fim: null,
  sucesso: [812],
  falhas: [{ id: 811, codigo: 'ENCERRADO', mensagem: 'O ticket está encerrado.' }],
  dados: { operador: 9 },
  ...fields,
});
const view = (id: number, fields: Partial<SavedView> = {}): SavedView => ({
  id,
  lista: 'tickets',
  nome: `Visão ${id}`,
  equipe: false,
  dono: { id: 7, nome: 'Ana' },
  podeAlterar: true,
  padrao: false,
  conteudo: { filtros: [{ chave: 'prazo', valores: ['ATRASADO'] }] },
  versao: 1,
  perfis: [],
  ...fields,
});

beforeEach(() => {
  freshBrowser();
  server.use(
    ...signedIn(GRANTS),
    http.get('/sac/tickets/tipos', () => HttpResponse.json([])),
    http.get('/sac/consultas/atendentes', () => HttpResponse.json([{ id: 9, nome: 'Otávio Lima' }])),
    http.get('/sac/consultas/atendentes-disponiveis', () =>
      HttpResponse.json([{ id: 9, nome: 'Otávio Lima', ausenteAte: '2026-12-12' }]),
    ),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/tickets/totais', () => HttpResponse.json([])),
    http.get('/sac/tickets/lote', () => HttpResponse.json([])),
    http.get('/sac/tickets', () => HttpResponse.json(pageOf([ticketRow(812), ticketRow(811)], 60))),
  );
});

const table = () => screen.findByRole('table', { name: 'Tickets' });
const rows = async () => within(await table()).findByText('812');
const bodyOf = async (path: string, by = 'POST') => {
  const sent = requests.findLast(({ url, method }) => new URL(url).pathname === path && method === by);
  return sent?.clone().json();
};
const lastQuery = () => {
  const url = requests.findLast(({ url }) => new URL(url).pathname === '/sac/tickets')?.url ?? '';
  return Object.fromEntries(new URL(url).searchParams);
};

describe('bulk actions on tickets', () => {
  it('ask for what they need, show the result of each row, and retry failures', async () => {
    server.use(
      http.post('/sac/tickets/lote/atribuir', () => HttpResponse.json({ data: job() })),
      http.get('/sac/tickets/lote/:id', () => HttpResponse.json({ data: job() })),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/tickets');
    await rows();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 812' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 811' }));
    const bar = await screen.findByRole('region', { name: 'Ações para a seleção' });
    expect(bar).toHaveTextContent('2 selecionados');
    await expectNoAxeViolations(container);
    await user.click(within(bar).getByRole('button', { name: 'Atribuir' }));
    const dialog = await screen.findByRole('dialog', { name: 'Atribuir 2 tickets' });
    await user.click(within(dialog).getByRole('combobox', { name: /Operador/ }));
    await user.click(await screen.findByRole('option', { name: 'Otávio Lima (ausente até 12/12)' }));
    await user.click(within(dialog).getByRole('button', { name: 'Atribuir' }));
    expect(await within(dialog).findByText('1 ticket atribuído, 1 recusado.')).toBeInTheDocument();
    expect(await bodyOf('/sac/tickets/lote/atribuir')).toEqual({ ids: [812, 811], dados: { operador: 9 } });
    const reason = within(dialog).getByText('O ticket está encerrado.').closest('li') as HTMLElement;
    expect(within(reason).getByRole('link', { name: '811' })).toHaveAttribute('href', '/tickets/811');
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Tentar novamente os que falharam' }));
    await waitFor(async () =>
      expect(await bodyOf('/sac/tickets/lote/atribuir')).toEqual({ ids: [811], dados: { operador: 9 } }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Fechar' }));
    expect(screen.queryByRole('region', { name: 'Ações para a seleção' })).not.toBeInTheDocument();
  });

  it('that were all done are said with their way back, to which no dialog bars the key', async () => {
    const done = job({ sucesso: [812, 811], falhas: [] });
    server.use(
      http.post('/sac/tickets/lote/atribuir', () => HttpResponse.json({ data: done })),
      http.post('/sac/tickets/lote/desfazer', () =>
        HttpResponse.json({ data: { ...done, acao: 'desfazer' } }),
      ),
      http.get('/sac/tickets/lote/:id', () => HttpResponse.json({ data: done })),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await rows();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 812' }));
    const bar = await screen.findByRole('region', { name: 'Ações para a seleção' });
    await user.click(within(bar).getByRole('button', { name: 'Atribuir' }));
    const dialog = await screen.findByRole('dialog', { name: /^Atribuir/ });
    await user.click(within(dialog).getByRole('combobox', { name: /Operador/ }));
    await user.click(await screen.findByRole('option', { name: 'Otávio Lima (ausente até 12/12)' }));
    await user.click(within(dialog).getByRole('button', { name: 'Atribuir' }));
    expect(await screen.findByText(/2 tickets atribuídos\./)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('z');
    await waitFor(async () =>
      expect(await bodyOf('/sac/tickets/lote/desfazer')).toEqual({
        ids: [812, 811],
        dados: { lote: done.id },
      }),
    );
  });

  it('say why there is no type to choose', async () => {
    server.use(
      ...signedIn([...GRANTS, 'TICKETS_RECLASSIFICAR']),
      http.get('/sac/tickets/tipos', () => refusal(403, 'Sem acesso aos tipos.')),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await rows();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 812' }));
    const bar = await screen.findByRole('region', { name: 'Ações para a seleção' });
    await user.click(within(bar).getByRole('button', { name: 'Mais ações' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mudar o tipo' }));
    const dialog = await screen.findByRole('dialog', { name: /^Mudar o tipo/ });
    expect(
      await within(dialog).findByText(/^Os tipos não vieram: .*Sem acesso aos tipos\./),
    ).toBeInTheDocument();
  });

  it('apply to all matches except unticked ones, show progress after a reload, and stop', async () => {
    const running = job({ situacao: 'EXECUTANDO', total: 59, processados: 20, sucesso: [], falhas: [] });
    const { sucesso: _s, falhas: _f, dados: _d, ...summary } = running;
    server.use(
      http.post('/sac/tickets/lote/encaminhar', () => HttpResponse.json({ data: running })),
      http.post('/sac/tickets/lote/:id/cancelar', () =>
        HttpResponse.json({ data: { ...summary, situacao: 'CANCELADO', falharam: 0 } }),
      ),
      http.get('/sac/tickets/lote/:id', () => HttpResponse.json({ data: running })),
      http.get('/sac/tickets/lote', () => HttpResponse.json([{ ...summary, falharam: 0 }])),
      http.get('/sac/consultas/setores', () => HttpResponse.json([{ id: 2, desc: 'Logística' }])),
    );
    const user = userEvent.setup();
    const first = renderApp(`/tickets?filter=${encodeURIComponent('{"setor":["2"]}')}`);
    await rows();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 812' }));
    await user.click(await screen.findByRole('button', { name: 'Selecionar todos os 60' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 811' }));
    expect(screen.getByText('59 selecionados')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Encaminhar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Encaminhar 59 tickets' });
    await user.click(within(dialog).getByRole('combobox', { name: /Setor/ }));
    await user.click(await screen.findByRole('option', { name: 'Logística' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Mensagem/ }), 'Vejam');
    await user.click(within(dialog).getByRole('button', { name: 'Encaminhar' }));
    expect(await within(dialog).findByText('20 de 59')).toBeInTheDocument();
    expect(await bodyOf('/sac/tickets/lote/encaminhar')).toEqual({
      filtros: { setor: [2] },
      excluidos: [811],
      dados: { setor: 2, mensagem: 'Vejam' },
    });
    first.unmount();
    renderApp('/tickets');
    await user.click(await screen.findByRole('button', { name: 'Ações em lote: 1 em andamento' }));
    await user.click(await screen.findByRole('button', { name: 'Acompanhar' }));
    await user.click(await screen.findByRole('button', { name: 'Parar' }));
    await waitFor(() => expect(requested).toContain(`POST /sac/tickets/lote/${running.id}/cancelar`));
  });

  it('leave people out of a distribution by clicks faster than its plans, one of which fails', async () => {
    const asked: number[][] = [];
    const plan = (...out: number[]) => ({
      pessoas: [9, 10].map((id) => ({
        ...{ id, nome: id === 9 ? 'Otávio Lima' : 'Rita Lemos', emAberto: 0, deFora: out.includes(id) },
        tickets: out.includes(id) ? [] : [812],
      })),
      falhas: [],
    });
    let answered = () => {};
    const slow = new Promise<void>((resolve) => {
      answered = resolve;
    });
    server.use(
      http.post('/sac/consultas/distribuicao-tickets', async ({ request }) => {
        const { semPessoas = [] } = (await request.json()) as { semPessoas?: number[] };
        asked.push(semPessoas);
        if (semPessoas.length === 2) return refusal(422, 'Agora não.');
        if (semPessoas.length === 1) await slow;
        return HttpResponse.json({ data: plan(...semPessoas) });
      }),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await rows();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar ticket 812' }));
    const bar = await screen.findByRole('region', { name: 'Ações para a seleção' });
    await user.click(within(bar).getByRole('button', { name: 'Mais ações' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Distribuir' }));
    const dialog = await screen.findByRole('dialog', { name: /^Distribuir/ });
    const box = (name: RegExp) => within(dialog).findByRole('checkbox', { name });
    await user.click(await box(/Otávio/));
    expect(await box(/Otávio/)).not.toBeChecked();
    await user.click(await box(/Otávio/));
    expect(await box(/Otávio/)).toBeChecked();
    await user.click(await box(/Otávio/));
    await user.click(await box(/Rita/));
    expect(await within(dialog).findByText(/Agora não/)).toBeInTheDocument();
    // Whoever was taken out can be taken in again.
    await user.click(await box(/Rita/));
    answered();
    await waitFor(() => expect(within(dialog).queryByText(/Agora não/)).not.toBeInTheDocument());
    expect(await box(/Otávio/)).not.toBeChecked();
    expect(await box(/Rita/)).toBeChecked();
    expect(asked.filter((each) => new Set(each).size < each.length)).toEqual([]);
  });

  it('offer neither checkboxes nor export without permission', async () => {
    server.use(...signedIn(['SAC_TICKETS']));
    renderApp('/tickets');
    await rows();
    expect(screen.queryByRole('checkbox', { name: /Selecionar/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Exportar para planilha' })).not.toBeInTheDocument();
  });
});

describe('saved views', () => {
  it("open the list with the person's default view, whose changes can be saved", async () => {
    const kept = view(3, { nome: 'Atrasados', padrao: true });
    server.use(
      http.get('/config/visoes', () =>
        HttpResponse.json([kept, view(4, { nome: 'Logística', equipe: true, podeAlterar: false })]),
      ),
      http.put('/config/visoes/3', () => HttpResponse.json({ ...kept, versao: 2 })),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    expect(await screen.findByRole('tab', { name: 'Atrasados', selected: true })).toBeInTheDocument();
    await waitFor(() => expect(lastQuery()).toMatchObject({ prazo: 'ATRASADO' }));
    expect(await screen.findByText(/Prazo: Atrasado/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Salvar mudanças' }));
    await waitFor(() => expect(requested).toContain('PUT /config/visoes/3'));
    await user.click(screen.getByRole('tab', { name: 'Logística (da equipe)' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar mudanças' })).toBeNull());
  });

  it('become what roles see first, shared and with what was changed', async () => {
    const kept = view(3, { nome: 'Atrasados', padrao: true });
    const taken = view(4, { nome: 'Fila', equipe: true, perfis: [{ id: 5, nome: 'Vendedor' }] });
    server.use(
      ...signedIn([...GRANTS, 'CONTA', 'CONFIGURACAO', 'CONFIGURACAO_PERFIS', 'VISOES_EQUIPE']),
      http.get('/config/visoes', () => HttpResponse.json([kept, taken])),
      http.get('/config/perfis', () =>
        HttpResponse.json([
          { id: 4, nome: 'Operador' },
          { id: 5, nome: 'Vendedor' },
        ]),
      ),
      http.put('/config/visoes/3', () => HttpResponse.json({ ...kept, equipe: true, versao: 2 })),
      http.put('/config/visoes/3/perfis', () =>
        HttpResponse.json({ data: { message: 'Padrão dos perfis salvo.' } }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await screen.findByRole('tab', { name: 'Atrasados', selected: true });
    await user.click(await screen.findByRole('button', { name: 'Visões' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Salvar como padrão de perfis…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Padrão de perfis: "Atrasados"' });
    const roles = within(dialog).getByRole('group', { name: 'Perfis' });
    await user.click(await within(roles).findByRole('checkbox', { name: 'Operador' }));
    expect(within(roles).getByRole('checkbox', { name: 'Vendedor (hoje: "Fila")' })).not.toBeChecked();
    await user.click(within(dialog).getByRole('button', { name: 'Salvar padrão' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Padrão de perfis/ })).toBeNull());
    expect(requested).toContain('PUT /config/visoes/3');
    // The version that sharing it gave.
    expect(await bodyOf('/config/visoes/3/perfis', 'PUT')).toEqual({ perfis: [4], versao: 2 });
  });

  it('are not offered to roles by those who may not share them', async () => {
    server.use(
      ...signedIn([...GRANTS, 'CONFIGURACAO', 'CONFIGURACAO_PERFIS']),
      http.get('/config/visoes', () => HttpResponse.json([view(3, { nome: 'Atrasados', padrao: true })])),
    );
    const user = userEvent.setup();
    renderApp('/tickets');
    await screen.findByRole('tab', { name: 'Atrasados', selected: true });
    await user.click(await screen.findByRole('button', { name: 'Visões' }));
    expect(await screen.findByRole('menuitem', { name: /^Renomear/ })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Salvar como padrão de perfis…' })).toBeNull();
  });

  it('are saved from the state of the list; a duplicate name is reported', async () => {
    server.use(
      http.post(
        '/config/visoes',
        inTurn(
          () => refusal(422, 'Já há uma visão com este nome.'),
          () => HttpResponse.json(view(5, { nome: 'Minha' })),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp(`/tickets?filter=${encodeURIComponent('{"prazo":"VENCENDO"}')}`);
    await rows();
    await user.click(await screen.findByRole('button', { name: 'Visões' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Salvar como nova visão…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Salvar visão' });
    await user.type(within(dialog).getByRole('textbox', { name: /Nome da visão/ }), 'Minha');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Já há uma visão com este nome.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Salvar visão' })).toBeNull());
    expect(await bodyOf('/config/visoes')).toMatchObject({
      lista: 'tickets',
      nome: 'Minha',
      equipe: false,
      conteudo: { filtros: [{ chave: 'prazo', valores: ['VENCENDO'] }], porPagina: 25 },
    });
  });
});
