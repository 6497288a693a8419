import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, inTurn, loadOf, person, refusal, requested } from '../../dataProvider/server.ts';
import { ANA, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { bodyOf, installation, left, openSignIn, server, signsIn } from './signInFixture.ts';

openSignIn();

describe('sign-in', () => {
  it('validates fields in place, without a request to the server', async () => {
    const user = userEvent.setup();
    const { container } = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Entrar' }));
    expect(screen.getAllByText('Campo obrigatório')).toHaveLength(2);
    expect(screen.getByLabelText(/CPF/)).toHaveFocus();
    await user.type(screen.getByLabelText(/CPF/), '11111111111');
    expect(screen.getByText('CPF inválido')).toBeInTheDocument();
    expect(requested.filter((call) => call.startsWith('POST'))).toEqual([]);
    await expectNoAxeViolations(container);
  });

  it('keeps the CPF after a wrong password, then opens the requested page', async () => {
    localStorage.setItem('after_login', '/home?de=aviso');
    server.use(...signedIn(['SAC_HOME']), ...signsIn());
    localStorage.removeItem('APP');
    server.use(
      http.post(
        '/login/sac',
        inTurn(
          () => refusal(401, 'CPF ou senha incorretos. Confira e tente de novo.'),
          () => HttpResponse.json({ token: 't' }),
        ),
      ),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/login');
    await user.type(await screen.findByLabelText(/CPF/), '40000000477');
    await user.type(screen.getByLabelText(/Senha/), 'errada{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('CPF ou senha incorretos.');
    expect(screen.getByLabelText(/CPF/)).toHaveValue('400.000.004-77');
    await waitFor(() => expect(screen.getByLabelText(/Senha/)).toHaveFocus());
    await user.clear(screen.getByLabelText(/Senha/));
    await user.type(screen.getByLabelText(/Senha/), 'balcao-demo{Enter}');
    expect(await screen.findByText('Sem informações no momento.')).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/home', search: '?de=aviso' });
    expect(left).not.toHaveBeenCalled();
    expect(await bodyOf('/login/sac')).toMatchObject({ senha: 'balcao-demo' });
    expect(localStorage.getItem('after_login')).toBeNull();
  });

  it('puts the provider first where the team signs in by it alone, and no CPF', async () => {
    server.use(installation({ provedor: { nome: 'Conta da empresa', soEquipe: true } }));
    const user = userEvent.setup();
    const { container } = renderApp('/login');
    const button = await screen.findByRole('button', { name: 'Entrar com Conta da empresa' });
    await waitFor(() => expect(screen.queryByLabelText(/CPF/)).not.toBeInTheDocument());
    expect(button).toHaveFocus();
    await expectNoAxeViolations(container);
    // Consumers have no account there.
    await user.click(screen.getByRole('button', { name: 'Não sou da equipe: entrar com CPF' }));
    expect(screen.getByLabelText(/CPF/)).toHaveFocus();
  });

  it('turns no field red for a button of another way', async () => {
    server.use(
      installation({ provedor: { nome: 'Conta da empresa', soEquipe: false } }),
      http.post('/login/oidc', () => refusal(503, 'Não respondeu.')),
    );
    const user = userEvent.setup();
    renderApp('/login');
    const button = await screen.findByRole('button', { name: 'Entrar com Conta da empresa' });
    await user.type(screen.getByLabelText(/CPF/), '4000');
    await user.click(button);
    expect(await screen.findByText('Não respondeu.')).toBeInTheDocument();
    expect(screen.queryByText(/Campo obrigatório|CPF inválido/)).not.toBeInTheDocument();
    // By the keyboard too, over the password field.
    await user.click(screen.getByLabelText(/Senha/));
    button.focus();
    expect(screen.queryByText(/Campo obrigatório/)).not.toBeInTheDocument();
  });

  const BETO = person(8, 'Beto Lima', '50000000566');
  async function entersAsBeto(user: ReturnType<typeof userEvent.setup>) {
    server.use(...signsIn(BETO));
    await user.type(await screen.findByLabelText(/CPF/), BETO.cpf);
    await user.type(screen.getByLabelText(/Senha/), 'balcao-demo{Enter}');
  }

  it('reloads the page for the next person after sign-out, so that nothing stays in memory', async () => {
    server.use(
      ...signedIn(['SAC_HOME']),
      http.post('/config/sair', () => HttpResponse.json({ message: 'ok' })),
    );
    const user = userEvent.setup();
    renderApp('/home');
    await user.click(await screen.findByRole('button', { name: /Menu do usuário/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sair' }));
    await entersAsBeto(user);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    // Not even during the moment until the page has unloaded.
    expect(screen.getByRole('heading', { name: 'Entrar' })).toBeInTheDocument();
    expect(screen.queryByText(/Ana Paula/)).not.toBeInTheDocument();
  });

  it('reloads the page when the browser remembers another person', async () => {
    server.use(...signedIn(['SAC_HOME']));
    server.use(http.get('/sac/validar-sessao', () => refusal(401, 'Sua sessão terminou.')));
    localStorage.setItem('RaStorebalcao.tickets.listParams', '{}');
    const user = userEvent.setup();
    renderApp('/login');
    await entersAsBeto(user);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('RaStorebalcao.tickets.listParams')).toBeNull();
  });

  it('continues within the page for the last person, with their permissions', async () => {
    server.use(...signedIn(['SAC_HOME', 'CONTA']));
    server.use(http.get('/sac/validar-sessao', () => refusal(401, 'Sua sessão terminou.')));
    const user = userEvent.setup();
    const { router } = renderApp('/home');
    server.use(...signsIn());
    server.use(http.get('/sac/carga', () => HttpResponse.json(loadOf(ANA, ['SAC_HOME', 'SAC_RELATORIO']))));
    await user.type(await screen.findByLabelText(/CPF/), ANA.cpf);
    await user.type(screen.getByLabelText(/Senha/), 'balcao-demo{Enter}');
    expect(await screen.findByText('Sem informações no momento.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/home');
    expect(screen.getByRole('link', { name: 'Relatórios' })).toBeInTheDocument();
    expect(left).not.toHaveBeenCalled();
  });

  it('says when the server is unreachable', async () => {
    server.use(http.post('/login/sac', () => HttpResponse.error()));
    const user = userEvent.setup();
    renderApp('/login');
    await user.type(await screen.findByLabelText(/CPF/), '40000000477');
    await user.type(screen.getByLabelText(/Senha/), 'x{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Falha na comunicação com o servidor!');
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeEnabled();
  });

  const DEMO = installation({
    demo: true,
    senha: 'balcao-demo',
    pessoas: [{ tipo: 'OPERADOR', cpf: '40000000477', nome: 'Bruno Carvalho' }],
  });
  const choose = async (user: ReturnType<typeof userEvent.setup>) => {
    const people = await screen.findByRole('region', { name: 'Empresa de demonstração' });
    expect(people).toHaveTextContent('balcao-demo');
    await user.click(within(people).getByRole('button', { name: /Bruno Carvalho/ }));
  };

  it('lists the people of the demonstration, of whom one press signs in', async () => {
    server.use(...signedIn(['SAC_HOME']), ...signsIn(), DEMO);
    localStorage.removeItem('APP');
    const user = userEvent.setup();
    const { container, router } = renderApp('/login');
    await screen.findByRole('region', { name: 'Empresa de demonstração' });
    await expectNoAxeViolations(container);
    await choose(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(await bodyOf('/login/sac')).toMatchObject({ cpf: '40000000477', senha: 'balcao-demo' });
  });

  it('asks whoever of the demonstration has another password for it', async () => {
    server.use(
      DEMO,
      http.post('/login/sac', () => refusal(401, 'CPF ou senha incorretos. Confira e tente de novo.')),
    );
    const user = userEvent.setup();
    renderApp('/login');
    await choose(user);
    expect(await screen.findByText(/CPF ou senha incorretos/)).toBeInTheDocument();
    expect(screen.getByLabelText(/CPF/)).toHaveValue('400.000.004-77');
    await waitFor(() => expect(screen.getByLabelText(/Senha/)).toHaveFocus());
    expect(screen.getByRole('button', { name: /Bruno Carvalho/ })).toBeEnabled();
  });

  it('draws its picture at once, and the card when it is known what stands in it', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/config/instalacao', async () => {
        await held;
        return HttpResponse.json({
          pendente: false,
          demo: false,
          captcha: false,
          pessoas: [],
          naRede: false,
        });
      }),
    );
    renderApp('/login');
    const picture = await screen.findByRole('img', { name: /^Caminho de uma devolução/ });
    expect(screen.queryByRole('heading', { name: 'Entrar' })).not.toBeInTheDocument();
    answer();
    expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /^Caminho de uma devolução/ })).toBe(picture);
  });

  it('is shown instead of a page without a session, whose path is remembered', async () => {
    history.replaceState(null, '', '/home?de=aviso');
    renderApp('/home');
    expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeInTheDocument();
    expect(localStorage.getItem('after_login')).toBe('/home?de=aviso');
    history.replaceState(null, '', '/');
  });
});

describe('other pages before sign-in', () => {
  it.each([
    ['who is in', true],
    ['who signs in by hand when that fails', false],
  ])('create the first administrator with the code from the log, %s', async (_, isIn) => {
    let pendente = true;
    if (isIn) server.use(...signedIn(['SAC_HOME']), ...signsIn());
    else server.use(http.post('/login/sac', () => refusal(401, 'Sua empresa entra por outra conta.')));
    localStorage.removeItem('APP');
    server.use(
      http.get('/config/instalacao', () =>
        HttpResponse.json({ pendente, demo: false, captcha: false, pessoas: [] }),
      ),
      http.post(
        '/config/instalacao',
        inTurn(
          () => refusal(422, 'Confira os campos', { errors: { codigo: 'O código não confere.' } }),
          () => {
            pendente = false;
            return HttpResponse.json({ data: { message: 'ok' } });
          },
        ),
      ),
    );
    const user = userEvent.setup();
    const { container, router } = renderApp('/login');
    await user.type(await screen.findByLabelText(/Código de instalação/), 'ABC');
    await user.type(screen.getByLabelText(/CPF/), '10000000108');
    await user.type(screen.getByLabelText(/Nome completo/), 'Ana Ribeiro');
    await user.type(screen.getByLabelText(/E-mail/), 'ANA@Example.com');
    await user.type(screen.getByLabelText(/Senha/), 'segredo');
    await user.click(screen.getByRole('button', { name: 'Criar administrador' }));
    expect(await screen.findByText('O código não confere.')).toBeInTheDocument();
    expect(screen.getByLabelText(/Código de instalação/)).toHaveFocus();
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Criar administrador' }));
    if (isIn) {
      await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
      expect(await bodyOf('/login/sac')).toMatchObject({ senha: 'segredo' });
    } else {
      expect(await screen.findByText(/Administrador criado/)).toBeInTheDocument();
      expect(screen.getByRole('heading', { name: 'Entrar' })).toBeInTheDocument();
      expect(screen.getByLabelText(/CPF/)).toHaveValue('100.000.001-08');
      expect(screen.getByLabelText(/Senha/)).toHaveFocus();
    }
    expect(await bodyOf('/config/instalacao')).toMatchObject({
      email: 'ana@example.com',
      nome: 'Ana Ribeiro',
    });
  });

  it('create an account: own rules first, then server errors at their fields', async () => {
    server.use(
      http.post(
        '/sac/nova-conta',
        inTurn(
          () => refusal(422, 'Confira os campos', { errors: { email: 'Este e-mail não aceita mensagens.' } }),
          () => HttpResponse.json({ message: 'Confira o seu e-mail para continuar.' }),
        ),
      ),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/nova-conta');
    const send = () => user.click(screen.getByRole('button', { name: 'Criar conta' }));
    await user.type(await screen.findByLabelText(/CPF/), '70000000744');
    await user.type(screen.getByLabelText(/Nome completo/), 'Carolina');
    await user.type(screen.getByLabelText(/E-mail/), 'carol@');
    await user.type(screen.getByLabelText(/Telefone/), '119');
    await user.type(screen.getByRole('textbox', { name: /Data de nascimento/ }), '16/03/1990');
    await user.type(screen.getByLabelText(/^Senha/), 'abc');
    await user.type(screen.getByLabelText(/Repita a senha/), 'abd');
    await send();
    for (const text of [
      'Informe seu nome e sobrenome',
      'Formato de e-mail inválido',
      'Telefone inválido',
      'As senhas não são iguais',
    ]) {
      expect(await screen.findByText(text)).toBeInTheDocument();
    }
    expect(requested.filter((call) => call.startsWith('POST'))).toEqual([]);
    await expectNoAxeViolations(container);

    await user.type(screen.getByLabelText(/Nome completo/), ' Prado');
    await user.type(screen.getByLabelText(/E-mail/), 'example.com');
    await user.type(screen.getByLabelText(/Telefone/), '87654321');
    for (const field of [/^Senha/, /Repita a senha/]) {
      await user.clear(screen.getByLabelText(field));
      await user.type(screen.getByLabelText(field), 'segredo');
    }
    await send();
    expect(await screen.findByText('Este e-mail não aceita mensagens.')).toBeInTheDocument();
    expect(screen.getByLabelText(/Nome completo/)).toHaveValue('Carolina Prado');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Criar conta' })).toBeEnabled());
    await send();
    expect(await screen.findByText('Confira o seu e-mail para continuar.')).toBeInTheDocument();
    expect(await bodyOf('/sac/nova-conta')).toMatchObject({
      data_nascimento: '1990-03-16',
      nome: 'Carolina Prado',
    });
  });

  it('request a new password by e-mail, with the same answer for everyone', async () => {
    server.use(
      http.post('/senha/requisitar-token-redefinicao', () =>
        HttpResponse.json({ message: 'Se houver conta, enviamos.' }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/esqueci-senha');
    await user.type(await screen.findByLabelText(/CPF/), '40000000477{Enter}');
    expect(await screen.findByText('Se houver conta, enviamos.')).toBeInTheDocument();
  });

  it('set the new password with the link of the e-mail, once it was validated', async () => {
    server.use(
      http.post('/senha/validar-token', () => HttpResponse.json({ message: 'ok' })),
      http.put('/senha/redefinir-via-token', () => HttpResponse.json({ message: 'Senha alterada.' })),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/redefinir-senha?token=abc');
    await user.type(await screen.findByLabelText(/^Nova senha/), 'segredo');
    await user.type(screen.getByLabelText(/Repita a nova senha/), 'segredo');
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Salvar nova senha' }));
    expect(await screen.findByText('Senha alterada.')).toBeInTheDocument();
    expect(await bodyOf('/senha/redefinir-via-token')).toEqual({ token: 'abc', senha: 'segredo' });
  });

  it('offer to request another link instead of the form when a link is invalid', async () => {
    server.use(http.post('/senha/validar-token', () => refusal(422, 'Este link não vale mais.')));
    renderApp('/redefinir-senha?token=velho');
    expect(await screen.findByText('Este link não vale mais.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Pedir outro link' })).toHaveAttribute('href', '/esqueci-senha');
    expect(screen.queryByLabelText(/^Nova senha/)).not.toBeInTheDocument();
  });
});
