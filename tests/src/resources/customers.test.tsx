import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { CustomerRegistration, CustomerRow } from '#contract/sac/customers.ts';
import { HttpResponse, http, requests, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../resources/renderApp.tsx';
import { pageOf } from '../resources/tickets/fixtures.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const GRANTS: Permission[] = [
  'SAC_HOME',
  'SAC_CLIENTE',
  'SAC_CLIENTE_PESQUISAR',
  'SAC_CLIENTE_ALTERAR',
  'SAC_CLIENTE_EXPORTAR',
];
const server = serve();

const row = (id: number, fields: Partial<CustomerRow> = {}): CustomerRow => ({
  id,
  fant: `Mercado ${id}`,
  razSoc: `Mercado ${id} Ltda.`,
  nome: `Mercado ${id} Ltda.`,
  legendas: [{ codigo: 'BD', texto: 'Cheque devolvido' }],
  documento: '11222333000181',
  email: 'compras@exemplo.com.br',
  telefone: '1133334444',
  cidade: 'Santos',
  uf: 'SP',
  motivoBloqueio: null,
  filiaisSac: [],
  prospect: false,
  bloqueado: false,
  regiao: null,
  representante: null,
  grupo: null,
  dtUltComp: '2026-11-01',
  dtCriacao: '2026-01-01T12:00:00Z',
  campos: { rota: 'Sul' },
  ...fields,
});
const noAddress = { cep: '', logradouro: '', numero: '', complemento: '', bairro: '', cidade: '', uf: '' };
const registration: CustomerRegistration = {
  ...row(12),
  versao: 3,
  inscEst: '',
  simulacao: false,
  dtNascimento: null,
  atividade: '',
  comoConheceu: '',
  tabelaPreco: '',
  classificacao: '',
  enderecoCobranca: { ...noAddress, logradouro: 'Rua das Flores', numero: '10', cidade: 'Santos', uf: 'SP' },
  enderecoEntrega: null,
  contatos: [{ titulo: 'Comprador', nome: 'Rui' }],
  telefones: [{ titulo: 'Principal', numero: '1133334444' }],
  emails: [],
  observacoes: '',
};
const rota = {
  chave: 'rota',
  titulo: 'Rota',
  tipo: 'SELECT',
  ajuda: '',
  grupo: '',
  obrigatorio: false,
  coluna: true,
  filtravel: true,
  opcoes: [{ valor: 'SUL', rotulo: 'Sul', arquivada: false }],
};

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  server.use(
    http.get('/sac/consultas/cadastro-campos-adicionais', () =>
      HttpResponse.json({ entidade: 'cliente', titulo: '', campos: [rota] }),
    ),
    ...signedIn(GRANTS),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/clientes', () => HttpResponse.json(pageOf([row(12), row(11)], 60))),
    http.get('/sac/clientes/12/cadastro', () => HttpResponse.json({ data: registration })),
    http.get('/sac/clientes/12/campos-adicionais', () =>
      HttpResponse.json({
        versao: 3,
        exibicao: [{ chave: 'rota', titulo: 'Rota', grupo: '', texto: 'Sul', arquivado: false }],
        podeAlterar: false,
        valores: { rota: 'SUL' },
      }),
    ),
  );
});

const lastQuery = () => {
  const url = requests.findLast((each) => new URL(each.url).pathname === '/sac/clientes')?.url ?? '';
  return Object.fromEntries(new URL(url).searchParams);
};

describe('customers', () => {
  it('are listed with badges; an extra field can be added as column and filter', async () => {
    const user = userEvent.setup();
    const { container } = renderApp('/clientes');
    const table = await screen.findByRole('table', { name: 'Clientes' });
    expect(await within(table).findByText('12 - Mercado 12')).toBeInTheDocument();
    expect(screen.getByText('60 clientes')).toBeInTheDocument();
    expect(within(table).queryByText('Rota')).toBeNull();
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: /colunas/i }));
    await user.click(await screen.findByRole('checkbox', { name: 'Rota' }));
    expect(await within(table).findAllByText('Sul')).toHaveLength(2);
  });

  it('have their phone corrected in its cell, unless it belongs to another system', async () => {
    const phone = (id: number, tel: string, permiteEditar: boolean) => ({
      id,
      tel,
      desc: '',
      idCli: 12,
      permiteEditar,
    });
    server.use(
      ...signedIn([...GRANTS, 'CLIENTE', 'CLIENTE_EDITAR', 'CLIENTE_TELEFONES']),
      http.get('/:area/contatos/12/telefones', () =>
        HttpResponse.json([phone(4, '1122223333', true), phone(5, '1133334444', true)]),
      ),
      http.get('/:area/contatos/11/telefones', () => HttpResponse.json([phone(6, '1133334444', false)])),
      http.put('/:area/clientes/12/editar-telefone', () =>
        HttpResponse.json({ data: { id: 5, message: 'Telefone atualizado com sucesso.' } }),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes');
    await user.click(await screen.findByRole('button', { name: 'Corrigir o telefone do cliente 11' }));
    expect(await screen.findByText(/vem de outro sistema/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Corrigir o telefone do cliente 12' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar telefone' }));
    const field = dialog.getByRole('textbox', { name: /Telefone/ });
    await user.clear(field);
    await user.type(field, '1144445555{Enter}');
    expect(await screen.findByText('Telefone atualizado com sucesso.')).toBeInTheDocument();
    const sent = requests.find(({ method, url }) => method === 'PUT' && url.includes('editar-telefone'));
    expect(await sent?.clone().json()).toEqual({ id: 5, valoranterior: '1133334444', valor: '1144445555' });
  });

  it('give nobody without the permission a pencil', async () => {
    renderApp('/clientes');
    await screen.findByText('12 - Mercado 12');
    expect(screen.queryByRole('button', { name: /Corrigir o telefone/ })).toBeNull();
  });

  it('are filtered by an extra field from the URL', async () => {
    renderApp(`/clientes?filter=${encodeURIComponent(JSON.stringify({ 'campo:rota': ['SUL'] }))}`);
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'campos[]': 'rota:SUL', orderBy: 'fant' }));
    expect(await screen.findByText(/Rota: Sul/)).toBeInTheDocument();
  });

  it('show their group, which leads to its customers, to whoever may open the panel', async () => {
    const rede = { id: 7, nome: 'Rede Azul' };
    server.use(
      ...signedIn([...GRANTS, 'CLIENTE']),
      http.get('/sac/clientes', () => HttpResponse.json(pageOf([row(12, { grupo: rede }), row(11)], 60))),
      http.post('/config/opcoes/gruposClientes', () =>
        HttpResponse.json({ itens: [{ valor: '7', rotulo: 'Rede Azul' }], maisQueIsso: false }),
      ),
    );
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes');
    const table = await screen.findByRole('table', { name: 'Clientes' });
    await within(table).findByText('12 - Mercado 12');
    expect(within(table).queryByText('Rede Azul')).toBeNull();
    await user.click(screen.getByRole('button', { name: /colunas/i }));
    await user.click(await screen.findByRole('checkbox', { name: 'Grupo' }));
    await user.keyboard('{Escape}');
    await user.click(await within(table).findByRole('link', { name: 'Rede Azul' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'grupo[]': '7' }));
    expect(await screen.findByText(/Grupo: Rede Azul/)).toBeInTheDocument();
  });

  it('have no group for whoever may not open the panel', async () => {
    const user = userEvent.setup({ delay: null });
    renderApp('/clientes');
    await screen.findByText('12 - Mercado 12');
    await user.click(screen.getByRole('button', { name: /colunas/i }));
    expect(await screen.findByRole('checkbox', { name: 'Rota' })).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Grupo' })).toBeNull();
  });

  it('have a page with their data', async () => {
    const { container } = renderApp('/clientes/12');
    expect(await screen.findByRole('heading', { name: 'Mercado 12', level: 1 })).toBeInTheDocument();
    const extra = await screen.findByRole('region', { name: 'Campos adicionais' });
    expect(extra).toHaveTextContent('RotaSul');
    expect(screen.getByRole('region', { name: 'Endereços' })).toHaveTextContent(
      'Rua das Flores, 10 · Santos – SP',
    );
    expect(screen.getByRole('region', { name: 'Contatos' })).toHaveTextContent('Rui');
    await expectNoAxeViolations(container);
  });
});
