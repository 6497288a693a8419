import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { HttpResponse, http, refusal, requests } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { card, result } from '../reportViewer/reportFixtures.ts';
import { detail, server } from './servedStudio.ts';

jest.setTimeout(120_000);
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const AUTHOR: Permission[] = ['SAC_HOME', 'SAC_RELATORIO', 'CONFIGURACAO', 'CONFIGURACAO_RELATORIOS'];
const CONTENT: DashboardDefinition = {
  ...{ formato: 1, id: 'meu', titulo: 'Meu painel' },
  filtros: [{ filtro: 'PERIODO', padrao: 'MES' }],
  blocos: [
    { chave: 'um', tipo: 'LISTA', relatorio: 'motivos', largura: 6, altura: 4 },
    {
      chave: 'dois',
      tipo: 'NUMERO',
      titulo: 'Devolvido',
      relatorio: 'motivos',
      coluna: 'valor',
      largura: 3,
      altura: 2,
    },
    { chave: 'tres', tipo: 'TEXTO', titulo: 'Aviso', texto: 'Reunião', largura: 12, altura: 1 },
  ],
};
const BASE = '/config/definicoes/dashboards';
const meta = JSON.parse(readFileSync('schemas/meta/dashboard.schema.json', 'utf8'));
const own = (fields: object = {}) =>
  detail({ tipo: 'dashboards', chave: 'meu', titulo: 'Meu painel', publicado: { ...CONTENT }, ...fields });
const checks = (problemas: object[] = []) =>
  http.post(`${BASE}/verificar`, () => HttpResponse.json({ problemas, mudancas: [], conteudo: null }));

beforeEach(() => {
  freshBrowser();
  windowOf(1400);
  server.use(
    ...signedIn(AUTHOR),
    http.get(`${BASE}/meu`, () => HttpResponse.json({ data: own() })),
    http.get('/config/meta-esquemas/dashboards', () => HttpResponse.json(meta)),
    http.get('/sac/relatorios', () =>
      HttpResponse.json([card('motivos'), card('clientes', { titulo: 'Clientes sem compra' })]),
    ),
    http.get('/config/paineis-perfis', () => HttpResponse.json([{ chave: 'GERENTE', nome: 'Gerente' }])),
    http.get('/sac/relatorios/:id/parametros', () => HttpResponse.json([])),
    http.get('/config/paineis-previa/:id', () =>
      HttpResponse.json({ data: { resultado: result(), filtros: {}, naoAplicados: [] } }),
    ),
    http.put(`${BASE}/meu/rascunho`, async ({ request }) => {
      const { conteudo, versao } = (await request.json()) as {
        conteudo: Record<string, unknown>;
        versao: number;
      };
      return HttpResponse.json({ data: own({ rascunho: conteudo, versao: versao + 1, temRascunho: true }) });
    }),
    checks(),
  );
});

const open = async () => {
  const user = userEvent.setup();
  const app = renderApp('/configuracao/dashboards/meu');
  const picture = await screen.findByRole('region', { name: 'Prévia' });
  // The first one waits for the editor to be compiled.
  await within(picture).findByRole('button', { name: /^Devoluções por motivo/ }, { timeout: 90_000 });
  return { user, picture: within(picture), ...app };
};
/** What was saved last, once it passes. */
const saved = (check: (blocks: DashboardDefinition['blocos']) => void) =>
  waitFor(async () => {
    const last = requests.findLast(({ method }) => method === 'PUT');
    const body = (await last?.clone().json()) as { conteudo: DashboardDefinition } | undefined;
    check(body?.conteudo.blocos ?? []);
  });

describe('the editor of a dashboard', () => {
  it('moves, widens and heightens the selected block by keys, and keeps the focus on it', async () => {
    const { user, picture, container } = await open();
    await user.click(picture.getByRole('button', { name: /^Devolvido/ }));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(picture.getByRole('button', { name: /^Devolvido/ })).toHaveFocus();
    expect(screen.getByText('Devolvido agora é o 1º de 3.')).toBeInTheDocument();
    await user.keyboard('{Alt>}{Shift>}{ArrowRight}{ArrowDown}{/Shift}{/Alt}');
    await saved((blocks) => {
      expect(blocks[0]).toMatchObject({ chave: 'dois', largura: 4, altura: 3 });
      expect(blocks.map(({ chave }) => chave)).toEqual(['dois', 'um', 'tres']);
    });
    await expectNoAxeViolations(container);
  });

  it('does the same by buttons, which say when there is nowhere to go', async () => {
    const { user, picture } = await open();
    await user.click(picture.getByRole('button', { name: /^Devoluções por motivo/ }));
    expect(screen.getByRole('button', { name: 'Antes' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Depois' }));
    await user.click(screen.getByRole('button', { name: 'Mais largo' }));
    await user.click(screen.getByRole('button', { name: 'Mais baixo' }));
    await saved((blocks) => expect(blocks[1]).toMatchObject({ chave: 'um', largura: 8, altura: 3 }));
  });

  it('removes a block, and brings it back', async () => {
    const { user, picture } = await open();
    await user.click(picture.getByRole('button', { name: /^Devolvido/ }));
    await user.keyboard('{Delete}');
    expect(picture.queryByRole('button', { name: /^Devolvido/ })).not.toBeInTheDocument();
    expect(picture.getByRole('button', { name: /^Aviso/ })).toHaveFocus();
    await user.keyboard('{Control>}z{/Control}');
    expect(await picture.findByRole('button', { name: /^Devolvido/ })).toBeInTheDocument();
  });

  it('hands the focus on to its buttons once the last block is gone', async () => {
    const { user, picture } = await open();
    await user.click(picture.getByRole('button', { name: /^Aviso/ }));
    await user.keyboard('{Delete}{Delete}{Delete}');
    expect(screen.getByText('Bloco retirado. Não há mais nenhum.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Relatório' })).toHaveFocus();
  });

  it('has no tab stop in what a block shows, also where it does not fit', async () => {
    const tall = jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    const { picture } = await open();
    const [shown] = await picture.findAllByText('Avaria');
    expect(shown?.closest('[inert]')?.parentElement).not.toHaveAttribute('tabindex');
    expect(tall).toHaveBeenCalled();
    tall.mockRestore();
  });

  it('adds a report that was looked for and looked at', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Relatório' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Buscar relatórios'), 'sem compra{Enter}');
    await waitFor(() => expect(dialog.queryByText('Devoluções por motivo')).not.toBeInTheDocument());
    await user.click(dialog.getByRole('button', { name: /Clientes sem compra/ }));
    expect(
      await within(dialog.getByRole('region', { name: 'Prévia' })).findByText('Avaria'),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Incluir' }));
    await saved((blocks) =>
      expect(blocks[3]).toMatchObject({
        chave: 'clientes',
        tipo: 'RELATORIO',
        relatorio: 'clientes',
      }),
    );
    expect(await screen.findByRole('region', { name: 'Bloco: Clientes sem compra' })).toBeInTheDocument();
  });

  it('fixes a filter of the report by its own input, and takes it back', async () => {
    const period = {
      parametro: 'periodo',
      label: 'Período',
      tipo: 'DATERANGE',
      obrigatorio: true,
      opcoes: [],
    };
    server.use(http.get('/sac/relatorios/motivos/parametros', () => HttpResponse.json([period])));
    const { user, picture } = await open();
    await user.click(picture.getByRole('button', { name: /^Devolvido/ }));
    const choose = async (name: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Filtros fixos', 'Período');
    await user.keyboard('{Escape}');
    await saved((blocks) =>
      expect(blocks[1]?.parametros).toEqual({ periodo: { inicio: '@hoje-29d', fim: '@hoje' } }),
    );
    await choose('Período', 'Este mês, até hoje');
    await saved((blocks) =>
      expect(blocks[1]?.parametros).toEqual({ periodo: { inicio: '@inicio_mes', fim: '@hoje' } }),
    );
    await choose('Filtros fixos', 'Período');
    await saved((blocks) => expect(blocks[1]?.parametros).toBeUndefined());
  });

  it('says why the filters of the report could not be loaded, and shows no field before they are', async () => {
    const fixed = { ...CONTENT.blocos[1], parametros: { periodo: {} } };
    const blocos = CONTENT.blocos.map((block, index) => (index === 1 ? fixed : block));
    server.use(
      http.get(`${BASE}/meu`, () => HttpResponse.json({ data: own({ publicado: { ...CONTENT, blocos } }) })),
      http.get('/sac/relatorios/motivos/parametros', () => refusal(403, 'Este relatório não é para você.')),
    );
    const { user, picture } = await open();
    await user.click(picture.getByRole('button', { name: /^Devolvido/ }));
    expect(await screen.findByText('Este relatório não é para você.')).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Filtros fixos' })).not.toBeInTheDocument();
  });

  it('shows a problem at its control, and marks its block', async () => {
    const mensagem = 'Escolha o número que este bloco mostra.';
    server.use(checks([{ ponteiro: '/blocos/1/coluna', mensagem, gravidade: 'ERRO', linha: 9 }]));
    const { user, picture } = await open();
    await user.click(await screen.findByRole('button', { name: /1 erro/ }));
    await user.click(screen.getByRole('button', { name: new RegExp(mensagem) }));
    const control = await screen.findByRole('combobox', { name: 'Número' });
    await waitFor(() => expect(control).toHaveFocus());
    expect(control).toHaveAccessibleDescription(mensagem);
    expect(picture.getByRole('button', { name: /^Devolvido.*Com problemas/ })).toBeInTheDocument();
  });
});
