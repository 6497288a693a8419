import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import {
  HttpResponse,
  http,
  inTurn,
  refusal,
  requested,
  requests,
  serve,
} from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';
import { card, FILTER_FORM, reportRun, result, schedule, set } from './reportFixtures.ts';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const server = serve();
beforeEach(freshBrowser);

const ID = 'devolucoes-por-motivo';
const GRANTS: Permission[] = ['SAC_HOME', 'SAC_RELATORIO', 'RELATORIOS_EXPORTAR', 'RELATORIOS_AGENDAR'];
const OCTOBER = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
const form = formOf(FILTER_FORM.schema, FILTER_FORM.ui);
const page = (itens: unknown[]) => ({
  itens,
  paginator: { current_page: 1, per_page: 25, total: itens.length, last_page: 1 },
});
const answers = (given: { form?: object; sets?: unknown[] } = {}) => [
  ...signedIn(GRANTS),
  http.get(`/sac/relatorios/${ID}/formulario`, () =>
    HttpResponse.json({ cartao: card(ID), formulario: form, inicial: {}, ...given.form }),
  ),
  http.get(`/config/relatorios/${ID}/conjuntos`, () => HttpResponse.json(given.sets ?? [])),
  http.post(`/sac/relatorios/${ID}/cancelar`, () => HttpResponse.json({ data: { message: 'Cancelado.' } })),
];
const address = (values: object) => `/relatorios/${ID}?filtros=${encodeURIComponent(JSON.stringify(values))}`;
const bodyOf = async (path: string) =>
  requests
    .find(({ url, method }) => url.endsWith(path) && method === 'POST')
    ?.clone()
    .json();

describe('report cards', () => {
  it('are grouped, the last used first, and searchable', async () => {
    server.use(
      ...signedIn(GRANTS),
      http.get('/sac/relatorios', () =>
        HttpResponse.json([
          card('a', { titulo: 'Devoluções por motivo' }),
          card('b', { titulo: 'Idade dos tickets', grupo: 'Tickets' }),
          card('c', { titulo: 'Tempo por etapa', grupo: 'Tickets' }),
          card('d', { titulo: 'Retrabalho', grupo: 'Tickets' }),
          card('e', { titulo: 'Clientes sem compra', grupo: 'Clientes', descricao: 'Há 30 dias.' }),
        ]),
      ),
      http.get('/config/relatorios-execucoes', () =>
        HttpResponse.json(page([reportRun(2, { relatorio: 'c' }), reportRun(1, { relatorio: 'c' })])),
      ),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/relatorios');
    const recent = await screen.findByRole('region', { name: 'Usados há pouco' });
    expect(
      within(recent)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/relatorios/c']);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Usados há pouco',
      'Clientes',
      'Devoluções',
      'Tickets',
    ]);
    await expectNoAxeViolations(container);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar relatórios' }), 'ha 30{Enter}');
    await waitFor(() => expect(screen.queryByText('Retrabalho')).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: /Clientes sem compra/ })).toBeInTheDocument();
  });

  it('say when there are none, and show a failure', async () => {
    server.use(
      ...signedIn(GRANTS),
      http.get(
        '/sac/relatorios',
        inTurn(
          () => refusal(422, 'Sem banco de dados.'),
          () => HttpResponse.json([]),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/relatorios');
    await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Nenhum relatório disponível no momento')).toBeInTheDocument();
  });

  it('are not shown without permission', async () => {
    server.use(...signedIn(['SAC_HOME']));
    renderApp('/relatorios');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
    expect(requested.some((each) => each.includes('/relatorios'))).toBe(false);
  });
});

describe('report page', () => {
  it('says what is missing before generating, and keeps its filters in the URL', async () => {
    server.use(
      ...answers({ form: { inicial: { produto: 'Óleo' } } }),
      http.post(`/sac/relatorios/${ID}`, () => HttpResponse.json({ data: result() })),
    );
    renderApp(`/relatorios/${ID}`);
    const button = await screen.findByRole('button', { name: 'Gerar relatório' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Preencha Período para gerar.');
    expect(screen.getByText('Escolha os filtros e gere o relatório')).toBeInTheDocument();
  });

  it('generates at once when no filter is required, in place of its empty address', async () => {
    const optional = formOfParameters([
      { parametro: 'produto', label: 'Produto', tipo: 'TEXT', obrigatorio: false, opcoes: [] },
    ]);
    server.use(
      ...answers({
        form: { formulario: formOf(optional.schema, optional.ui), inicial: { produto: 'Óleo' } },
      }),
      http.post(`/sac/relatorios/${ID}`, () => HttpResponse.json({ data: result() })),
    );
    renderApp(`/relatorios/${ID}`);
    expect(await screen.findByRole('cell', { name: 'Avaria' })).toBeInTheDocument();
    expect(await bodyOf(`/relatorios/${ID}`)).toEqual({ filtros: { produto: 'Óleo' } });
    const runs = requests.filter(({ url, method }) => url.endsWith(`/relatorios/${ID}`) && method === 'POST');
    expect(runs).toHaveLength(1);
  });

  it('generates from its URL: sentence, totals, sortable table, links to tickets', async () => {
    server.use(
      ...answers(),
      http.post(`/sac/relatorios/${ID}`, () => HttpResponse.json({ data: result({ cortado: true }) })),
    );
    const user = userEvent.setup();
    const { container } = renderApp(address(OCTOBER));
    expect(await screen.findByText('Período: 01/10/2026 a 31/10/2026')).toBeInTheDocument();
    expect(await bodyOf(`/sac/relatorios/${ID}`)).toEqual({ filtros: OCTOBER });
    expect(screen.getByText(/3 linhas · 0,8 s · gerado em/)).toBeInTheDocument();
    expect(screen.getByText(/Resultado cortado/)).toBeInTheDocument();
    const table = screen.getByRole('table');
    const column = (at: number) =>
      within(table)
        .getAllByRole('row')
        .slice(1, -1)
        .map((row) => row.children[at]?.textContent);
    expect(column(0)).toEqual(['812', '90', '7']);
    expect(within(table).getByRole('link', { name: '812' })).toHaveAttribute('href', '/tickets/812');
    await user.click(within(table).getByRole('button', { name: 'Valor' }));
    expect(column(2)).toEqual(['R$\u00a099,90', 'R$\u00a0100,00', 'R$\u00a01.234,50']);
    expect(within(table).getByRole('columnheader', { name: /Valor/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await user.click(within(table).getByRole('button', { name: 'Motivo' }));
    expect(column(1)).toEqual(['Avaria', 'Falta', '—']);
    expect(screen.getAllByText('R$ 1.434,40').length).toBe(2);
    await expectNoAxeViolations(container);
  });

  it('shows the elapsed time, can be cancelled, and keeps the old result on failure', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      ...answers(),
      http.post(`/sac/relatorios/${ID}`, async () => {
        await held;
        return HttpResponse.json({ data: result() });
      }),
    );
    const user = userEvent.setup();
    renderApp(address(OCTOBER));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText('Geração cancelada')).toBeInTheDocument();
    await waitFor(() => expect(requested).toContain(`POST /sac/relatorios/${ID}/cancelar`));
    release();
    server.use(
      http.post(
        `/sac/relatorios/${ID}`,
        inTurn(
          () => HttpResponse.json({ data: result() }),
          () => refusal(422, 'A consulta é pesada demais. Escolha um período menor.'),
        ),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
    expect(await screen.findByText('Avaria')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
    expect(await screen.findByText(/pesada demais/)).toBeInTheDocument();
    expect(screen.getByText('Avaria')).toBeInTheDocument();
  });

  it('says what to change when nothing was found, and exports or says why not', async () => {
    server.use(
      ...answers(),
      http.post(
        `/sac/relatorios/${ID}`,
        inTurn(
          () => HttpResponse.json({ data: result({ linhas: [], totais: {} }) }),
          () => HttpResponse.json({ data: result() }),
        ),
      ),
      http.post(`/sac/relatorios/${ID}/exportar`, () => refusal(422, 'O arquivo passaria do limite.')),
    );
    const user = userEvent.setup();
    renderApp(address(OCTOBER));
    expect(await screen.findByText('Nenhuma linha para estes filtros')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Exportar CSV' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
    await user.click(await screen.findByRole('button', { name: 'Exportar XLSX' }));
    expect(await screen.findByText('O arquivo passaria do limite.')).toBeInTheDocument();
    expect(await bodyOf('/exportar')).toEqual({ formato: 'XLSX', filtros: OCTOBER });
  });

  it('opens a report of the customer panel in a frame, by a report ticket', async () => {
    server.use(
      ...answers({ form: { cartao: card(ID, { modo_exibicao: 'CLIENTE' }) } }),
      http.post(`/sac/relatorios/${ID}/bilhete`, () =>
        HttpResponse.json({
          data: {
            bilhete: 'x',
            endereco: `/sac/relatorios/${ID}/visualizar?bilhete=x`,
            expira: '2026-11-21T18:00:00Z',
          },
        }),
      ),
    );
    renderApp(address(OCTOBER));
    expect(await screen.findByText('CARREGANDO')).toBeInTheDocument();
    const frame = await screen.findByTitle('Devoluções por motivo');
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame).toHaveAttribute('src', `/sac/relatorios/${ID}/visualizar?bilhete=x`);
  });
});

describe('saved report filters', () => {
  it('fill in and generate at once; outdated ones only fill in, and say so', async () => {
    server.use(
      ...answers({
        sets: [
          set(1),
          set(2, {
            nome: 'Antigos',
            desatualizada: true,
            filtros: { intervalo: 1, produto: 'Óleo' },
            podeAlterar: false,
            equipe: true,
            minha: false,
          }),
        ],
      }),
      http.post(`/sac/relatorios/${ID}`, () => HttpResponse.json({ data: result() })),
    );
    const user = userEvent.setup();
    renderApp(`/relatorios/${ID}`);
    await user.click(await screen.findByRole('button', { name: 'Antigos' }));
    expect(await screen.findByText(/de uma versão anterior/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Excluir' })).not.toBeInTheDocument();
    expect(requested).not.toContain(`POST /sac/relatorios/${ID}`);
    await user.click(screen.getByRole('button', { name: 'Este mês' }));
    expect(await screen.findByText('Avaria')).toBeInTheDocument();
    expect(await bodyOf(`/sac/relatorios/${ID}`)).toEqual({ filtros: OCTOBER });
  });

  it('are saved under a name, with relative days', async () => {
    server.use(
      ...answers(),
      http.post(`/sac/relatorios/${ID}`, () => HttpResponse.json({ data: result() })),
      http.post(
        `/config/relatorios/${ID}/conjuntos`,
        inTurn(
          () => refusal(422, 'Já há.', { errors: { nome: 'Já há filtros salvos com este nome.' } }),
          () => HttpResponse.json({ data: set(3, { nome: 'Outubro' }) }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp(address(OCTOBER));
    await screen.findByText('Avaria');
    await user.click(screen.getByRole('button', { name: 'Salvar filtros' }));
    const dialog = await screen.findByRole('dialog', { name: 'Salvar filtros' });
    expect(within(dialog).getByText(/^Período: [^\d]/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('checkbox', { name: 'As datas acompanham o calendário' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Nome/ }), 'Outubro');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Já há filtros salvos com este nome.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await bodyOf('/conjuntos')).toEqual({ nome: 'Outubro', equipe: false, filtros: OCTOBER });
  });
});

const DAILY = { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' } as const;

describe('schedules and history of reports', () => {
  it('list the schedules, show what went wrong, and change one', async () => {
    server.use(
      ...signedIn(GRANTS),
      http.get('/sac/relatorios', () => HttpResponse.json([card(ID)])),
      http.get('/config/relatorios-agendados', () =>
        HttpResponse.json([
          schedule(1),
          schedule(2, { nome: 'Parado', ativo: false, erro: 'Parado: o relatório mudou.' }),
          schedule(3, { nome: 'Painel', relatorio: null, painel: 'gestao', titulo: 'Gestão', ritmo: DAILY }),
        ]),
      ),
      http.put('/config/relatorios-agendados/1', () => HttpResponse.json(schedule(1, { versao: 2 }))),
    );
    const user = userEvent.setup();
    renderApp('/relatorios/agendados');
    expect((await screen.findAllByText('Toda segunda às 07:00')).length).toBe(2);
    expect(screen.getByText('Parado: o relatório mudou.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Gestão' })).toHaveAttribute('href', '/paineis/gestao');
    await user.click(screen.getByRole('button', { name: 'Alterar envio Painel' }));
    const ofDashboard = within(await screen.findByRole('dialog', { name: 'Alterar envio' }));
    expect(ofDashboard.getByText(/listas vazias e números zerados/)).toBeInTheDocument();
    expect(ofDashboard.queryByRole('combobox', { name: /Formato/ })).not.toBeInTheDocument();
    await user.click(ofDashboard.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Alterar envio Segunda cedo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Alterar envio' });
    await user.click(within(dialog).getByRole('button', { name: 'quarta' }));
    expect(within(dialog).getByText(/^Toda segunda e quarta às 07:00\. Próximo envio/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Salvar envio' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const sent = await requests
      .find(({ method }) => method === 'PUT')
      ?.clone()
      .json();
    expect(sent).toMatchObject({
      versao: 1,
      destinatarios: [9],
      filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
      ritmo: { tipo: 'SEMANAL', dias: [1, 3] },
    });
  });

  it('show the history, repeat a run, and offer the file of an e-mail', async () => {
    server.use(
      ...signedIn(GRANTS),
      http.get('/sac/relatorios', () => HttpResponse.json([card(ID)])),
      http.get('/config/relatorios-execucoes', () =>
        HttpResponse.json(
          page([
            reportRun(42, { agendado: true, relatorio: null, painel: 'gestao', titulo: 'Gestão' }),
            reportRun(41, { agendado: true, arquivo: '/x', formato: 'CSV' }),
            reportRun(40),
          ]),
        ),
      ),
      http.get('/config/relatorios-execucoes/41/arquivo', () =>
        refusal(422, 'Este arquivo não está mais guardado.'),
      ),
    );
    const user = userEvent.setup();
    renderApp('/relatorios/historico?execucao=41');
    expect(await screen.findByText('O arquivo do seu e-mail está pronto.')).toBeInTheDocument();
    const again = await screen.findAllByRole('link', { name: /Gerar de novo/ });
    expect(again[0]?.getAttribute('href')).toMatch(/^\/paineis\/gestao\?filtros=/);
    expect(again[1]).toHaveAttribute('href', address(OCTOBER));
    await user.click(screen.getByRole('button', { name: 'Baixar arquivo' }));
    expect(await screen.findByText('Este arquivo não está mais guardado.')).toBeInTheDocument();
  });
});
