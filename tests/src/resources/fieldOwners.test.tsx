import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

const BASE = '/config/cadastros/transportadoras';
const type = {
  chave: 'transportadoras',
  titulo: { um: 'transportadora', muitos: 'transportadoras', genero: 'f' },
  icone: 'LocalShipping',
  grupo: 'Comercial',
  descricao: 'Quem leva a mercadoria.',
  pode: { criar: true, alterar: true, excluir: true, importar: true },
  codigo: ['cnpj'],
  nome: 'nomeFantasia',
  busca: ['nomeFantasia'],
  situacao: null,
  campos: { telefone: { tipo: 'TELEFONE', titulo: 'Telefone' } },
  lista: { colunas: [], ordem: 'nomeFantasia', ordenaveis: [], filtros: [] },
  formulario: { schema: {}, ui: {}, validador: '/validadores/x.js' },
};
const sent: unknown[] = [];
function serving(
  more: object = {},
  grants: readonly Permission[] = ['CADASTROS_COMERCIAL', 'CONFIGURACAO', 'CONFIGURACAO_PARAMETROS'],
) {
  sent.length = 0;
  const owners = {
    versao: 3,
    noEstudio: false,
    campos: [{ chave: 'telefone', titulo: 'Telefone', origem: 'AMBOS' }],
  };
  server.use(
    ...signedIn(grants),
    http.get(`${BASE}/definicao`, () => HttpResponse.json({ data: type })),
    http.get(`${BASE}/origem`, () => HttpResponse.json({ data: { ...owners, ...more } })),
    http.put(`${BASE}/origem`, async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? HttpResponse.json({ code: 'CONFLITO', error: 'Bia mudou quem manda nos campos.' }, { status: 409 })
        : HttpResponse.json({ data: { message: 'Origem dos campos salva.' } });
    }),
  );
}

describe('deciding system of each field', () => {
  it('is chosen field by field, and a conflict is shown', async () => {
    serving();
    const { container } = renderApp('/cadastros/transportadoras/origem');
    const user = userEvent.setup();
    const list = await screen.findByRole('list', { name: 'Campos' });
    await expectNoAxeViolations(container);
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeDisabled();
    await user.click(within(list).getByRole('combobox', { name: 'Telefone' }));
    await user.click(await screen.findByRole('option', { name: 'O console' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText(/Bia mudou quem manda/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ver como ficou' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText(/Origem dos campos salva/)).toBeInTheDocument();
    expect(sent).toEqual(
      [1, 2].map(() => ({ versao: 3, campos: [{ chave: 'telefone', origem: 'CONSOLE' }] })),
    );
  });

  it('is read-only if the definition sets it, and closed without the setup permission', async () => {
    serving({ noEstudio: true });
    const { unmount } = renderApp('/cadastros/transportadoras/origem');
    expect(await screen.findByRole('combobox', { name: 'Telefone' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(screen.queryByRole('button', { name: 'Salvar' })).not.toBeInTheDocument();
    unmount();
    freshBrowser();
    serving({}, ['CADASTROS_COMERCIAL']);
    renderApp('/cadastros/transportadoras/origem');
    expect(await screen.findByText(/Seu perfil não dá acesso/)).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Telefone' })).not.toBeInTheDocument();
  });
});
