import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, inTurn, loadOf, refusal } from '../../dataProvider/server.ts';
import { ANA, renderApp } from '../renderApp.tsx';
import {
  composer,
  conversationPage,
  reply,
  STAFF,
  savedDraft,
  sent,
  textField,
  write,
} from './conversationPage.ts';

const { server, stored, serveTicket } = conversationPage();

/** Opens the ticket, lets another page save its draft, and writes here. */
async function writeBesideOtherPage() {
  serveTicket();
  const user = userEvent.setup();
  renderApp('/tickets/812');
  await textField();
  stored.draft = savedDraft(reply({ html: '<p>De outra aba</p>' }), 4);
  await write('Desta aba');
  return user;
}

describe('draft of a reply', () => {
  it('is saved with its type and restored on another device, with its files', async () => {
    serveTicket();
    const user = userEvent.setup();
    const first = renderApp('/tickets/812');
    await textField();
    await user.click(within(await composer()).getByRole('button', { name: 'Privado' }));
    await write('Rascunho');
    expect(await screen.findByText(/Rascunho salvo às/)).toBeInTheDocument();
    await waitFor(() =>
      expect(stored.draft?.conteudo).toMatchObject({ tipo: 'PRIVADO', html: '<p>Rascunho</p>' }),
    );
    first.unmount();
    const file = {
      id: '00000000-0000-4000-8000-000000000001',
      nome: 'nota.pdf',
      mime: 'application/pdf',
      tamanho: 9,
    };
    stored.draft = savedDraft(reply({ tipo: 'PRIVADO', arquivos: [file] }), 7);
    renderApp('/tickets/812');
    expect(await textField()).toHaveTextContent('Meio caminho');
    expect(await composer()).toHaveAttribute('data-audience', 'PRIVADO');
    expect(screen.getByText('nota.pdf')).toBeInTheDocument();
    expect(screen.getByText('Continuando o rascunho que você deixou aqui.')).toBeInTheDocument();
  });

  it('asks which one to keep when another page saved too, and adopts the choice', async () => {
    const user = await writeBesideOtherPage();
    expect(await screen.findByText(/mudou em outra página/)).toBeInTheDocument();
    expect(within(await composer()).getByRole('button', { name: 'Enviar ao cliente' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Abrir o outro' }));
    await waitFor(async () => expect(await textField()).toHaveTextContent('De outra aba'));
    await write(' e mais');
    await waitFor(() => expect(stored.draft?.versao).toBe(5));
  });

  it('stops offering the other draft when that was sent, and keeps the text here', async () => {
    const user = await writeBesideOtherPage();
    expect(await screen.findByRole('button', { name: 'Abrir o outro' })).toBeInTheDocument();
    stored.draft = null;
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/foi enviado ou descartado em outra página/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Abrir o outro' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ficar com este' }));
    await waitFor(() => expect(stored.draft?.versao).toBe(1));
    expect(await textField()).toHaveTextContent('Desta aba');
  });

  it('keeps the text here when the other draft is opened too late', async () => {
    const user = await writeBesideOtherPage();
    const other = await screen.findByRole('button', { name: 'Abrir o outro' });
    stored.draft = null;
    await user.click(other);
    expect(await screen.findByText(/foi enviado ou descartado em outra página/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Ficar com este' })).toHaveFocus();
    expect(await textField()).toHaveTextContent('Desta aba');
  });

  it('keeps the text here when the other draft cannot be read', async () => {
    const user = await writeBesideOtherPage();
    const other = await screen.findByRole('button', { name: 'Abrir o outro' });
    server.use(http.get('/config/rascunhos/:objeto', () => refusal(409, 'Agora não')));
    await user.click(other);
    expect(await screen.findByText('Agora não')).toBeInTheDocument();
    expect(await textField()).toHaveTextContent('Desta aba');
    expect(other).toBeInTheDocument();
  });

  it('keeps the text after a failure, and a retry sends nothing twice', async () => {
    serveTicket();
    server.use(
      http.post(
        '/sac/tickets/812/historico',
        inTurn(
          () => refusal(500, 'Ocorreu um erro no servidor.'),
          () => HttpResponse.error(),
          () => HttpResponse.json({ data: { id: 9, message: 'Mensagem enviada.', versao: 2, status: 'X' } }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Importante');
    const button = await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' });
    await user.click(button);
    expect(await screen.findByText('Ocorreu um erro no servidor.')).toBeInTheDocument();
    expect(await textField()).toHaveTextContent('Importante');
    await user.click(button);
    expect(await screen.findByText(/Falha na comunicação/)).toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByText('Mensagem enviada.')).toBeInTheDocument();
    const keys = (await sent()).map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('removes an error once the text has changed', async () => {
    serveTicket();
    server.use(http.post('/sac/tickets/812/historico', () => HttpResponse.error()));
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Importante');
    await user.click(await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' }));
    expect(await screen.findByText(/Falha na comunicação/)).toBeInTheDocument();
    await write(' e urgente');
    await waitFor(() => expect(screen.queryByText(/Falha na comunicação/)).not.toBeInTheDocument());
    expect(await textField()).toHaveTextContent(/Importante.* e urgente/);
  });

  it('survives an expired session: sign-in opens over it, and it is sent', async () => {
    serveTicket();
    let signed = true;
    server.use(
      http.get('/config/instalacao', () =>
        HttpResponse.json({ pendente: false, demo: false, captcha: false, pessoas: [] }),
      ),
      http.post('/login/sac', () => {
        signed = true;
        return HttpResponse.json({ token: 't' });
      }),
      http.get('/sac/carga', () => HttpResponse.json(loadOf(ANA, STAFF))),
      http.post('/sac/tickets/812/historico', () =>
        signed
          ? HttpResponse.json({ data: { id: 9, message: 'Mensagem enviada.', versao: 2, status: 'X' } })
          : refusal(401, 'Sua sessão terminou.'),
      ),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Não me perca');
    await screen.findByText(/Rascunho salvo às/);
    signed = false;
    await user.click(await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Senha/), 'balcao-demo');
    await user.click(within(dialog).getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText('Mensagem enviada.')).toBeInTheDocument();
    expect((await sent()).at(-1)?.body).toEqual({ tipo: 'PUBLICO', mensagem: '<p>Não me perca</p>' });
  });

  it('waits for its files, and says when one could not be uploaded', async () => {
    serveTicket();
    server.use(http.post('/config/arquivos', () => refusal(500, 'Disco cheio.')));
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Segue o laudo');
    const chooser = screen.getByLabelText('Arquivos para anexar');
    await user.upload(chooser, new File(['x'], 'laudo.pdf', { type: 'application/pdf' }));
    expect(
      await screen.findByText('Um arquivo não foi enviado. Tente de novo ou remova-o.'),
    ).toBeInTheDocument();
    expect(within(await composer()).getByRole('button', { name: 'Enviar ao cliente' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Remover laudo.pdf' }));
    await waitFor(async () =>
      expect(within(await composer()).getByRole('button', { name: 'Enviar ao cliente' })).toBeEnabled(),
    );
    expect(await textField()).toHaveTextContent('Segue o laudo');
  });
});
