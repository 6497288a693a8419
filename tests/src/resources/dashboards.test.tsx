import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { Dashboards } from '#contract/sac/reports/dashboards.ts';
import { durationText, ticketsText } from '#src/resources/dashboards/DashboardFigures.tsx';
import { HttpResponse, http, inTurn, refusal, requested, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const server = serve();
beforeEach(freshBrowser);

const share = (chave: string | null, descricao: string, total: number, atrasados = 0) => ({
  chave,
  descricao,
  total,
  atrasados,
});
const FIGURES: Dashboards = {
  calculadoEm: new Date().toISOString(),
  abertos: { total: 1284, atrasados: 12, vencendo: 3, semPrazo: 40 },
  porEtapa: [share('COLETA', 'Coleta', 900, 10), share('FINANCEIRO', 'Financeiro', 384, 2)],
  porIdade: [
    { faixa: '0 a 1 dias', de: '2026-03-01', ate: '2026-03-02', total: 4, atrasados: 1 },
    { faixa: 'mais de 30 dias', de: null, ate: '2026-01-30', total: 9, atrasados: 9 },
  ],
  porMotivo: { maiores: [share('5', 'Avaria', 7)], demais: 21 },
  porTransportadora: {
    maiores: [share(null, 'Sem transportadora', 8), share('2', 'Rápido Sul', 3)],
    demais: 0,
  },
  porOperador: { maiores: [], demais: 0 },
  periodo: {
    de: '2026-03-01',
    ate: '2026-03-02',
    criados: 30,
    finalizados: 28,
    mediaHoras: 60,
    porDia: [
      { dia: '2026-03-01', criados: 10, finalizados: 8 },
      { dia: '2026-03-02', criados: 20, finalizados: 20 },
    ],
  },
};
const GRANTS: Permission[] = ['SAC_HOME', 'SAC_DASHBOARD', 'SAC_TICKETS'];
const lookups = [
  http.get('/sac/consultas/filiais', () =>
    HttpResponse.json([
      { idFil: 1, razSoc: 'Matriz Ltda.', fant: 'Matriz' },
      { idFil: 2, razSoc: 'Norte Ltda.', fant: 'Norte' },
    ]),
  ),
  http.get('/sac/tickets/tipos', () => HttpResponse.json([])),
];
const filterOf = (link: HTMLElement) =>
  JSON.parse(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('filter') ?? '{}');

describe('figures of the dashboard', () => {
  it('are formatted in Portuguese with their unit', () => {
    expect([ticketsText(1), ticketsText(1284)]).toEqual(['1 ticket', '1.284 tickets']);
    expect([null, 0.5, 6.25, 60].map(durationText)).toEqual(['—', '30 min', '6,3 h', '2,5 dias']);
  });
});

describe('dashboard', () => {
  it('shows the figures, each with a link to its tickets', async () => {
    server.use(
      ...signedIn(GRANTS),
      ...lookups,
      http.get('/sac/home/dashboards', () => HttpResponse.json(FIGURES)),
    );
    const { container } = renderApp('/dashboard?filial=2');
    const late = await screen.findByRole('link', { name: /^Atrasados 12/ });
    expect(filterOf(late)).toEqual({ filial: ['2'], prazo: 'ATRASADO' });
    expect(screen.getByText('2,5 dias')).toBeInTheDocument();
    const steps = within(screen.getByRole('table', { name: 'Por etapa' }));
    expect(filterOf(steps.getByRole('link', { name: '900' }))).toMatchObject({
      etapa: ['COLETA'],
      filial: ['2'],
    });
    expect(filterOf(steps.getByRole('link', { name: '10' }))).toMatchObject({
      etapa: ['COLETA'],
      prazo: 'ATRASADO',
    });
    const carriers = screen.getByRole('row', { name: /Sem transportadora/ });
    expect(within(carriers).queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText('Mais 21 tickets fora desta lista.')).toBeInTheDocument();
    expect(screen.getByText('Nenhum ticket em aberto.')).toBeInTheDocument();
    expect(requested.filter((call) => call.includes('dashboards'))).toEqual([
      'GET /sac/home/dashboards?dias=30&filial[]=2',
    ]);
    await expectNoAxeViolations(container);
  });

  it('shows each chart also as a table, with figures as links once visible', async () => {
    server.use(
      ...signedIn(GRANTS),
      ...lookups,
      http.get('/sac/home/dashboards', () => HttpResponse.json(FIGURES)),
    );
    const user = userEvent.setup();
    renderApp('/dashboard');
    const ages = await screen.findByRole('table', { name: 'Idade dos tickets em aberto' });
    expect(within(ages).getByRole('row', { name: 'mais de 30 dias 9 9' })).toBeInTheDocument();
    expect(within(ages).queryByRole('link')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ver como tabela: Idade dos tickets em aberto' }));
    const [young] = within(ages).getAllByRole('link', { name: '4' });
    expect(filterOf(young as HTMLElement)).toMatchObject({ dtIni: '2026-03-01', dtFim: '2026-03-02' });
    await user.click(screen.getByRole('button', { name: 'Ver como tabela: Criados e finalizados por dia' }));
    const day = within(screen.getByRole('table', { name: 'Criados e finalizados por dia' })).getByRole(
      'link',
      { name: '10' },
    );
    expect(filterOf(day)).toEqual({ dtIni: '2026-03-01', dtFim: '2026-03-01' });
  });

  it('keeps its filters in the URL, and retries after a failure', async () => {
    server.use(
      ...signedIn(GRANTS),
      ...lookups,
      http.get(
        '/sac/home/dashboards',
        inTurn(
          () => refusal(409, 'Agora não'),
          () => HttpResponse.json(FIGURES),
        ),
      ),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/dashboard');
    expect(await screen.findByText('Agora não')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    await screen.findByText('2,5 dias');
    await user.click(screen.getByRole('combobox', { name: 'Período' }));
    await user.click(await screen.findByRole('option', { name: 'Últimos 90 dias' }));
    await waitFor(() => expect(router.state.location.search).toBe('?dias=90'));
    await waitFor(() => expect(requested).toContain('GET /sac/home/dashboards?dias=90'));
  });

  it('marks the figures of the former filters until those of the new ones arrive', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      ...signedIn(GRANTS),
      ...lookups,
      http.get('/sac/home/dashboards', async ({ request }) => {
        if (request.url.includes('dias=90')) await held;
        return HttpResponse.json(FIGURES);
      }),
    );
    const user = userEvent.setup();
    renderApp('/dashboard');
    const figure = await screen.findByText('2,5 dias');
    expect(figure.closest('[inert]')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Período' }));
    await user.click(await screen.findByRole('option', { name: 'Últimos 90 dias' }));
    await waitFor(() => expect(figure.closest('[inert]')).toHaveAttribute('aria-busy', 'true'));
    release();
    await waitFor(() => expect(figure.closest('[inert]')).toBeNull());
  });

  it('requires its permission', async () => {
    server.use(...signedIn(['SAC_HOME']));
    renderApp('/dashboard');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
    expect(requested.filter((call) => call.includes('dashboards'))).toEqual([]);
  });
});
