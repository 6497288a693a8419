import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BoardRecord } from '../../../contract/callcenter/followUpBoards.ts';
import type { BannerRecord } from '../../../contract/callcenter/homeContent.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import { HttpResponse, http, refusal, requests, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../resources/renderApp.tsx';

jest.setTimeout(120_000);
const server = serve();

beforeEach(() => {
  freshBrowser();
  server.use(
    http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
    http.put('/config/rascunhos/:objeto', ({ params }) =>
      HttpResponse.json({
        data: { objeto: params.objeto, conteudo: {}, atualizado: new Date().toISOString(), versao: 1 },
      }),
    ),
    http.delete('/config/rascunhos/:objeto', () => HttpResponse.json({ data: { message: 'ok' } })),
  );
});

const sent = async (method: string, path: string) =>
  requests.findLast((each) => each.method === method && new URL(each.url).pathname === path)?.json();

describe('a banner of the home page', () => {
  const banner: BannerRecord = {
    id: 3,
    titulo: 'Semana Bom Grão',
    texto: '',
    abre: { tipo: 'TELA', valor: '/pedidos' },
    idFil: null,
    inicio: '2026-11-01',
    fim: '2026-11-30',
    ordem: 2,
    ativo: true,
    filial: '',
    idImagem: null,
    situacao: 'NO_AR',
    versao: 4,
  };

  it('keeps what was typed beside its refusal, and is sent as it was typed', async () => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PAGINA_INICIAL']),
      http.get('/config/banners', () => HttpResponse.json([banner])),
      http.get('/config/vitrines', () => HttpResponse.json([])),
      http.get('/config/banners/3', () => HttpResponse.json({ data: banner })),
      http.put('/config/banners/3', async ({ request }) => {
        const { abre } = (await request.json()) as BannerRecord;
        return abre.valor?.startsWith('/')
          ? HttpResponse.json({ data: { id: 3, message: 'Banner salvo.' } })
          : refusal(422, 'Corrija os campos.', {
              errors: { 'abre.valor': 'Informe o caminho de uma tela deste console.' },
            });
      }),
    );
    const user = userEvent.setup();
    const { container, router } = renderApp('/pagina-inicial/banners/3');
    const title = await screen.findByRole('textbox', { name: /^Título/ });
    const path = screen.getByRole('textbox', { name: 'Caminho da tela' });
    await user.type(title, ' 2');
    await user.clear(path);
    await user.type(path, 'agendas');
    await user.click(screen.getByRole('button', { name: 'Salvar banner' }));
    await waitFor(() =>
      expect(path).toHaveAccessibleDescription('Informe o caminho de uma tela deste console.'),
    );
    expect(title).toHaveValue('Semana Bom Grão 2');
    await expectNoAxeViolations(container);
    await user.clear(path);
    await user.type(path, '/agendas');
    await user.click(screen.getByRole('button', { name: 'Salvar banner' }));
    expect(await screen.findByText('Banner salvo.')).toBeInTheDocument();
    expect(await sent('PUT', '/config/banners/3')).toEqual({
      titulo: 'Semana Bom Grão 2',
      texto: '',
      abre: { tipo: 'TELA', valor: '/agendas' },
      idFil: null,
      inicio: '2026-11-01',
      fim: '2026-11-30',
      ordem: 2,
      ativo: true,
      arquivo: null,
      idImagem: null,
      versao: 4,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/pagina-inicial'));
  });

  it('is not shown to whoever may not write it', async () => {
    server.use(...signedIn(['CLIENTE']));
    renderApp('/pagina-inicial/banners/create');
    expect(await screen.findByText('CONFIGURACAO_PAGINA_INICIAL')).toBeInTheDocument();
  });
});

describe('a board of customers', () => {
  const board: BoardRecord = {
    id: 1,
    nome: 'Carteira',
    descricao: '',
    ativo: true,
    etapas: [
      { id: 11, nome: 'Prospects', cor: 'informacao', regra: { prospect: true } },
      { id: 12, nome: 'Ativos', cor: 'sucesso', regra: { comprou: true } },
    ],
    versao: 2,
  };

  it('sends its stages in the order in which they stand, and shows a refusal at its stage', async () => {
    server.use(
      ...signedIn(['ACOMPANHAMENTO_CLIENTE', 'ACOMPANHAMENTO_CLIENTE_EDITAR']),
      http.get('/config/quadros', () => HttpResponse.json([board])),
      http.get('/config/quadros/1', () => HttpResponse.json({ data: board })),
      http.put('/config/quadros/1', async ({ request }) => {
        const { etapas } = (await request.json()) as BoardRecord;
        return etapas.every(({ nome }) => nome)
          ? HttpResponse.json({ data: { id: 1, message: 'Quadro salvo.' } })
          : refusal(422, 'Corrija os campos.', { errors: { 'etapas.2.nome': 'Dê um nome à etapa.' } });
      }),
    );
    const user = userEvent.setup();
    const { container, router } = renderApp('/quadros/1');
    await user.click(await screen.findByRole('button', { name: 'Mover Ativos para antes' }));
    await user.click(screen.getByRole('button', { name: 'Adicionar etapa' }));
    await user.click(screen.getByRole('button', { name: 'Salvar quadro' }));
    const third = within(screen.getByRole('region', { name: '3. Etapa 3' }));
    const name = third.getByRole('textbox', { name: /^Nome da etapa/ });
    await waitFor(() => expect(name).toHaveAccessibleDescription('Dê um nome à etapa.'));
    await expectNoAxeViolations(container);
    await user.type(name, 'Outros');
    await user.click(screen.getByRole('button', { name: 'Salvar quadro' }));
    expect(await screen.findByText('Quadro salvo.')).toBeInTheDocument();
    expect(await sent('PUT', '/config/quadros/1')).toEqual({
      nome: 'Carteira',
      descricao: '',
      ativo: true,
      etapas: [
        { id: 12, nome: 'Ativos', cor: 'sucesso', regra: { comprou: true } },
        { id: 11, nome: 'Prospects', cor: 'informacao', regra: { prospect: true } },
        { nome: 'Outros', cor: 'informacao', regra: {} },
      ],
      versao: 2,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/quadros'));
  });
});
