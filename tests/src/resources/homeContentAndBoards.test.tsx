import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { BoardRecord } from '#contract/callcenter/agendas/followUpBoards.ts';
import type { BannerRecord, ShowcaseInput, ShowcaseRecord } from '#contract/callcenter/homeContent.ts';
import { HttpResponse, http, refusal, requests, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';

const server = serve();
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

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

describe('banner form of the home page', () => {
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

  it('keeps what was typed beside its error and sends it as typed', async () => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PAGINA_INICIAL']),
      http.get('/config/banners', () => HttpResponse.json([banner])),
      http.get('/config/vitrines', () => HttpResponse.json([])),
      http.get('/config/banners/3', () => HttpResponse.json(banner)),
      http.put('/config/banners/3', async ({ request }) => {
        const { abre } = (await request.json()) as BannerRecord;
        return abre.valor?.startsWith('/')
          ? HttpResponse.json({ data: { id: 3, message: 'Banner salvo.' } })
          : refusal(422, 'Corrija os campos.', {
              errors: { 'abre.valor': 'Informe o caminho de uma tela deste console.' },
            });
      }),
    );
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

  it('is not shown without permission to write it', async () => {
    server.use(...signedIn(['CLIENTE']));
    renderApp('/pagina-inicial/banners/create');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });
});

describe('showcase form of the home page', () => {
  const showcase: ShowcaseRecord = {
    id: 5,
    titulo: 'Mais vendidos',
    subtitulo: '',
    produtos: { tipo: 'MAIS_VENDIDOS' },
    abre: { tipo: 'NADA' },
    idFil: null,
    ordem: 1,
    ativo: true,
    filial: '',
    versao: 7,
  };
  const allowed = () => signedIn(['CONFIGURACAO', 'CONFIGURACAO_PAGINA_INICIAL']);
  const lists = () => [
    http.get('/config/banners', () => HttpResponse.json([])),
    http.get('/config/vitrines', () => HttpResponse.json([showcase])),
  ];

  it('requires a brand, marks it when missing, and creates what was entered', async () => {
    server.use(
      ...allowed(),
      ...lists(),
      http.get('/callcenter/vitrines/filtros', () =>
        HttpResponse.json({ data: { marcas: ['Bom Grão', 'Serra Alta'], classes: [] } }),
      ),
      http.post('/config/vitrines', async ({ request }) => {
        const { produtos } = (await request.json()) as ShowcaseInput;
        return produtos.valor
          ? HttpResponse.json({ data: { id: 6, message: 'Vitrine criada.' } })
          : refusal(422, 'Corrija os campos.', { errors: { 'produtos.valor': 'Escolha a marca.' } });
      }),
    );
    const { container, router } = renderApp('/pagina-inicial/vitrines/create');
    await user.type(await screen.findByRole('textbox', { name: /^Título/ }), 'Marca da semana');
    expect(screen.queryByRole('combobox', { name: /^Marca/ })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Produtos' }));
    await user.click(await screen.findByRole('option', { name: 'Marca' }));
    const brand = await screen.findByRole('combobox', { name: /^Marca/ });
    await user.click(screen.getByRole('button', { name: 'Criar vitrine' }));
    await waitFor(() => expect(brand).toHaveAccessibleDescription('Escolha a marca.'));
    await expectNoAxeViolations(container);
    await user.click(brand);
    await user.click(await screen.findByRole('option', { name: 'Serra Alta' }));
    await user.click(screen.getByRole('button', { name: 'Criar vitrine' }));
    expect(await screen.findByText('Vitrine criada.')).toBeInTheDocument();
    expect(await sent('POST', '/config/vitrines')).toEqual({
      titulo: 'Marca da semana',
      subtitulo: '',
      produtos: { tipo: 'MARCA', valor: 'Serra Alta' },
      abre: { tipo: 'NADA' },
      idFil: null,
      ordem: 1,
      ativo: true,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/pagina-inicial'));
  });

  it('sends the version that was read on update, and asks before removing', async () => {
    server.use(
      ...allowed(),
      ...lists(),
      http.get('/config/vitrines/5', () => HttpResponse.json(showcase)),
      http.put('/config/vitrines/5', () => refusal(409, 'Outra pessoa mudou esta vitrine.')),
      http.delete('/config/vitrines/5', () =>
        HttpResponse.json({ data: { id: 5, message: 'Vitrine excluída.' } }),
      ),
    );
    const { router } = renderApp('/pagina-inicial/vitrines/5');
    const order = await screen.findByRole('textbox', { name: 'Ordem' });
    await user.clear(order);
    await user.type(order, '3');
    expect(order).toHaveValue('3');
    await user.click(screen.getByRole('button', { name: 'Salvar vitrine' }));
    expect(await screen.findByText('Outra pessoa mudou esta vitrine.')).toBeInTheDocument();
    expect(order).toHaveValue('3');
    expect(await sent('PUT', '/config/vitrines/5')).toMatchObject({ ordem: 3, versao: 7 });
    await user.click(screen.getByRole('button', { name: 'Excluir' }));
    const asking = within(await screen.findByRole('dialog', { name: 'Excluir esta vitrine?' }));
    await user.click(asking.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Vitrine excluída.')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/pagina-inicial'));
  });
});

describe('board form', () => {
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

  it('sends its stages in their order and shows an error at its stage', async () => {
    server.use(
      ...signedIn(['ACOMPANHAMENTO_CLIENTE', 'ACOMPANHAMENTO_CLIENTE_EDITAR']),
      http.get('/config/quadros', () => HttpResponse.json([board])),
      http.get('/config/quadros/1', () => HttpResponse.json(board)),
      http.put('/config/quadros/1', async ({ request }) => {
        const { etapas } = (await request.json()) as BoardRecord;
        return etapas.every(({ nome }) => nome)
          ? HttpResponse.json({ data: { id: 1, message: 'Quadro salvo.' } })
          : refusal(422, 'Corrija os campos.', { errors: { 'etapas.2.nome': 'Dê um nome à etapa.' } });
      }),
    );
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

  it('keeps new stage, name and order, and says so, when somebody else was faster', async () => {
    server.use(
      ...signedIn(['ACOMPANHAMENTO_CLIENTE', 'ACOMPANHAMENTO_CLIENTE_EDITAR']),
      http.get('/config/quadros', () => HttpResponse.json([board])),
      http.get('/config/quadros/1', () => HttpResponse.json(board)),
      http.put('/config/quadros/1', () =>
        refusal(409, 'Outra pessoa mudou este quadro. Abra-o de novo antes de salvar.'),
      ),
    );
    const { router } = renderApp('/quadros/1');
    const stageName = (title: string) =>
      within(screen.getByRole('region', { name: title })).getByRole('textbox', { name: /^Nome da etapa/ });
    await screen.findByRole('region', { name: '1. Prospects' });
    expect(screen.getByRole('button', { name: 'Salvar quadro' })).toBeDisabled();
    await user.clear(stageName('1. Prospects'));
    await user.type(stageName('1. Etapa 1'), 'Novos');
    await user.click(screen.getByRole('button', { name: 'Adicionar etapa' }));
    await user.type(stageName('3. Etapa 3'), 'Perdidos');
    expect(await screen.findByRole('button', { name: 'Mover Perdidos para depois' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Mover Perdidos para antes' }));
    await user.click(screen.getByRole('button', { name: 'Salvar quadro' }));
    expect(await screen.findByText(/^Outra pessoa mudou este quadro/)).toBeInTheDocument();
    expect(await sent('PUT', '/config/quadros/1')).toMatchObject({
      etapas: [{ id: 11, nome: 'Novos' }, { nome: 'Perdidos' }, { id: 12, nome: 'Ativos' }],
      versao: 2,
    });
    expect(stageName('2. Perdidos')).toHaveValue('Perdidos');
    expect(router.state.location.pathname).toBe('/quadros/1');
  });
});
