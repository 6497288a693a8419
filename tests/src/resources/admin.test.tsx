import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Parameter } from '#contract/config/parameters.ts';
import type { PersonDetail } from '#contract/config/people/people.ts';
import type { Role } from '#contract/config/people/roles.ts';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { differenceText } from '#src/resources/roles/RoleList.tsx';
import {
  HttpResponse,
  http,
  inTurn,
  loadOf,
  refusal,
  requested,
  requests,
  serve,
} from '../dataProvider/server.ts';
import { ANA, freshBrowser, renderApp, signedIn } from '../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
beforeEach(freshBrowser);

const done = (message: string) => HttpResponse.json({ data: { id: 9, message } });
const noDraft = [
  http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
  http.put('/config/rascunhos/:objeto', ({ params }) =>
    HttpResponse.json({
      data: { objeto: params.objeto, conteudo: {}, atualizado: new Date().toISOString(), versao: 1 },
    }),
  ),
  http.delete('/config/rascunhos/:objeto', () => HttpResponse.json({ data: { message: 'ok' } })),
];
const bodyOf = async (method: string, path: string) =>
  requests.find((each) => each.method === method && new URL(each.url).pathname === path)?.json();

describe('parameters page', () => {
  const window: Parameter = {
    area: 'SAC',
    chave: 'diasLimiteDevolucao',
    titulo: 'Limite para devolução',
    descricao: 'Idade da nota mais antiga.',
    grupo: 'Tickets',
    tipo: { tipo: 'INTEIRO', minimo: 1, maximo: 1825 } as Parameter['tipo'],
    unidade: 'dias',
    padrao: null,
    semValor: 'cinco anos',
    valor: 90,
    alterado: true,
    alteradoEm: '2026-03-10T12:00:00Z',
    porFilial: true,
    filiais: [{ filial: { id: 2, nome: 'Manaus' }, valor: 120 }],
    publico: false,
    recarga: true,
    versao: 4,
  };
  const answer = {
    itens: [window],
    filiais: [
      { id: 1, nome: 'Matriz' },
      { id: 2, nome: 'Manaus' },
    ],
    podeTodas: true,
  };
  beforeEach(() => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PARAMETROS']),
      http.get('/config/parametros', () => HttpResponse.json(answer)),
    );
  });

  it('shows values and where they differ; a branch gets its own value', async () => {
    server.use(http.put('/config/parametros/SAC/diasLimiteDevolucao', () => done('Valor salvo.')));
    const user = userEvent.setup();
    const { container } = renderApp('/parametros');
    expect(await screen.findByText('90 dias')).toBeInTheDocument();
    expect(screen.getByText('Manaus: 120 dias')).toBeInTheDocument();
    expect(screen.getByText('1 alterado')).toBeInTheDocument();
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Mudar Limite para devolução' }));
    const dialog = await screen.findByRole('dialog', { name: 'Limite para devolução' });
    await user.click(within(dialog).getByRole('combobox', { name: /Vale para/ }));
    await user.click(await screen.findByRole('option', { name: 'Manaus' }));
    const field = within(dialog).getByRole('textbox', { name: 'Limite para devolução' });
    expect(field).toHaveValue('120');
    await user.clear(field);
    await user.type(field, '2000');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar valor' }));
    expect(within(dialog).getByText('Informe um número inteiro de 1 a 1.825.')).toBeInTheDocument();
    expect(requested.some((each) => each.startsWith('PUT'))).toBe(false);
    await user.clear(field);
    await user.type(field, '60');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar valor' }));
    expect(await screen.findByText('Valor salvo.')).toBeInTheDocument();
    expect(await bodyOf('PUT', '/config/parametros/SAC/diasLimiteDevolucao')).toEqual({
      valor: 60,
      idFil: 2,
      versao: 4,
    });
  });

  it('restores the default, and shows when somebody else was faster', async () => {
    server.use(
      http.post(
        '/config/parametros/SAC/diasLimiteDevolucao/padrao',
        inTurn(
          () => refusal(409, 'Outra pessoa mudou este parâmetro.'),
          () => done('Voltou ao padrão.'),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/parametros');
    await user.click(await screen.findByRole('button', { name: 'Mudar Limite para devolução' }));
    await user.click(screen.getByRole('button', { name: 'Voltar ao padrão' }));
    expect(await screen.findByText('Outra pessoa mudou este parâmetro.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Voltar ao padrão' }));
    expect(await screen.findByText('Voltou ao padrão.')).toBeInTheDocument();
  });
});

describe('role form', () => {
  const role: Role = {
    id: 9,
    chave: 'OPERADOR-2',
    nome: 'Operador noturno',
    base: 'OPERADOR',
    padrao: false,
    exigeSegundoFator: false,
    pessoas: 1,
    pessoasAtivas: 1,
    incluidas: [],
    retiradas: ['TICKETS_LOTE'],
    versao: 3,
    modulos: grantsOf(['SAC_HOME', 'SAC_TICKETS', 'TICKETS_CRIAR']),
    quem: [{ id: 4, nome: 'Bruno Carvalho', ativo: true }],
    impedimento: null,
    cadastros: [],
  };

  it('has a searchable tree; an action adds its module; missing rights cannot be granted', async () => {
    server.use(
      ...signedIn(['SAC_COLETAS', 'COLETAS_GERAR', 'SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_PERFIS']),
      ...noDraft,
      http.get('/config/perfis/9', () => HttpResponse.json(role)),
      http.put('/config/perfis/9', () => done('Perfil salvo.')),
      http.get('/config/perfis', () =>
        HttpResponse.json([], { headers: { 'Content-Range': 'perfis 0-0/0' } }),
      ),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/perfis/9');
    expect(
      await screen.findByText(/A menos que o padrão: Agir em vários tickets de uma vez/),
    ).toBeInTheDocument();
    expect(screen.getByText(/ · permissões: 1 a menos que no padrão$/)).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: /^Auditoria/ })).toBeDisabled();
    await expectNoAxeViolations(container);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar permissões' }), 'coletas');
    await user.click(screen.getByRole('checkbox', { name: /^Gerar coletas/ }));
    expect(screen.getByRole('checkbox', { name: /^Coletas/ })).toBeChecked();
    await user.clear(screen.getByRole('searchbox', { name: 'Buscar permissões' }));
    // Removing the module also removes its actions, and says which before.
    const tickets = () => screen.getByRole('checkbox', { name: /^Tickets/ });
    await user.click(tickets());
    const question = await screen.findByRole('dialog', { name: 'Retirar Tickets?' });
    expect(question).toHaveTextContent('1 permissão deste módulo: Abrir tickets.');
    await expectNoAxeViolations(question);
    await user.click(within(question).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect([tickets(), screen.getByRole('checkbox', { name: /^Abrir tickets/ })].map(isChecked)).toEqual([
      true,
      true,
    ]);
    await user.click(tickets());
    await user.click(await screen.findByRole('button', { name: 'Retirar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect([tickets(), screen.getByRole('checkbox', { name: /^Abrir tickets/ })].map(isChecked)).toEqual([
      false,
      false,
    ]);
    // A module of which nothing else is held asks nothing.
    await user.click(screen.getByRole('checkbox', { name: /^Página inicial/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Página inicial/ }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: 'Exigir verificação em duas etapas' }));
    await user.click(screen.getByRole('button', { name: 'Salvar perfil' }));
    expect(await screen.findByText('Perfil salvo.')).toBeInTheDocument();
    expect(await bodyOf('PUT', '/config/perfis/9')).toEqual({
      nome: 'Operador noturno',
      exigeSegundoFator: true,
      permissoes: ['SAC_HOME', 'SAC_COLETAS', 'COLETAS_GERAR'],
      versao: 3,
    });
  });
});

const isChecked = (box: HTMLElement) => (box as HTMLInputElement).checked;

// The same words stand below the title of a column and in the heading of a page.
it.each([
  [0, 0, 'como no padrão'],
  [2, 0, '2 a mais que no padrão'],
  [2, 1, '2 a mais, 1 a menos que no padrão'],
])('says that of a role with %d permissions more and %d fewer', (added, removed, text) => {
  expect(differenceText(added, removed)).toBe(text);
});

describe('person form', () => {
  const options = {
    perfis: [
      { id: 1, nome: 'Administrador', chave: 'ADMIN', permitido: false },
      { id: 4, nome: 'Operador', chave: 'OPERADOR', permitido: true },
      { id: 7, nome: 'Consumidor final', chave: 'CONSUMIDOR_FINAL', permitido: true },
    ],
    tipos: ['OPERADOR', 'CONSUMIDOR_FINAL'],
    setores: [],
    filiais: [{ id: 1, nome: 'Matriz' }],
    habilidades: [{ id: 5, nome: 'Fiscal' }],
    representantes: [],
  };
  const bruno: PersonDetail = {
    id: 9,
    nome: 'Bruno Carvalho',
    cpf: '40000000477',
    email: 'bruno@exemplo.com.br',
    tipo: 'OPERADOR',
    perfil: { id: 4, nome: 'Operador' },
    setor: null,
    filiais: [{ id: 1, nome: 'Matriz' }],
    habilidades: [],
    ausenteAte: null,
    ativo: true,
    ultimoUso: null,
    podeVerComo: true,
    versao: 2,
    telefone: '',
    dtNasc: null,
    ramal: '',
    representante: null,
    cliente: null,
    criado: '2026-01-10T12:00:00Z',
    sessoes: 2,
    segundoFator: false,
    ticketsAbertos: 23,
    propria: false,
    impedimento: null,
  };
  beforeEach(() => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PESSOAS', 'CONFIGURACAO_VER_COMO']),
      ...noDraft,
      http.get('/config/pessoas-opcoes', () => HttpResponse.json(options)),
      http.get('/config/pessoas/9', () => HttpResponse.json(bruno)),
      http.get('/config/pessoas/9/ausencias', () => HttpResponse.json([])),
    );
  });

  it('asks for what the type requires and shows an error at its field', async () => {
    server.use(
      http.post('/config/pessoas', () =>
        refusal(422, 'Já há uma pessoa com este CPF.', { errors: { cpf: 'Já há uma pessoa com este CPF.' } }),
      ),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/pessoas/create');
    await user.type(await screen.findByRole('textbox', { name: /^CPF/ }), '400.000.004-77');
    await user.type(screen.getByRole('textbox', { name: /^Nome/ }), 'Bruno Carvalho');
    await user.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'Bruno@Exemplo.com.br');
    expect(screen.getByRole('combobox', { name: /^Perfil/ })).toHaveTextContent('Operador');
    await user.click(screen.getByRole('combobox', { name: /^Perfil/ }));
    expect(screen.getByRole('option', { name: /Administrador/ })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('option', { name: /Consumidor/ })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('combobox', { name: /^Filiais/ }));
    await user.click(await screen.findByRole('option', { name: 'Matriz' }));
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Cadastrar e enviar o acesso' }));
    expect(await screen.findByText('Já há uma pessoa com este CPF.')).toBeInTheDocument();
    expect(await bodyOf('POST', '/config/pessoas')).toMatchObject({
      cpf: '40000000477',
      email: 'bruno@exemplo.com.br',
      tipo: 'OPERADOR',
      idPerfil: 4,
      filiais: [1],
    });
  });

  it('removes a lost second factor after a warning about the effect', async () => {
    server.use(
      http.get('/config/pessoas/9', () => HttpResponse.json({ ...bruno, segundoFator: true })),
      http.post('/config/pessoas/9/retirar-segundo-fator', () =>
        HttpResponse.json({ data: { id: 9, message: 'Verificação em duas etapas retirada.' } }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/pessoas/9');
    await user.click(await screen.findByRole('button', { name: 'Retirar verificação em duas etapas' }));
    const dialog = await screen.findByRole('dialog', { name: /^Retirar a verificação/ });
    expect(dialog).toHaveTextContent(/Confirme antes, por outro meio/);
    await user.click(within(dialog).getByRole('button', { name: 'Retirar' }));
    expect(await screen.findByText('Verificação em duas etapas retirada.')).toBeInTheDocument();
    expect(await bodyOf('POST', '/config/pessoas/9/retirar-segundo-fator')).toEqual({ versao: 2 });
  });

  it("deactivates after a warning about the person's open work", async () => {
    server.use(http.post('/config/pessoas/9/desativar', () => done('Pessoa desativada.')));
    const user = userEvent.setup();
    renderApp('/pessoas/9');
    await user.click(await screen.findByRole('button', { name: 'Desativar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Desativar Bruno Carvalho?' });
    const link = within(dialog).getByRole('link', { name: '23 tickets em aberto' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('"operador":["9"]');
    await user.click(within(dialog).getByRole('button', { name: 'Desativar' }));
    expect(await screen.findByText('Pessoa desativada.')).toBeInTheDocument();
    expect(await bodyOf('POST', '/config/pessoas/9/desativar')).toEqual({ versao: 2 });
  });

  it('is read-only for a person with more permissions, and says why', async () => {
    const impedimento = 'Esta pessoa tem permissões que você não tem.';
    server.use(
      http.get('/config/pessoas/9', () => HttpResponse.json({ ...bruno, impedimento, podeVerComo: false })),
    );
    renderApp('/pessoas/9');
    expect(await screen.findByText(impedimento)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Desativar' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Ver como/ })).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Nome/ })).toBeDisabled();
    expect(await screen.findByText('Nenhuma ausência informada.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Informar ausência' })).not.toBeInTheDocument();
  });
});

describe('view as another person', () => {
  const seen = {
    ...loadOf(ANA, DEFAULT_GRANTS.OPERADOR),
    visao: { por: 'Ada', ate: '2999-01-01T00:00:00Z' },
  };

  it('shows a banner above the page with the way out', async () => {
    server.use(
      http.get('/sac/carga', () => HttpResponse.json(seen)),
      ...signedIn(['SAC_HOME']),
      http.get('/sac/tickets/totais', () => HttpResponse.json([])),
      http.get('/sac/tickets/recentes', () => HttpResponse.json([])),
      http.get('/callcenter/home/banners', () => HttpResponse.json([])),
      http.get('/callcenter/home/vitrines', () => HttpResponse.json([])),
      http.get('/callcenter/dashboards', () => new HttpResponse(null, { status: 404 })),
      http.delete('/config/ver-como', () => done('Você voltou à sua conta.')),
    );
    const user = userEvent.setup();
    renderApp('/home');
    const out = await screen.findByRole('button', { name: 'Sair desta visão' });
    expect(out.parentElement).toHaveTextContent(`Vendo como ${ANA.nome} (somente leitura)`);
    await user.click(out);
    await waitFor(() => expect(requested).toContain('DELETE /config/ver-como'));
  });
});
