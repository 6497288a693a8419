import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CALL_SCOPE, type ServiceKey } from '#contract/config/serviceKeys.ts';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();
const person = userEvent.setup();

const KEY: ServiceKey = {
  id: 3,
  nome: 'ERP da matriz',
  inicio: 'blc_Ab12cd',
  escopos: [{ tipo: 'produtos', verbos: ['LER'] }],
  filiais: [],
  enderecos: [],
  dadosPessoais: true,
  validade: null,
  ultimoUso: null,
  ultimoEndereco: '',
  anteriorAte: null,
  assinaDesde: null,
  situacao: 'ATIVA',
  criado: '2026-11-20T12:00:00.000Z',
  autor: 'Ana Ribeiro',
  versao: 2,
};
const type = (chave: string, um: string, muitos: string, excluir: boolean) => ({
  chave,
  titulo: { um, muitos, genero: 'm' },
  icone: 'Inventory2',
  grupo: 'Produtos',
  descricao: '',
  pode: { criar: true, alterar: true, excluir, importar: true },
  total: 1,
});

let sent: { path: string; body: Record<string, unknown> }[] = [];
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  sent = [];
  const keep = async (request: Request) => {
    sent.push({ path: new URL(request.url).pathname, body: (await request.json()) as never });
  };
  server.use(
    ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_CHAVES', 'DADOS_PESSOAIS']),
    http.get('/config/chaves', () =>
      HttpResponse.json([KEY], { headers: { 'Content-Range': 'chaves 0-0/1' } }),
    ),
    http.get('/config/chaves/3', () => HttpResponse.json(KEY)),
    http.get('/config/cadastros', () =>
      HttpResponse.json({
        itens: [type('produtos', 'produto', 'produtos', true), type('precos', 'preço', 'preços', false)],
      }),
    ),
    http.get('/dados/v1/filiais', () =>
      HttpResponse.json({
        itens: [{ id: 9, versao: 1, rotulos: {}, nomeFantasia: 'Matriz' }],
        proximo: null,
      }),
    ),
    http.post('/config/chaves', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ id: 4, data: { id: 4, message: 'Copie agora.', chave: 'blc_segredo' } });
    }),
    http.post('/config/chaves/3/revogar', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ id: 3, data: { id: 3, message: 'Chave revogada.' } });
    }),
  );
});

describe('service keys', () => {
  it('are created with their scopes and shown once', async () => {
    const seen: Element[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      if (this.getAttribute('role') === 'alert') seen.push(this);
    };
    renderApp('/chaves');
    await person.click(await screen.findByRole('button', { name: 'Criar chave' }));
    const dialog = await screen.findByRole('dialog', { name: 'Criar chave de integração' });
    await person.type(within(dialog).getByRole('textbox', { name: /^Nome/ }), 'Loja');
    await person.click(within(dialog).getByRole('button', { name: 'Criar chave' }));
    const refusal = await within(dialog).findByText(/Marque o que a chave pode fazer/);
    // Below forty lines of options it would not be visible.
    expect(seen).toEqual([refusal]);
    expect(sent).toEqual([]);
    const products = within(await within(dialog).findByRole('group', { name: 'produtos' }));
    await person.click(products.getByRole('checkbox', { name: 'Ler' }));
    await person.click(products.getByRole('checkbox', { name: 'Gravar' }));
    const prices = within(within(dialog).getByRole('group', { name: 'preços' }));
    expect(prices.getByRole('checkbox', { name: 'Excluir' })).toBeDisabled();
    await person.type(
      within(dialog).getByRole('textbox', { name: 'Só destes IPs' }),
      '10.0.0.0/24, 10.1.1.1',
    );
    await person.click(within(dialog).getByRole('button', { name: 'Criar chave' }));
    const secret = await screen.findByRole('dialog', { name: 'Copie a chave' });
    expect(within(secret).getByText('blc_segredo')).toBeTruthy();
    expect(sent[0]?.body).toEqual({
      nome: 'Loja',
      escopos: [{ tipo: 'produtos', verbos: ['LER', 'GRAVAR'] }],
      filiais: [],
      enderecos: ['10.0.0.0/24', '10.1.1.1'],
      dadosPessoais: true,
      validade: null,
    });
    await person.click(within(secret).getByRole('button', { name: 'Já copiei' }));
    await waitFor(() => expect(screen.queryByText('blc_segredo')).toBeNull());
  });

  it("get one verb for all records at once, limited to the person's rights", async () => {
    renderApp('/chaves');
    await person.click(await screen.findByRole('button', { name: 'Criar chave' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Criar chave de integração' }));
    const box = (group: string, verb: string) =>
      within(dialog.getByRole('group', { name: group })).getByRole('checkbox', { name: verb });
    await dialog.findByRole('group', { name: 'produtos' });
    await person.click(box('Todos os de hoje', 'Excluir'));
    expect(box('produtos', 'Excluir')).toBeChecked();
    expect(box('preços', 'Excluir')).not.toBeChecked();
    await person.click(box('Todos os de hoje', 'Ler'));
    expect(box('preços', 'Ler')).toBeChecked();
    await person.click(box('preços', 'Ler'));
    expect(box('Todos os de hoje', 'Ler')).toBePartiallyChecked();
    await person.click(box('Todos os de hoje', 'Excluir'));
    await person.type(dialog.getByRole('textbox', { name: /^Nome/ }), 'Loja');
    await person.click(dialog.getByRole('button', { name: 'Criar chave' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.escopos).toEqual([{ tipo: 'produtos', verbos: ['LER'] }]);
  });

  it('have a page with scopes, allowed addresses and creation', async () => {
    renderApp('/chaves');
    await person.click(await screen.findByRole('link', { name: 'ERP da matriz' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'ERP da matriz' })).toBeVisible();
    const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
    expect(await screen.findByText('Produtos')).toBeVisible();
    expect(fact('Produtos')).toBe('Ler');
    expect(fact('Filiais')).toBe('Todas');
    expect(fact('Quem criou')).toBe('Ana Ribeiro');
    await person.click(screen.getByRole('button', { name: 'Revogar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revogar ERP da matriz?' });
    await person.click(within(dialog).getByRole('button', { name: 'Revogar chave' }));
    await waitFor(() => expect(sent).toEqual([{ path: '/config/chaves/3/revogar', body: { versao: 2 } }]));
  });

  it('can be rotated and revoked on a phone too', async () => {
    windowOf(360);
    renderApp('/chaves');
    expect(await screen.findByRole('button', { name: 'Trocar' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Revogar' })).toBeVisible();
  });

  it('are revoked after a confirmation, with the version that was read', async () => {
    renderApp('/chaves');
    await person.click(await screen.findByRole('button', { name: 'Revogar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revogar ERP da matriz?' });
    await person.click(within(dialog).getByRole('button', { name: 'Revogar chave' }));
    await waitFor(() => expect(sent).toEqual([{ path: '/config/chaves/3/revogar', body: { versao: 2 } }]));
  });

  it('that tell calls get a secret to sign them with, shown once', async () => {
    const telephony: ServiceKey = {
      ...KEY,
      escopos: [{ tipo: CALL_SCOPE.tipo, verbos: [CALL_SCOPE.verbo] }],
    };
    server.use(
      http.get('/config/chaves', () =>
        HttpResponse.json([KEY, { ...telephony, id: 5, nome: 'Central' }], {
          headers: { 'Content-Range': 'chaves 0-1/2' },
        }),
      ),
      http.post('/config/chaves/5/assinatura', async ({ request }) => {
        sent.push({ path: new URL(request.url).pathname, body: (await request.json()) as never });
        return HttpResponse.json({ id: 5, data: { id: 5, message: 'Copie agora.', chave: 'whsec_segredo' } });
      }),
    );
    renderApp('/chaves');
    const [button, ...others] = await screen.findAllByRole('button', { name: 'Assinatura' });
    expect(others).toEqual([]);
    await person.click(button as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Criar o segredo de assinatura de Central?' });
    expect(dialog).toHaveTextContent('/telefonia/ligacoes?fonte=5');
    await person.click(within(dialog).getByRole('button', { name: 'Criar segredo' }));
    expect(await screen.findByText('whsec_segredo')).toBeVisible();
    expect(sent).toEqual([{ path: '/config/chaves/5/assinatura', body: { versao: 2 } }]);
  });

  it('start from a usual purpose, and reach what comes later', async () => {
    renderApp('/chaves');
    await person.click(await screen.findByRole('button', { name: 'Criar chave' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Criar chave de integração' }));
    await dialog.findByRole('group', { name: 'produtos' });
    await person.type(dialog.getByRole('textbox', { name: /^Nome/ }), 'Painel');
    await person.click(dialog.getByRole('button', { name: 'Leitura para BI' }));
    const products = within(dialog.getByRole('group', { name: 'produtos' }));
    expect(products.getByRole('checkbox', { name: 'Ler' })).toBeChecked();
    expect(products.getByRole('checkbox', { name: 'Ler' })).toBeDisabled();
    expect(products.getByRole('checkbox', { name: 'Gravar' })).not.toBeChecked();
    await person.click(dialog.getByRole('button', { name: 'Criar chave' }));
    await screen.findByRole('dialog', { name: 'Copie a chave' });
    expect(sent[0]?.body.escopos).toEqual([{ tipo: '*', verbos: ['LER'] }]);
  });

  it('are changed with their version', async () => {
    server.use(
      http.put('/config/chaves/3', async ({ request }) => {
        sent.push({ path: '/config/chaves/3', body: (await request.json()) as never });
        return HttpResponse.json({ id: 3, data: { id: 3, message: 'Chave alterada.' } });
      }),
    );
    renderApp('/chaves/3');
    await person.click(await screen.findByRole('button', { name: 'Alterar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Alterar ERP da matriz' }));
    const products = within(await dialog.findByRole('group', { name: 'produtos' }));
    expect(products.getByRole('checkbox', { name: 'Ler' })).toBeChecked();
    await person.click(products.getByRole('checkbox', { name: 'Gravar' }));
    await person.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      nome: 'ERP da matriz',
      versao: 2,
      escopos: [{ tipo: 'produtos', verbos: ['LER', 'GRAVAR'] }],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
