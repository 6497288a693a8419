import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LikelyDouble } from '#contract/callcenter/customers/customerDoubles.ts';
import { HttpResponse, http, refusal, requests, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();

const side = (id: number, documento = `S${String(id).padStart(10, '0')}`) => ({
  id,
  fant: `Mercado ${id}`,
  razSoc: `Mercado ${id}`,
  documento,
  cidade: 'Campinas',
  uf: 'SP',
});
const pair = (id: number, part: Partial<LikelyDouble> = {}): LikelyDouble => ({
  cliente: side(id),
  outro: side(12, '11222333000181'),
  motivos: ['TELEFONE', 'EMAIL'],
  descartado: null,
  ...part,
});

let pairs: LikelyDouble[] = [];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  pairs = [pair(30)];
  server.use(
    ...signedIn(['SAC_HOME', 'CLIENTE', 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR', 'CLIENTES_UNIR']),
    http.get('/callcenter/clientes/duplicados', ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get('descartados') === 'true')
        return HttpResponse.json({
          itens: [pair(40, { motivos: [], descartado: { por: 'Ana', em: '2026-11-21T15:00:00.000Z' } })],
          continua: null,
        });
      return query.has('depoisDe')
        ? HttpResponse.json({ itens: [pair(20, { motivos: ['NOME_CIDADE'] })], continua: null })
        : HttpResponse.json({ itens: pairs, continua: 30 });
    }),
    http.post('/callcenter/clientes/:id/nao-e-o-mesmo', () => {
      pairs = [];
      return HttpResponse.json({
        data: { message: 'Os clientes 12 e 30 não serão mais propostos para unir.' },
      });
    }),
    http.post('/callcenter/clientes/:id/pode-ser-o-mesmo', () => {
      pairs = [pair(30)];
      return HttpResponse.json({ data: { message: 'Os clientes 12 e 30 podem ser propostos de novo.' } });
    }),
  );
});

const sent = async (what: string) =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname.endsWith(what))
      .map((request) => request.clone().json()),
  );

describe('likely doubles', () => {
  it('are said with their reasons, dismissed, and proposed again by the way back', async () => {
    const user = userEvent.setup({ delay: null });
    const { container } = renderApp('/clientes/duplicados');
    expect(await screen.findByText('Mesmo telefone e mesmo e-mail')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /30 - Mercado 30/ })).toHaveAttribute('href', '/clientes/30');
    expect(screen.getByRole('link', { name: /12 - Mercado 12/ })).toHaveAttribute('href', '/clientes/12');
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: '30 não é o mesmo que 12' }));
    expect(await screen.findByText('Nenhum par nesta parte dos cadastros')).toBeInTheDocument();
    // The button is gone with its row.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(await sent('/30/nao-e-o-mesmo')).toEqual([{ outro: 12 }]);
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Mesmo telefone e mesmo e-mail')).toBeInTheDocument();
    expect(await sent('/30/pode-ser-o-mesmo')).toEqual([{ outro: 12 }]);
  });

  it('go on with older registrations and come back', async () => {
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/duplicados');
    await user.click(await screen.findByRole('button', { name: 'Continuar' }));
    expect(await screen.findByText('Mesmo nome na mesma cidade')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Continuar' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Anteriores' }));
    expect(await screen.findByText('Mesmo telefone e mesmo e-mail')).toBeInTheDocument();
  });

  it('keep the pressed button, and the focus, until the next part is there', async () => {
    let answer = () => {};
    server.use(
      http.get('/callcenter/clientes/duplicados', async ({ request }) => {
        if (!new URL(request.url).searchParams.has('depoisDe'))
          return HttpResponse.json({ itens: pairs, continua: 30 });
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ itens: [pair(20)], continua: 20 });
      }),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/duplicados');
    const go = await screen.findByRole('button', { name: 'Continuar' });
    await user.click(go);
    await waitFor(() => expect(go).toBeDisabled());
    expect(go).toBeInTheDocument();
    answer();
    expect(await screen.findByRole('link', { name: /20 - Mercado 20/ })).toBeInTheDocument();
    expect(go).toBeEnabled();
    await waitFor(() => expect(go).toHaveFocus());
  });

  it('are where they were for whoever comes back from a customer', async () => {
    const user = userEvent.setup({ delay: null });
    const { unmount } = renderApp('/clientes/duplicados?depoisDe=30');
    expect(await screen.findByText('Mesmo nome na mesma cidade')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Anteriores' }));
    expect(await screen.findByText('Mesmo telefone e mesmo e-mail')).toBeInTheDocument();
    unmount();
    renderApp('/clientes/duplicados?ver=descartados');
    expect(await screen.findByRole('tab', { name: 'Não são o mesmo' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(await screen.findByText('Ana')).toBeInTheDocument();
  });

  it('open the dialog with both filled in', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/callcenter/clientes/:id/unir', ({ request }) => {
        asked.push(new URL(request.url).pathname + new URL(request.url).search);
        return refusal(422, 'O cliente 30 já foi unido ao 12.');
      }),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/duplicados');
    await user.click(await screen.findByRole('button', { name: 'Unir 30 e 12' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unir clientes' });
    expect(within(dialog).queryByRole('combobox')).not.toBeInTheDocument();
    await waitFor(() => expect(asked[0]).toBe('/callcenter/clientes/30/unir?outro=12'));
  });

  it('that were dismissed say who said so, and can be proposed again', async () => {
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/duplicados');
    await user.click(await screen.findByRole('tab', { name: 'Não são o mesmo' }));
    expect(await screen.findByText('Ana')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Voltar a propor 40 e 12' }));
    await waitFor(async () => expect(await sent('/40/pode-ser-o-mesmo')).toEqual([{ outro: 12 }]));
  });

  it('say why phones are not compared', async () => {
    server.use(...signedIn(['SAC_HOME', 'CLIENTE', 'CLIENTES_UNIR'], undefined, true));
    renderApp('/clientes/duplicados');
    expect(await screen.findByText(/Telefones e e-mails não são comparados/)).toBeInTheDocument();
    await userEvent.setup({ delay: null }).click(screen.getByRole('tab', { name: 'Com dois documentos' }));
    expect(await screen.findByText(/Telefones, e-mails e CNPJs não são comparados/)).toBeInTheDocument();
  });

  it('are closed to whoever may not merge', async () => {
    server.use(...signedIn(['SAC_HOME', 'CLIENTE']));
    renderApp('/clientes/duplicados');
    expect(await screen.findByText('Seu perfil não dá acesso a esta página')).toBeInTheDocument();
    expect(screen.queryByText('Mesmo telefone e mesmo e-mail')).not.toBeInTheDocument();
  });
});
