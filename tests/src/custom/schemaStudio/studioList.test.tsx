import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { renderApp } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ADMIN, asPerson, bodyOf, detail, OTHERS, server, summary } from './servedStudio.ts';

jest.setTimeout(180_000);

beforeEach(() => asPerson(ADMIN));

describe('studio list', () => {
  it('shows state, version and origin, searches and filters, with broken files on top', async () => {
    server.use(
      http.get('/config/definicoes/flows', () =>
        HttpResponse.json({
          itens: [summary(), ...OTHERS],
          quebrados: [
            {
              arquivo: 'flows/RUIM.json',
              visto: new Date().toISOString(),
              problemas: [{ ponteiro: '/etapas/0', linha: 4, mensagem: 'Falta o setor.', gravidade: 'ERRO' }],
            },
            {
              arquivo: 'flows/SEM_LINHA.json',
              visto: new Date().toISOString(),
              problemas: [
                { ponteiro: '/titulo', mensagem: 'Falta o título.', gravidade: 'ERRO' },
                { ponteiro: '', mensagem: 'O arquivo está vazio.', gravidade: 'ERRO' },
              ],
            },
          ],
        }),
      ),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/configuracao/flows');
    const table = await screen.findByRole('table', { name: 'Fluxos' });
    await within(table).findByText('Dúvida');
    expect(table).toHaveTextContent('Publicado · com rascunho');
    expect(table).toHaveTextContent('Cópia · o padrão mudou');
    const broken = within(screen.getByRole('region', { name: 'flows/RUIM.json' }));
    expect(broken.getByText(/Linha 4 \(\/etapas\/0\): Falta o setor/)).toBeInTheDocument();
    const lineless = within(screen.getByRole('region', { name: 'flows/SEM_LINHA.json' }));
    expect(lineless.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '/titulo: Falta o título.',
      'O arquivo está vazio.',
    ]);
    expect(screen.getByText(/^2 arquivos ou pastas de schemas\/ ficaram de fora/)).toBeInTheDocument();
    expect(screen.queryByRole('tab', { name: 'Relatórios' })).not.toBeInTheDocument();
    await expectNoAxeViolations(container);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar definições' }), 'duvida');
    await waitFor(() => expect(within(table).queryByText('Fluxo antigo')).not.toBeInTheDocument());
    expect(within(table).getByText('Dúvida')).toBeInTheDocument();
  });

  it('is closed without permission to change anything, naming the page', async () => {
    asPerson(['SAC_HOME', 'CONFIGURACAO']);
    renderApp('/configuracao');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });

  it('creates a new one as a copy with its own key', async () => {
    server.use(
      http.put('/config/definicoes/flows/TROCA/rascunho', () =>
        HttpResponse.json({ data: detail({ chave: 'TROCA', titulo: 'Troca' }) }),
      ),
      http.get('/config/definicoes/flows/TROCA', () =>
        HttpResponse.json({ data: detail({ chave: 'TROCA', titulo: 'Troca' }) }),
      ),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/configuracao/flows');
    await user.click(await screen.findByRole('button', { name: 'Novo' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Criar rascunho' }));
    expect(dialog.getByText('Informe o título.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/Título/), 'Troca');
    expect(dialog.getByLabelText(/Chave/)).toHaveValue('TROCA');
    await user.click(dialog.getByRole('button', { name: 'Criar rascunho' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/configuracao/flows/TROCA'));
    expect(await bodyOf('/config/definicoes/flows/TROCA/rascunho')).toMatchObject({
      versao: 0,
      conteudo: { chave: 'TROCA', descricao: 'Troca' },
    });
  });

  it('proposes the plural of a record type, and derives the key from it', async () => {
    const path = '/config/definicoes/records/contratos-de-comodato';
    server.use(
      http.put(`${path}/rascunho`, () => HttpResponse.json({ error: 'Não agora.' }, { status: 409 })),
    );
    const user = userEvent.setup();
    renderApp('/configuracao/records');
    await user.click(await screen.findByRole('button', { name: 'Novo' }));
    const dialog = within(screen.getByRole('dialog'));
    const [one, many] = ['Título, no singular', 'Título, no plural'].map((name) =>
      dialog.getByRole('textbox', { name }),
    ) as [HTMLElement, HTMLElement];
    await user.type(one, 'Contrato de comodato');
    expect(many).toHaveValue('Contratos de comodato');
    expect(dialog.getByLabelText(/Chave/)).toHaveValue('contratos-de-comodato');
    await user.clear(many);
    await user.click(dialog.getByRole('button', { name: 'Criar rascunho' }));
    expect(dialog.getByText('Informe o título no plural.')).toBeInTheDocument();
    await user.type(many, 'Contratos-de comodato');
    await user.click(dialog.getByRole('button', { name: 'Criar rascunho' }));
    // Where no field is to blame, the sentence gets the focus.
    const sentence = await dialog.findByText('Não agora.');
    await waitFor(() => expect(sentence.closest('[role=alert]')).toHaveFocus());
    expect(await bodyOf(`${path}/rascunho`)).toMatchObject({
      conteudo: { titulo: { um: 'contrato de comodato', muitos: 'contratos-de comodato' } },
    });
  });

  it('imports the selected lines of a plan, never the refused ones', async () => {
    const line = { tipo: 'flows', versao: 3, mudancas: [], problemas: [] };
    server.use(
      http.post('/config/definicoes-importar/plano', () =>
        HttpResponse.json([
          { ...line, chave: 'A', titulo: 'Primeiro', acao: 'CRIAR' },
          { ...line, chave: 'B', titulo: 'Segundo', acao: 'IGUAL' },
          {
            ...line,
            chave: 'C',
            titulo: 'Terceiro',
            acao: 'RECUSAR',
            problemas: [{ ponteiro: '/etapas', mensagem: 'Falta a etapa inicial.', gravidade: 'ERRO' }],
          },
        ]),
      ),
      http.post('/config/definicoes-importar', () =>
        HttpResponse.json({ importadas: [{ tipo: 'flows', chave: 'A' }] }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/configuracao/flows');
    await user.click(await screen.findByRole('button', { name: 'Importar' }));
    const dialog = screen.getByRole('dialog');
    const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
    // Files in jsdom have no `arrayBuffer` method.
    const upload = (content: Uint8Array) =>
      user.upload(
        input,
        Object.assign(new File([], 'f.json', { type: 'application/json' }), {
          arrayBuffer: async () => content,
        }),
      );
    await upload(new Uint8Array([0x7b, 0xe7, 0x7d]));
    expect(await within(dialog).findByText(/não está em UTF-8/)).toBeInTheDocument();
    await upload(new TextEncoder().encode('\uFEFF{"formato":"x"}'));
    expect(await within(dialog).findByText('Falta a etapa inicial.')).toBeInTheDocument();
    expect(within(dialog).getByRole('checkbox', { name: 'Importar Terceiro' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Importar 1 rascunho' }));
    expect(await screen.findByText(/1 rascunho importado/)).toBeInTheDocument();
    expect(await bodyOf('/config/definicoes-importar')).toMatchObject({
      texto: '{"formato":"x"}',
      escolhidas: [{ tipo: 'flows', chave: 'A' }],
    });
  });

  it('publishes the chosen lines as one bundle, by its name', async () => {
    const line = { tipo: 'flows', mudancas: [], problemas: [] };
    const bundle = {
      ...{ id: 7, titulo: 'Nova devolução', nota: '', autor: null, quantas: 2, desfeito: null },
      quando: new Date().toISOString(),
    };
    server.use(
      http.post('/config/definicoes-importar/plano', () =>
        HttpResponse.json([
          { ...line, chave: 'A', titulo: 'Primeiro', versao: 0, acao: 'CRIAR' },
          { ...line, chave: 'B', titulo: 'Segundo', versao: 4, acao: 'ALTERAR' },
        ]),
      ),
      http.post('/config/definicoes-importar/publicar', () => HttpResponse.json({ data: bundle })),
    );
    const user = userEvent.setup();
    renderApp('/configuracao/flows');
    await user.click(await screen.findByRole('button', { name: 'Importar' }));
    const dialog = screen.getByRole('dialog');
    await user.upload(
      dialog.querySelector('input[type=file]') as HTMLInputElement,
      Object.assign(new File([], 'f.json', { type: 'application/json' }), {
        arrayBuffer: async () => new TextEncoder().encode('{"formato":"x"}'),
      }),
    );
    const publish = await within(dialog).findByRole('button', { name: 'Publicar juntos' });
    expect(publish).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Nome do pacote' }), 'Nova devolução');
    await expectNoAxeViolations(dialog);
    await user.click(publish);
    expect(await screen.findByText(/Pacote "Nova devolução" publicado: 2 itens valem/)).toBeInTheDocument();
    expect(await bodyOf('/config/definicoes-importar/publicar')).toEqual({
      texto: '{"formato":"x"}',
      escolhidas: [
        { tipo: 'flows', chave: 'A', versao: 0 },
        { tipo: 'flows', chave: 'B', versao: 4 },
      ],
      ...{ titulo: 'Nova devolução', nota: '' },
    });
  });

  it('exports what is chosen with all that it uses, and says what stays', async () => {
    const plan = (chave: string, more: object) => ({
      tipo: 'flows',
      chave,
      titulo: chave,
      usadaPor: [],
      aviso: '',
      ...more,
    });
    let asked = '';
    server.use(
      http.get('/config/definicoes/flows', () => HttpResponse.json({ itens: [summary()], quebrados: [] })),
      http.get('/config/definicoes/fields', () => HttpResponse.json({ itens: [], quebrados: [] })),
      http.get('/config/definicoes/registration', () => HttpResponse.json({ itens: [], quebrados: [] })),
      http.get('/config/definicoes/:tipo', () => HttpResponse.json({ itens: [], quebrados: [] })),
      http.get('/config/definicoes-exportar/outros', () =>
        HttpResponse.json([
          {
            tipo: 'parameters',
            chave: 'nomeEmpresa',
            titulo: 'Nome da empresa',
            fica: 'É o nome da empresa.',
          },
        ]),
      ),
      http.post('/config/definicoes-exportar/plano', () =>
        HttpResponse.json([
          plan('DEVOLUCAO', { escolhida: true, levada: true }),
          plan('ticket', { tipo: 'fields', escolhida: false, usadaPor: ['DEVOLUCAO'], levada: true }),
          plan('pontos', {
            ...{ tipo: 'records', escolhida: false, usadaPor: ['DEVOLUCAO'], levada: false },
            aviso: 'Fica: o seu perfil não muda isto.',
          }),
          plan('TROCA', {
            ...{ tipo: 'types', escolhida: false, usadaPor: ['DEVOLUCAO'], levada: true },
            aviso: 'A habilidade de quem atende fica.',
          }),
          ...['Avaria', 'Engano', 'Prazo', 'Preço', 'Troca', 'Outro'].map((chave) =>
            plan(chave, { tipo: 'reasons', escolhida: false, usadaPor: ['TROCA'], levada: true }),
          ),
        ]),
      ),
      http.get('/config/definicoes-exportar', ({ request }) => {
        asked = new URL(request.url).searchParams.get('itens') ?? '';
        return HttpResponse.json({ itens: [] });
      }),
    );
    const user = userEvent.setup();
    renderApp('/configuracao/flows');
    await user.click(await screen.findByRole('button', { name: 'Exportar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Escolher o que levar…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Escolher o que levar' }));
    expect(await dialog.findByRole('button', { name: 'Exportar' })).toBeDisabled();
    await user.click(await dialog.findByRole('checkbox', { name: /^Levar Devolução/ }));
    const beside = within(await dialog.findByRole('region', { name: 'Vai junto' }));
    expect(beside.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^ticket.*usado por DEVOLUCAOVai junto$/),
      expect.stringMatching(/^pontos.*Fica: o seu perfil não muda isto\.$/),
      expect.stringMatching(/^TROCA.*A habilidade de quem atende fica\.Vai junto$/),
      // Many of one noun are one line.
      expect.stringMatching(/^6 motivos de ticket.*Avaria, Engano, Prazo, Preço e mais 2Vai junto$/),
    ]);
    expect(dialog.getByRole('checkbox', { name: 'Levar Nome da empresa' })).toBeDisabled();
    expect(dialog.getByText(/Fica: é o nome da empresa/)).toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Levar junto TROCA' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Levar junto 6 motivos de ticket' }));
    await user.click(dialog.getByRole('button', { name: 'Exportar 2 itens' }));
    await waitFor(() => expect(asked).toBe('flows/DEVOLUCAO,fields/ticket'));
  });

  it('undoes a bundle as one, and says what is in the way of another', async () => {
    const bundle = (id: number, titulo: string) => ({
      ...{ id, titulo, nota: 'Pedido da matriz', autor: { id: 9, nome: 'Bruno Lima' }, quantas: 1 },
      ...{ desfeito: null, quando: new Date().toISOString() },
    });
    const item = { tipo: 'flows', chave: 'DEVOLUCAO', titulo: 'Devolução', criada: false };
    server.use(
      http.get('/config/pacotes', () => HttpResponse.json([bundle(2, 'Segundo'), bundle(1, 'Primeiro')])),
      http.get('/config/pacotes/:id', ({ params }) =>
        HttpResponse.json({
          data: {
            ...bundle(Number(params.id), params.id === '1' ? 'Primeiro' : 'Segundo'),
            itens: [
              { ...item, mudancas: [{ ponteiro: '/etapas/1', frase: "A etapa 'Análise' mudou de nome." }] },
            ],
            obstaculos: params.id === '1' ? ['"Devolução" mudou depois deste pacote.'] : [],
          },
        }),
      ),
      http.post('/config/pacotes/2/desfazer', () => HttpResponse.json({ data: bundle(2, 'Segundo') })),
    );
    const user = userEvent.setup();
    renderApp('/configuracao/flows');
    await user.click(await screen.findByRole('button', { name: 'Pacotes' }));
    await user.click(await screen.findByRole('button', { name: 'Ver o pacote Primeiro' }));
    const first = within(await screen.findByRole('dialog', { name: 'Primeiro' }));
    expect(await first.findByText('"Devolução" mudou depois deste pacote.')).toBeInTheDocument();
    expect(first.getByRole('button', { name: 'Desfazer o pacote' })).toBeDisabled();
    await user.click(first.getByRole('button', { name: 'Fechar' }));
    await user.click(await screen.findByRole('button', { name: 'Ver o pacote Segundo' }));
    const second = within(await screen.findByRole('dialog', { name: 'Segundo' }));
    expect(await second.findByText("A etapa 'Análise' mudou de nome.")).toBeInTheDocument();
    await user.type(second.getByRole('textbox', { name: 'Nota' }), 'Cedo demais');
    await user.click(second.getByRole('button', { name: 'Desfazer o pacote' }));
    expect(await screen.findByText('Pacote "Segundo" desfeito.')).toBeInTheDocument();
    expect(await bodyOf('/config/pacotes/2/desfazer')).toEqual({ nota: 'Cedo demais' });
  });
});
