import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Notice } from '#contract/sac/notices.ts';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
beforeEach(freshBrowser);

const notice = (id: number, part: Partial<Notice> = {}): Notice => ({
  id,
  titulo: `Aviso ${id}`,
  conteudo: '<p>Vence hoje.</p>',
  datahora_criacao: '2026-03-10T12:00:00Z',
  lido: false,
  pessoal: false,
  link: null,
  ...part,
});

describe('the bell', () => {
  it('opens the page of a notice, which reads it, and closes', async () => {
    const read: string[] = [];
    const rows = [
      notice(2, { titulo: 'O ticket 7 vence hoje', pessoal: true, link: '/avisos-publicados/create' }),
      notice(1),
    ];
    server.use(
      ...signedIn(['SAC_AVISOS', 'AVISOS_EDITAR', 'SAC_HOME']),
      http.get('/sac/avisos/total-nao-lidos', () => HttpResponse.json({ total: rows.length - read.length })),
      http.get('/sac/avisos', () =>
        HttpResponse.json({
          itens: rows,
          paginator: { total: 2, current_page: 1, last_page: 1, per_page: 10 },
        }),
      ),
      http.post('/sac/avisos/confirmar-leitura/:id', ({ params }) => {
        read.push(String(params.id));
        return HttpResponse.json({ data: { id: Number(params.id), message: 'ok' } });
      }),
      http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
    );
    const badges: number[] = [];
    Object.assign(navigator, { setAppBadge: async (count: number) => badges.push(count) });
    const user = userEvent.setup({ delay: null });
    const { unmount } = renderApp('/avisos-publicados/create');
    await user.click(await screen.findByRole('button', { name: 'Avisos: 2 não lidos' }));
    await waitFor(() => expect(document.title).toMatch(/^\(2\) \S.* · Balcão$/));
    const panel = await screen.findByRole('dialog', { name: 'Avisos' });
    await within(panel).findByText('Só para você');
    expect(within(panel).getAllByRole('link')).toHaveLength(1);
    await expectNoAxeViolations(panel);
    await user.click(within(panel).getByRole('link', { name: 'Abrir: O ticket 7 vence hoje' }));
    await waitFor(() => expect(read).toEqual(['2']));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Avisos' })).toBeNull());
    expect(await screen.findByRole('button', { name: 'Avisos: 1 não lido' })).toBeInTheDocument();
    expect(document.title).toMatch(/^\(1\) \S.* · Balcão$/);
    expect(badges).toEqual([2, 1]);
    unmount();
    expect(document.title).toMatch(/^[^(]+ · Balcão$/);
  });
});
