import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from '#contract/config/people/audit.ts';
import type { PublishedNotice } from '#contract/config/texts/publishedNotices.ts';
import { HttpResponse, http, refusal, requests, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const server = serve();
beforeEach(freshBrowser);

const range = (rows: object[], resource: string) =>
  HttpResponse.json(rows, { headers: { 'Content-Range': `${resource} 0-${rows.length}/${rows.length}` } });
const noDraft = [
  http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
  http.put('/config/rascunhos/:objeto', ({ params }) =>
    HttpResponse.json({
      data: { objeto: params.objeto, conteudo: {}, atualizado: new Date().toISOString(), versao: 1 },
    }),
  ),
  http.delete('/config/rascunhos/:objeto', () => HttpResponse.json({ data: { message: 'ok' } })),
];

describe('audit log', () => {
  const entry: AuditEntry = {
    id: 12,
    quando: '2026-03-10T12:00:00Z',
    pessoa: { id: 4, nome: 'Bruno Carvalho' },
    acao: 'ARQUIVAR',
    entidade: 'tickets',
    registro: '812',
    nome: '',
    nomes: {},
    vezes: 1,
    desde: null,
    antes: { arquivado: false, status: 'FINALIZADO' },
    depois: { arquivado: true, status: 'FINALIZADO' },
    ip: '10.0.0.1',
    protocolo: 'abc',
  };
  beforeEach(() => {
    server.use(
      ...signedIn(['AUDITORIA', 'SAC_TICKETS']),
      http.get('/sac/consultas/atendentes', () => HttpResponse.json([{ id: 4, nome: 'Bruno Carvalho' }])),
    );
  });

  it('is listed in words and filtered by kind of record', async () => {
    server.use(http.get('/config/auditoria', () => range([entry], 'auditoria')));
    const user = userEvent.setup();
    const { container } = renderApp('/auditoria');
    const table = await screen.findByRole('table', { name: 'Registros' });
    await within(table).findByText('Arquivou');
    expect(within(table).getByText('Ticket 812')).toBeInTheDocument();
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Registro' }));
    await user.click(await screen.findByRole('radio', { name: 'Ticket' }));
    await waitFor(() =>
      expect(requests.map(({ url }) => new URL(url).searchParams.get('filter'))).toContain(
        '{"entidade":"tickets"}',
      ),
    );
  });

  it('names what numbers refer to, and says how often a form saved itself', async () => {
    const joined: AuditEntry = {
      ...entry,
      ...{ acao: 'ALTERAR', entidade: 'customers', registro: '230', nome: 'Mercado Sol' },
      ...{
        antes: { filial: 1, nota: 'Á' },
        depois: { filial: 3, nota: '' },
        nomes: { 'filial/3': 'Santos' },
      },
      ...{ vezes: 5, desde: '2026-03-10T11:57:00Z' },
    };
    server.use(
      http.get('/config/auditoria', () => range([joined], 'auditoria')),
      http.get('/config/auditoria/12', () => HttpResponse.json(joined)),
    );
    const { unmount } = renderApp('/auditoria');
    expect(await screen.findByText('Alterou, 5 vezes')).toBeInTheDocument();
    expect(screen.getByText('Cliente 230 · Mercado Sol')).toBeInTheDocument();
    unmount();
    renderApp('/auditoria/12');
    const row = (await screen.findByRole('rowheader', { name: 'filial' })).closest('tr') as HTMLElement;
    expect(within(row).getByText('Santos (3)').tagName).toBe('INS');
    expect(within(row).getByText('1').tagName).toBe('DEL');
    expect(screen.getByText(/5 vezes em seguida, desde/)).toBeInTheDocument();
  });

  it('shows the changes of an entry with a link to its record', async () => {
    server.use(http.get('/config/auditoria/12', () => HttpResponse.json(entry)));
    const { container } = renderApp('/auditoria/12');
    const row = (await screen.findByRole('rowheader', { name: 'arquivado' })).closest('tr') as HTMLElement;
    expect(within(row).getByText('não').tagName).toBe('DEL');
    expect(within(row).getByText('sim').tagName).toBe('INS');
    expect(screen.queryByRole('rowheader', { name: 'status' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ticket 812' })).toHaveAttribute('href', '/tickets/812');
    await expectNoAxeViolations(container);
  });
});

describe('notice', () => {
  const notice: PublishedNotice = {
    id: 5,
    titulo: 'Doca 3 fechada',
    conteudo: '<p>Use a doca 4.</p>',
    publico: 'TODOS',
    pessoa: null,
    link: null,
    publicadoEm: '2026-03-10T12:00:00Z',
    autor: 'Sílvia Moura',
    leituras: 1,
    destinatarios: 2,
    versao: 3,
  };
  beforeEach(() => {
    server.use(
      ...signedIn(['AVISOS_EDITAR', 'SAC_AVISOS']),
      ...noDraft,
      http.get('/config/avisos-publicados', () => range([notice], 'avisos-publicados')),
      http.get('/config/avisos-publicados/5', () => HttpResponse.json(notice)),
      http.get('/config/avisos-publicados/5/leituras', () =>
        HttpResponse.json({
          leram: [{ nome: 'Ana', quando: '2026-03-10T13:00:00Z' }],
          faltam: [{ nome: 'Bia' }],
        }),
      ),
    );
  });

  it('shows how many people have read it, and who', async () => {
    const { container } = renderApp('/avisos-publicados');
    expect(await screen.findByText('1 de 2 leram')).toBeInTheDocument();
    await expectNoAxeViolations(container);
    screen.getByRole('link', { name: /Doca 3 fechada/ }).click();
    expect(await screen.findByRole('heading', { name: 'Faltam (1)' })).toBeInTheDocument();
    expect(screen.getByText('Bia')).toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: 'Texto' })).toHaveTextContent('Use a doca 4.');
    await expectNoAxeViolations(container);
  });

  it('keeps what was typed on a conflict and when a field is rejected', async () => {
    server.use(
      http.put('/config/avisos-publicados/5', async ({ request }) => {
        const body = (await request.json()) as { titulo: string; versao: number };
        if (body.titulo === 'x')
          return refusal(422, 'Dê um título ao aviso.', { errors: { titulo: 'Dê um título ao aviso.' } });
        return refusal(409, `Outra pessoa mudou este aviso (${body.versao}).`);
      }),
    );
    const user = userEvent.setup();
    renderApp('/avisos-publicados/5');
    const title = await screen.findByRole('textbox', { name: /^Título/ });
    await user.clear(title);
    await user.type(title, 'x');
    await user.click(screen.getByRole('button', { name: 'Salvar aviso' }));
    await waitFor(() => expect(title).toHaveAccessibleDescription('Dê um título ao aviso.'));
    expect(title).toHaveFocus();
    await user.type(title, 'yz');
    await user.click(screen.getByRole('button', { name: 'Salvar aviso' }));
    expect(await screen.findByText('Outra pessoa mudou este aviso (3).')).toBeInTheDocument();
    expect(title).toHaveValue('xyz');
  });

  it('says what was refused of a field that the form does not show, with its title', async () => {
    server.use(
      http.put('/config/avisos-publicados/5', () =>
        refusal(422, 'Confira os campos.', { errors: { versao: 'não é a última.' } }),
      ),
    );
    const user = userEvent.setup();
    renderApp('/avisos-publicados/5');
    await user.type(await screen.findByRole('textbox', { name: /^Título/ }), '!');
    await user.click(screen.getByRole('button', { name: 'Salvar aviso' }));
    const sentence = await screen.findByText('Versão: não é a última.');
    await waitFor(() => expect(sentence.closest('[role=alert]')).toHaveFocus());
  });

  it('requires a possible hour, at its field', async () => {
    const user = userEvent.setup();
    renderApp('/avisos-publicados/5');
    const hour = await screen.findByRole('textbox', { name: 'Hora' });
    await user.clear(hour);
    await user.type(hour, '2599');
    await user.click(screen.getByRole('button', { name: 'Salvar aviso' }));
    await waitFor(() => expect(hour).toHaveAccessibleDescription('Informe a hora de 00:00 a 23:59.'));
    expect(hour).toHaveFocus();
  });

  it('is withdrawn after a confirmation, and the list is shown again', async () => {
    server.use(
      http.delete('/config/avisos-publicados/5', () =>
        HttpResponse.json({ data: { message: 'Aviso excluído.' } }),
      ),
    );
    const user = userEvent.setup();
    const { router } = renderApp('/avisos-publicados/5');
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir este aviso?' });
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Aviso excluído.')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/avisos-publicados'));
  });
});

describe('FAQ article', () => {
  it('is written with permission, with its own type', async () => {
    server.use(
      ...signedIn(['FAQ_EDITAR', 'SAC_FAQ']),
      ...noDraft,
      http.get('/sac/faq/tipos', () => HttpResponse.json([{ id: 1, desc: 'Devoluções' }])),
      http.get('/config/artigos/4', () =>
        HttpResponse.json({
          id: 4,
          titulo: 'Como devolver',
          conteudo: '<p>Abra um ticket.</p>',
          tipo: 'Devoluções',
          paraConsumidores: true,
          atualizado: '2026-03-10T12:00:00Z',
          versao: 1,
        }),
      ),
      http.get('/config/artigos', () => range([], 'artigos')),
      http.put('/config/artigos/4', () => HttpResponse.json({ data: { id: 4, message: 'Artigo salvo.' } })),
    );
    const user = userEvent.setup();
    const { container } = renderApp('/artigos/4');
    await user.click(await screen.findByRole('switch', { name: 'Consumidores também leem' }));
    const kind = screen.getByRole('combobox', { name: 'Tipo' });
    await user.clear(kind);
    await user.type(kind, 'Entregas');
    await screen.findByRole('textbox', { name: 'Texto' });
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Salvar artigo' }));
    expect(await screen.findByText('Artigo salvo.')).toBeInTheDocument();
    const sent = requests.find(({ method, url }) => method === 'PUT' && url.endsWith('/config/artigos/4'));
    expect(await sent?.json()).toEqual({
      titulo: 'Como devolver',
      conteudo: '<p>Abra um ticket.</p>',
      tipo: 'Entregas',
      paraConsumidores: false,
      versao: 1,
    });
  });

  it('cannot be written without permission', async () => {
    server.use(...signedIn(['SAC_FAQ']));
    renderApp('/artigos/create');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });
});
