import { File as NodeFile } from 'node:buffer';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Capacities } from '#contract/callcenter/agendas/agendaSupervision.ts';
import type { Permission } from '#contract/permissions.ts';
import { agendaImportTypes } from '#contract/records/routes/imports.ts';
import { type RecordImport, STANDARD_SETTINGS } from '#contract/records/routes/recordImport.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ANA, freshBrowser, renderApp, signedIn, windowOf } from '../renderApp.tsx';

const GRANTS: Permission[] = [
  'SAC_HOME',
  'CLIENTE',
  'AGENDA',
  'AGENDA_EDITAR',
  'AGENDA_SUPERVISAO',
  'GERENCIA_OBJETIVO',
  'OBJETIVO_EDITAR',
];
const server = serve();

beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  server.use(...signedIn(GRANTS, { ...ANA, tipo: 'SUPERVISOR', tipoDescricao: 'Supervisor' } as never));
});

/** Sent by XMLHttpRequest, which requires Node's own File here. */
const drop = (zone: HTMLElement, content: string[], name: string) =>
  fireEvent.drop(zone, { dataTransfer: { files: [new NodeFile(content, name, { type: 'text/csv' })] } });

const ID = crypto.randomUUID();
const looked = (fields: Partial<RecordImport> = {}): RecordImport => ({
  id: ID,
  arquivo: 'agendas.csv',
  situacao: 'CONFERENCIA',
  simulacao: true,
  contagens: { linhas: 0, criados: 0, mudados: 0, iguais: 0, recusados: 0, mantidos: 0 },
  total: null,
  falha: null,
  pessoa: 'Ana',
  datahora_criacao: '2026-11-23T12:00:00Z',
  datahora_fim: null,
  versao: 1,
  objetos: false,
  planilhas: [],
  planilha: 0,
  linhaTitulo: 1,
  titulos: ['Cliente', 'Dia'],
  amostra: [['345', '01/12/2026']],
  colunas: ['cliente', 'data'],
  ajustes: STANDARD_SETTINGS,
  campos: Object.entries(agendaImportTypes['agendas-equipe'].campos).map(([caminho, { titulo }]) => ({
    caminho,
    titulo,
    obrigatorio: false,
    chave: false,
  })),
  duvidas: [],
  modelo: null,
  problemas: [],
  simulada: true,
  corrigidas: [],
  mudancas: [],
  mantidos: [],
  ...fields,
});
const tried = looked({
  versao: 2,
  contagens: { linhas: 3, criados: 2, mudados: 0, iguais: 0, recusados: 1, mantidos: 0 },
  problemas: [{ linha: 4, coluna: 'Cliente', problema: 'Cliente não encontrado.' }],
});
const BASE = '/config/cadastros/agendas-equipe';

describe('import of agendas', () => {
  beforeEach(() => {
    server.use(
      http.get(`${BASE}/modelos-importacao`, () => HttpResponse.json({ itens: [] })),
      http.get(`${BASE}/importacoes`, () => HttpResponse.json({ itens: [] })),
    );
  });

  it('explains, for columns of list items, what happens to the other items', async () => {
    const fields = { titulos: ['Cliente', 'Telefone 2'], colunas: ['cliente', 'telefones/2/numero'] };
    const job = looked({ ...fields, amostra: [['345', '11988887777']] });
    server.use(http.get(`${BASE}/importacoes/${ID}`, () => HttpResponse.json({ data: job })));
    renderApp(`/agendas/importar/agendas-equipe/${ID}`);
    expect(await screen.findByText(/mudam só o item de cada uma.*ficam como estão/)).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /Célula vazia limpa/ }));
    expect(screen.getByText(/trazem a lista inteira.*a lista fica vazia/)).toBeVisible();
  });

  it('goes through columns and trial, and writes on confirmation', async () => {
    const user = userEvent.setup();
    const stored = { id: crypto.randomUUID(), nome: 'agendas.csv', mime: 'text/csv', tamanho: 40 };
    let now = looked();
    const become = (next: RecordImport) => () => {
      now = next;
      return HttpResponse.json({ data: now });
    };
    server.use(
      http.post('/config/arquivos', () => HttpResponse.json({ data: stored })),
      http.post(`${BASE}/importacoes`, () => HttpResponse.json({ data: now })),
      http.get(`${BASE}/importacoes/${ID}`, () => HttpResponse.json({ data: now })),
      http.put(`${BASE}/importacoes/${ID}`, become(tried)),
      http.post(
        `${BASE}/importacoes/${ID}/gravar`,
        become({ ...tried, situacao: 'CONCLUIDO', simulacao: false }),
      ),
    );
    const { container } = renderApp('/agendas/importar');
    const zone = await screen.findByRole('group', { name: 'Arquivo de agendas' });
    expect(screen.getByRole('button', { name: 'De vários colaboradores' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    drop(zone, ['Cliente;Data\n1;2'], 'agendas.csv');
    await user.click(await screen.findByRole('button', { name: 'Simular' }));
    const table = await screen.findByRole('table', { name: 'Linhas com problema' });
    expect(within(table).getByText('Cliente não encontrado.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Em Excel' })).toBeVisible();
    await expectNoAxeViolations(container);

    // Untested settings cannot be written: the ticked box changes how cells are read.
    const clears = screen.getByRole('checkbox', { name: 'Célula vazia limpa o campo' });
    await user.click(clears);
    expect(screen.queryByRole('button', { name: 'Gravar 2 registros' })).not.toBeInTheDocument();
    expect(screen.getByText(/Simule de novo para gravar/)).toBeVisible();
    server.use(http.put(`${BASE}/importacoes/${ID}`, become({ ...tried, versao: 3 })));
    await user.click(screen.getByRole('button', { name: 'Simular de novo' }));
    await user.click(await screen.findByRole('button', { name: 'Gravar 2 registros' }));
    expect(await screen.findByText(/2 registros gravados\. 1 linha recusada/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver agendas' })).toHaveAttribute('href', '/agendas');
    const sent = requests.find(({ url }) => url.endsWith('/gravar'));
    expect(await sent?.json()).toEqual({ versao: 3 });
  });

  it('says why a sheet was refused, and allows another', async () => {
    server.use(
      http.post('/config/arquivos', () =>
        HttpResponse.json({ error: 'O arquivo não é uma planilha.', code: 'X' }, { status: 422 }),
      ),
    );
    renderApp('/agendas/importar');
    const zone = await screen.findByRole('group', { name: 'Arquivo de agendas' });
    drop(zone, ['x'], 'agendas.csv');
    expect(await screen.findByText('O arquivo não é uma planilha.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Escolher arquivo' })).toBeEnabled();
  });
});

describe('capacity of sellers', () => {
  const capacities: Capacities = {
    dias: ['2026-11-23', '2026-11-24'],
    padrao: 20,
    vendedores: [
      {
        id: 12,
        nome: 'Bruno Reis',
        porDia: 2,
        propria: true,
        versao: 3,
        atrasadas: 4,
        cargas: [
          { dia: '2026-11-23', total: 3 },
          { dia: '2026-11-24', total: 1 },
        ],
      },
    ],
  };

  it('marks overloaded sellers, and saves a capacity with the version that was read', async () => {
    const user = userEvent.setup();
    server.use(
      http.get('/callcenter/capacidade-agendas-vendedores', () => HttpResponse.json(capacities)),
      http.put('/callcenter/capacidade-agendas-vendedores', () =>
        HttpResponse.json({ data: { message: '1 capacidade guardada.' } }),
      ),
    );
    renderApp('/agendas/capacidade');
    const field = await screen.findByRole('textbox', { name: 'Capacidade de Bruno Reis' });
    expect(screen.getAllByText(/acima da capacidade/)).toHaveLength(1);
    await user.clear(field);
    await user.type(field, '5');
    await user.click(screen.getByRole('button', { name: 'Salvar 1 capacidade' }));
    expect(await screen.findByText('1 capacidade guardada.')).toBeVisible();
    const sent = requests.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toEqual({ capacidades: [{ idColab: 12, porDia: 5, versao: 3 }] });
  });
});
