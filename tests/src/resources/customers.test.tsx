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

  it('are filtered by an extra field from the URL', async () => {
    renderApp(`/clientes?filter=${encodeURIComponent(JSON.stringify({ 'campo:rota': ['SUL'] }))}`);
    await waitFor(() => expect(lastQuery()).toMatchObject({ 'campos[]': 'rota:SUL', orderBy: 'fant' }));
    expect(await screen.findByText(/Rota: Sul/)).toBeInTheDocument();
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
