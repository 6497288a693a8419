import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { messageShape } from '#src/resources/tickets/history/messageShape.ts';
import { TELLING_INTERVAL } from '#ui/components/heldTyping.ts';
import { theme } from '#ui/theme/theme.tsx';
import { person, requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ANA, renderApp, signedIn } from '../renderApp.tsx';
import {
  composer,
  conversationPage,
  OWN,
  reply,
  savedDraft,
  sent,
  textField,
  write,
} from './conversationPage.ts';
import { attachment, message, ticket } from './fixtures.ts';

const { server, stored, serveTicket, acceptsMessage } = conversationPage();

describe('conversation', () => {
  it('tells the kinds of messages apart by their outline alone, as on paper or in forced colours', () => {
    const outlines = (['PUBLICO', 'PRIVADO', 'ENCAMINHAMENTO'] as const).map((kind) =>
      JSON.stringify({ ...messageShape(kind, theme.vars.palette, false), backgroundColor: '' }).replace(
        /var\(.*?\)+|#[0-9a-f]{3,8}/gi,
        '',
      ),
    );
    expect(new Set(outlines).size).toBe(3);
    expect(outlines[1]).toContain('dashed');
    expect(outlines[2]).toContain('double');
  });

  it('shows author, time, recipient, and what only the team sees', async () => {
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
    const own = await screen.findByRole('article', { name: 'Você, mensagem pública' });
    expect(own).toHaveTextContent(/\d{2}:\d{2}/);
    const secret = screen.getByText('Só nós').closest('article');
    expect(secret).toHaveAccessibleName('Raul Silva, nota privada, só a equipe vê');
    expect(secret).toHaveTextContent('PrivadoSó a equipe vê');
    const passedOn = screen.getByRole('article', {
      name: 'Raul Silva, encaminhado para Financeiro, só a equipe vê',
    });
    expect(passedOn).toHaveTextContent('Para Financeiro, Rita Lemos');
    // Shows the last 23 characters; the accessible name contains the whole name.
    const photo = screen.getByRole('link', { name: 'Baixar foto da caixa amassada no transporte.jpg' });
    expect(photo).toHaveTextContent('…ssada no transporte.jpg');
    expect(photo.querySelector('img')).toHaveAttribute('src', '/sac/tickets/812/anexos/5?miniatura=true');
    const pdf = screen.getByRole('link', { name: 'Baixar nota fiscal de devolucao assinada.pdf' });
    expect(pdf).toHaveTextContent(/^… ?devolucao assinada\.pdf/);
    await textField();
    await expectNoAxeViolations(container);
  });

  it('can be filtered by one type', async () => {
    serveTicket({}, [message(1), message(2, { tipo: 'PRIVADO' })]);
    const user = userEvent.setup();
    renderApp('/tickets/812');
    await screen.findByText('Mensagem 1');
    const chips = screen.getByRole('group', { name: 'Mostrar' });
    await user.click(within(chips).getByRole('button', { name: 'Privado' }));
    await waitFor(() => expect(screen.queryByText('Mensagem 1')).not.toBeInTheDocument());
    expect(await screen.findByText('Mensagem 2')).toBeInTheDocument();
    expect(requested).toContain('GET /sac/tickets/812/historico?page=1&tipo=PRIVADO');
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
  it('renders no button for a letter, and saves what was written last', async () => {
    const { components } = theme;
    if (!components) throw new Error('the theme has no components');
    const known = components.MuiButtonBase;
    let buttons = 0;
    components.MuiButtonBase = {
      styleOverrides: {
        root: () => {
          buttons += 1;
          return {};
        },
      },
    };
    try {
      serveTicket();
      renderApp('/tickets/812');
      await write('Bo');
      await waitFor(() => expect(stored.draft?.conteudo).toMatchObject({ html: '<p>Bo</p>' }));
      await act(() => new Promise((resolve) => setTimeout(resolve, 2 * TELLING_INTERVAL)));
      buttons = 0;
      await write('m');
      await write(' dia');
      expect(buttons).toBe(0);
      await waitFor(() =>
        expect(stored.draft?.conteudo).toMatchObject({ html: '<p>Bom dia</p>', length: 7 }),
      );
    } finally {
      if (known) components.MuiButtonBase = known;
      else delete components.MuiButtonBase;
    }
  });

  it('sends publicly, confirms, and clears the form', async () => {
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
    expect(
      requested.filter((call) => call.startsWith('GET /sac/tickets/812/historico')).length,
    ).toBeGreaterThan(1);
  });

  it('has another colour, lock and text when only the team reads it', async () => {
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

  it('forwards to a sector and one of its people, and says what is missing', async () => {
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

  it('has no type switch and no canned replies for a consumer', async () => {
    const consumer = { ...person(9), tipo: 'CONSUMIDOR_FINAL' as const };
    server.use(...signedIn(OWN, consumer));
    stored.draft = savedDraft(reply({ tipo: 'PRIVADO' }));
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
    expect(requested.filter((call) => /setores|respostas/.test(call))).toEqual([]);
  });

  it('inserts a canned reply found by words, with ticket data as text', async () => {
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
