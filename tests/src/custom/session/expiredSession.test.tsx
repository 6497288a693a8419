import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, inTurn, person, refusal, requested } from '../../dataProvider/server.ts';
import { renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { bodyOf, installation, left, openSignIn, server, signsIn } from './signInFixture.ts';

openSignIn();

describe('session that expires over a page', () => {
  const account = {
    id: 7,
    cpf: '40000000477',
    nome: 'Ana Paula',
    dtNasc: null,
    tel: '',
    email: 'ana@example.com',
  };
  const expired = () => refusal(401, 'Sua sessão terminou.');

  /** The account page with a changed name, which is saved after the session has ended. */
  async function saveWithExpiredSession() {
    server.use(
      ...signedIn(['SAC_HOME', 'CONTA']),
      http.get('/sac/conta/dados', () => HttpResponse.json({ data: account })),
      http.put(
        '/sac/conta/dados',
        inTurn(expired, () => HttpResponse.json({ data: { message: 'Dados salvos.' } })),
      ),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    await user.type(await screen.findByLabelText(/Nome/), ' Lima');
    await user.click(screen.getByRole('button', { name: 'Salvar meus dados' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sua sessão terminou' });
    return { user, dialog };
  }

  it('is renewed over unsaved data, and the call of the same person continues', async () => {
    const { user, dialog } = await saveWithExpiredSession();
    expect(within(dialog).getByLabelText(/CPF/)).toHaveValue('400.000.004-77');
    await expectNoAxeViolations(dialog);
    server.use(...signsIn());
    await user.type(within(dialog).getByLabelText(/Senha/), 'balcao-demo{Enter}');
    expect(await screen.findByText('Dados salvos.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText(/Nome/)).toHaveValue('Ana Paula Lima');
    expect(await bodyOf('/sac/conta/dados')).toMatchObject({ nome: 'Ana Paula Lima' });
    expect(left).not.toHaveBeenCalled();
  });

  it('offers the provider first where the team signs in by it alone', async () => {
    server.use(installation({ provedor: { nome: 'Conta da empresa', soEquipe: true } }));
    const { dialog } = await saveWithExpiredSession();
    await within(dialog).findByRole('button', { name: 'Entrar com Conta da empresa' });
    expect(within(dialog).queryByLabelText(/CPF/)).not.toBeInTheDocument();
  });

  it('reloads the page when somebody else signs in, so that nothing is sent in their name', async () => {
    const { user, dialog } = await saveWithExpiredSession();
    localStorage.setItem('RaStorebalcao.tickets.listParams', '{}');
    const saves = () => requested.filter((call) => call.startsWith('PUT')).length;
    const before = saves();
    server.use(...signsIn(person(8, 'Beto Lima', '50000000566')));
    await user.clear(within(dialog).getByLabelText(/CPF/));
    await user.type(within(dialog).getByLabelText(/CPF/), '50000000566');
    await user.type(within(dialog).getByLabelText(/Senha/), 'balcao-demo{Enter}');
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    expect(saves()).toBe(before);
    expect(localStorage.getItem('RaStorebalcao.tickets.listParams')).toBeNull();
    // The page being left does not ask for confirmation.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });

  it('ends when the person gives up, keeping the way back', async () => {
    const { user, dialog } = await saveWithExpiredSession();
    await user.click(within(dialog).getByRole('button', { name: 'Sair e descartar' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('/login'));
    expect(localStorage.getItem('APP')).toBeNull();
    expect(localStorage.getItem('after_login')).toBe('/');
  });

  it('leads to sign-in at once when nothing is unsaved', async () => {
    server.use(...signedIn(['SAC_HOME', 'CONTA']), http.get('/sac/conta/dados', expired));
    renderApp('/conta/dados');
    await waitFor(() => expect(left).toHaveBeenCalledWith('/login'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('other tabs and the network', () => {
  const open = async () => {
    server.use(...signedIn(['SAC_HOME']));
    renderApp('/home');
    await screen.findByRole('heading', { level: 1 });
  };
  const elsewhere = (next: string | null) => {
    if (next === null) localStorage.removeItem('APP');
    else localStorage.setItem('APP', next);
    window.dispatchEvent(new StorageEvent('storage', { key: 'APP', newValue: next }));
  };

  it('lead to sign-in when the person signed out in another tab', async () => {
    await open();
    elsewhere(null);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/login'));
  });

  it('reload the page when another person signed in there, but not for the same one', async () => {
    await open();
    elsewhere('{"id":7,"nome":"Ana"}');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(left).not.toHaveBeenCalled();
    elsewhere('{"id":8,"nome":"Beto"}');
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
  });

  it('offer a retry when the console cannot be loaded', async () => {
    server.use(...signedIn(['SAC_HOME']));
    server.use(
      http.get(
        '/sac/validar-sessao',
        inTurn(
          () => HttpResponse.error(),
          () => HttpResponse.json({ message: 'ok' }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/home');
    const dialog = await screen.findByRole('dialog', { name: 'Não foi possível carregar o Balcão' });
    expect(dialog).toHaveTextContent('Falha na comunicação com o servidor!');
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Sem informações no momento.')).toBeInTheDocument();
    expect(localStorage.getItem('APP')).not.toBeNull();
  });
});
