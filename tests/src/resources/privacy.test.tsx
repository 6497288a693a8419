import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Erasure, Holder } from '#contract/config/people/privacy.ts';
import { HttpResponse, http, refusal, serve } from '../dataProvider/server.ts';
import { expectNoAxeViolations } from '../ui/components/support/expectNoAxeViolations.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from './renderApp.tsx';

const server = serve();
beforeEach(() => {
  freshBrowser();
  windowOf(1280);
});

const RECORDS = [
  {
    tipo: 'PESSOA',
    id: 7,
    nome: 'Ana Souza',
    documento: '***.456.789-**',
    descricao: 'Conta: Consumidor final',
  },
  { tipo: 'CLIENTE', id: 9, nome: 'Ana Souza', documento: '***.456.789-**', descricao: 'Cliente' },
] as const;
const HOLDER: Holder = {
  nome: 'Ana Souza',
  documento: '***.456.789-**',
  registros: [...RECORDS],
  grupos: [
    { grupo: 'CADASTRO', quantidade: 1, efeito: 'ELIMINA', ate: null },
    { grupo: 'ATENDIMENTO', quantidade: 12, efeito: 'FICA', ate: '2031-03-10' },
    { grupo: 'REGISTROS', quantidade: 40, efeito: 'FICA', ate: null },
  ],
  impede: [],
  eliminacao: null,
  consultas: [
    {
      em: '2026-11-20T12:00:00.000Z',
      quem: 'Otávio Reis',
      pagina: 'O cadastro de um cliente',
      ip: '10.0.0.7',
    },
  ],
};
const ERASURE: Erasure = {
  id: 3,
  em: new Date().toISOString(),
  por: 'Marta Lima',
  motivo: 'Pedido 77',
  registros: 'cliente 9, conta 7',
  grupos: HOLDER.grupos,
  ate: '2031-03-10',
  concluida: null,
};

function serves(holder: Holder, erased: object[] = [], also: Parameters<typeof signedIn>[0] = []) {
  let current = holder;
  server.use(
    ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PRIVACIDADE', ...also]),
    http.get('/config/titulares', () => HttpResponse.json({ itens: RECORDS })),
    http.get('/config/eliminacoes', () => HttpResponse.json({ itens: current.eliminacao ? [ERASURE] : [] })),
    http.get('/config/titulares/PESSOA/7', () => HttpResponse.json({ data: current })),
    http.post('/config/titulares/PESSOA/7/eliminar', async ({ request }) => {
      erased.push((await request.json()) as object);
      current = { ...holder, eliminacao: ERASURE };
      return HttpResponse.json({ data: ERASURE });
    }),
  );
  return erased;
}

describe('holders of personal data', () => {
  it('are found without the search text in the URL, and opened', async () => {
    serves(HOLDER);
    const { container } = renderApp('/titulares');
    await userEvent.type(await screen.findByLabelText('CPF, e-mail, telefone ou nome'), 'ana souza{Enter}');
    const table = await screen.findByRole('table', { name: 'Pessoas encontradas' });
    expect(window.location.href).not.toContain('ana');
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(within(table).getAllByRole('link')[0]).toHaveAttribute('href', '/titulares/pessoa/7');
    expect(screen.getByText('Nenhuma eliminação até agora.')).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('are shown group by group, and erased only with their name and a reason', async () => {
    const erased = serves(HOLDER);
    const { container } = renderApp('/titulares/pessoa/7');
    expect(await screen.findByText(/Fica até 10\/03\/2031/)).toBeInTheDocument();
    const looks = screen.getByRole('table', { name: 'Consultas' });
    expect(within(looks).getByText('Otávio Reis')).toBeInTheDocument();
    await expectNoAxeViolations(container);
    await userEvent.click(screen.getByRole('button', { name: 'Eliminar os dados' }));
    const dialog = await screen.findByRole('dialog');
    await expectNoAxeViolations(dialog);
    const confirm = within(dialog).getByRole('button', { name: 'Eliminar para sempre' });
    await userEvent.type(within(dialog).getByLabelText(/O pedido/), 'Pedido 77');
    const name = within(dialog).getByRole('textbox', { name: /Nome do titular/ });
    expect(name).toHaveAccessibleDescription('Para confirmar, digite Ana Souza.');
    await userEvent.type(name, 'Ana Silva');
    await userEvent.click(confirm);
    expect(name).toHaveAccessibleDescription('Digite Ana Souza, como está no cadastro.');
    expect(erased).toEqual([]);
    await userEvent.clear(name);
    await userEvent.type(name, 'ana souza');
    await userEvent.click(confirm);
    expect(await screen.findByText(/por Marta Lima. Pedido: Pedido 77/)).toBeInTheDocument();
    expect(erased).toEqual([{ nome: 'ana souza', motivo: 'Pedido 77' }]);
    expect(screen.queryByRole('button', { name: 'Eliminar os dados' })).not.toBeInTheDocument();
  });

  it('lead back to the list after erasing a contact, whose record is gone', async () => {
    const contact = { ...HOLDER, registros: [{ ...RECORDS[0], tipo: 'CONTATO' as const, id: 5 }] };
    let gone = false;
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PRIVACIDADE']),
      http.get('/config/eliminacoes', () => HttpResponse.json({ itens: gone ? [ERASURE] : [] })),
      http.get('/config/titulares/CONTATO/5', () =>
        gone ? refusal(404, 'Registro não encontrado.') : HttpResponse.json({ data: contact }),
      ),
      http.post('/config/titulares/CONTATO/5/eliminar', () => {
        gone = true;
        return HttpResponse.json({ data: ERASURE });
      }),
    );
    renderApp('/titulares/contato/5');
    await userEvent.click(await screen.findByRole('button', { name: 'Eliminar os dados' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/O pedido/), 'Pedido 78');
    await userEvent.type(within(dialog).getByLabelText(/Nome do titular/), 'Ana Souza');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar para sempre' }));
    expect(await screen.findByText('cliente 9, conta 7')).toBeInTheDocument();
    expect(screen.queryByText('Ana Souza')).not.toBeInTheDocument();
  });

  it('cannot be erased while something is open, which is shown and led to', async () => {
    const impede: Holder['impede'] = [
      { tipo: 'TICKETS', texto: '2 tickets estão abertos. Termine antes.', idCli: 9 },
      { tipo: 'PEDIDOS', texto: '1 pedido está em andamento. Conclua ou cancele antes.', idCli: 9 },
      { tipo: 'TITULOS', texto: '1 título não foi pago. Baixe ou cobre antes.', idCli: 9 },
    ];
    serves({ ...HOLDER, impede }, [], ['PEDIDO', 'CLIENTE', 'CLIENTE_BOLETOS']);
    renderApp('/titulares/pessoa/7');
    expect(await screen.findByText(/2 tickets estão abertos\. Termine antes\./)).toBeInTheDocument();
    const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
    const filter = new URLSearchParams(address('Ver os pedidos').split('?')[1]).get('filter');
    expect(address('Ver os pedidos')).toMatch(/^\/pedidos\?/);
    expect(JSON.parse(filter ?? '')).toEqual({ idCli: '9' });
    expect(address('Ver os títulos')).toBe('/clientes/9/boletos');
    // Who may not see tickets is only told of them.
    expect(screen.queryByRole('link', { name: 'Ver os tickets' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Eliminar os dados' })).toBeDisabled();
  });

  it('do not include companies', async () => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PRIVACIDADE']),
      http.get('/config/titulares/CLIENTE/5', () => refusal(422, 'Este cliente é uma empresa.')),
    );
    renderApp('/titulares/cliente/5');
    expect(await screen.findByText('Este cliente é uma empresa.')).toBeInTheDocument();
  });

  it('are not shown without permission', async () => {
    server.use(...signedIn(['CONFIGURACAO']));
    renderApp('/titulares/pessoa/7');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
  });
});
