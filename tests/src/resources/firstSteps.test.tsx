import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FirstStep, FirstSteps } from '#contract/config/firstSteps.ts';
import type { Permission } from '#contract/permissions.ts';
import { hardNavigation } from '#data/session.ts';
import { HttpResponse, http, inTurn, refusal, requested, requests, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

const MAY: Permission[] = [
  'CONFIGURACAO',
  'CADASTROS_EMPRESA',
  'CADASTROS_EMPRESA_CRIAR',
  'CONFIGURACAO_PESSOAS',
  'CONFIGURACAO_EMAILS',
];
const step = (chave: FirstStep['chave'], change: Partial<FirstStep> = {}): FirstStep => ({
  chave,
  essencial: true,
  feito: false,
  pulado: false,
  conferivel: false,
  contagem: [],
  ...change,
});
const answer = (passos: FirstStep[], change: Partial<FirstSteps> = {}) => ({
  data: { passos, faltam: 2, demonstracao: false, smtp: false, ...change },
});
const STEPS = [
  step('filiais', { feito: true, contagem: [{ um: 'filial', muitos: 'filiais', quantidade: 2 }] }),
  step('pessoas'),
  step('email'),
];
const serving = (given: object, grants: readonly Permission[] = MAY) =>
  server.use(
    ...signedIn(grants),
    http.get('/config/primeiros-passos', () => HttpResponse.json(given)),
  );

describe('first steps', () => {
  it('show what is done by existing data, and link to what is not', async () => {
    serving(answer(STEPS));
    const { container } = renderApp('/primeiros-passos');
    const done = await screen.findByRole('listitem', { name: 'Cadastrar as filiais' });
    expect(within(done).getByText('Feito')).toBeInTheDocument();
    expect(within(done).getByText('Já há 2 filiais.')).toBeInTheDocument();
    expect(within(done).getByRole('link', { name: 'Abrir filiais' })).toHaveAttribute(
      'href',
      '/cadastros/filiais',
    );
    expect(within(done).queryByRole('button', { name: /Pular/ })).not.toBeInTheDocument();
    // Actions that the person may not perform are not offered.
    expect(within(done).queryByRole('link', { name: /planilha|XML|API/ })).not.toBeInTheDocument();
    const open = screen.getByRole('listitem', { name: 'Chamar as pessoas' });
    expect(within(open).getByRole('link', { name: 'Cadastrar pessoa' })).toHaveAttribute(
      'href',
      '/pessoas/create',
    );
    expect(screen.getByText('1 de 3 feitos')).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('can be skipped for now and resumed', async () => {
    serving(answer(STEPS));
    server.use(
      http.post(
        '/config/primeiros-passos/email/pular',
        inTurn(
          () => refusal(409, 'Agora não'),
          () => HttpResponse.json(answer([...STEPS.slice(0, 2), step('email', { pulado: true })])),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/primeiros-passos');
    const name = 'Ligar o envio de e-mails: Pular por enquanto';
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('Agora não')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('Pulado por enquanto')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Voltar a este passo/ })).toBeInTheDocument();
    expect(requested.filter((path) => path.includes('/pular'))).toHaveLength(2);
  });

  it('send a test e-mail at the e-mail step', async () => {
    serving(answer([step('email', { feito: true })], { smtp: true }));
    server.use(
      http.post('/config/emails/teste', () => HttpResponse.json({ data: { message: 'Teste a caminho.' } })),
    );
    const user = userEvent.setup();
    renderApp('/primeiros-passos');
    await user.click(await screen.findByRole('button', { name: 'Enviar e-mail de teste' }));
    expect(await screen.findByText('Teste a caminho.')).toBeInTheDocument();
  });

  it('allow an administrator to remove the demonstration, with an account of their own', async () => {
    serving(answer(STEPS, { demonstracao: true, faltam: 0 }), [...MAY, 'CONFIGURACAO_PERFIS']);
    const goes = { um: 'cliente', muitos: 'clientes', quantidade: 400 };
    const given = { empresa: 'Horizonte', contaNova: true, sai: [goes], impede: [] };
    server.use(
      http.get('/config/demonstracao', () => HttpResponse.json({ data: given })),
      http.post(
        '/config/demonstracao/remover',
        inTurn(
          () => refusal(422, 'Confira', { errors: { empresa: 'Digite o nome como está: Horizonte.' } }),
          () => HttpResponse.json({ data: { message: 'Demonstração removida.', entrar: true } }),
        ),
      ),
    );
    const signedIn: unknown[] = [];
    server.use(
      http.post('/login/sac', async ({ request }) => {
        signedIn.push(await request.json());
        return HttpResponse.json({ token: 't' });
      }),
    );
    const left = jest.spyOn(hardNavigation, 'leave').mockImplementation(() => {});
    const user = userEvent.setup();
    const { container } = renderApp('/primeiros-passos');
    await user.click(await screen.findByRole('button', { name: 'Remover a demonstração' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remover a demonstração?' });
    expect(within(dialog).getByText('400 clientes')).toBeInTheDocument();
    const act = within(dialog).getByRole('button', { name: 'Remover a demonstração' });
    await user.click(act);
    // The field that lost the focus says so first.
    await waitFor(() => expect(within(dialog).getAllByText('Campo obrigatório')).toHaveLength(5));
    for (const [label, text] of [
      ['CPF', '52998224725'],
      ['Nome', 'Helena Prado'],
      ['E-mail', 'helena@prado.com.br'],
      ['Senha', 'correto cavalo'],
      ['Para confirmar, digite Horizonte', 'Horizont'],
    ] as const)
      await user.type(within(dialog).getByLabelText(new RegExp(`^${label}`)), text);
    await user.click(act);
    expect(await within(dialog).findByText('Digite o nome como está: Horizonte.')).toBeInTheDocument();
    await expectNoAxeViolations(container);
    await user.type(within(dialog).getByLabelText(/^Para confirmar/), 'e');
    await user.click(act);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/primeiros-passos'));
    expect(signedIn).toEqual([{ cpf: '52998224725', senha: 'correto cavalo' }]);
    const sent = await requests
      .findLast(({ method, url }) => method === 'POST' && url.includes('/remover'))
      ?.clone()
      .json();
    expect(sent).toMatchObject({ empresa: 'Horizonte', administrador: { nome: 'Helena Prado' } });
  });

  it('keep the demonstration while something prevents its removal', async () => {
    serving(answer(STEPS, { demonstracao: true }), [...MAY, 'CONFIGURACAO_PERFIS']);
    const given = { empresa: 'Horizonte', contaNova: false, sai: [], impede: ['1 lote está em andamento.'] };
    server.use(http.get('/config/demonstracao', () => HttpResponse.json({ data: given })));
    renderApp('/primeiros-passos');
    expect(await screen.findByText('1 lote está em andamento.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remover a demonstração' })).toBeDisabled();
  });

  it('show a failure and retry, say when nothing is left, and name a missing permission', async () => {
    serving(answer(STEPS));
    server.use(
      http.get(
        '/config/primeiros-passos',
        inTurn(
          () => refusal(409, 'Agora não'),
          () => HttpResponse.json(answer([])),
        ),
      ),
    );
    const user = userEvent.setup();
    const failing = renderApp('/primeiros-passos');
    await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Nenhum passo para você')).toBeInTheDocument();
    failing.unmount();
    freshBrowser();
    serving(answer([]), ['SAC_HOME']);
    renderApp('/primeiros-passos');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });
});
