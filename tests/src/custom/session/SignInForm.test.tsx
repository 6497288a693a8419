import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clearSession } from '#data/session.ts';
import { SignInForm } from '#src/custom/session/SignInForm.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';

configure({ asyncUtilTimeout: 15_000 });
const plainFetch = globalThis.fetch;
const sent: { path: string; body: unknown }[] = [];
let loginAnswer: () => Response;

/** A server without a captcha that has one person's account and answers sign-ins with `loginAnswer`. */
beforeEach(() => {
  sent.length = 0;
  loginAnswer = () => Response.json({ token: 'a-token' });
  globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://localhost');
    sent.push({ path: pathname, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    if (pathname === '/login/sac') return loginAnswer();
    if (pathname.endsWith('/carga'))
      return Response.json({ colaborador: { id: 4, nome: 'Ana' }, modulos: [] });
    return Response.json({ pendente: false, demo: false, captcha: false, pessoas: [] });
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = plainFetch;
  clearSession();
});

const show = (cpf?: string) => {
  const onSignedIn = jest.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SignInForm cpf={cpf} onSignedIn={onSignedIn} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { onSignedIn, user: userEvent.setup() };
};
const cpfField = () => screen.getByRole('textbox', { name: /CPF/ });
const passwordField = () => screen.getByLabelText(/Senha/);
const enter = () => screen.getByRole('button', { name: 'Entrar' });

describe('sign-in form', () => {
  it('marks what is missing at its field, and moves the focus there', async () => {
    const { user } = show();
    await user.click(enter());
    expect(cpfField()).toHaveAccessibleDescription('Campo obrigatório');
    expect(passwordField()).toHaveAccessibleDescription('Campo obrigatório');
    expect(cpfField()).toHaveFocus();
    await user.type(cpfField(), '40000000400');
    expect(cpfField()).toHaveAccessibleDescription('CPF inválido');
    expect(sent.some(({ path }) => path === '/login/sac')).toBe(false);
  });

  it('validates no field before it is left', async () => {
    const { user } = show();
    await user.type(cpfField(), '400');
    expect(cpfField()).toHaveAccessibleDescription('');
    await user.tab();
    expect(cpfField()).toHaveAccessibleDescription('CPF inválido');
  });

  it('signs in with Enter and reports the person', async () => {
    const { user, onSignedIn } = show('40000000477');
    expect(passwordField()).toHaveFocus();
    await user.keyboard('balcao-demo{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(4));
    expect(sent.find(({ path }) => path === '/login/sac')?.body).toEqual({
      cpf: '40000000477',
      senha: 'balcao-demo',
    });
  });

  it("shows the server's refusal, keeps what was typed, and focuses the password", async () => {
    loginAnswer = () =>
      Response.json({ error: 'CPF ou senha incorretos.', code: 'CREDENCIAIS' }, { status: 401 });
    const { user, onSignedIn } = show();
    await user.type(cpfField(), '40000000477');
    await user.type(passwordField(), 'errada{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('CPF ou senha incorretos.');
    expect(cpfField()).toHaveValue('400.000.004-77');
    expect(passwordField()).toHaveValue('errada');
    await waitFor(() => expect(passwordField()).toHaveFocus());
    expect(onSignedIn).not.toHaveBeenCalled();
  });
});
