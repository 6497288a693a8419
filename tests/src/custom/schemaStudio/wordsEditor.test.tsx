import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { HttpResponse, http, requests } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { detail, server } from './servedStudio.ts';

jest.setTimeout(120_000);

const AUTHOR: Permission[] = ['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_ESQUEMAS'];
const { $schema: _, ...STANDARD } = JSON.parse(readFileSync('schemas/words/console.json', 'utf8'));
const meta = JSON.parse(readFileSync('schemas/meta/words.schema.json', 'utf8'));
const BASE = '/config/definicoes/words';
const own = (fields: object = {}) =>
  detail({ tipo: 'words', chave: 'console', titulo: 'Palavras do console', publicado: STANDARD, ...fields });

const WAITING = {
  ...{ lugar: 'situacaoTicket', lugarTitulo: 'Situações do ticket', chave: 'AGUARDANDO_CLIENTE' },
  ...{ padrao: 'Aguardando cliente', atual: 'Aguardando cliente', consumidor: false },
  ...{ onde: ['etiquetas, filtros e arquivos exportados das listas, e-mails'], mais: 0 },
};

describe('words in the studio', () => {
  beforeEach(() => {
    freshBrowser();
    windowOf(1400);
    server.use(
      ...signedIn(AUTHOR),
      http.get(`${BASE}/console`, () => HttpResponse.json({ data: own() })),
      http.get('/config/meta-esquemas/words', () => HttpResponse.json(meta)),
      http.post(`${BASE}/verificar`, () =>
        HttpResponse.json({ problemas: [], mudancas: [], conteudo: null }),
      ),
      http.put(`${BASE}/console/rascunho`, async ({ request }) => {
        const { conteudo, versao } = (await request.json()) as { conteudo: Content; versao: number };
        return HttpResponse.json({
          data: own({ rascunho: conteudo, versao: versao + 1, temRascunho: true }),
        });
      }),
      http.get('/config/palavras/busca', ({ request }) => {
        const q = new URL(request.url).searchParams.get('q') ?? '';
        return HttpResponse.json('aguardando cliente'.includes(q.toLowerCase()) ? [WAITING] : []);
      }),
    );
  });
  afterEach(() => act(() => setWords(STANDARD_WORDS)));

  it('are found by what stands on the screen, changed beside it and seen before and after', async () => {
    const user = userEvent.setup();
    renderApp('/configuracao/words/console');
    expect(await screen.findByText('Nenhuma palavra alterada')).toBeTruthy();
    await user.type(screen.getByLabelText('Procurar a palavra que está na tela'), 'aguardando');
    const field = await screen.findByLabelText('Aguardando cliente');
    expect(screen.getByText(/Situações do ticket: etiquetas, filtros/)).toBeTruthy();
    await user.type(field, 'Com o cliente');
    const picture = screen.getByRole('region', { name: 'Antes e depois' });
    await waitFor(() => expect(within(picture).getByText('Com o cliente')).toBeTruthy());
    expect(within(picture).getByText('Aguardando cliente')).toBeTruthy();
    await waitFor(async () => {
      const checked = requests.findLast(({ url }) => new URL(url).pathname === `${BASE}/verificar`);
      const body = (await checked?.clone().json()) as { conteudo?: { palavras: object[] }; texto?: string };
      const content = body?.conteudo ?? JSON.parse(body?.texto ?? '{}');
      expect(content.palavras).toEqual([
        { lugar: 'situacaoTicket', chave: 'AGUARDANDO_CLIENTE', palavra: 'Com o cliente' },
      ]);
    });
    await user.click(screen.getByRole('button', { name: 'Voltar a "Aguardando cliente"' }));
    await waitFor(() => expect(within(picture).queryByText('Com o cliente')).toBeNull());
    await expectNoAxeViolations(document.body);
  });

  it('stay under the cursor while they are emptied, and leave the list with it', async () => {
    const changed = {
      ...STANDARD,
      palavras: [
        { lugar: 'situacaoTicket', chave: 'AGUARDANDO_CLIENTE', palavra: 'X' },
        { lugar: 'menu', chave: 'Home', palavra: 'Início' },
      ],
    };
    server.use(
      http.get(`${BASE}/console`, () =>
        HttpResponse.json({ data: own({ rascunho: changed, temRascunho: true }) }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/configuracao/words/console');
    const field = await screen.findByLabelText('Aguardando cliente');
    await user.type(field, '{Backspace}Com o cliente');
    const list = screen.getByRole('region', { name: 'Palavras alteradas' });
    expect(screen.getByLabelText('Aguardando cliente')).toHaveValue('Com o cliente');
    expect(within(list).getAllByRole('textbox')).toHaveLength(2);
    await user.clear(field);
    await user.tab();
    await waitFor(() => expect(screen.queryByLabelText('Aguardando cliente')).toBeNull());
    expect(within(list).getAllByRole('textbox')).toHaveLength(1);
  });

  it('of a notice are named by its text, with what is filled in, and may be as long as a sentence', async () => {
    const palavras = [{ lugar: 'avisos', chave: 'SEGUE', palavra: 'O {{ticket}} também é seu' }];
    server.use(
      http.get(`${BASE}/console`, () =>
        HttpResponse.json({ data: own({ rascunho: { ...STANDARD, palavras }, temRascunho: true }) }),
      ),
    );
    renderApp('/configuracao/words/console');
    const field = await screen.findByLabelText('Você segue o ticket {{ticket}}');
    expect(field).toHaveValue('O {{ticket}} também é seu');
    expect(field).toHaveAttribute('maxlength', '160');
    expect(screen.getAllByText('Textos de avisos').length).toBeGreaterThan(0);
  });

  it('say that nothing has a word, and where else a text is changed', async () => {
    const user = userEvent.setup();
    renderApp('/configuracao/words/console');
    await user.type(await screen.findByLabelText('Procurar a palavra que está na tela'), 'zzz');
    expect(await screen.findByText('Nada com "zzz"')).toBeTruthy();
  });

  it('stand in the menu and on the page at once when they change under an open console', async () => {
    renderApp('/configuracao/words/console');
    await screen.findByText('Nenhuma palavra alterada');
    const menu = screen.getByRole('navigation', { name: 'Menu principal' });
    expect(await within(menu).findByText('Estúdio')).toBeTruthy();
    act(() => setWords({ menu: { Estúdio: 'Oficina', Empresa: 'Firma' }, rotulos: { Título: 'Nome' } }));
    expect(within(menu).getByText('Oficina')).toBeTruthy();
    expect(within(menu).getByText('Firma')).toBeTruthy();
    expect(within(menu).queryByText('Estúdio')).toBeNull();
    expect(screen.getByLabelText('Nome')).toBeTruthy();
  });
});
