import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutboxEmail } from '#contract/config/emails.ts';
import { HttpResponse, http, refusal, requested, requests, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);
afterEach(() => {
  jest.restoreAllMocks();
});

describe('outbox', () => {
  const email = (id: number, fields: Partial<OutboxEmail> = {}): OutboxEmail => ({
    id,
    para: `pessoa${id}@example.com`,
    assunto: `Redefinição da sua senha ${id}`,
    texto: 'Olá.\n\nAbra https://balcao.example/login\n<b>sem</b>',
    criado: new Date().toISOString(),
    enviado: null,
    tentativas: 0,
    erro: '',
    abreLink: false,
    ...fields,
  });
  const range = (rows: OutboxEmail[], total = rows.length) =>
    HttpResponse.json(rows, { headers: { 'Content-Range': `emails 0-${rows.length - 1}/${total}` } });
  const lastFilter = () => {
    const url = requests.findLast(({ url }) => new URL(url).pathname === '/config/emails')?.url ?? '';
    return JSON.parse(new URL(url).searchParams.get('filter') ?? 'null');
  };

  beforeEach(() => server.use(...signedIn(['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_EMAILS'])));

  it('shows the not-found page for an id that is not a number', async () => {
    renderApp('/emails/abc');
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeInTheDocument();
  });

  it('lists e-mails with their state, under its entry of the drawer', async () => {
    server.use(
      http.get('/config/emails', () =>
        range([
          email(3),
          email(2, { enviado: new Date().toISOString() }),
          email(1, { tentativas: 3, erro: '550 Mailbox unavailable' }),
        ]),
      ),
    );
    const { container } = renderApp('/emails');
    expect(await screen.findByText('3 e-mails')).toBeInTheDocument();
    const rows = within(screen.getByRole('table', { name: 'E-mails' })).getAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toHaveTextContent('Na caixa de saída');
    expect(rows[2]).toHaveTextContent('Enviado');
    expect(rows[3]).toHaveTextContent('Com erro');
    expect(screen.getByRole('link', { name: 'Caixa de saída' })).toHaveAttribute('aria-current', 'page');
    await expectNoAxeViolations(container);
  });

  it("searches, and filters by state in the server's terms", async () => {
    server.use(http.get('/config/emails', () => range([email(3)])));
    const user = userEvent.setup();
    renderApp('/emails');
    await screen.findByText('Redefinição da sua senha 3');
    await user.click(screen.getByRole('button', { name: 'Situação' }));
    await user.click(await screen.findByRole('radio', { name: 'Com erro' }));
    await waitFor(() => expect(lastFilter()).toEqual({ comErro: true }));
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/Situação: Com erro/)).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Buscar e-mails' }), 'ana');
    await waitFor(() => expect(lastFilter()).toEqual({ comErro: true, q: 'ana' }));
  });

  it('shows an e-mail as written: its URL as a link, its HTML as text', async () => {
    server.use(http.get('/config/emails/3', () => HttpResponse.json(email(3))));
    const { container } = renderApp('/emails/3');
    const text = await screen.findByRole('article', { name: 'Texto do e-mail' });
    expect(within(text).getByRole('link')).toHaveAttribute('href', 'https://balcao.example/login');
    expect(text).toHaveTextContent('<b>sem</b>');
    expect(screen.getByText('Ainda não')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Gerar o link' })).not.toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('creates the personal link in the demonstration, which has no other mailbox', async () => {
    const endereco = 'https://balcao.example/redefinir-senha?token=abc';
    server.use(
      http.get('/config/emails/3', () => HttpResponse.json(email(3, { abreLink: true }))),
      http.post('/config/emails/3/link', () => HttpResponse.json({ data: { endereco } })),
    );
    const { container } = renderApp('/emails/3');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Gerar o link' }));
    expect(await screen.findByRole('link', { name: endereco })).toHaveAttribute('href', endereco);
    await expectNoAxeViolations(container);
  });

  it('says when there is no e-mail, or not this one', async () => {
    server.use(
      http.get('/config/emails', () => range([], 0)),
      http.get('/config/emails/9', () => refusal(404, 'Não encontrado.')),
    );
    const first = renderApp('/emails');
    expect(await screen.findByText('Nenhum e-mail ainda')).toBeInTheDocument();
    first.unmount();
    renderApp('/emails/9');
    expect(await screen.findByText('Não encontrado.')).toBeInTheDocument();
  });

  it('requires its permission', async () => {
    server.use(...signedIn(['SAC_HOME']));
    renderApp('/emails');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Caixa de saída' })).not.toBeInTheDocument();
    expect(requested.filter((call) => call.includes('/config/emails'))).toEqual([]);
  });
});
