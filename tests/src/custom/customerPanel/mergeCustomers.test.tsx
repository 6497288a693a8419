import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomerToMerge } from '#contract/callcenter/customers/customerMerges.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { HttpResponse, http, refusal, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { pageOf } from '../../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const server = serve();

const toMerge = (id: number, part: Partial<CustomerToMerge> = {}): CustomerToMerge => ({
  id,
  versao: 3,
  razaoSocial: `Mercado ${id}`,
  nomeFantasia: `Mercado ${id}`,
  documento: '11222333000181',
  email: `m${id}@exemplo.com.br`,
  telefone: '1133334444',
  inscricaoEstadual: '',
  nascimento: null,
  endereco: '',
  enderecoEntrega: '',
  representante: '',
  classificacao: '',
  tabelaPreco: '',
  atividade: '',
  comoConheceu: '',
  contatos: 2,
  orcamentos: 0,
  tickets: 1,
  agendas: 0,
  diferem: ['razaoSocial', 'email'],
  impedimento: null,
  ...part,
});
const WHY = 'O cliente 12 tem CPF ou CNPJ: é ele que fica.';

const customer: PanelCustomer = {
  id: 12,
  versao: 3,
  cnpj: '11222333000181',
  razSoc: 'Mercado 12',
  fant: 'Mercado 12',
  telefone: '',
  email: '',
  cid: '',
  uf: '',
  legendas: [],
  motivoBloqueio: null,
  prospect: false,
  simulacao: false,
  naoContatar: 0,
  emailsRecusados: [],
  representante: null,
  contadores: {},
};

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  const layout = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
  const prospect = toMerge(20, { documento: 'S0000000020' });
  server.use(
    ...signedIn(['SAC_HOME', 'CLIENTE', 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR', 'CLIENTES_UNIR']),
    http.get('/callcenter/clientes-painel', () => HttpResponse.json(layout)),
    http.get('/callcenter/clientes/12', () => HttpResponse.json({ data: customer })),
    http.get('/callcenter/clientes/12/duplicados', () => HttpResponse.json([])),
    http.get('/callcenter/clientes/12/agora', () => HttpResponse.json({ data: {} })),
    http.get('/sac/clientes/12/registro-atividade', () => HttpResponse.json(pageOf([]))),
    http.get('/sac/clientes', () =>
      HttpResponse.json(
        pageOf([{ id: 20, fant: 'Mercado 20', razSoc: 'Mercado 20', documento: '', legendas: [] }]),
      ),
    ),
    http.get('/callcenter/clientes/:id/unir', ({ params }) =>
      HttpResponse.json(
        Number(params.id) === 12
          ? { principal: toMerge(12), outro: prospect, proposto: 12 }
          : { principal: prospect, outro: toMerge(12, { impedimento: WHY }), proposto: 12 },
      ),
    ),
  );
});

const sent = async (what: string) =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname.endsWith(what))
      .map((request) => request.clone().json()),
  );

async function openDialog(at = '/clientes/12') {
  const user = userEvent.setup({ delay: null });
  const { router } = renderApp(at);
  await user.click(await screen.findByRole('button', { name: 'Mais ações com o cliente' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Unir a outro cliente' }));
  const dialog = await screen.findByRole('dialog', { name: 'Unir clientes' });
  await user.type(within(dialog).getByRole('combobox', { name: /Cliente/ }), 'mercado');
  await user.click(await screen.findByRole('option', { name: /Mercado 20/ }));
  return { user, dialog, router };
}

describe('merging customers', () => {
  it('asks for what differs, says what follows, merges, and offers the way back', async () => {
    server.use(
      http.post('/callcenter/clientes/12/unir', () =>
        HttpResponse.json({ data: { id: 12, message: 'Cliente 20 unido ao 12.' } }),
      ),
      http.post('/callcenter/clientes/12/desfazer-uniao', () =>
        HttpResponse.json({ data: { id: 20, message: 'União com o cliente 20 desfeita.' } }),
      ),
    );
    const { user, dialog } = await openDialog();
    const emails = await within(dialog).findByRole('radiogroup', { name: 'E-mail' });
    expect(within(dialog).getByRole('radio', { name: /20 · Mercado 20 · Sem documento/ })).not.toBeChecked();
    expect(within(dialog).getByRole('status')).toHaveTextContent('Segue para o 12: 2 contatos, 1 ticket.');
    await user.click(within(emails).getByRole('radio', { name: 'm20@exemplo.com.br' }));
    await expectNoAxeViolations(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Unir' }));
    expect(await screen.findByText(/Cliente 20 unido ao 12\./)).toBeInTheDocument();
    expect((await sent('/12/unir'))[0]).toEqual({
      versao: 3,
      outro: { id: 20, versao: 3 },
      doOutro: ['email'],
    });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('União com o cliente 20 desfeita.')).toBeInTheDocument();
  });

  it('says why the other one cannot stay, and keeps what the server refuses in the dialog', async () => {
    server.use(http.post('/callcenter/clientes/12/unir', () => refusal(422, 'Os dados foram eliminados.')));
    const { user, dialog } = await openDialog();
    await user.click(await within(dialog).findByRole('radio', { name: /^20/ }));
    expect(await within(dialog).findByText(WHY)).toBeInTheDocument();
    const confirm = within(dialog).getByRole('button', { name: 'Unir' });
    expect(confirm).toBeDisabled();
    await user.click(within(dialog).getByRole('radio', { name: /^12/ }));
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(await within(dialog).findByText('Os dados foram eliminados.')).toBeInTheDocument();
  });
});

describe('the dialog of a customer that may have a double', () => {
  it('proposes it with the reason, chosen by one click', async () => {
    const outro = {
      id: 20,
      fant: 'Mercado 20',
      razSoc: 'Mercado 20',
      documento: 'S0000000020',
      cidade: 'Campinas',
      uf: 'SP',
    };
    server.use(
      http.get('/callcenter/clientes/12/duplicados', () =>
        HttpResponse.json([{ outro, motivos: ['TELEFONE', 'NOME_CIDADE'] }]),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes/12');
    await user.click(await screen.findByRole('button', { name: 'Mais ações com o cliente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unir a outro cliente' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unir clientes' });
    const proposed = await within(dialog).findByRole('group', { name: 'Possíveis duplicados' });
    await user.click(
      within(proposed).getByRole('button', {
        name: '20 - Mercado 20 · Mesmo telefone e mesmo nome na mesma cidade',
      }),
    );
    expect(await within(dialog).findByText('Segue para o 12: 2 contatos, 1 ticket.')).toBeInTheDocument();
    expect(within(dialog).queryByRole('group', { name: 'Possíveis duplicados' })).not.toBeInTheDocument();
  });
});

describe('another choice in the dialog', () => {
  it('proposes again which one stays, whatever was said of the one before', async () => {
    server.use(
      http.get('/sac/clientes', () =>
        HttpResponse.json(
          pageOf(
            [20, 25].map((id) => ({
              id,
              fant: `Mercado ${id}`,
              razSoc: `Mercado ${id}`,
              documento: '',
              legendas: [],
            })),
          ),
        ),
      ),
      // The higher number was written last.
      http.get('/callcenter/clientes/:id/unir', ({ params, request }) => {
        const [own, other] = [Number(params.id), Number(new URL(request.url).searchParams.get('outro'))];
        return HttpResponse.json({
          principal: toMerge(own),
          outro: toMerge(other),
          proposto: Math.max(own, other),
        });
      }),
    );
    const { user, dialog } = await openDialog();
    await waitFor(() => expect(within(dialog).getByRole('radio', { name: /^20/ })).toBeChecked());
    await user.click(within(dialog).getByRole('radio', { name: /^12/ }));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Unir' })).toBeEnabled());
    const search = within(dialog).getByRole('combobox', { name: /Cliente/ });
    await user.clear(search);
    await user.type(search, 'mercado');
    await user.click(await screen.findByRole('option', { name: /Mercado 25/ }));
    await waitFor(() => expect(within(dialog).getByRole('radio', { name: /^25/ })).toBeChecked());
  });
});

describe('the code of a merged customer', () => {
  it('leads on from the page on which it was merged, which keeps its tab and its item', async () => {
    let unidos: object[] = [];
    const one = (id: number) => HttpResponse.json({ data: { ...customer, id, unidos } });
    server.use(
      http.get('/callcenter/clientes/12', () => one(unidos.length > 0 ? 20 : 12)),
      http.get('/callcenter/clientes/20', () => one(20)),
      http.get('/callcenter/clientes/20/agora', () => HttpResponse.json({ data: {} })),
      http.get('/sac/clientes/20/registro-atividade', () => HttpResponse.json(pageOf([]))),
      http.get('/callcenter/clientes/:id/unir', ({ params }) =>
        HttpResponse.json({
          principal: toMerge(Number(params.id)),
          outro: toMerge(Number(params.id) === 12 ? 20 : 12),
          proposto: 20,
        }),
      ),
      http.post('/callcenter/clientes/20/unir', () => {
        unidos = [{ id: 12, em: '2026-11-21T15:00:00.000Z', por: 'Ana', desfazerAte: null }];
        return HttpResponse.json({ data: { id: 20, message: 'Cliente 12 unido ao 20.' } });
      }),
    );
    const { user, dialog, router } = await openDialog('/clientes/12/atividade?item=345');
    await waitFor(() => expect(within(dialog).getByRole('radio', { name: /^20/ })).toBeChecked());
    const confirm = within(dialog).getByRole('button', { name: 'Unir' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    expect(await screen.findByText(/O cliente 12 foi unido a este/)).toBeInTheDocument();
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/clientes/20/atividade?item=345');
  });

  it('leads on to the one that stayed, which says so and offers the way back', async () => {
    const unidos = [
      { id: 20, em: '2026-11-21T15:00:00.000Z', por: 'Ana', desfazerAte: null },
      { id: 21, em: '2026-11-21T15:00:00.000Z', por: 'Ana', desfazerAte: '2026-11-22T15:00:00.000Z' },
      { id: 22, em: '2026-10-21T15:00:00.000Z', por: 'Ana', desfazerAte: null },
    ];
    const merged = () => HttpResponse.json({ data: { ...customer, unidos } });
    server.use(http.get('/callcenter/clientes/12', merged), http.get('/callcenter/clientes/20', merged));
    renderApp('/clientes/20');
    expect(
      await screen.findByText(/O cliente 20 foi unido a este em 21\/11\/2026.* por Ana\./),
    ).toBeInTheDocument();
    expect(screen.getByText(/O cliente 21 foi unido/)).toBeInTheDocument();
    expect(screen.queryByText(/O cliente 22/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Desfazer' })).toHaveLength(1);
  });
});
