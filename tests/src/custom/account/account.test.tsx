import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { PasswordLength } from '#contract/rules/person.ts';
import {
  HttpResponse,
  http,
  inTurn,
  loadOf,
  refusal,
  requested,
  requests,
  serve,
} from '../../dataProvider/server.ts';
import { ANA, comeBackLater, freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
const account = {
  id: 7,
  cpf: '40000000477',
  nome: 'Ana Paula de Souza',
  dtNasc: '1968-03-16',
  tel: '11987654321',
  email: 'ana@example.com',
};
const here = {
  id: 'a0000000-0000-4000-8000-000000000001',
  aparelho: 'Chrome no Windows',
  ip: '10.0.0.7',
  entrou: '2026-11-20T12:00:00.000Z',
  usada: '2026-11-20T15:00:00.000Z',
  atual: true,
};
const shop = {
  ...here,
  id: 'a0000000-0000-4000-8000-000000000002',
  aparelho: 'Safari no Mac',
  ip: '10.0.0.9',
  atual: false,
};
const installation = (tamanhoSenha: PasswordLength) =>
  http.get('/config/instalacao', () =>
    HttpResponse.json({
      pendente: false,
      demo: false,
      captcha: false,
      pessoas: [],
      naRede: false,
      tamanhoSenha,
    }),
  );
const sent = async () => requests.findLast(({ method }) => method === 'PUT')?.json();
const saves = () => requested.filter((call) => call.startsWith('PUT'));
const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  freshBrowser();
  server.use(
    ...signedIn(['SAC_HOME', 'CONTA']),
    installation({ minimo: 6, maximo: 20 }),
    http.get('/sac/conta/dados', () => HttpResponse.json({ data: account })),
    http.get('/config/conta/sessoes', () => HttpResponse.json([here])),
    http.get('/config/conta/segundo-fator', () =>
      HttpResponse.json({ ativo: false, desde: null, codigosRestantes: 0, exigido: false }),
    ),
    http.get('/config/conta/chaves-de-acesso', () => HttpResponse.json([])),
    http.get('/config/conta/provedor', () =>
      HttpResponse.json({ provedor: null, ligadaEm: null, usadaEm: null }),
    ),
  );
});

describe('own sessions on the account page', () => {
  it('shows each session and ends the chosen one, or all others', async () => {
    let open = [here, shop];
    server.use(
      http.get('/config/conta/sessoes', () => HttpResponse.json(open)),
      http.delete('/config/conta/sessoes/:id', ({ params }) => {
        open = open.filter(({ id }) => id !== params.id);
        return HttpResponse.json({ message: 'Sessão encerrada.' });
      }),
    );
    const { container } = renderApp('/conta/dados');
    const list = await screen.findByRole('list', { name: 'Onde sua conta está aberta' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(within(list).getByText('Este aparelho')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Encerrar todas as outras' })).toBeInTheDocument();
    await expectNoAxeViolations(container);
    await userEvent.click(screen.getByRole('button', { name: 'Encerrar Safari no Mac, 10.0.0.9' }));
    expect(await screen.findByText('Sessão encerrada.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Safari no Mac')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Encerrar todas as outras' })).toBeNull();
  });

  it('shows an error when sessions cannot be loaded, and keeps the form usable', async () => {
    server.use(http.get('/config/conta/sessoes', () => refusal(500, 'Ocorreu um erro.')));
    renderApp('/conta/dados');
    expect(await screen.findByText('Ocorreu um erro.')).toBeInTheDocument();
    expect(screen.getByLabelText(/Nome/)).toBeEnabled();
  });
});

describe('own data', () => {
  it('asks for a recent proof before a new e-mail, then saves by itself', async () => {
    server.use(
      http.put(
        '/sac/conta/dados',
        inTurn(
          () => refusal(403, 'Confirme que é você.', { code: 'CONFIRMACAO_NECESSARIA', por: 'SENHA' }),
          () => HttpResponse.json({ data: { message: 'Dados salvos.' } }),
        ),
      ),
      http.post('/config/conta/confirmar-identidade', () => HttpResponse.json({ message: 'Confirmado.' })),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    await user.type(await screen.findByLabelText(/E-mail/), '.br');
    await user.click(screen.getByRole('button', { name: 'Salvar meus dados' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await user.type(within(dialog).getByLabelText(/Sua senha/), 'certa{Enter}');
    expect(await screen.findByText('Dados salvos.')).toBeInTheDocument();
    expect(await sent()).toMatchObject({ email: 'ana@example.com.br' });
    expect(saves()).toHaveLength(2);
  });

  it('shows masked values, marks wrong fields, and saves right ones', async () => {
    server.use(http.put('/sac/conta/dados', () => HttpResponse.json({ data: { message: 'Dados salvos.' } })));
    const user = userEvent.setup();
    const { container } = renderApp('/conta/dados');
    const name = await screen.findByLabelText(/Nome/);
    const save = screen.getByRole('button', { name: 'Salvar meus dados' });
    expect(screen.getByLabelText(/CPF/)).toHaveValue('400.000.004-77');
    expect(screen.getByLabelText(/CPF/)).toBeDisabled();
    expect(screen.getByLabelText(/Telefone/)).toHaveValue('(11) 98765-4321');
    expect(save).toBeDisabled();
    await expectNoAxeViolations(container);

    await user.clear(name);
    await user.type(name, 'Ana');
    await user.clear(screen.getByLabelText(/Telefone/));
    await user.type(screen.getByLabelText(/Telefone/), '119');
    await user.type(screen.getByLabelText(/E-mail/), '@');
    await user.click(save);
    for (const text of ['Informe seu nome e sobrenome', 'Telefone inválido', 'E-mail inválido']) {
      expect(await screen.findByText(text)).toBeInTheDocument();
    }
    expect(saves()).toEqual([]);
    expect(leaves()).toBe(false);

    await user.type(name, ' Lima');
    await user.clear(screen.getByLabelText(/Telefone/));
    await user.clear(screen.getByLabelText(/E-mail/));
    await user.type(screen.getByLabelText(/E-mail/), ' ANA.Lima@Example.com');
    await user.click(save);
    expect(await screen.findByText('Dados salvos.')).toBeInTheDocument();
    expect(await sent()).toEqual({
      nome: 'Ana Lima',
      dtNasc: '1968-03-16',
      tel: '',
      email: 'ana.lima@example.com',
    });
    await waitFor(() => expect(save).toBeDisabled());
    expect(leaves()).toBe(true);
  });

  it("shows the server's errors at their fields and keeps what was typed", async () => {
    server.use(
      http.put('/sac/conta/dados', () =>
        refusal(422, 'Confira os campos', { errors: { email: 'Este e-mail já está em uso.' } }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    await user.type(await screen.findByLabelText(/Nome/), ' Lima{Enter}');
    expect(await screen.findByText('Este e-mail já está em uso.')).toBeInTheDocument();
    expect(screen.getByLabelText(/Nome/)).toHaveValue('Ana Paula de Souza Lima');
  });

  it('shows an error when they cannot be loaded, and retries', async () => {
    server.use(
      http.get(
        '/sac/conta/dados',
        inTurn(
          () => refusal(409, 'Agora não'),
          () => HttpResponse.json({ data: account }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    expect(await screen.findByText('Agora não')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByLabelText(/Nome/)).toHaveValue('Ana Paula de Souza');
  });
});

describe('password page', () => {
  const fill = async (
    user: ReturnType<typeof userEvent.setup>,
    current: string,
    next: string,
    again: string,
  ) => {
    for (const [label, text] of [
      ['Senha atual', current],
      ['Nova senha', next],
      ['Repita a nova senha', again],
    ] as const) {
      const field = await screen.findByLabelText(new RegExp(`^${label}`));
      await user.clear(field);
      if (text) await user.type(field, text);
    }
    await user.click(screen.getByRole('button', { name: 'Alterar senha' }));
  };

  it('checks the three rules before anything is sent', async () => {
    const user = userEvent.setup();
    const { container } = renderApp('/conta/senha');
    await fill(user, '', 'abc', 'abd');
    for (const text of [
      'Informe sua senha atual',
      'Informe uma senha de 6 à 20 caracteres',
      'As senhas não são iguais',
    ]) {
      expect(await screen.findByText(text)).toBeInTheDocument();
    }
    expect(saves()).toEqual([]);
    await expectNoAxeViolations(container);
  });

  it('requires the length that the company configured', async () => {
    server.use(installation({ minimo: 12, maximo: 64 }));
    const user = userEvent.setup();
    renderApp('/conta/senha');
    expect(await screen.findByText(/^De 12 a 64 caracteres/)).toBeInTheDocument();
    await fill(user, 'atual', 'onze letras', 'onze letras');
    expect(await screen.findByText('Informe uma senha de 12 à 64 caracteres')).toBeInTheDocument();
    expect(saves()).toEqual([]);
  });

  it('shows a wrong current password at its field, then saves and empties the form', async () => {
    server.use(
      http.put(
        '/sac/conta/senha',
        inTurn(
          () =>
            refusal(422, 'Dados da conta não conferem', { errors: { atual: 'A senha atual não confere.' } }),
          () => HttpResponse.json({ data: { message: 'Senha alterada.' } }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/conta/senha');
    await fill(user, 'errada', 'segredo', 'segredo');
    expect(await screen.findByText('A senha atual não confere.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText(/^Senha atual/)).toHaveFocus());
    await fill(user, 'certa', 'segredo', 'segredo');
    expect(await screen.findByText('Senha alterada.')).toBeInTheDocument();
    expect(await sent()).toEqual({ atual: 'certa', senha: 'segredo' });
    await waitFor(() => expect(screen.getByLabelText(/^Nova senha/)).toHaveValue(''));
  });
});

describe('notices of followed tickets', () => {
  const switches = async () =>
    within(await screen.findByRole('region', { name: 'Tickets que sigo' })).findAllByRole('switch');

  it('are as the server has them by now, and each is saved by itself', async () => {
    let preferencias: Record<string, unknown> = {};
    const load = loadOf(ANA, ['SAC_HOME', 'CONTA']);
    server.use(
      http.get('/sac/carga', () => HttpResponse.json({ ...load, preferencias })),
      http.put('/callcenter/conta/preferencias', async ({ request }) => {
        preferencias = { ...preferencias, ...((await request.json()) as object) };
        return HttpResponse.json({ data: { id: 7, message: 'Preferências salvas.' } });
      }),
    );
    renderApp('/conta/dados');
    expect(await switches()).toHaveLength(2);
    // In another tab, after this one was loaded.
    preferencias = { 'tickets.seguidos.andamento': false };
    comeBackLater();
    await waitFor(async () => expect((await switches())[1]).not.toBeChecked());
    jest.restoreAllMocks();
    await userEvent.click((await switches())[0] as HTMLElement);
    await waitFor(async () => expect((await switches())[0]).not.toBeChecked());
    expect(await sent()).toEqual({ 'tickets.seguidos.mensagens': false });
    expect((await switches())[1]).not.toBeChecked();
  });
});

describe('own absences', () => {
  const away = {
    id: 3,
    de: '2030-01-02',
    ate: '2030-01-12',
    substituto: { id: 40, nome: 'Léo Prado' },
    versao: 1,
  };
  const change = async (grants: Permission[]) => {
    server.use(
      http.get('/config/minhas-ausencias', () => HttpResponse.json([away])),
      ...signedIn(['SAC_HOME', 'CONTA', ...grants]),
      http.get('/sac/consultas/atendentes-disponiveis', () =>
        HttpResponse.json([
          { id: 7, nome: 'Ana Paula' },
          { id: 8, nome: 'Bia Reis' },
        ]),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/conta/dados');
    expect(await screen.findByText(/quem substitui é Léo Prado/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Mudar a ausência/ }));
    return { user, dialog: within(await screen.findByRole('dialog')) };
  };

  it('offer colleagues, not oneself, and keep a substitute who has left', async () => {
    const { user, dialog } = await change(['SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO']);
    const field = dialog.getByRole('combobox', { name: 'Quem substitui' });
    expect(field).toHaveTextContent('Léo Prado');
    await waitFor(() => expect(requested.join()).toContain('atendentes-disponiveis'));
    await user.click(field);
    expect(await screen.findByRole('option', { name: 'Bia Reis' })).toBeInTheDocument();
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Ninguém',
      'Léo Prado',
      'Bia Reis',
    ]);
  });

  it('ask for no substitute of whoever may not look colleagues up', async () => {
    const { dialog } = await change([]);
    expect(dialog.queryByRole('combobox', { name: 'Quem substitui' })).toBeNull();
  });
});
