import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hardNavigation } from '#data/session.ts';
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
import { ANA, freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const left = jest.fn();
jest.spyOn(hardNavigation, 'leave').mockImplementation(left);
jest.spyOn(hardNavigation, 'replace').mockImplementation(left);

const server = serve();
const FACTOR = '/config/conta/segundo-fator';
const PENDING = 'p'.repeat(43);
const CODES = ['k3f9-0xyz-7mqa-t2cd', 'aaaa-bbbb-cccc-dddd'];
const off = { ativo: false, desde: null, codigosRestantes: 0, exigido: false };
const on = { ativo: true, desde: '2026-11-20T12:00:00.000Z', codigosRestantes: 10, exigido: false };
const account = {
  id: 7,
  cpf: '40000000477',
  nome: 'Ana Paula',
  dtNasc: null,
  tel: '',
  email: 'ana@example.com',
};
const bodiesOf = (path: string) =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname === path)
      .map((request) => request.json()),
  );

beforeEach(() => {
  freshBrowser();
  left.mockClear();
  server.use(
    http.get('/config/instalacao', () =>
      HttpResponse.json({ pendente: false, demo: false, captcha: false, pessoas: [] }),
    ),
  );
});

const begins = () => [
  http.post(`${FACTOR}/iniciar`, () =>
    HttpResponse.json({
      segredo: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      endereco: 'otpauth://totp/Balc%C3%A3o:Ana?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
    }),
  ),
  http.post(
    `${FACTOR}/confirmar`,
    inTurn(
      () => refusal(422, 'Código incorreto.', { errors: { codigo: 'Código incorreto.' } }),
      () => HttpResponse.json({ message: 'Ativada.', codigos: CODES }),
    ),
  ),
];

/** Types the app's code in the dialog, which is refused once, and confirms the recovery codes. */
async function enrolIn(dialog: HTMLElement, user: ReturnType<typeof userEvent.setup>) {
  expect(await within(dialog).findByRole('img', { name: /QR code/ })).toBeInTheDocument();
  expect(within(dialog).getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeInTheDocument();
  const field = within(dialog).getByLabelText(/Código do aplicativo/);
  const confirm = within(dialog).getByRole('button', { name: 'Ativar a verificação' });
  await user.type(field, '12 34');
  await user.click(confirm);
  expect(within(dialog).getByText('O código do aplicativo tem seis números.')).toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '123 456');
  await user.click(confirm);
  expect(await within(dialog).findByText('Código incorreto.')).toBeInTheDocument();
  await expectNoAxeViolations(dialog);
  await user.click(confirm);
  const list = await within(dialog).findByRole('list', { name: 'Códigos de recuperação' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES);
  await expectNoAxeViolations(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Já guardei os códigos' }));
}

describe('sign-in with a second factor', () => {
  async function password(user: ReturnType<typeof userEvent.setup>) {
    await user.type(await screen.findByLabelText(/CPF/), '40000000477');
    await user.type(screen.getByLabelText(/Senha/), 'balcao-demo{Enter}');
  }
  beforeEach(() => {
    server.use(
      http.post('/login/sac', () =>
        refusal(401, 'Falta o código.', { code: 'CODIGO_NECESSARIO', pendente: PENDING }),
      ),
      http.get('/sac/carga', () => HttpResponse.json(loadOf(ANA, ['SAC_HOME']))),
    );
  });

  it('asks for the code after the password, clears a wrong one, and opens the destination', async () => {
    server.use(
      http.post(
        '/login/segundo-fator',
        inTurn(
          () => refusal(401, 'Código incorreto ou já usado.', { code: 'CODIGO_INCORRETO' }),
          () => HttpResponse.json({ token: 't' }),
        ),
      ),
    );
    server.use(...signedIn(['SAC_HOME']));
    localStorage.removeItem('APP');
    localStorage.setItem('after_login', '/home?de=aviso');
    const user = userEvent.setup();
    const { container, router } = renderApp('/login');
    await password(user);
    const code = await screen.findByLabelText(/Código do aplicativo/);
    await waitFor(() => expect(code).toHaveFocus());
    await expectNoAxeViolations(container);
    await user.type(code, '123{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('O código do aplicativo tem seis números.');
    await user.type(code, '456{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Código incorreto ou já usado.'));
    expect(code).toHaveValue('');
    await waitFor(() => expect(code).toHaveFocus());
    await user.type(code, '654 321{Enter}');
    expect(await screen.findByText('Sem informações no momento.')).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/home', search: '?de=aviso' });
    expect(left).not.toHaveBeenCalled();
    expect(await bodiesOf('/login/segundo-fator')).toEqual([
      { pendente: PENDING, codigo: '123456' },
      { pendente: PENDING, codigo: '654 321' },
    ]);
  });

  it('accepts a recovery code, and returns to the password when the time is over', async () => {
    server.use(
      http.post('/login/segundo-fator', () =>
        refusal(401, 'O tempo para informar o código acabou.', { code: 'ENTRADA_EXPIRADA' }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/login');
    await password(user);
    await user.click(await screen.findByRole('button', { name: 'Estou sem o celular' }));
    await user.type(screen.getByLabelText(/Código de recuperação/), `${CODES[0]}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('O tempo para informar o código acabou.');
    expect(screen.getByLabelText(/Senha/)).toBeInTheDocument();
    expect(left).not.toHaveBeenCalled();
  });

  it('leads to setting one up right after the password if it is required', async () => {
    server.use(...signedIn(['SAC_HOME']));
    localStorage.removeItem('APP');
    server.use(
      ...begins(),
      http.post('/login/sac', () => HttpResponse.json({ token: 't' })),
      http.get(
        '/sac/carga',
        inTurn(
          () => HttpResponse.json({ error: 'Exigida.', code: 'SEGUNDO_FATOR_EXIGIDO' }, { status: 403 }),
          () => HttpResponse.json(loadOf(ANA, ['SAC_HOME'])),
        ),
      ),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/login');
    await password(user);
    const dialog = await screen.findByRole('dialog', { name: 'Ative a verificação em duas etapas' });
    await enrolIn(dialog, user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(await screen.findByText('Sem informações no momento.')).toBeInTheDocument();
    expect(left).not.toHaveBeenCalled();
  });

  it('ends the session of a person who declines', async () => {
    server.use(
      ...begins(),
      http.get('/sac/validar-sessao', () =>
        HttpResponse.json({ error: 'Exigida.', code: 'SEGUNDO_FATOR_EXIGIDO' }, { status: 403 }),
      ),
      http.post('/config/sair', () => HttpResponse.json({ message: 'ok' })),
      ...signedIn(['SAC_HOME']),
    );
    const user = userEvent.setup();
    renderApp('/home');
    const dialog = await screen.findByRole('dialog', { name: 'Ative a verificação em duas etapas' });
    await user.click(within(dialog).getByRole('button', { name: 'Sair' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('/login'));
    expect(requested).toContain('POST /config/sair');
  });
});

describe('session that expires over a page', () => {
  it('asks for password and code over the page, and the call continues', async () => {
    server.use(
      http.get('/config/conta/sessoes', () => HttpResponse.json([])),
      http.get(FACTOR, () => HttpResponse.json(on)),
      http.get('/sac/conta/dados', () => HttpResponse.json({ data: account })),
      http.put(
        '/sac/conta/dados',
        inTurn(
          () => refusal(401, 'Sua sessão terminou.'),
          () => HttpResponse.json({ data: { message: 'Dados salvos.' } }),
        ),
      ),
      http.post('/login/sac', () =>
        refusal(401, 'Falta o código.', { code: 'CODIGO_NECESSARIO', pendente: PENDING }),
      ),
      http.post('/login/segundo-fator', () => HttpResponse.json({ token: 't' })),
      ...signedIn(['SAC_HOME', 'CONTA']),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    await user.type(await screen.findByLabelText(/Nome/), ' Lima');
    await user.click(screen.getByRole('button', { name: 'Salvar meus dados' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sua sessão terminou' });
    await user.type(within(dialog).getByLabelText(/Senha/), 'balcao-demo{Enter}');
    await user.type(await within(dialog).findByLabelText(/Código do aplicativo/), '123456{Enter}');
    expect(await screen.findByText('Dados salvos.')).toBeInTheDocument();
    expect(screen.getByLabelText(/Nome/)).toHaveValue('Ana Paula Lima');
    expect(left).not.toHaveBeenCalled();
  });
});

describe('second factor on Minha conta', () => {
  beforeEach(() => {
    server.use(
      ...signedIn(['SAC_HOME', 'CONTA']),
      http.get('/sac/conta/dados', () => HttpResponse.json({ data: account })),
      http.get('/config/conta/sessoes', () => HttpResponse.json([])),
    );
  });

  it('is set up with the QR code or the key, and a code', async () => {
    server.use(
      ...begins(),
      http.get(
        FACTOR,
        inTurn(
          () => HttpResponse.json(off),
          () => HttpResponse.json(on),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    const section = await screen.findByRole('region', { name: 'Verificação em duas etapas' });
    await user.click(await within(section).findByRole('button', { name: 'Ativar' }));
    await enrolIn(await screen.findByRole('dialog', { name: 'Ativar a verificação em duas etapas' }), user);
    expect(await within(section).findByText('Ativada')).toBeInTheDocument();
    expect(within(section).getByText('10 códigos de recuperação por usar')).toBeInTheDocument();
  });

  it('warns when few recovery codes are left, and creates new ones after a proof', async () => {
    server.use(
      http.get(FACTOR, () => HttpResponse.json({ ...on, codigosRestantes: 1 })),
      http.post(
        `${FACTOR}/codigos`,
        inTurn(
          () => refusal(403, 'Confirme.', { code: 'CONFIRMACAO_NECESSARIA', por: 'CODIGO' }),
          () => HttpResponse.json({ message: 'Feitos.', codigos: CODES }),
        ),
      ),
      http.post('/config/conta/confirmar-identidade', () => HttpResponse.json({ message: 'Confirmado.' })),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    expect(await screen.findByText(/Restam poucos códigos/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Fazer novos códigos' }));
    const proof = await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await expectNoAxeViolations(proof);
    await user.type(within(proof).getByLabelText(/Código do aplicativo/), '123456{Enter}');
    const codes = await screen.findByRole('dialog', { name: 'Códigos de recuperação novos' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(await bodiesOf('/config/conta/confirmar-identidade')).toEqual([{ codigo: '123456' }]);
  });

  it('is switched off by password and code, with errors at their fields', async () => {
    server.use(
      http.get(
        FACTOR,
        inTurn(
          () => HttpResponse.json(on),
          () => HttpResponse.json(off),
        ),
      ),
      http.post(
        `${FACTOR}/desligar`,
        inTurn(
          () => refusal(422, 'A senha não confere.', { errors: { senha: 'A senha não confere.' } }),
          () => HttpResponse.json({ message: 'Verificação em duas etapas desativada.' }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/conta/dados');
    await user.click(await screen.findByRole('button', { name: 'Desativar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Desativar a verificação em duas etapas' });
    const submit = within(dialog).getByRole('button', { name: 'Desativar' });
    expect(submit).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Sua senha/), 'errada');
    await user.type(within(dialog).getByLabelText(/Código/), '123456');
    await user.click(submit);
    expect(await within(dialog).findByText('A senha não confere.')).toBeInTheDocument();
    await expectNoAxeViolations(dialog);
    await user.click(submit);
    expect(await screen.findByText('Verificação em duas etapas desativada.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Ativar' })).toBeInTheDocument();
  });
});

describe('command that requires a recent proof', () => {
  const refusedOnce = (por: string) =>
    inTurn(
      () => refusal(403, 'Confirme que é você.', { code: 'CONFIRMACAO_NECESSARIA', por }),
      () => HttpResponse.json([], { headers: { 'Content-Range': 'emails 0-0/0' } }),
    );

  it('continues by itself once the password was correct', async () => {
    server.use(
      ...signedIn(['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_EMAILS']),
      http.get('/config/emails', refusedOnce('SENHA')),
      http.post(
        '/config/conta/confirmar-identidade',
        inTurn(
          () => refusal(422, 'A senha não confere.'),
          () => HttpResponse.json({ message: 'Confirmado.' }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/emails');
    const dialog = await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await user.type(within(dialog).getByLabelText(/Sua senha/), 'errada{Enter}');
    expect(await within(dialog).findByText('A senha não confere.')).toBeInTheDocument();
    await user.clear(within(dialog).getByLabelText(/Sua senha/));
    await user.type(within(dialog).getByLabelText(/Sua senha/), 'certa{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(requested.filter((each) => each.startsWith('GET /config/emails'))).toHaveLength(2),
    );
  });

  it('fails with its message when the person cancels', async () => {
    server.use(
      ...signedIn(['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_EMAILS']),
      http.get('/config/emails', refusedOnce('SENHA')),
    );
    const user = userEvent.setup();
    renderApp('/emails');
    const dialog = await screen.findByRole('dialog', { name: 'Confirme que é você' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findAllByText('Confirme que é você.')).not.toHaveLength(0);
    expect(requested.filter((each) => each.startsWith('GET /config/emails'))).toHaveLength(1);
  });
});
