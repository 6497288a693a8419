import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Editor } from '@tiptap/core';
import type { Permission } from '../../../contract/permissions.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import {
  asked,
  HttpResponse,
  http,
  inTurn,
  loadOf,
  person,
  refusal,
  requests,
  serve,
} from '../dataProvider/server.ts';
import { attachment, message, pageOf, ticket } from './fixtures.ts';
import { ANA, freshBrowser, renderApp, signedIn } from './renderApp.tsx';

const OWN: Permission[] = ['SAC_TICKETS', 'TICKETS_RESPONDER'];
const STAFF: Permission[] = [...OWN, 'TICKETS_RESPONDER_INTERNO'];
const server = serve();
/** The draft on the test server. */
let draft: { conteudo: unknown; atualizado: string; versao: number; objeto: string } | null;
const savedDraft = (conteudo: object, versao = 1) => ({
  objeto: 'ticket-812-resposta',
  atualizado: '2026-11-21T14:32:00Z',
  conteudo,
  versao,
});
const reply = (fields = {}) => ({
  tipo: 'PUBLICO',
  html: '<p>Meio caminho</p>',
  length: 12,
  arquivos: [],
  setor: null,
  atendente: null,
  aguardaCliente: false,
  ...fields,
});

beforeAll(() => {
  // jsdom has no layout, but the editor asks for the position of its lines.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.elementFromPoint = () => null;
});

beforeEach(() => {
  freshBrowser();
  draft = null;
  server.use(
    ...signedIn(STAFF),
    http.get('/config/rascunhos/:objeto', ({ params }) =>
      HttpResponse.json({ data: params.objeto === 'ticket-812-resposta' ? draft : null }),
    ),
    http.put('/config/rascunhos/ticket-812-resposta', async ({ request }) => {
      const { conteudo, versao } = (await request.json()) as { conteudo: object; versao: number };
      if (versao !== (draft?.versao ?? 0))
        return HttpResponse.json({ error: 'Mudou', code: 'CONFLITO', atual: draft }, { status: 409 });
      draft = savedDraft(conteudo, versao + 1);
      return HttpResponse.json({ data: draft });
    }),
    http.get('/sac/tickets/812/atividades', () => HttpResponse.json([])),
    http.get('/sac/tickets/812/custos-disponiveis', () => HttpResponse.json([])),
    http.get('/sac/tickets/812/setores', () =>
      HttpResponse.json([
        { id: 2, desc: 'Logística', atual: true, atendentes: [] },
        { id: 3, desc: 'Financeiro', atual: false, atendentes: [{ id: 31, nome: 'Rita Lemos' }] },
      ]),
    ),
    http.get('/config/respostas-oferecidas', () =>
      HttpResponse.json([
        {
          id: 1,
          titulo: 'Saudação',
          html: '<p>Olá, {{cliente}}. Ticket {{ticket}}, {{prazo}}.</p>',
          setor: null,
        },
        { id: 2, titulo: 'Devolução', html: '<p>Aprovada.</p>', setor: null },
      ]),
    ),
  );
});

const serveTicket = (fields: Parameters<typeof ticket>[1] = {}, history = [message(1)]) =>
  server.use(
    http.get('/sac/tickets/812', () => HttpResponse.json({ data: ticket(812, fields) })),
    http.get('/sac/tickets/812/historico', ({ request }) => {
      const type = new URL(request.url).searchParams.get('tipo');
      return HttpResponse.json(
        pageOf(
          history.filter(({ tipo }) => !type || tipo === type),
          history.length,
          1,
          8,
        ),
      );
    }),
  );

const textField = () => screen.findByRole('textbox', { name: 'Mensagem' });
/** Simulates typing by calling the editor directly, because jsdom has no lines to type into. */
async function write(text: string) {
  const box = (await textField()) as HTMLElement & { editor: Editor };
  act(() => void box.editor.commands.insertContent(text));
}
const composer = () => screen.findByRole('region', { name: 'Escrever mensagem' });
const sent = async () =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && url.endsWith('/historico'))
      .map(async (request) => ({
        body: await request.json(),
        key: request.headers.get('idempotency-key'),
      })),
  );
const acceptsMessage = () =>
  http.post('/sac/tickets/812/historico', () => {
    draft = null;
    return HttpResponse.json({
      data: { id: 9, message: 'Mensagem enviada.', versao: 2, status: 'EM_ATENDIMENTO' },
    });
  });

describe('conversation', () => {
  it('shows who wrote, when, to whom, and what only the team sees', async () => {
    serveTicket({}, [
      message(1, { colaborador_id: ANA.id, colaborador: { nome: ANA.nome } }),
      message(2, { tipo: 'PRIVADO', mensagem: '<p>Só nós</p>' }),
      message(3, { tipo: 'ENCAMINHAMENTO', destino: { setor: 'Financeiro', atendente: 'Rita Lemos' } }),
      message(4, {
        anexos: [
          attachment(5, { nome_exibicao: 'foto da caixa amassada no transporte.jpg' }),
          attachment(6, { nome_exibicao: 'nota fiscal de devolucao assinada.pdf', mime: 'application/pdf' }),
        ],
      }),
    ]);
    const { container } = renderApp('/tickets/812');
    const own = await screen.findByRole('article', { name: 'Você' });
    expect(own).toHaveTextContent(/\d{2}:\d{2}/);
    const secret = screen.getByText('Só nós').closest('article');
    expect(secret).toHaveAccessibleName('Raul Silva, só a equipe vê');
    expect(secret).toHaveTextContent('Privado');
    expect(screen.getByText('Para Financeiro, Rita Lemos')).toBeInTheDocument();
    // Shows the last 23 characters; the accessible name contains the whole name.
    const photo = screen.getByRole('link', { name: 'Baixar foto da caixa amassada no transporte.jpg' });
    expect(photo).toHaveTextContent('…ssada no transporte.jpg');
    expect(photo.querySelector('img')).toHaveAttribute('src', '/sac/tickets/812/anexos/5?miniatura=true');
    const pdf = screen.getByRole('link', { name: 'Baixar nota fiscal de devolucao assinada.pdf' });
    expect(pdf).toHaveTextContent(/^… ?devolucao assinada\.pdf/);
    await textField();
    await expectNoAxeViolations(container);
  });

  it('is narrowed to one type', async () => {
    serveTicket({}, [message(1), message(2, { tipo: 'PRIVADO' })]);
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await screen.findByText('Mensagem 1');
    const chips = screen.getByRole('group', { name: 'Mostrar' });
    await user.click(within(chips).getByRole('button', { name: 'Privado' }));
    await waitFor(() => expect(screen.queryByText('Mensagem 1')).not.toBeInTheDocument());
    expect(await screen.findByText('Mensagem 2')).toBeInTheDocument();
    expect(asked).toContain('GET /sac/tickets/812/historico?page=1&tipo=PRIVADO');
  });

  it.each([
    [{ status: 'FINALIZADO' }, 'Este ticket está encerrado e não recebe mais mensagens.'],
    [{}, 'Você pode ler esta conversa, mas não responder. Fale com um administrador se precisar.'],
  ])('says why nothing can be written: %j', async (fields, sentence) => {
    const acoes = { ...ticket(812).acoes, responder: false, reabrir: false, desarquivar: false };
    serveTicket({ ...fields, acoes });
    renderApp('/tickets/812');
    expect(await screen.findByRole('note')).toHaveTextContent(sentence);
    expect(screen.queryByRole('region', { name: 'Escrever mensagem' })).not.toBeInTheDocument();
  });
});

describe('composer', () => {
  it('sends publicly, says so, and begins anew', async () => {
    serveTicket();
    server.use(acceptsMessage());
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const box = await textField();
    expect(box).toHaveAccessibleDescription('O cliente vai ler');
    const button = await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' });
    expect(button).toBeDisabled();
    await write('Recebemos <b>tudo</b>');
    await user.click(screen.getByRole('checkbox', { name: 'Aguardar o cliente' }));
    await user.click(button);
    expect(await screen.findByText('Mensagem enviada.')).toBeInTheDocument();
    expect((await sent()).map(({ body }) => body)).toEqual([
      { tipo: 'PUBLICO', mensagem: '<p>Recebemos <strong>tudo</strong></p>', aguardaCliente: true },
    ]);
    expect((await textField()).textContent).toBe('');
    expect(asked.filter((call) => call.startsWith('GET /sac/tickets/812/historico')).length).toBeGreaterThan(
      1,
    );
  });

  it('is tinted, locked and worded differently when only the team reads it', async () => {
    serveTicket();
    server.use(acceptsMessage());
    const user = userEvent.setup();
    const { container } = renderApp('/tickets/812');
    await textField();
    await user.click(within(await composer()).getByRole('button', { name: 'Privado' }));
    expect(await composer()).toHaveAttribute('data-audience', 'PRIVADO');
    expect(await textField()).toHaveAccessibleDescription('Só a equipe vê');
    expect(screen.queryByText('O cliente vai ler')).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Aguardar o cliente' })).not.toBeInTheDocument();
    await write('Reincidente');
    await expectNoAxeViolations(container);
    fireEvent.keyDown(await textField(), { key: 'Enter', ctrlKey: true });
    await waitFor(async () =>
      expect((await sent()).map(({ body }) => body)).toEqual([
        { tipo: 'PRIVADO', mensagem: '<p>Reincidente</p>' },
      ]),
    );
  });

  it('forwards to a sector and somebody of it, and says what is missing', async () => {
    serveTicket();
    server.use(acceptsMessage());
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await textField();
    const area = await composer();
    await user.click(within(area).getAllByRole('button', { name: 'Encaminhar' })[0] as HTMLElement);
    await write('Segue');
    expect(screen.getByText('Escolha o setor que recebe o ticket.')).toBeInTheDocument();
    await user.click(await within(area).findByRole('combobox', { name: /Setor/ }));
    await user.click(await screen.findByRole('option', { name: 'Financeiro' }));
    await user.click(within(area).getByRole('combobox', { name: /Atendente/ }));
    await user.click(await screen.findByRole('option', { name: 'Rita Lemos' }));
    await user.click(within(area).getAllByRole('button', { name: 'Encaminhar' })[1] as HTMLElement);
    await waitFor(async () =>
      expect((await sent()).map(({ body }) => body)).toEqual([
        { tipo: 'ENCAMINHAMENTO', mensagem: '<p>Segue</p>', setor: 3, colaborador_id: 31 },
      ]),
    );
  });

  it('has no switch and no ready replies for a consumer', async () => {
    const consumer = { ...person(9), tipo: 'CONSUMIDOR_FINAL' as const };
    server.use(...signedIn(OWN, consumer));
    draft = savedDraft(reply({ tipo: 'PRIVADO' }));
    serveTicket();
    server.use(acceptsMessage());
    const user = userEvent.setup();
    renderApp('/tickets/812');
    expect(await textField()).toHaveTextContent('Meio caminho');
    const area = await composer();
    for (const name of ['Privado', 'Público', 'Encaminhar', 'Respostas prontas'])
      expect(within(area).queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Mostrar' })).not.toBeInTheDocument();
    await user.click(within(area).getByRole('button', { name: 'Enviar' }));
    await waitFor(async () => expect((await sent())[0]?.body).toMatchObject({ tipo: 'PUBLICO' }));
    expect(asked.filter((call) => /setores|respostas/.test(call))).toEqual([]);
  });

  it('puts in a ready reply found by words, with the data of the ticket as text', async () => {
    serveTicket({ cliente: { ...ticket(812).cliente, fant: '<b>Lua</b> & Sol' } });
    const user = userEvent.setup();
    renderApp('/tickets/812');
    const box = await textField();
    fireEvent.keyDown(box, { key: '/' });
    const dialog = await screen.findByRole('dialog', { name: 'Respostas prontas' });
    expect(await within(dialog).findAllByRole('option')).toHaveLength(2);
    await user.type(within(dialog).getByRole('combobox', { name: 'Buscar resposta' }), 'saudacao');
    expect(within(dialog).getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(box).toHaveTextContent('Olá, <b>Lua</b> & Sol. Ticket 812, {{prazo}}.'));
    expect(box.querySelector('strong, b')).toBeNull();
  });
});

describe('draft of a reply', () => {
  it('is saved with its type and comes back on another device, with its files', async () => {
    serveTicket();
    const user = userEvent.setup();
    const first = renderApp('/tickets/812');
    await textField();
    await user.click(within(await composer()).getByRole('button', { name: 'Privado' }));
    await write('Rascunho');
    expect(await screen.findByText(/Rascunho salvo às/)).toBeInTheDocument();
    await waitFor(() => expect(draft?.conteudo).toMatchObject({ tipo: 'PRIVADO', html: '<p>Rascunho</p>' }));
    first.unmount();
    const file = {
      id: '00000000-0000-4000-8000-000000000001',
      nome: 'nota.pdf',
      mime: 'application/pdf',
      tamanho: 9,
    };
    draft = savedDraft(reply({ tipo: 'PRIVADO', arquivos: [file] }), 7);
    renderApp('/tickets/812');
    expect(await textField()).toHaveTextContent('Meio caminho');
    expect(await composer()).toHaveAttribute('data-audience', 'PRIVADO');
    expect(screen.getByText('nota.pdf')).toBeInTheDocument();
    expect(screen.getByText('Continuando o rascunho que você deixou aqui.')).toBeInTheDocument();
  });

  it('asks which one stays when another page saved too, and takes over the chosen one', async () => {
    serveTicket();
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await textField();
    draft = savedDraft(reply({ html: '<p>De outra aba</p>' }), 4);
    await write('Desta aba');
    expect(await screen.findByText(/mudou em outra página/)).toBeInTheDocument();
    expect(within(await composer()).getByRole('button', { name: 'Enviar ao cliente' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Abrir o outro' }));
    await waitFor(async () => expect(await textField()).toHaveTextContent('De outra aba'));
    await write(' e mais');
    await waitFor(() => expect(draft?.versao).toBe(5));
  });

  it('keeps the text after a failure, and a second try writes nothing twice', async () => {
    serveTicket();
    server.use(
      http.post(
        '/sac/tickets/812/historico',
        inTurn(
          () => refusal(500, 'Ocorreu um erro no servidor.'),
          () => HttpResponse.error(),
          () => HttpResponse.json({ data: { id: 9, message: 'Mensagem enviada.', versao: 2, status: 'X' } }),
        ),
      ),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Importante');
    const button = await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' });
    await user.click(button);
    expect(await screen.findByText('Ocorreu um erro no servidor.')).toBeInTheDocument();
    expect(await textField()).toHaveTextContent('Importante');
    await user.click(button);
    expect(await screen.findByText(/Falha na comunicação/)).toBeInTheDocument();
    await user.click(button);
    expect(await screen.findByText('Mensagem enviada.')).toBeInTheDocument();
    const keys = (await sent()).map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('drops a refusal once the text has changed', async () => {
    serveTicket();
    server.use(http.post('/sac/tickets/812/historico', () => HttpResponse.error()));
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Importante');
    await user.click(await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' }));
    expect(await screen.findByText(/Falha na comunicação/)).toBeInTheDocument();
    await write(' e urgente');
    expect(screen.queryByText(/Falha na comunicação/)).not.toBeInTheDocument();
    expect(await textField()).toHaveTextContent(/Importante.* e urgente/);
  });

  it('survives a session that ended: the sign-in opens over it, and it is sent', async () => {
    serveTicket();
    let signed = true;
    server.use(
      http.get('/config/instalacao', () =>
        HttpResponse.json({ pendente: false, demo: false, captcha: false, pessoas: [] }),
      ),
      http.post('/login/sac', () => {
        signed = true;
        return HttpResponse.json({ token: 't' });
      }),
      http.get('/sac/carga', () => HttpResponse.json(loadOf(ANA, STAFF))),
      http.post('/sac/tickets/812/historico', () =>
        signed
          ? HttpResponse.json({ data: { id: 9, message: 'Mensagem enviada.', versao: 2, status: 'X' } })
          : refusal(401, 'Sua sessão terminou.'),
      ),
    );
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Não me perca');
    await screen.findByText(/Rascunho salvo às/);
    signed = false;
    await user.click(await within(await composer()).findByRole('button', { name: 'Enviar ao cliente' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Senha/), 'balcao-demo');
    await user.click(within(dialog).getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText('Mensagem enviada.')).toBeInTheDocument();
    expect((await sent()).at(-1)?.body).toEqual({ tipo: 'PUBLICO', mensagem: '<p>Não me perca</p>' });
  });

  it('waits for its files, and says when one was not sent', async () => {
    serveTicket();
    server.use(http.post('/config/arquivos', () => refusal(500, 'Disco cheio.')));
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await write('Segue o laudo');
    const chooser = screen.getByLabelText('Arquivos para anexar');
    await user.upload(chooser, new File(['x'], 'laudo.pdf', { type: 'application/pdf' }));
    expect(
      await screen.findByText('Um arquivo não foi enviado. Tente de novo ou remova-o.'),
    ).toBeInTheDocument();
    expect(within(await composer()).getByRole('button', { name: 'Enviar ao cliente' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Remover laudo.pdf' }));
    await waitFor(async () =>
      expect(within(await composer()).getByRole('button', { name: 'Enviar ao cliente' })).toBeEnabled(),
    );
    expect(await textField()).toHaveTextContent('Segue o laudo');
  });
});
