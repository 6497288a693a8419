import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Webhook, WebhookDelivery } from '#contract/config/webhooks.ts';
import { HttpResponse, http, serve } from '../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();
const person = userEvent.setup();

const WEBHOOK: Webhook = {
  id: 3,
  nome: 'ERP da matriz',
  url: 'https://erp.exemplo.com.br/avisos',
  tipos: ['pagamentos'],
  filiais: [],
  semChave: null,
  dadosPessoais: false,
  ativo: false,
  motivo: 'Só falhou por 5 dias.',
  falhandoDesde: null,
  pendentes: 7,
  ultimaEntrega: null,
  anteriorAte: null,
  criado: '2026-11-20T12:00:00.000Z',
  autor: 'Ana Ribeiro',
  versao: 2,
};
const DELIVERY: WebhookDelivery = {
  id: 9,
  webhook: { id: 3, nome: 'ERP da matriz' },
  mensagem: 'msg_3_x',
  evento: 'pagamentos.criado',
  situacao: 'DESISTIU',
  tentativas: 14,
  proxima: null,
  ultima: '2026-11-20T12:00:00.000Z',
  status: 500,
  resposta: 'caiu',
  corpo: '{"type":"pagamentos.criado"}',
  criado: '2026-11-20T12:00:00.000Z',
};

let sent: { path: string; body: unknown }[] = [];
let requested: string[] = [];
const keep = async (request: Request) => {
  sent.push({ path: new URL(request.url).pathname, body: await request.json() });
};
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
  sent = [];
  requested = [];
  const counted = (name: string) => ({ headers: { 'Content-Range': `${name} 0-0/1` } });
  server.use(
    ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_WEBHOOKS', 'PEDIDO']),
    http.get('/config/webhooks', () => HttpResponse.json([WEBHOOK], counted('webhooks'))),
    http.get('/config/webhooks/3', () => HttpResponse.json(WEBHOOK)),
    http.get('/config/entregas', ({ request }) => {
      requested.push(new URL(request.url).searchParams.get('filter') ?? '');
      return HttpResponse.json([DELIVERY], counted('entregas'));
    }),
    http.get('/config/entregas/9', () => HttpResponse.json(DELIVERY)),
    http.get('/config/cadastros', () => HttpResponse.json({ itens: [] })),
    http.get('/dados/v1/filiais', () => HttpResponse.json({ itens: [], proximo: null })),
    http.post('/config/webhooks', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ id: 4, data: { id: 4, message: 'Copie agora.', segredo: 'whsec_abc' } });
    }),
    http.put('/config/webhooks/3', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ id: 3, data: { id: 3, message: 'Webhook salvo.' } });
    }),
    http.post('/config/webhooks/3/ligar', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ id: 3, data: { id: 3, message: 'Webhook ligado.' } });
    }),
    http.post('/config/entregas/9/reenviar', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ id: 9, data: { id: 9, message: 'Vai de novo agora.' } });
    }),
  );
});

describe('webhooks', () => {
  it('are created with URL and types, and the secret is shown once', async () => {
    renderApp('/webhooks');
    await person.click(await screen.findByRole('button', { name: 'Criar webhook' }));
    const dialog = await screen.findByRole('dialog', { name: 'Criar webhook' });
    await person.type(within(dialog).getByRole('textbox', { name: /^Nome/ }), 'Loja');
    await person.type(within(dialog).getByRole('textbox', { name: /^Endereço/ }), 'https://loja.exemplo/x');
    await person.click(within(dialog).getByRole('button', { name: 'Criar webhook' }));
    const subjects = within(dialog).getByRole('combobox', { name: /^O que avisar/ });
    await waitFor(() => expect(subjects).toHaveAccessibleDescription(/Escolha ao menos um tipo/));
    expect(sent).toEqual([]);
    // Its options would cover the message.
    expect(subjects).toHaveAttribute('aria-expanded', 'false');
    await person.click(subjects);
    // Tickets are not offered to a person who may not read them.
    expect(screen.queryByRole('option', { name: /Tickets/ })).toBeNull();
    await person.click(await screen.findByRole('option', { name: 'Pagamentos recebidos' }));
    await person.click(within(dialog).getByRole('button', { name: 'Criar webhook' }));
    const secret = await screen.findByRole('dialog', { name: 'Copie o segredo' });
    expect(within(secret).getByText('whsec_abc')).toBeTruthy();
    expect(sent[0]?.body).toEqual({
      nome: 'Loja',
      url: 'https://loja.exemplo/x',
      tipos: ['pagamentos'],
      filiais: [],
      semChave: null,
      dadosPessoais: true,
    });
    await person.click(within(secret).getByRole('button', { name: 'Já copiei' }));
    await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull());
  });

  it('are updated with the version that was read, and only after a change', async () => {
    renderApp('/webhooks/3');
    await person.click(await screen.findByRole('button', { name: 'Editar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Editar ERP da matriz' });
    const save = within(dialog).getByRole('button', { name: 'Salvar' });
    expect(save).toHaveProperty('disabled', true);
    const address = within(dialog).getByRole('textbox', { name: /^Endereço/ });
    expect(address).toHaveAttribute('inputmode', 'url');
    await person.clear(address);
    await person.type(address, 'https://novo.exemplo.com.br/x');
    await person.click(save);
    await waitFor(() =>
      expect(sent).toEqual([
        {
          path: '/config/webhooks/3',
          body: {
            nome: 'ERP da matriz',
            url: 'https://novo.exemplo.com.br/x',
            tipos: ['pagamentos'],
            filiais: [],
            semChave: null,
            dadosPessoais: false,
            versao: 2,
          },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('say why they are off, and are switched on after a confirmation', async () => {
    renderApp('/webhooks/3');
    await screen.findByText(/Só falhou por 5 dias/);
    await person.click(screen.getByRole('button', { name: 'Ligar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ligar ERP da matriz?' });
    await person.click(within(dialog).getByRole('button', { name: 'Ligar webhook' }));
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/config/webhooks/3/ligar', body: { versao: 2, ativo: true } }]),
    );
  });

  it('show their deliveries by state, and send one again', async () => {
    renderApp(`/entregas?filter=${encodeURIComponent('{"webhook":3}')}`);
    await screen.findByText('pagamentos.criado');
    expect(requested.some((filter) => filter.includes('"webhook"'))).toBe(true);
    renderApp('/entregas/9');
    await person.click(await screen.findByRole('button', { name: 'Enviar de novo' }));
    await waitFor(() => expect(sent).toEqual([{ path: '/config/entregas/9/reenviar', body: {} }]));
    expect(screen.getByText('caiu')).toBeTruthy();
  });

  it('are not shown without permission', async () => {
    server.use(...signedIn(['CONFIGURACAO', 'CONFIGURACAO_CHAVES']));
    renderApp('/webhooks');
    await screen.findByText(/^Seu perfil não dá acesso a /);
    expect(screen.queryByRole('button', { name: 'Criar webhook' })).toBeNull();
  });
});
