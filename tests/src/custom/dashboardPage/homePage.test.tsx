import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { type BlockSource, blockSources } from '#contract/rules/dashboards/blockSources.ts';
import type { HomePage, SourceItem, SourceResult } from '#contract/sac/reports/homePages.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { HttpResponse, http, inTurn, refusal, requested, serve } from '../../dataProvider/server.ts';
import {
  ANA,
  comeBackLater,
  freshBrowser,
  renderApp,
  signedIn,
  windowOf,
} from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const server = serve();
beforeEach(freshBrowser);

const GRANTS: Permission[] = ['SAC_HOME', 'SAC_TICKETS'];
const block = (fonte: BlockSource, titulo: string = blockSources[fonte].titulo): ShownBlock => ({
  ...{ chave: fonte, tipo: blockSources[fonte].tipo, titulo, fonte, acesso: true, largura: 6, altura: 4 },
  ...{ relatorio: null, mostra: 'TABELA', coluna: '', comparacao: '', texto: '' },
});
const home = (blocos: ShownBlock[], fields: Partial<HomePage> = {}) =>
  http.get('/config/painel-inicial', () =>
    HttpResponse.json({
      data: {
        painel: { id: 'inicio', filtrado: false, atualizaACada: null, blocos },
        ...{ faltam: 0, vazia: false },
        ...fields,
      },
    }),
  );
const item = (chave: string, fields: Partial<SourceItem>): SourceItem => ({
  ...{ chave, titulo: chave, detalhe: '', valor: '', quando: null, dia: null, prazo: null },
  ...{ tom: null, icone: '', caminho: null },
  ...fields,
});
const result = (fonte: BlockSource, fields: Partial<SourceResult> = {}): SourceResult => ({
  ...{ fonte, acesso: true, itens: [], todos: null, meta: null },
  ...fields,
});
const LATE = item('812', {
  ...{ titulo: 'Casa Aurora', detalhe: 'Nº 812 · Devolução · Análise', caminho: '/tickets/812' },
  ...{ quando: '2020-01-02T12:00:00.000Z', prazo: 'ATRASADO' },
});
const STATUS = result('tickets-por-situacao', {
  itens: [item('ABERTO', { titulo: 'Aberto', valor: '223', icone: 'Inbox', caminho: '/tickets?aberto' })],
});
const answers = (...results: SourceResult[]) =>
  http.get('/config/paineis-fontes', () => HttpResponse.json(results));
const region = (name: string) => screen.findByRole('region', { name });

describe('home', () => {
  it.each([1280, 360])('greets, and shows the day of whoever looks in one request (%s px)', async (width) => {
    windowOf(width);
    server.use(
      home(
        (['proximo-da-fila', 'tickets-urgentes', 'tickets-por-situacao', 'meta-do-mes'] as const).map(
          (name) => block(name),
        ),
      ),
      answers(
        result('proximo-da-fila', { itens: [LATE] }),
        result('tickets-urgentes', { itens: [LATE], todos: '/tickets?meus' }),
        STATUS,
        result('meta-do-mes', { meta: { vendido: '7500.00', alvo: '10000.00', parte: 75 } }),
      ),
      ...signedIn(GRANTS),
    );
    const { container, router } = renderApp('/');
    expect(
      await screen.findByRole('heading', { name: /^(Bom dia|Boa tarde|Boa noite), Ana$/ }),
    ).toBeInTheDocument();
    const next = within(await region('Próximo da fila'));
    expect(await next.findByRole('link', { name: 'Abrir o ticket' })).toHaveAttribute('href', '/tickets/812');
    const urgent = within(await region('Meus mais urgentes'));
    expect(urgent.getByRole('link', { name: 'Casa Aurora' })).toHaveAttribute('href', '/tickets/812');
    // Late in words, not by colour alone.
    expect(urgent.getByText(/atrasado:/)).toBeInTheDocument();
    expect(urgent.getByRole('link', { name: 'Ver todos: Meus mais urgentes' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Aberto 223' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: '75% da meta' })).toBeInTheDocument();
    expect(screen.getByText('Faltam R$ 2.500,00.')).toBeInTheDocument();
    expect(requested.filter((call) => call.includes('paineis-fontes'))).toHaveLength(1);
    expect(router.state.location.pathname).toBe('/home');
    // Nothing is missing.
    expect(screen.queryByText(/para a empresa atender e vender/)).not.toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('leads an administrator to unfinished first steps, and is them while the company has nothing', async () => {
    const steps = { passos: [], faltam: 4, demonstracao: false, ensaio: 'NAO', smtp: false };
    server.use(
      home([block('tickets-por-situacao')], { faltam: 4 }),
      answers(STATUS),
      http.get('/config/primeiros-passos', () => HttpResponse.json({ data: steps })),
      ...signedIn([...GRANTS, 'CONFIGURACAO']),
    );
    const missing = renderApp('/home');
    const card = (await screen.findByText(/^Faltam 4 passos/)).closest('[role=status]') as HTMLElement;
    expect(within(card).getByRole('link', { name: 'Primeiros passos' })).toHaveAttribute(
      'href',
      '/primeiros-passos',
    );
    await expectNoAxeViolations(missing.container);
    missing.unmount();
    server.use(home([block('tickets-por-situacao')], { faltam: 4, vazia: true }));
    const { router } = renderApp('/home');
    expect(await screen.findByRole('heading', { name: 'Primeiros passos', level: 1 })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/home');
    expect(screen.queryByText('Aberto')).not.toBeInTheDocument();
  });

  it('suggests a first act of the demonstration, until it is set aside', async () => {
    const sugestao = {
      titulo: 'Abra esta devolução e aprove 2 de 3 itens',
      ...{ detalhe: 'Ticket 812 · Casa Aurora', caminho: '/tickets/812' },
    };
    const kept: unknown[] = [];
    server.use(
      home([block('tickets-por-situacao')], { sugestao }),
      answers(STATUS),
      http.put('/callcenter/conta/preferencias', async ({ request }) => {
        kept.push(await request.json());
        return HttpResponse.json({ message: 'ok' });
      }),
      ...signedIn(GRANTS),
    );
    const user = userEvent.setup();
    const { container, unmount } = renderApp('/home');
    const card = within(
      (await screen.findByText(/^Comece por aqui: abra esta devolução/)).closest(
        '[role=status]',
      ) as HTMLElement,
    );
    expect(card.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', '/tickets/812');
    await expectNoAxeViolations(container);
    await user.click(card.getByRole('button', { name: 'Dispensar a sugestão' }));
    expect(screen.queryByText(/^Comece por aqui/)).not.toBeInTheDocument();
    await waitFor(() => expect(kept).toEqual([{ 'demonstracao.sugestaoDispensada': true }]));
    unmount();
    renderApp('/home');
    expect(await screen.findByText('223')).toBeInTheDocument();
    expect(screen.queryByText(/^Comece por aqui/)).not.toBeInTheDocument();
  });

  it('says what is late, nearly so or over, and nothing of the kind about what only moved', async () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    server.use(
      home([block('tickets-recentes'), block('tickets-urgentes'), block('links-nao-pagos')]),
      answers(
        result('tickets-recentes', {
          itens: [item('1', { valor: 'Em atendimento', quando: at(-5), tom: 'aviso' })],
        }),
        result('tickets-urgentes', { itens: [item('2', { quando: at(30), prazo: 'VENCENDO' })] }),
        result('links-nao-pagos', { itens: [item('3', { quando: at(-2900), prazo: 'VENCIDO' })] }),
      ),
      ...signedIn(GRANTS),
    );
    renderApp('/home');
    const words = async (name: string) => (await region(name)).querySelector('li')?.textContent;
    expect(await screen.findByText('vencendo:', { exact: false })).toBeInTheDocument();
    expect(await words('Movimentados por último')).not.toMatch(/atrasado|vencendo|vencido/);
    expect(await words('Meus mais urgentes')).toMatch(/^2vencendo: /);
    expect(await words('Links de pagamento não pagos')).toMatch(/^3vencido: /);
  });

  it('shows a page with filters here to those who may not open pages of reports, and with ?padrao', async () => {
    const blocos = [block('tickets-por-situacao')];
    const painel = { id: 'inicio', filtrado: true, atualizaACada: null, blocos };
    const filtered = home(blocos, { painel });
    server.use(filtered, answers(STATUS), ...signedIn(GRANTS));
    const without = renderApp('/home');
    expect(await screen.findByText('223')).toBeInTheDocument();
    expect(without.router.state.location.pathname).toBe('/home');
    without.unmount();
    freshBrowser();
    server.use(filtered, ...signedIn([...GRANTS, 'SAC_RELATORIO']));
    const usual = renderApp('/home?padrao=1');
    expect(await screen.findByText('223')).toBeInTheDocument();
    expect(usual.router.state.location.pathname).toBe('/home');
    usual.unmount();
    const { router } = renderApp('/home');
    await waitFor(() => expect(router.state.location.pathname).toBe('/paineis/inicio'));
  });

  it('says in words why a block is empty, or not theirs', async () => {
    server.use(
      home([block('proximo-da-fila'), block('agendas-do-dia'), block('meta-do-mes')]),
      answers(result('proximo-da-fila'), result('agendas-do-dia', { acesso: false }), result('meta-do-mes')),
      ...signedIn(GRANTS),
    );
    renderApp('/home');
    expect(await screen.findByText('Nada espera por você na fila.')).toBeInTheDocument();
    expect(screen.getByText(/Seu perfil não vê este bloco/)).toBeInTheDocument();
    expect(screen.getByText('Nenhuma meta para este mês.')).toBeInTheDocument();
  });

  it('says why nothing could be read, and reads it again', async () => {
    server.use(
      home([block('tickets-por-situacao')]),
      http.get(
        '/config/paineis-fontes',
        inTurn(
          () => refusal(409, 'Agora não'),
          () => HttpResponse.json([STATUS]),
        ),
      ),
      ...signedIn(GRANTS),
    );
    const user = userEvent.setup();
    renderApp('/home');
    await user.click(await screen.findByRole('button', { name: 'Tentar novamente: Tickets por situação' }));
    expect(await screen.findByText('223')).toBeInTheDocument();
  });

  it('keeps its figures when they cannot be refreshed, and says so', async () => {
    server.use(
      home([block('tickets-por-situacao')]),
      http.get(
        '/config/paineis-fontes',
        inTurn(
          () => HttpResponse.json([STATUS]),
          () => refusal(409, 'Agora não'),
        ),
      ),
      ...signedIn(GRANTS),
    );
    renderApp('/home');
    expect(await screen.findByRole('link', { name: 'Aberto 223' })).toBeInTheDocument();
    comeBackLater();
    expect(await screen.findByRole('alert')).toHaveTextContent('Agora não');
    expect(screen.getByRole('link', { name: 'Aberto 223' })).toBeInTheDocument();
  });

  it('counts what is late also in the drawer', async () => {
    windowOf(1280);
    server.use(
      http.get('/sac/home/pendencias', () =>
        HttpResponse.json({ meus: { total: 9, atrasados: 2, vencendo: 1 }, setor: null }),
      ),
      ...signedIn(GRANTS),
    );
    renderApp('/home');
    expect(
      await screen.findByRole('link', { name: /^Tickets ?, 2 em atraso com você$/ }),
    ).toBeInTheDocument();
  });

  it('asks for nothing where there is no home page, and tells a consumer nothing of customers', async () => {
    server.use(...signedIn(['SAC_HOME'], { ...ANA, tipo: 'CONSUMIDOR_FINAL' }));
    renderApp('/home');
    expect(await screen.findByText('Sem informações no momento.')).toBeInTheDocument();
    await waitFor(() => expect(requested.some((call) => call.includes('painel-inicial'))).toBe(true));
    expect(requested.filter((call) => /tickets|fontes/.test(call))).toEqual([]);
  });
});
