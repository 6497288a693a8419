import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CustomRoutes, Resource } from 'ra-core';
import { Link, Route } from 'react-router-dom';
import { clearSession, keepLoad } from '#data/session.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { loadOf, person } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { renderConsole } from './renderConsole.tsx';

const plainMatchMedia = window.matchMedia;

/** Makes media queries that match `pattern` return true. */
function matchMediaAs(pattern: RegExp) {
  window.matchMedia = ((media: string) => ({
    ...plainMatchMedia(media),
    media,
    matches: pattern.test(media),
  })) as typeof window.matchMedia;
}

let broken = false;
function Fragile() {
  if (broken) throw Object.assign(new Error('boom'), { requestId: '8f3a1c22' });
  return <Page title="Coletas">tudo certo</Page>;
}

const screens = [
  <CustomRoutes key="routes">
    <Route path="/home" element={<Page title="Home">início</Page>} />
    <Route path="/coletas" element={<Fragile />} />
    <Route
      path="/relatorios"
      element={
        <RequirePermission permission="SAC_RELATORIO">
          <Page title="Relatórios">segredo</Page>
        </RequirePermission>
      }
    />
    <Route path="/conta/senha" element={<Page title="Alterar senha">nova senha</Page>} />
  </CustomRoutes>,
  <Resource
    key="tickets"
    name="tickets"
    list={
      <Page title="Tickets" count="23 tickets">
        <Link to="/tickets/812">abrir 812</Link>
      </Page>
    }
    edit={<Page title="Ticket 812">mensagens</Page>}
  />,
];

const menu = () => screen.findByRole('navigation', { name: 'Menu principal' });
const entries = async () =>
  within(await menu())
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(() => {
  localStorage.clear();
  broken = false;
});
afterEach(() => {
  window.matchMedia = plainMatchMedia;
});

describe('drawer', () => {
  it('lists permitted screens with the titles of the documents', async () => {
    renderConsole(screens, {
      grants: ['SAC_HOME', 'SAC_DASHBOARD', 'SAC_TICKETS', 'SAC_COLETAS', 'SAC_FAQ'],
    });
    // Reports are not permitted; the FAQ and the dashboard have no screen here.
    await waitFor(async () => expect(await entries()).toEqual(['Home', 'Tickets', 'Coletas']));
  });

  it('has more entries with more permissions', async () => {
    renderConsole(screens, {
      grants: ['SAC_HOME', 'SAC_DASHBOARD', 'SAC_TICKETS', 'SAC_COLETAS', 'SAC_RELATORIO'],
    });
    await waitFor(async () => expect(await entries()).toEqual(['Home', 'Tickets', 'Coletas', 'Relatórios']));
  });

  it('marks the entry of the current page', async () => {
    renderConsole(screens, { path: '/tickets/812' });
    expect(await within(await menu()).findByRole('link', { name: 'Tickets' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(within(await menu()).getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  });

  it('marks only one entry when paths start alike', async () => {
    const records = (
      <CustomRoutes key="records">
        <Route path="/cadastros" element={<Page title="Todos os cadastros">todos</Page>} />
        <Route path="/cadastros/filiais" element={<Page title="Filiais">filiais</Page>} />
      </CustomRoutes>
    );
    renderConsole([...screens, records], {
      path: '/cadastros/filiais/7',
      grants: ['SAC_HOME', 'CADASTROS_EMPRESA'],
    });
    const link = await within(await menu()).findByRole('link', { name: 'Filiais' });
    expect(within(await menu()).getByRole('link', { name: 'Todos os cadastros' })).toBeInTheDocument();
    const current = (await menu()).querySelectorAll('[aria-current=page]');
    expect([...current]).toEqual([link]);
  });

  it('is open at first, and remembers in the browser when it was collapsed', async () => {
    const user = userEvent.setup();
    const first = renderConsole(screens);
    await user.click(await screen.findByRole('button', { name: 'Recolher o menu' }));
    expect(screen.queryByText('Feito pela equipe Balcão', { exact: false })).not.toBeInTheDocument();
    first.unmount();

    renderConsole(screens);
    const opener = await screen.findByRole('button', { name: 'Abrir o menu' });
    // When collapsed, an entry keeps its name for people who cannot see the icon.
    expect(within(await menu()).getByRole('link', { name: 'Tickets' })).toBeInTheDocument();
    await user.click(opener);
    expect(screen.getByText('Feito pela equipe Balcão', { exact: false })).toBeInTheDocument();
    expect(localStorage.getItem('balcao.menu')).toBe('aberto');
  });

  it('collapses its groups, remembers them, and keeps the current entry visible', async () => {
    const user = userEvent.setup();
    const grants = ['SAC_HOME', 'SAC_TICKETS', 'SAC_COLETAS', 'SAC_RELATORIO'] as const;
    const first = renderConsole(screens, { path: '/tickets', grants: [...grants] });
    const service = await within(await menu()).findByRole('button', { name: 'Atendimento' });
    expect(service).toHaveAttribute('aria-expanded', 'true');
    await user.click(service);
    expect(await entries()).toEqual(['Home', 'Tickets', 'Relatórios']);
    first.unmount();

    renderConsole(screens, { path: '/home', grants: [...grants] });
    await waitFor(async () => expect(await entries()).toEqual(['Home', 'Relatórios']));
    await user.click(within(await menu()).getByRole('button', { name: 'Atendimento' }));
    expect(await entries()).toEqual(['Home', 'Tickets', 'Coletas', 'Relatórios']);
  });

  it('is closed at first on a phone, closes on navigation, and does not store its state', async () => {
    matchMediaAs(/max-width/);
    const user = userEvent.setup();
    renderConsole(screens);
    await user.click(await screen.findByRole('button', { name: 'Abrir o menu' }));
    await user.click(within(await menu()).getByRole('link', { name: 'Tickets' }));
    expect(await screen.findByText('23 tickets')).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.queryByRole('navigation', { name: 'Menu principal' })).not.toBeInTheDocument(),
    );
    expect(localStorage.getItem('balcao.menu')).toBeNull();
  });

  it('shows the signed-in person', async () => {
    renderConsole(screens);
    const card = (await screen.findByText('Ana Paula de Souza')).parentElement as HTMLElement;
    expect(within(card).getByText('Operador')).toBeInTheDocument();
    expect(document.querySelector('[data-letters="AS"]')).toBeInTheDocument();
  });
});

describe('top bar', () => {
  it('links back along the breadcrumb', async () => {
    renderConsole(screens, { path: '/tickets/812' });
    const trail = await screen.findByRole('navigation', { name: 'Você está em' });
    await waitFor(() => expect(trail).toHaveTextContent('AtendimentoTicketsTicket 812'));
    expect(within(trail).getByRole('link', { name: 'Tickets' })).toHaveAttribute('href', '/tickets');
    expect(document.title).toBe('Ticket 812 · Balcão');
  });

  it('opens the wizard with permission to open tickets', async () => {
    const user = userEvent.setup();
    renderConsole(screens, {
      wizard: ({ open, onClose }) =>
        open && (
          <button type="button" onClick={onClose}>
            Abrir novo ticket
          </button>
        ),
    });
    await user.click(await screen.findByRole('button', { name: 'NOVO TICKET' }));
    await user.click(await screen.findByRole('button', { name: 'Abrir novo ticket' }));
    await waitFor(() => expect(screen.queryByText('Abrir novo ticket')).not.toBeInTheDocument());
  });

  it('offers no new ticket without the permission or without a wizard', async () => {
    const first = renderConsole(screens, { grants: ['SAC_HOME', 'SAC_TICKETS'], wizard: () => null });
    await waitFor(async () => expect(await entries()).toContain('Tickets'));
    expect(screen.queryByRole('button', { name: 'NOVO TICKET' })).not.toBeInTheDocument();
    first.unmount();
    renderConsole(screens);
    await waitFor(async () => expect(await entries()).toContain('Tickets'));
    expect(screen.queryByRole('button', { name: 'NOVO TICKET' })).not.toBeInTheDocument();
  });

  it('has only existing screens in the user menu, switches the theme and signs out', async () => {
    const logout = jest.fn(async () => '/login');
    const user = userEvent.setup();
    renderConsole(screens, { logout });
    await user.click(await screen.findByRole('button', { name: 'Menu do usuário: Ana Paula de Souza' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Alterar senha',
      'Sair',
    ]);
    await user.click(screen.getByRole('menuitemradio', { name: 'Tema escuro' }));
    expect(document.documentElement).toHaveAttribute('data-tema', 'dark');
    expect(localStorage.getItem('balcao.tema')).toBe('dark');
    await user.click(screen.getByRole('menuitemradio', { name: 'Tema claro' }));
    expect(document.documentElement).toHaveAttribute('data-tema', 'light');
    await user.click(screen.getByRole('menuitem', { name: 'Sair' }));
    await waitFor(() => expect(logout).toHaveBeenCalledTimes(1));
  });

  it('shows the bell with unread notices to people who receive notices', async () => {
    const requested: string[] = [];
    const plainFetch = globalThis.fetch;
    globalThis.fetch = (async (input: RequestInfo | URL) => {
      requested.push(String(input));
      return Response.json({ total: 3 });
    }) as typeof fetch;
    try {
      renderConsole(screens, { grants: ['SAC_HOME', 'SAC_AVISOS'] });
      expect(await screen.findByRole('button', { name: 'Avisos: 3 não lidos' })).toBeInTheDocument();
      const idle = requested.filter((address) => !address.endsWith('/env.json'));
      // Requests in addition to those for the entries of the drawer.
      const known = ['/sac/avisos/total-nao-lidos', '/config/cadastros-proprios', '/config/marca'];
      expect(idle.filter((address) => !known.some((end) => address.endsWith(end)))).toEqual([]);
    } finally {
      globalThis.fetch = plainFetch;
    }
  });
});

describe('page', () => {
  it('gets the focus after navigation, but not on the first load', async () => {
    const user = userEvent.setup();
    renderConsole(screens, { path: '/tickets' });
    const list = await screen.findByRole('heading', { name: 'Tickets', level: 1 });
    expect(list).not.toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'abrir 812' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Ticket 812' })).toHaveFocus());
  });

  it('has a skip link to the content as first focus', async () => {
    const user = userEvent.setup();
    renderConsole(screens);
    await screen.findByText('início');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Pular para o conteúdo' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    // Without an entry in the history, through which 'back' would lead.
    expect(window.location.hash).toBe('');
  });

  it('redirects from / to /home', async () => {
    const { router } = renderConsole(screens, { path: '/' });
    expect(await screen.findByText('início')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/home');
  });

  it('shows that a path does not exist', async () => {
    renderConsole(screens, { path: '/nada/aqui' });
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeInTheDocument();
    expect(screen.getByText('/nada/aqui')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ir para Home' })).toHaveAttribute('href', '/home');
  });

  it('names the page and who can open it', async () => {
    renderConsole(screens, { path: '/relatorios', grants: ['SAC_HOME'] });
    expect(
      await screen.findByRole('heading', { name: 'Seu perfil não dá acesso a Relatórios' }),
    ).toBeInTheDocument();
    expect(screen.getByText(/administrador pode liberar este acesso/)).toBeInTheDocument();
    expect(screen.queryByText('segredo')).not.toBeInTheDocument();
  });

  it('leads an end consumer to their own pages instead of naming permissions', async () => {
    keepLoad(loadOf({ ...person(7), tipo: 'CONSUMIDOR_FINAL' }, ['SAC_HOME']));
    renderConsole(screens, { path: '/relatorios', grants: ['SAC_HOME'] });
    expect(await screen.findByText(/Esta página é de quem atende/)).toBeInTheDocument();
    clearSession();
  });

  it('shows a banner while offline', async () => {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderConsole(screens);
    expect(await screen.findByText(/^Sem conexão\./)).toBeInTheDocument();
    online.mockReturnValue(true);
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(screen.queryByText(/^Sem conexão\./)).not.toBeInTheDocument();
    online.mockRestore();
  });
});

describe('crash screen', () => {
  it('keeps menu and bar, shows the request id, and retries', async () => {
    const silent = jest.spyOn(console, 'error').mockImplementation(() => {});
    broken = true;
    const user = userEvent.setup();
    renderConsole(screens, { path: '/coletas' });
    expect(await screen.findByText('Ooops! Ocorreu um erro em sua aplicação.')).toBeInTheDocument();
    expect(screen.getByText('Protocolo 8f3a1c22')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ir para Home' })).toHaveAttribute('href', '/home');
    expect(await menu()).toBeInTheDocument();

    broken = false;
    await user.click(screen.getByRole('button', { name: 'Tentar Novamente' }));
    expect(await screen.findByText('tudo certo')).toBeInTheDocument();
    silent.mockRestore();
  });

  it('disappears on navigation', async () => {
    const silent = jest.spyOn(console, 'error').mockImplementation(() => {});
    broken = true;
    const user = userEvent.setup();
    renderConsole(screens, { path: '/coletas' });
    await screen.findByText('Ooops! Ocorreu um erro em sua aplicação.');
    await user.click(within(await menu()).getByRole('link', { name: 'Home' }));
    expect(await screen.findByText('início')).toBeInTheDocument();
    silent.mockRestore();
  });
});

describe('axe', () => {
  it.each(['/home', '/tickets', '/relatorios', '/nada'])('finds no violations on %s', async (path) => {
    const { container } = renderConsole(screens, { path, wizard: () => null });
    await waitFor(async () => expect(await entries()).toContain('Tickets'));
    await screen.findByRole('heading', { level: 1 });
    await expectNoAxeViolations(container);
  });

  it('finds no violations on the collapsed drawer and the open user menu', async () => {
    localStorage.setItem('balcao.menu', 'recolhido');
    const user = userEvent.setup();
    const { container, baseElement } = renderConsole(screens);
    await screen.findByText('início');
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: /Menu do usuário/ }));
    await expectNoAxeViolations(baseElement);
  });
});
