import { File as NodeFile } from 'node:buffer';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AgendaImportBatch, AgendaImportLine } from '../../../contract/callcenter/agendaImport.ts';
import type { Capacities } from '../../../contract/callcenter/agendaSupervision.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import { HttpResponse, http, requests, serve } from '../dataProvider/server.ts';
import { ANA, freshBrowser, renderApp, signedIn, windowOf } from '../resources/renderApp.tsx';

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

/** Sent by XMLHttpRequest, which wants a file of Node's own here. */
const drop = (zone: HTMLElement, content: string[], name: string) =>
  fireEvent.drop(zone, { dataTransfer: { files: [new NodeFile(content, name, { type: 'text/csv' })] } });

const line = (linha: number, fields: Partial<AgendaImportLine> = {}): AgendaImportLine => ({
  linha,
  situacao: 'VALIDA',
  motivos: [],
  lido: { colaborador: '12', cliente: '345', data: '01/12/2026', hora: '09:30', assunto: `Contato ${linha}` },
  cliente: { id: 345, nome: 'Mercado Lua' },
  colaborador: { id: 12, nome: 'Bruno Reis' },
  data_agendada: '2026-12-01T12:30:00Z',
  idAgenda: null,
  ...fields,
});
const batch = (fields: Partial<AgendaImportBatch> = {}): AgendaImportBatch => ({
  id: 7,
  total: 3,
  validas: 2,
  recusadas: 1,
  importadas: 0,
  importada: false,
  linhas: [
    line(2),
    line(3),
    line(4, { situacao: 'RECUSADA', motivos: ['Cliente não encontrado.'], cliente: null }),
  ],
  message: '2 agendas prontas para importar, 1 linha recusada.',
  ...fields,
});

describe('the import of agendas', () => {
  it('judges the sheet first, shows why lines fail, and writes when it is told to', async () => {
    const user = userEvent.setup();
    const stored = { id: crypto.randomUUID(), nome: 'agendas.csv', mime: 'text/csv', tamanho: 40 };
    server.use(
      http.post('/config/arquivos', () => HttpResponse.json({ data: stored })),
      http.post('/callcenter/agendas-supervisor/validar', () => HttpResponse.json({ data: batch() })),
      http.post('/callcenter/agendas-supervisor/importar', () =>
        HttpResponse.json({
          data: batch({
            importadas: 2,
            validas: 0,
            importada: true,
            message: '2 agendas importadas, 1 linha recusada.',
          }),
        }),
      ),
    );
    const { container } = renderApp('/agendas/importar');
    const zone = await screen.findByRole('group', { name: 'Planilha de agendas' });
    expect(screen.getByRole('button', { name: 'De vários colaboradores' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    drop(zone, ['Cliente;Data\n1;2'], 'agendas.csv');

    const table = await screen.findByRole('table', { name: 'Linhas da planilha' });
    expect(within(table).getByText('Cliente não encontrado.')).toBeVisible();
    expect(within(table).queryByText('Contato 2')).toBeNull();
    expect(screen.getByRole('button', { name: 'Baixar recusadas em Excel' })).toBeVisible();
    await expectNoAxeViolations(container);

    await user.click(screen.getByRole('button', { name: 'Importar 2 agendas' }));
    expect(await screen.findByText('2 agendas importadas, 1 linha recusada.')).toBeVisible();
    const sent = requests.find(({ url }) => url.endsWith('/importar'));
    expect(await sent?.json()).toEqual({ idLote: 7 });
    expect(screen.queryByRole('button', { name: /^Importar \d/ })).toBeNull();
  });

  it('says why a sheet was refused, and keeps the way open', async () => {
    server.use(
      http.post('/config/arquivos', () =>
        HttpResponse.json({ error: 'O arquivo não é uma planilha.', code: 'X' }, { status: 422 }),
      ),
    );
    renderApp('/agendas/importar');
    const zone = await screen.findByRole('group', { name: 'Planilha de agendas' });
    drop(zone, ['x'], 'agendas.csv');
    expect(await screen.findByText('O arquivo não é uma planilha.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Escolher arquivo' })).toBeEnabled();
  });
});

describe('the capacity of sellers', () => {
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

  it('shows who has too much, and keeps a capacity with the version that was read', async () => {
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
    await user.click(screen.getByRole('button', { name: 'Guardar 1 capacidade' }));
    expect(await screen.findByText('1 capacidade guardada.')).toBeVisible();
    const sent = requests.find(({ method }) => method === 'PUT');
    expect(await sent?.json()).toEqual({ capacidades: [{ idColab: 12, porDia: 5, versao: 3 }] });
  });
});
