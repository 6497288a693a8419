import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, requests } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ANA, renderApp, signedIn, windowOf } from '../renderApp.tsx';
import { sent, servedMoves } from './movedTicket.ts';

const server = servedMoves();
const READING: readonly Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'TICKETS_RESPONDER'];
const GRANTS: readonly Permission[] = [...READING, 'TICKETS_RESPONDER_INTERNO'];
const copy = (id: number, email: string, more = {}) => ({
  ...{ id, email, incluidoPor: 'Bia', recebe: true, chega: true },
  ...more,
});
let copies: object[] = [];
let proposed: object[] = [];
const done = (message: string) => HttpResponse.json({ data: { id: 812, message } });

/** The first of two handlers for the same call answers. */
const readBy = (...who: Parameters<typeof signedIn>) =>
  server.use(
    http.get('/sac/tickets/812/setores', () => HttpResponse.json([])),
    http.get('/sac/tickets/812/copias', () =>
      HttpResponse.json({ data: { copias: copies, propostas: proposed } }),
    ),
    ...signedIn(...who),
  );

beforeEach(() => {
  windowOf(1280);
  copies = [];
  proposed = [];
  readBy(GRANTS);
});
// Its part of the page is loaded after the page.
const LATER = { timeout: 60_000 };
const part = async () => within(await screen.findByRole('region', { name: 'Em cópia nos e-mails' }, LATER));

describe('addresses in copy of a ticket', () => {
  it('are added by their address, and removed without losing the place', async () => {
    server.use(
      http.post('/sac/tickets/812/copias', () => {
        copies = [copy(5, 'compras@exemplo.com.br')];
        return done('O endereço recebe cópia dos próximos e-mails.');
      }),
      http.delete('/sac/tickets/812/copias/5', () => {
        copies = [];
        return done('O endereço não recebe mais cópia.');
      }),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await user.click(await (await part()).findByRole('button', { name: 'Incluir em cópia' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Incluir em cópia' }));
    await user.type(dialog.getByRole('textbox', { name: /E-mail/ }), 'compras');
    await user.click(dialog.getByRole('button', { name: 'Incluir' }));
    expect(await dialog.findByText('Formato de e-mail inválido')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /E-mail/ }), '@exemplo.com.br');
    await user.click(dialog.getByRole('button', { name: 'Incluir' }));
    expect(await (await part()).findByText('Incluído por Bia')).toBeInTheDocument();
    expect((await sent('/812/copias'))[0]?.body).toEqual({ email: 'compras@exemplo.com.br' });
    await user.click(screen.getByRole('button', { name: 'Tirar compras@exemplo.com.br da cópia' }));
    await waitFor(() => expect(screen.queryByText('Incluído por Bia')).not.toBeInTheDocument());
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(
      screen.getByRole('region', { name: 'Em cópia nos e-mails' }).contains(document.activeElement),
    ).toBe(true);
  });

  it('are proposed from what the customer wrote, and added by a press', async () => {
    proposed = [{ email: 'contador@exemplo.com.br' }];
    copies = [copy(5, 'sai@exemplo.com.br', { recebe: false, chega: false })];
    server.use(http.post('/sac/tickets/812/copias', () => done('Feito.')));
    renderApp('/tickets/812');
    const button = await screen.findByRole(
      'button',
      { name: 'Incluir contador@exemplo.com.br em cópia' },
      LATER,
    );
    expect(screen.getByText(/Pediu para não receber e-mails · Os e-mails não chegam/)).toBeInTheDocument();
    await expectNoAxeViolations(await screen.findByRole('region', { name: 'Em cópia nos e-mails' }));
    await userEvent.setup().click(button);
    await waitFor(async () =>
      expect((await sent('/812/copias'))[0]?.body).toEqual({ email: 'contador@exemplo.com.br' }),
    );
  });

  it('are said not to have been read, and read again', async () => {
    let fails = true;
    server.use(
      http.get('/sac/tickets/812/copias', () =>
        fails
          ? HttpResponse.json({ error: 'Sem acesso ao banco.', code: 'RECUSADO' }, { status: 422 })
          : HttpResponse.json({ data: { copias: [copy(5, 'a@exemplo.com.br')], propostas: [] } }),
      ),
    );
    renderApp('/tickets/812');
    const retry = await (await part()).findByRole('button', { name: 'Tentar novamente' });
    fails = false;
    await userEvent.setup().click(retry);
    expect(await (await part()).findByText('Incluído por Bia')).toBeInTheDocument();
  });

  it('are not typed by people who see masks', async () => {
    copies = [copy(5, 'u***@exemplo.com.br')];
    proposed = [{ email: 'c***@exemplo.com.br' }, { email: 'c***@exemplo.com.br' }];
    readBy(GRANTS, ANA, true);
    renderApp('/tickets/812');
    expect(
      await (await part()).findAllByRole('button', { name: 'Incluir c***@exemplo.com.br em cópia' }),
    ).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^Tirar u/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Incluir em cópia' })).toBeNull();
  });

  it('are not added by people who do not write to customers', async () => {
    copies = [copy(5, 'um@exemplo.com.br')];
    proposed = [{ email: 'contador@exemplo.com.br' }];
    readBy(GRANTS.filter((permission) => permission !== 'TICKETS_RESPONDER'));
    renderApp('/tickets/812');
    expect(await (await part()).findByRole('button', { name: /^Tirar um/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Incluir .*cópia$/ })).toBeNull();
  });

  it('are only shown to people outside the company, where there are any', async () => {
    const outside = { ...ANA, tipo: 'REPRESENTANTE' as const };
    copies = [copy(5, 'filha@exemplo.com.br', { incluidoPor: null })];
    readBy(READING, outside);
    const { unmount } = renderApp('/tickets/812');
    expect(await (await part()).findByText(/filha/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /cópia/ })).toBeNull();
    unmount();
    copies = [];
    renderApp('/tickets/812');
    await screen.findByRole('region', { name: 'Atividades' });
    await waitFor(() =>
      expect(requests.filter(({ url }) => url.endsWith('/copias')).length).toBeGreaterThan(1),
    );
    expect(screen.queryByRole('region', { name: 'Em cópia nos e-mails' })).toBeNull();
  });
});
