import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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
    ['', 'Endereço incompleto'],
    ['blt_outra', 'Este telão terminou'],
  ])('says so where there is none (%s)', async (key, title) => {
    server.use(page(), block());
    open(key);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
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

  it('shows nothing of before on a block that may no longer be shown', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-29T15:10:00Z') });
    try {
      let names = false;
      server.use(
        page(),
        http.post('/config/telao/bloco', () =>
          names
            ? refusal(422, 'Este bloco mostra nomes ou dados de pessoas, e não aparece no telão.')
            : HttpResponse.json({ data: { resultado: result(), fonte: null } }),
        ),
      );
      open('blt_certa');
      expect((await screen.findAllByText('R$ 1.434,40')).length).toBeGreaterThan(0);
      names = true;
      await act(() => jest.advanceTimersByTimeAsync(6 * 60_000));
      expect((await screen.findAllByText(/não aparece no telão/)).length).toBeGreaterThan(0);
      expect(screen.queryByText('R$ 1.434,40')).not.toBeInTheDocument();
      expect(screen.queryByText(/Sem atualizar desde/)).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a wall with more than its screen', () => {
  const TABLE: ShownBlock = { ...FIGURE, chave: 'tabela', tipo: 'RELATORIO', titulo: 'Motivos', coluna: '' };
  /** What the environment does not lay out: three blocks of 400 pixels under one another, on a screen of `height`. */
  const layOut = (height: number) => {
    const at = (element: HTMLElement) =>
      [...(element.parentElement?.children ?? [])].indexOf(element) * (element.matches('section') ? 416 : 0);
    const sizes = {
      clientHeight: (element: HTMLElement) => (element.matches('.blocks') ? height : 0),
      offsetTop: at,
      offsetHeight: (element: HTMLElement) => (element.matches('section') ? 400 : 0),
      clientWidth: (element: HTMLElement) => (element.matches('[role=region]') ? 250 : 0),
      offsetWidth: (element: HTMLElement) => (element.matches('th') ? 100 : 0),
    };
    for (const [name, size] of Object.entries(sizes))
      Object.defineProperty(HTMLElement.prototype, name, {
        configurable: true,
        get(this: HTMLElement) {
          return size(this);
        },
      });
  };
  const NAMES = ['clientHeight', 'offsetTop', 'offsetHeight', 'clientWidth', 'offsetWidth'] as const;
  const own = NAMES.map((name) => Object.getOwnPropertyDescriptor(HTMLElement.prototype, name));
  beforeEach(() => {
    jest.useFakeTimers();
    server.use(
      http.post('/config/telao', () =>
        HttpResponse.json({
          data: {
            ...{ titulo: 'Gestão', empresa: 'Prado', atualizaACada: 5, fuso: 'America/Manaus' },
            blocos: [FIGURE, TABLE, { ...FIGURE, chave: 'ultimo', titulo: 'Último' }],
          },
        }),
      ),
      http.post('/config/telao/bloco', () =>
        HttpResponse.json({ data: { resultado: result(), fonte: null } }),
      ),
    );
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const [at, name] of NAMES.entries()) {
      const before = own[at];
      if (before) Object.defineProperty(HTMLElement.prototype, name, before);
      else Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  });
  const seen = () =>
    [...document.querySelectorAll('section[aria-label]')]
      .filter((each) => getComputedStyle(each).visibility !== 'hidden')
      .map((each) => each.getAttribute('aria-label'));
  const turn = () => act(() => jest.advanceTimersByTimeAsync(20_000));

  it('turns its screenfuls by itself, each block whole, and begins anew after the last', async () => {
    windowOf(1280);
    layOut(830);
    open('blt_certa');
    expect(await screen.findByText('Página 1 de 2')).toBeInTheDocument();
    expect(seen()).toEqual(['Devolvido', 'Motivos']);
    await turn();
    expect(screen.getByText('Página 2 de 2')).toBeInTheDocument();
    expect(seen()).toEqual(['Último']);
    await turn();
    expect(screen.getByText('Página 1 de 2')).toBeInTheDocument();
    expect(seen()).toEqual(['Devolvido', 'Motivos']);
  });

  it.each([
    ['all fits', 1280, 1300],
    ['a phone scrolls', 360, 830],
  ])('does not turn where %s', async (_, width, height) => {
    windowOf(width);
    layOut(height);
    open('blt_certa');
    expect(await screen.findByRole('heading', { name: 'Motivos', hidden: true })).toBeInTheDocument();
    await turn();
    expect(screen.queryByText(/^Página/)).not.toBeInTheDocument();
    expect(seen()).toEqual(['Devolvido', 'Motivos', 'Último']);
  });

  it('draws a block smaller that is higher than the screen', async () => {
    windowOf(1280);
    layOut(200);
    open('blt_certa');
    expect(await screen.findByText('Página 1 de 3')).toBeInTheDocument();
    await turn();
    expect(seen()).toEqual(['Motivos']);
    expect(document.querySelector('.blocks > div')).toHaveStyle({
      transform: 'scale(0.5) translateY(-416px)',
    });
  });

  it('shows the titled columns and whole rows of a table that fit, and says how many do not', async () => {
    windowOf(1280);
    layOut(1300);
    // A place of 100 pixels over three rows of 40.
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.matches('[role=region]')) return new DOMRect(0, 0, 250, 100);
      const line = this.matches('tbody tr') ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0;
      return new DOMRect(0, line * 40, 0, this.matches('tbody tr') ? 40 : 0);
    });
    open('blt_certa');
    expect(await screen.findByText('Sem espaço para 1 coluna e 1 linha')).toBeInTheDocument();
    const heads = screen.getAllByRole('columnheader', { hidden: true });
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Ticket', 'Motivo']);
    expect(document.querySelector('main button')).toBeNull();
    const rows = [...document.querySelectorAll('tbody tr')];
    expect(rows.map((row) => getComputedStyle(row).visibility)).toEqual(['visible', 'visible', 'hidden']);
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

  it('say who made them, when, and with which key', async () => {
    server.use(...signedIn(GRANTS), ...dashboard());
    const user = userEvent.setup();
    renderApp('/paineis/gestao');
    await user.click(await screen.findByRole('button', { name: 'Telões' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Telões deste painel' }));
    expect((await dialog.findByText(/nunca aberto/)).textContent).toMatch(
      /^nunca abertocriado por Ana .+, chave blt_abc…$/,
    );
  });

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
