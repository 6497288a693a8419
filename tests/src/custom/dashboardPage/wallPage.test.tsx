import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import type { Wall } from '#contract/sac/reports/walls.ts';
import { HttpResponse, http, refusal, requested, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { result } from '../reportViewer/reportFixtures.ts';

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const server = serve();
beforeEach(freshBrowser);

const FIGURE: ShownBlock = {
  ...{ chave: 'devolvido', tipo: 'NUMERO', titulo: 'Devolvido', coluna: 'valor', largura: 3, altura: 2 },
  ...{
    acesso: true,
    relatorio: 'devolucoes-por-motivo',
    mostra: 'TABELA',
    comparacao: '',
    texto: '',
    fonte: null,
  },
};
const LIST: ShownBlock = { ...FIGURE, chave: 'clientes', tipo: 'LISTA', titulo: 'Clientes', coluna: '' };
const page = () =>
  http.post('/config/telao', async ({ request }) => {
    const { chave } = (await request.json()) as { chave: string };
    return chave === 'blt_certa'
      ? HttpResponse.json({
          data: {
            ...{ titulo: 'Gestão', empresa: 'Prado', atualizaACada: 5, fuso: 'America/Manaus' },
            blocos: [FIGURE, LIST],
          },
        })
      : refusal(404, 'Não encontrado.');
  });
const block = () =>
  http.post('/config/telao/bloco', async ({ request }) => {
    const { bloco } = (await request.json()) as { bloco: string };
    return bloco === 'clientes'
      ? refusal(422, 'Este bloco mostra nomes ou dados de pessoas, e não aparece no telão.')
      : HttpResponse.json({ data: { resultado: result(), fonte: null } });
  });
const open = (key: string) => {
  history.replaceState(null, '', `/telao${key && `#${key}`}`);
  return renderApp(`/telao${key && `#${key}`}`);
};

describe('a wall', () => {
  it.each([1280, 360])(
    'shows figures, the time and when it was read, and nothing to press (%s px)',
    async (width) => {
      windowOf(width);
      server.use(page(), block());
      const { container } = open('blt_certa');
      expect(await screen.findByText('R$ 1.434,40')).toBeInTheDocument();
      expect(screen.getByRole('heading', { name: 'Gestão', level: 1 })).toBeInTheDocument();
      expect(screen.getByText(/^Atualizado às \d\d:\d\d$/)).toBeInTheDocument();
      expect(await screen.findByText(/não aparece no telão/)).toBeInTheDocument();
      expect(container.querySelectorAll(':not([inert] *):is(a, button)')).toHaveLength(0);
      expect(container.querySelector('main')).toHaveAttribute('data-tema', 'dark');
      // Nobody’s session, and no key in an address.
      expect(requested.some((call) => call.includes('validar-sessao') || call.includes('blt_'))).toBe(false);
      await expectNoAxeViolations(container);
    },
  );

  it.each([
    ['', /Abra o endereço inteiro/],
    ['blt_outra', /Este telão terminou/],
  ])('says so where there is none (%s)', async (key, words) => {
    server.use(page(), block());
    open(key);
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText('Devolvido')).not.toBeInTheDocument();
  });

  it('opens when the whole address is pasted over that of the empty page', async () => {
    server.use(page(), block());
    open('');
    expect(await screen.findByText(/Abra o endereço inteiro/)).toBeInTheDocument();
    act(() => {
      location.hash = '#blt_certa';
    });
    expect(await screen.findByRole('heading', { name: 'Gestão' })).toBeInTheDocument();
  });

  it('says on the block and above since when it was not read, by the clock of its company', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-29T15:10:00Z') });
    try {
      let fails = false;
      server.use(
        page(),
        http.post('/config/telao/bloco', () =>
          fails
            ? refusal(503, 'O servidor está fora do ar.')
            : HttpResponse.json({ data: { resultado: result(), fonte: null } }),
        ),
      );
      open('blt_certa');
      expect(await screen.findByText('Atualizado às 11:10')).toBeInTheDocument();
      expect(screen.queryByText(/Sem atualizar/)).not.toBeInTheDocument();
      fails = true;
      await act(() => jest.advanceTimersByTimeAsync(6 * 60_000));
      expect(await screen.findAllByText('Sem atualizar desde as 11:10')).toHaveLength(2);
      expect(screen.getByText('Atualizado às 11:10')).toBeInTheDocument();
      expect(screen.getByText('11:16')).toBeInTheDocument();
      expect(screen.getAllByText('R$ 1.434,40').length).toBeGreaterThan(0);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the walls of a dashboard', () => {
  const GRANTS: Permission[] = ['SAC_HOME', 'SAC_RELATORIO', 'CONFIGURACAO', 'CONFIGURACAO_CHAVES'];
  const wall: Wall = {
    ...{ id: 4, nome: 'Sala do SAC', painel: 'gestao', inicio: 'blt_abc', autor: 'Ana', versao: 2 },
    ...{ criado: '2026-11-20T12:00:00.000Z', ultimoUso: null, revogado: null },
  };
  const dashboard = () => [
    http.get('/config/paineis/gestao', () =>
      HttpResponse.json({
        data: {
          ...{ id: 'gestao', titulo: 'Gestão', descricao: '', inicial: false, atualizaACada: null },
          ...{ formulario: null, valoresIniciais: {}, blocos: [] },
        },
      }),
    ),
    http.get('/config/teloes', () => HttpResponse.json([wall])),
  ];

  it('are made with an address that is shown once, and ended after a question', async () => {
    const sent: unknown[] = [];
    server.use(
      ...signedIn(GRANTS),
      ...dashboard(),
      http.post('/config/teloes', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 5, data: { id: 5, message: 'Telão criado.', chave: 'blt_nova' } });
      }),
      http.post('/config/teloes/4/revogar', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 4, data: { id: 4, message: 'Telão revogado.' } });
      }),
    );
    const user = userEvent.setup();
    renderApp('/paineis/gestao');
    await user.click(await screen.findByRole('button', { name: 'Telões' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Telões deste painel' }));
    await user.type(dialog.getByRole('textbox', { name: 'Nome do telão novo' }), 'Recepção');
    await user.click(dialog.getByRole('button', { name: 'Criar' }));
    expect(await screen.findByText(/\/telao#blt_nova$/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Já copiei' }));
    await user.click(dialog.getByRole('button', { name: 'Revogar Sala do SAC' }));
    await user.click(await screen.findByRole('button', { name: 'Revogar telão' }));
    expect(await screen.findByText('Telão revogado.')).toBeInTheDocument();
    expect(sent).toEqual([{ nome: 'Recepção', painel: 'gestao' }, { versao: 2 }]);
  });

  it('are of administrators alone', async () => {
    server.use(...signedIn(['SAC_HOME', 'SAC_RELATORIO']), ...dashboard());
    renderApp('/paineis/gestao');
    expect(await screen.findByRole('heading', { name: 'Gestão', level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Telões' })).not.toBeInTheDocument();
  });
});
