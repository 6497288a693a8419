import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReceivedEmail } from '#contract/config/emails.ts';
import { HttpResponse, http, refusal, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();
const person = userEvent.setup({ delay: null });

const EMAIL: ReceivedEmail = {
  id: 5,
  situacao: 'ESPERA',
  motivo: 'SEM_TICKET',
  detalhe: 'O endereço é de mais de um cliente.',
  de: 'clara@exemplo.com.br',
  nome: 'Clara Nunes',
  para: ['atendimento@empresa.com.br'],
  assunto: 'Onde está meu pedido?',
  texto: '<p>Não chegou.</p><ul><li>2 tampas</li></ul>',
  citado: '<p>Antes disso</p>',
  anexos: ['nota.pdf'],
  deixados: ['virus.exe (tipo não permitido)'],
  original: true,
  recebido: '2026-11-20T12:00:00.000Z',
  ticket: null,
  filial: 'Matriz',
  decididoPor: null,
  decidido: null,
  clientes: [{ id: 12, nome: 'Mercado Azul' }],
  versao: 3,
};

let emails: ReceivedEmail[] = [EMAIL];
let sent: { path: string; body: unknown }[] = [];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  [emails, sent] = [[EMAIL], []];
  server.use(
    ...signedIn(['SAC_TICKETS', 'TICKETS_EMAILS', 'CLIENTE']),
    http.get('/config/emails-recebidos', () =>
      HttpResponse.json(emails, {
        headers: { 'Content-Range': `emails-recebidos 0-${emails.length}/${emails.length}` },
      }),
    ),
    http.get('/config/emails-recebidos/5', () => HttpResponse.json(emails[0])),
    http.get('/sac/tipos-tickets', () => HttpResponse.json([{ id: 4, desc: 'Dúvida de produto' }])),
    http.get('/sac/filiais', () => HttpResponse.json([{ idFil: 9, fant: 'Matriz', razSoc: 'Matriz Ltda.' }])),
    http.post('/config/emails-recebidos/5/:act', async ({ request }) => {
      sent.push({ path: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json({ data: { id: 31, message: 'Feito.' } });
    }),
  );
});

const opened = async (button: string) => {
  renderApp('/emails-recebidos/5');
  await person.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};

describe('list of received e-mails', () => {
  it('shows sender, subject and why it is held, on desktop and phone', async () => {
    const { container } = renderApp('/emails-recebidos');
    await screen.findByText('Onde está meu pedido?');
    expect(screen.getByText('Clara Nunes')).toBeTruthy();
    expect(screen.getByText('Não responde a um ticket')).toBeTruthy();
    expect(screen.getAllByText('Espera por alguém').length).toBeGreaterThan(0);
    await expectNoAxeViolations(container);
  });

  it('explains an empty list, and offers a retry after a failure', async () => {
    emails = [];
    const empty = renderApp('/emails-recebidos');
    await screen.findByText('Nenhum e-mail recebido ainda');
    empty.unmount();
    server.use(http.get('/config/emails-recebidos', () => refusal(500, 'Deu errado.')));
    renderApp('/emails-recebidos');
    await screen.findByText('Deu errado.', {}, { timeout: 20_000 });
    expect(screen.getByRole('button', { name: /Tentar/ })).toBeTruthy();
  });

  it('names the missing permission', async () => {
    server.use(...signedIn(['SAC_TICKETS']));
    renderApp('/emails-recebidos');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeTruthy();
  });
});

describe('received e-mail', () => {
  it('shows text, quoted text, attachments and what was left out', async () => {
    const { container } = renderApp('/emails-recebidos/5');
    const text = within(await screen.findByRole('article', { name: 'Texto do e-mail' }));
    expect(text.getByText('2 tampas').tagName).toBe('LI');
    expect(text.getByText('Texto citado').tagName).toBe('SUMMARY');
    expect(screen.getByText(/Não responde a um ticket. O endereço é de mais de um cliente./)).toBeTruthy();
    expect(screen.getByText('virus.exe (tipo não permitido)')).toBeTruthy();
    await expectNoAxeViolations(container);
  });

  it('is added to the named ticket; an error stays in the dialog with the number', async () => {
    server.use(
      http.post('/config/emails-recebidos/5/vincular', () => refusal(422, 'O ticket está encerrado.'), {
        once: true,
      }),
    );
    const dialog = await opened('Levar a um ticket');
    await person.click(dialog.getByRole('button', { name: 'Levar' }));
    await dialog.findByText('Informe o número do ticket.');
    await person.type(dialog.getByRole('textbox', { name: /Número do ticket/ }), '31');
    await person.click(dialog.getByRole('button', { name: 'Levar' }));
    await dialog.findByText('O ticket está encerrado.');
    expect(dialog.getByRole('textbox', { name: /Número do ticket/ })).toHaveProperty('value', '31');
    await expectNoAxeViolations(document.body);
    await person.click(dialog.getByRole('button', { name: 'Levar' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { path: '/config/emails-recebidos/5/vincular', body: { idTicket: 31, versao: 3 } },
      ]),
    );
  });

  it('is discarded after a confirmation that explains the effect', async () => {
    const dialog = await opened('Descartar');
    expect(dialog.getByText(/Ele não entra em ticket nenhum/)).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Descartar e-mail' }));
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/config/emails-recebidos/5/descartar', body: { versao: 3 } }]),
    );
  });

  it('that is in its ticket links there, and offers no actions', async () => {
    emails = [{ ...EMAIL, situacao: 'NO_TICKET', motivo: '', ticket: 31 }];
    renderApp('/emails-recebidos/5');
    expect((await screen.findByRole('link', { name: '31' })).getAttribute('href')).toContain('/tickets/31');
    expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
  });
});
