import { File as NodeFile } from 'node:buffer';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, requests, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

const PATH = '/cadastros/notas/importar-xml';
const base = '/config/notas-xml';
const job = (fields: object = {}) => ({
  id: '3b0d6f0c-8a53-4a44-9a26-6f0b6b3c4d11',
  situacao: 'CONCLUIDO',
  arquivos: ['maio.zip'],
  emitente: '',
  total: 3,
  processados: 3,
  falha: '',
  contagem: [
    { resultado: 'CRIADA', quantidade: 2 },
    { resultado: 'RECUSADA', quantidade: 1 },
  ],
  datahora_criacao: '2026-11-20T12:00:00Z',
  datahora_fim: '2026-11-20T12:01:00Z',
  colaborador: 'Ana Lima',
  ...fields,
});
const row = {
  lugar: 2,
  arquivo: 'x/falsa.xml',
  chave: '',
  resultado: 'RECUSADA',
  codigo: 'ASSINATURA_INVALIDA',
  mensagem: 'A assinatura não confere.',
};
const rows = { itens: [row], paginator: { current_page: 1, per_page: 25, total: 1, last_page: 1 } };
const emitter = {
  cnpj: '61198164000160',
  nome: 'FILIAL NOVA LTDA',
  uf: 'SP',
  notas: 12,
  de: '2026-01-02',
  ate: '2026-05-11',
  filial: false,
};

const drop = (zone: HTMLElement, names: string[]) =>
  fireEvent.drop(zone, { dataTransfer: { files: names.map((name) => new NodeFile(['<a/>'], name)) } });

let folder: object | null = null;
beforeEach(() => {
  folder = null;
});

const serveImports = (jobs: () => object[], emitters: object[] = []) =>
  server.use(
    ...signedIn(['CADASTROS_CLIENTES', 'NOTAS_IMPORTAR_XML']),
    http.get(`${base}/importacoes`, () => HttpResponse.json(jobs())),
    http.get(`${base}/importacoes/:id/linhas`, () => HttpResponse.json(rows)),
    http.get(`${base}/emitentes`, () => HttpResponse.json(emitters)),
    http.get(`${base}/guardadas/motivos`, () => HttpResponse.json([])),
    http.get(`${base}/pasta`, () => HttpResponse.json({ data: folder })),
  );

describe('NF-e import page', () => {
  it('sends many files, names those that are no NF-e, and shows the result of each', async () => {
    let jobs: object[] = [];
    serveImports(() => jobs);
    let stored = 0;
    server.use(
      http.post('/config/arquivos', () => {
        stored += 1;
        const id = `00000000-0000-4000-8000-00000000000${stored}`;
        return HttpResponse.json({ data: { id, nome: 'a.xml', mime: 'application/xml', tamanho: 4 } });
      }),
      http.post(`${base}/importacoes`, () => {
        jobs = [job()];
        return HttpResponse.json({ data: job() });
      }),
    );
    const { container } = renderApp(PATH);
    const zone = await screen.findByRole('group', { name: 'Arquivos XML e ZIP' });
    drop(zone, ['a.xml', 'b.zip', 'danfe.pdf']);

    const table = await screen.findByRole('table', { name: 'Arquivos da importação' });
    expect(await within(table).findByText('A assinatura não confere.')).toBeVisible();
    expect(await screen.findByText(/danfe\.pdf: Formato não aceito/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Recusada (1)' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('3 arquivos lidos')).toBeVisible();
    const sent = requests.find(({ url, method }) => method === 'POST' && url.includes('/importacoes'));
    expect(await sent?.json()).toMatchObject({ arquivos: [{ nome: 'a.xml' }, { nome: 'a.xml' }] });
    const uploads = requests.filter(({ url }) => url.includes('/config/arquivos'));
    expect(uploads.every(({ url }) => url.endsWith('finalidade=NFE'))).toBe(true);
    await expectNoAxeViolations(container);
  });

  it('shows the progress of an import, and stops it', async () => {
    let state = job({ situacao: 'EXECUTANDO', processados: 1, contagem: [], datahora_fim: null });
    serveImports(() => [state]);
    server.use(
      http.post(`${base}/importacoes/:id/cancelar`, () => {
        state = job({ situacao: 'CANCELADO', processados: 1, contagem: [] });
        return HttpResponse.json({ data: state });
      }),
    );
    const user = userEvent.setup();
    renderApp(PATH);
    expect(await screen.findByText('1 de 3')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Andamento da importação' })).toHaveAttribute(
      'aria-valuenow',
      '33',
    );
    await user.click(screen.getByRole('button', { name: 'Parar' }));
    expect(await screen.findByText('Parada depois de 1 de 3')).toBeVisible();
  });

  it('asks before an emitter becomes a branch, and says what follows', async () => {
    serveImports(() => [job()], [emitter]);
    server.use(
      http.post(`${base}/emitentes/:cnpj/filial`, () =>
        HttpResponse.json({
          data: {
            idFil: 3,
            importacao: job(),
            message: 'Filial criada. 12 notas guardadas serão importadas.',
          },
        }),
      ),
    );
    const user = userEvent.setup();
    const { container } = renderApp(PATH);
    expect(
      await screen.findByText('61.198.164/0001-60 · SP · 12 notas de 02/01/2026 a 11/05/2026'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'É filial nossa' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tornar filial?' });
    await user.click(within(dialog).getByRole('button', { name: 'Tornar filial' }));
    expect(await screen.findByText('Filial criada. 12 notas guardadas serão importadas.')).toBeVisible();
    await waitFor(() =>
      expect(requests.some(({ url }) => url.endsWith('/emitentes/61198164000160/filial'))).toBe(true),
    );
    await expectNoAxeViolations(container);
  });

  it('shows the folder that is read automatically', async () => {
    folder = {
      caminho: '/srv/notas',
      ultimaLeitura: new Date().toISOString(),
      problema: 'A pasta de NFE_DIR não existe no servidor.',
      esperando: 3,
      recusados: 1,
    };
    serveImports(() => []);
    const { container } = renderApp(PATH);
    const reported = await screen.findByRole('region', { name: 'Pasta lida sozinha' });
    expect(within(reported).getByText('/srv/notas')).toBeInTheDocument();
    expect(within(reported).getByText(/3 arquivos à espera · 1 recusado$/)).toBeInTheDocument();
    expect(within(reported).getByText(/não existe no servidor/)).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });
});
