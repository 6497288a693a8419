import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { filterParameters } from '#contract/rules/dashboards/commonFilters.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { Dashboard } from '#contract/sac/reports/dashboardPages.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { ownToday } from '#data/session.ts';
import { HttpResponse, http, refusal, requested, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';
import { result, schedule } from '../reportViewer/reportFixtures.ts';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const server = serve();
beforeEach(freshBrowser);

const GRANTS: Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'SAC_RELATORIO', 'RELATORIOS_EXPORTAR'];
const { schema, ui } = formOfParameters(filterParameters([{ filtro: 'PERIODO' }]));
const block = (chave: string, fields: Partial<ShownBlock> = {}): ShownBlock => ({
  ...{ chave, tipo: 'LISTA', titulo: chave, largura: 6, altura: 4, acesso: true },
  ...{ relatorio: 'devolucoes-por-motivo', mostra: 'TABELA', coluna: '', comparacao: '', texto: '' },
  fonte: null,
  ...fields,
});
const BLOCKS: ShownBlock[] = [
  block('devolvido', { tipo: 'NUMERO', titulo: 'Devolvido', coluna: 'valor', largura: 3, altura: 2 }),
  block('motivos', { titulo: 'Motivos' }),
  block('linhas', { tipo: 'RELATORIO', titulo: 'Linhas' }),
  block('vazio', { titulo: 'Vazio' }),
  block('falha', { titulo: 'Falha' }),
  block('fechado', { acesso: false, titulo: '', relatorio: null }),
  block('aviso', { tipo: 'TEXTO', titulo: '', relatorio: null, texto: '<b>Reunião</b> às 9 h' }),
];
const dashboard = (fields: Partial<Dashboard> = {}): Dashboard => ({
  ...{ id: 'gestao', titulo: 'Gestão', descricao: 'O dia.', inicial: true, menu: false, atualizaACada: 10 },
  formulario: formOf(schema, ui),
  valoresIniciais: { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } },
  blocos: BLOCKS,
  ...fields,
});
const FILTERS = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
const shown = (fields: object = {}, naoAplicados: string[] = []) =>
  HttpResponse.json({ data: { resultado: result(fields), filtros: FILTERS, naoAplicados } });
const at = (bloco: string) => `/config/paineis/gestao/blocos/${bloco}`;
const answers = () => [
  ...signedIn(GRANTS),
  http.get('/config/paineis', () =>
    HttpResponse.json([{ id: 'gestao', titulo: 'Gestão', descricao: 'O dia.', inicial: true, menu: false }]),
  ),
  http.get('/config/paineis/gestao', () => HttpResponse.json({ data: dashboard() })),
  http.get(at('falha'), () => refusal(422, 'Este relatório está em conserto.')),
  http.get(at('vazio'), () => shown({ linhas: [], totais: {} }, ['Filial'])),
  http.get('/config/paineis/gestao/blocos/:bloco', () => shown()),
];
/** Once it is there and read: until then another cell keeps its place. */
async function region(name: string) {
  const drawn = () => screen.getByRole('region', { name });
  await waitFor(() => expect(drawn()).toHaveAttribute('aria-busy', 'false'));
  return drawn();
}

describe('a dashboard page', () => {
  it.each([1280, 360])(
    'shows each block in its own state, in the order of reading (%s px)',
    async (width) => {
      windowOf(width);
      server.use(...answers());
      const { container } = renderApp('/paineis/gestao');
      expect(await within(await region('Devolvido')).findByText('R$ 1.434,40')).toBeInTheDocument();
      const list = within(await region('Motivos'));
      expect(await list.findByRole('link', { name: 'Avaria' })).toHaveAttribute('href', '/tickets/812');
      expect(list.getByText('1.234', { exact: false })).toBeInTheDocument();
      expect(
        await within(await region('Linhas')).findByRole('button', { name: 'Motivo' }),
      ).toBeInTheDocument();
      const empty = within(await region('Vazio'));
      expect(await empty.findByText('Nenhuma linha para estes filtros.')).toBeInTheDocument();
      expect(empty.getByText('Este relatório não filtra por Filial.')).toBeInTheDocument();
      expect(
        await within(await region('Falha')).findByText('Este relatório está em conserto.'),
      ).toBeInTheDocument();
      expect(within(await region('Bloco sem acesso')).getByText(/Seu perfil não vê/)).toBeInTheDocument();
      // Its text is no HTML.
      expect(within(await region('Texto')).getByText('<b>Reunião</b> às 9 h')).toBeInTheDocument();
      const names = screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'));
      expect(names.filter((name) => name && !name.startsWith('Linhas de'))).toEqual([
        ...['Devolvido', 'Motivos', 'Linhas', 'Vazio', 'Falha', 'Bloco sem acesso', 'Texto'],
      ]);
      expect(requested.some((each) => each.includes('fechado') || each.includes('aviso'))).toBe(false);
      await expectNoAxeViolations(container);
    },
  );

  it('leads to the whole report with the filters of the block', async () => {
    server.use(...answers());
    renderApp('/paineis/gestao');
    const link = await screen.findByRole('link', { name: 'Ver tudo: Motivos' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(JSON.stringify(FILTERS));
  });

  it('keeps its filters in the address, and asks every block with them', async () => {
    server.use(...answers());
    const own = { periodo: { inicio: '2026-09-01', fim: '2026-09-30' } };
    renderApp(`/paineis/gestao?filtros=${encodeURIComponent(JSON.stringify(own))}`);
    await within(await region('Devolvido')).findByText('R$ 1.434,40');
    await waitFor(() => {
      const asked = requested.filter((each) => each.includes('/blocos/'));
      expect(asked).toHaveLength(5);
      for (const each of asked) expect(decodeURIComponent(each)).toContain('2026-09-30');
    });
  });

  it('is read anew on demand, without losing what it shows or where the focus is', async () => {
    server.use(...answers());
    renderApp('/paineis/gestao');
    const figure = within(await region('Devolvido'));
    await figure.findByText('R$ 1.434,40');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Atualizar' })).toBeEnabled());
    server.use(http.get(at('devolvido'), () => shown({ totais: { valor: '10' } })));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Atualizar' }));
    expect(figure.queryByText('R$ 1.434,40') ?? figure.queryByText('R$ 10,00')).not.toBeNull();
    expect(await figure.findByText('R$ 10,00')).toBeInTheDocument();
    expect(requested.filter((each) => each.includes('agora=true')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Atualizar' })).toHaveFocus();
  });

  it('marks what answers the former filters, and leaves the form open, until the new answer is there', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(...answers());
    const user = userEvent.setup();
    const { router } = renderApp('/paineis/gestao');
    const motives = await region('Motivos');
    await within(motives).findByRole('link', { name: 'Avaria' });
    await user.click(screen.getByRole('button', { name: 'Filtros (1)' }));
    const sinceField = () => screen.findByRole('textbox', { name: /^De\b/ });
    const since = await sinceField();
    const asked = () => requested.filter((each) => each.includes('/blocos/motivos')).length;
    // The same filters are read anew, without an entry to go back from.
    await user.click(screen.getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => expect(asked()).toBe(2));
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Atualizar' })).toBeEnabled());
    server.use(
      http.get(at('motivos'), async () => {
        await held;
        return shown({ linhas: [], totais: {} });
      }),
    );
    const later = JSON.stringify({ periodo: { inicio: '2026-10-05', fim: '2026-10-31' } });
    await act(() => router.navigate(`/paineis/gestao?filtros=${encodeURIComponent(later)}`));
    await waitFor(() => expect(since).toHaveValue('05/10/2026'));
    await waitFor(() => expect(motives).toHaveAttribute('aria-busy', 'true'));
    expect(within(motives).getByText('Avaria').closest('[inert]')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Ver tudo: Motivos' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Aplicar' })).toHaveFocus();
    release();
    expect(await within(motives).findByText('Nenhuma linha para estes filtros.')).toBeInTheDocument();
    expect(motives).toHaveAttribute('aria-busy', 'false');
    expect(motives.querySelector('[inert]')).toBeNull();
    // Going back fills the form in again.
    await act(() => router.navigate(-1));
    expect(await sinceField()).toBe(since);
    await waitFor(() => expect(since).toHaveValue('01/10/2026'));
  });

  it('is downloaded as PDF with the filters of its address, and says what refused it', async () => {
    const bodies: unknown[] = [];
    globalThis.URL.createObjectURL = () => 'blob:painel';
    server.use(
      ...answers(),
      http.post('/config/paineis/gestao/pdf', async ({ request }) => {
        bodies.push(await request.json());
        return bodies.length > 2 ? refusal(422, 'Não deu.') : new HttpResponse('%PDF');
      }),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/paineis/gestao');
    const press = async () => {
      await user.click(await screen.findByRole('button', { name: 'Baixar PDF' }));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Baixar PDF' })).toBeEnabled());
    };
    await press();
    const later = { periodo: { inicio: '2026-10-05', fim: '2026-10-31' } };
    await act(() => router.navigate(`/paineis/gestao?filtros=${encodeURIComponent(JSON.stringify(later))}`));
    await press();
    expect(bodies).toEqual([{}, { filtros: later }]);
    await press();
    expect(await screen.findByText('Não deu.')).toBeInTheDocument();
  });

  it('offers no PDF and no schedule to whoever may not export', async () => {
    const grants = GRANTS.filter((grant) => grant !== 'RELATORIOS_EXPORTAR');
    server.use(...signedIn([...grants, 'RELATORIOS_AGENDAR']), ...answers());
    renderApp('/paineis/gestao');
    await region('Motivos');
    expect(screen.queryByRole('button', { name: 'Baixar PDF' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Agendar envio' })).not.toBeInTheDocument();
  });

  it('is scheduled as PDF with the filters that it shows, whose days move with the calendar', async () => {
    const bodies: Record<string, unknown>[] = [];
    server.use(
      ...signedIn([...GRANTS, 'RELATORIOS_AGENDAR']),
      ...answers(),
      http.get('/config/relatorios-destinatarios', () => HttpResponse.json([{ id: 9, nome: 'Raul Silva' }])),
      http.post('/config/relatorios-agendados', async ({ request }) => {
        bodies.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json(schedule(1, { relatorio: null, painel: 'gestao', nome: 'Segunda' }));
      }),
    );
    const today = ownToday();
    const own = { periodo: { inicio: today, fim: today } };
    renderApp(`/paineis/gestao?filtros=${encodeURIComponent(JSON.stringify(own))}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Agendar envio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agendar envio: Gestão' }));
    // A dashboard comes as PDF: there is nothing to choose.
    expect(dialog.queryByRole('combobox', { name: /Formato/ })).not.toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /Nome/ }), 'Segunda');
    await user.type(dialog.getByRole('combobox', { name: /Quem recebe/ }), 'Raul');
    await user.click(await screen.findByRole('option', { name: 'Raul Silva' }));
    await user.click(dialog.getByRole('switch', { name: /Só se houver linhas/ }));
    await user.click(dialog.getByRole('button', { name: 'Salvar envio' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([
      expect.objectContaining({
        ...{ painel: 'gestao', formato: 'PDF', nome: 'Segunda', destinatarios: [9], soComLinhas: true },
        filtros: { periodo: { inicio: '@hoje', fim: '@hoje' } },
      }),
    ]);
    expect(bodies[0]).not.toHaveProperty('relatorio');
  });

  it('says so where there is none for this person', async () => {
    server.use(
      ...signedIn(GRANTS),
      http.get('/config/paineis/gestao', () => refusal(404, 'Não há.')),
    );
    renderApp('/paineis/gestao');
    expect(await screen.findByText('Painel não encontrado')).toBeInTheDocument();
  });

  it('with filters is the home page on a page of its own, and the usual one stays one step away', async () => {
    server.use(
      http.get('/config/painel-inicial', () =>
        HttpResponse.json({
          data: {
            painel: { id: 'gestao', filtrado: true, atualizaACada: null, blocos: [] },
            ...{ faltam: 0, vazia: false },
          },
        }),
      ),
      ...answers(),
    );
    const { router } = renderApp('/home');
    expect(await screen.findByRole('heading', { name: 'Gestão', level: 1 })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/paineis/gestao');
    expect(screen.getByRole('link', { name: 'Home padrão' })).toHaveAttribute('href', '/home?padrao=1');
  });
});
