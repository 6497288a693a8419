import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

const row = (id: number, titulo: string, score: number | null) => ({
  id,
  titulo,
  resumo: 'O começo do texto',
  tipo: { id: 2, desc: 'Devoluções' },
  score,
});
const page = (itens: object[]) => ({
  itens,
  paginator: { current_page: 1, per_page: 25, total: itens.length, last_page: 1 },
});
const answers = () =>
  server.use(
    ...signedIn(['SAC_HOME', 'SAC_TICKETS', 'SAC_FAQ']),
    http.get('/sac/faq/tipos', () => HttpResponse.json([{ id: 2, desc: 'Devoluções' }])),
    http.get('/sac/faq/artigos-paginados', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q');
      if (q === 'nada') return HttpResponse.json(page([]));
      return HttpResponse.json(page([row(7, 'Como devolver uma mercadoria', q ? 82 : null)]));
    }),
    http.get('/sac/faq/artigos/7', () =>
      HttpResponse.json({
        data: { id: 7, titulo: 'Como devolver uma mercadoria', conteudo: '<p>Abra um ticket.</p>' },
      }),
    ),
  );

describe('FAQ', () => {
  it('lists articles, searches with a score, and opens one', async () => {
    answers();
    const user = userEvent.setup();
    const { container, router } = renderApp('/faq');
    expect(await screen.findByText('1 artigo')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar artigos' }), 'devolver');
    expect(await screen.findByTitle('Relevância: 82%')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toContain('q=devolver'));
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('link', { name: /Como devolver/ }));
    expect(await screen.findByText('Abra um ticket.')).toBeInTheDocument();
    expect(
      screen.getByRole('heading', { level: 1, name: 'Como devolver uma mercadoria' }),
    ).toBeInTheDocument();
  });

  it('says that nothing fits in the words of the documents', async () => {
    answers();
    renderApp('/faq?q=nada');
    expect(await screen.findByText("Artigos relacionados a 'nada' não encontrados...")).toBeInTheDocument();
  });

  it('shows the not-found page for an id that is not a number', async () => {
    answers();
    renderApp('/artigo/abc');
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeInTheDocument();
  });

  it('is not shown without its permission', async () => {
    server.use(...signedIn(['SAC_HOME', 'SAC_TICKETS']));
    renderApp('/faq');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });
});
