import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, refusal, requests, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ANA, freshBrowser, renderApp, signedIn } from '../renderApp.tsx';
import { pageOf, ticketRow } from './fixtures.ts';

const GRANTS: Permission[] = ['SAC_HOME', 'SAC_TICKETS', 'TICKETS_RESPONDER_INTERNO'];
const server = serve();
const user = userEvent.setup({ delay: null });
const moved = (message: string, versao: number) =>
  HttpResponse.json({
    data: {
      id: 812,
      message,
      versao,
      status: 'ABERTO',
      etapaAtual: { chave: '', descricao: '' },
      arquivado: false,
    },
  });

beforeEach(() => {
  freshBrowser();
  localStorage.removeItem('balcao.atalhos');
});

function ready(grants = GRANTS, who: Parameters<typeof signedIn>[1] = ANA) {
  server.use(
    ...signedIn(grants, who),
    http.get('/sac/tickets/tipos', () => HttpResponse.json([])),
    http.get('/sac/consultas/atendentes-disponiveis', () =>
      HttpResponse.json([{ id: 9, nome: 'Otávio Lima' }]),
    ),
    http.get('/sac/consultas/:lista', () => HttpResponse.json([])),
    http.get('/sac/tickets/totais', () => HttpResponse.json([])),
    http.get('/sac/tickets', () =>
      HttpResponse.json(
        pageOf([ticketRow(812, { versao: 3 }), ticketRow(811), ticketRow(810, { status: 'FINALIZADO' })]),
      ),
    ),
  );
  renderApp('/tickets');
}

const bodies = async (path: string) =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname === path)
      .map((sent) => sent.clone().json()),
  );
const cell = (id: number) => screen.findByRole('button', { name: `Mudar o operador do ticket ${id}` });
const link = async (id: number) => {
  const row = (await screen.findByText(String(id))).closest('tr') as HTMLElement;
  return within(row).getByRole('link');
};
const chooses = async (name: string) => {
  await user.click(await screen.findByRole('combobox', { name: /Operador/ }));
  await user.click(await screen.findByRole('option', { name }));
};

describe('a cell of the ticket list', () => {
  it('is reached and opened by keys, and what is chosen there is sent with the version of the row', async () => {
    ready();
    server.use(http.post('/sac/tickets/812/responsavel', () => moved('O ticket está com Otávio Lima.', 4)));
    await cell(812);
    (await link(812)).focus();
    await user.keyboard('{ArrowRight}');
    expect(await cell(812)).toHaveFocus();
    await user.keyboard('j');
    expect(await cell(811)).toHaveFocus();
    await user.keyboard('k{ArrowLeft}');
    expect(await link(812)).toHaveFocus();
    await user.keyboard('{ArrowRight}e');
    const dialog = await screen.findByRole('dialog', { name: 'Operador do ticket 812' });
    await expectNoAxeViolations(dialog);
    await chooses('Otávio Lima');
    expect(await screen.findByText(/O ticket está com Otávio Lima\./)).toBeInTheDocument();
    expect(await bodies('/sac/tickets/812/responsavel')).toEqual([{ operador: 9, versao: 3 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await cell(812)).toHaveFocus();
  });

  it('is opened by E on the row as well, also with Caps Lock, which the list of shortcuts says', async () => {
    ready([...GRANTS, 'TICKETS_EXPORTAR']);
    await cell(812);
    (await link(812)).focus();
    await user.keyboard('E');
    await screen.findByRole('dialog', { name: 'Operador do ticket 812' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const back = await cell(812);
    await waitFor(() => expect(back).toHaveFocus());
    // The keys of the list come with its tools.
    await screen.findByRole('button', { name: 'Exportar para planilha' });
    await user.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Atalhos do teclado' }));
    const listed = await keys.findByRole('region', { name: 'Lista de tickets' });
    expect(listed).toHaveTextContent('Mudar a célula da linhaE');
    expect(listed).toHaveTextContent('Exportar para planilhaP');
  });

  it('is left by Escape, and opened by Enter, without anything sent', async () => {
    ready();
    (await cell(812)).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Operador do ticket 812' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await bodies('/sac/tickets/812/responsavel')).toEqual([]);
  });

  it('shows what a colleague changed meanwhile, and asks before one loses the ticket', async () => {
    ready();
    const answers = [
      HttpResponse.json(
        {
          error: 'Mudou.',
          code: 'CONFLITO',
          atual: { versao: 5, por: 'Bia', em: new Date().toISOString(), estado: { operador: 4 } },
        },
        { status: 409 },
      ),
      refusal(422, 'Este ticket está com Bia.', {
        code: 'TICKET_DE_COLEGA',
        errors: { confirmar: 'Este ticket está com Bia.' },
      }),
      moved('O ticket está com Otávio Lima.', 6),
    ];
    server.use(http.post('/sac/tickets/812/responsavel', () => answers.shift() as HttpResponse<never>));
    await user.click(await cell(812));
    const dialog = within(await screen.findByRole('dialog'));
    await chooses('Otávio Lima');
    expect(await dialog.findByText(/Bia mudou este ticket/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Aplicar o meu' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    const asks = await dialog.findByRole('switch', { name: 'Mudar mesmo assim' });
    expect(dialog.getAllByText('Este ticket está com Bia.').length).toBeGreaterThan(0);
    await user.click(asks);
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await bodies('/sac/tickets/812/responsavel')).toEqual([
      { operador: 9, versao: 3 },
      { operador: 9, versao: 5 },
      { operador: 9, versao: 5, confirmar: true },
    ]);
  });

  it('moves the due time for a reason, and offers the way back', async () => {
    ready();
    server.use(http.post('/sac/tickets/812/prazo', () => moved('Prazo alterado.', 4)));
    await user.click(await screen.findByRole('button', { name: 'Mudar o prazo do ticket 812' }));
    const dialog = await screen.findByRole('dialog', { name: 'Prazo do ticket 812' });
    await expectNoAxeViolations(dialog);
    const inside = within(dialog);
    const [day, hour] = [/^Novo prazo/, /^Hora/].map((name) => inside.getByRole('textbox', { name }));
    await user.clear(day as HTMLElement);
    await user.type(day as HTMLElement, '06042099');
    await user.clear(hour as HTMLElement);
    await user.type(hour as HTMLElement, '1030');
    await user.click(inside.getByRole('button', { name: 'Salvar' }));
    expect(await inside.findByText('Informe o motivo.')).toBeInTheDocument();
    expect(await bodies('/sac/tickets/812/prazo')).toEqual([]);
    await user.type(inside.getByRole('textbox', { name: /^Motivo/ }), 'A peça atrasou');
    await user.click(inside.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText(/Prazo alterado\./)).toBeInTheDocument();
    expect(await bodies('/sac/tickets/812/prazo')).toEqual([
      { prazoDia: '2099-04-06', prazoHora: '10:30', motivo: 'A peça atrasou', versao: 3 },
    ]);
    expect(await screen.findByRole('button', { name: 'Desfazer' })).toBeInTheDocument();
  });

  it('shows the due time that a colleague gave meanwhile', async () => {
    ready();
    const atual = {
      versao: 5,
      por: 'Bia',
      em: new Date().toISOString(),
      estado: { prazo: '2099-05-04T17:00:00Z' },
    };
    server.use(
      http.post('/sac/tickets/812/prazo', () =>
        HttpResponse.json({ error: 'Mudou.', code: 'CONFLITO', atual }, { status: 409 }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Mudar o prazo do ticket 812' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /^Novo prazo/ }), '06042099');
    await user.type(dialog.getByRole('textbox', { name: /^Hora/ }), '1030');
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'A peça atrasou');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await dialog.findByText(/Bia mudou este ticket/)).toBeInTheDocument();
    expect(dialog.getAllByText(/04\/05\/2099|2099-05-04/).length).toBeGreaterThan(0);
    expect(dialog.getByRole('textbox', { name: /^Motivo/ })).toHaveValue('A peça atrasou');
  });

  it('has no pencil at a due time that is paused', async () => {
    ready();
    server.use(
      http.get('/sac/tickets', () =>
        HttpResponse.json(pageOf([ticketRow(812, { status: 'AGUARDANDO_CLIENTE', prazo: null })])),
      ),
    );
    await cell(812);
    expect(screen.queryByRole('button', { name: 'Mudar o prazo do ticket 812' })).toBeNull();
  });

  it('has no pencil for a closed ticket, nor for who may not change it', async () => {
    ready();
    await cell(812);
    expect(screen.queryByRole('button', { name: 'Mudar o operador do ticket 810' })).toBeNull();
  });

  it.each([
    ['without the permission', ANA, GRANTS.slice(0, 2)],
    ['outside the company', { ...ANA, tipo: 'REPRESENTANTE' as const }, GRANTS],
  ] as const)('has none %s', async (_case, who, grants) => {
    ready([...grants], who);
    await screen.findByText('812');
    expect(screen.queryByRole('button', { name: /^Mudar o/ })).toBeNull();
  });
});

describe('the way back', () => {
  const assigned = async () => {
    ready();
    server.use(http.post('/sac/tickets/812/responsavel', () => moved('O ticket é seu.', 4)));
    await user.click(await cell(812));
    await chooses('Otávio Lima');
    await screen.findByRole('button', { name: 'Desfazer' });
  };
  const undone = () => bodies('/sac/tickets/812/desfazer');

  it('is the key Z, with the version that the act left', async () => {
    await assigned();
    server.use(http.post('/sac/tickets/812/desfazer', () => moved('Desfeito.', 5)));
    await user.keyboard('z');
    expect(await screen.findByText('Desfeito.')).toBeInTheDocument();
    expect(await undone()).toEqual([{ versao: 4 }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull());
    await user.keyboard('z');
    expect(await undone()).toHaveLength(1);
  });

  it('is offered from what also brought the ticket back from being put off', async () => {
    ready();
    server.use(
      http.get('/sac/tickets', () =>
        HttpResponse.json(pageOf([ticketRow(812, { versao: 3, adiadoAte: '2027-01-04T11:00:00.000Z' })])),
      ),
      http.post('/sac/tickets/812/responsavel', () => moved('O ticket está com Otávio Lima.', 4)),
    );
    await user.click(await cell(812));
    await chooses('Otávio Lima');
    expect(await screen.findByText(/O ticket está com Otávio Lima\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Desfazer' })).toBeInTheDocument();
  });

  it('is no key inside a field, nor where letters are switched off', async () => {
    await assigned();
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('z');
    localStorage.setItem('balcao.atalhos', 'sem-letras');
    (await cell(811)).focus();
    await user.keyboard('z');
    expect(await undone()).toEqual([]);
  });

  it('says why it is refused, and stays for another try after a lost connection', async () => {
    await assigned();
    server.use(http.post('/sac/tickets/812/desfazer', () => HttpResponse.error(), { once: true }));
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Falha na comunicação com o servidor');
    server.use(
      http.post('/sac/tickets/812/desfazer', () => refusal(409, 'Este ticket mudou enquanto você o via.')),
    );
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Este ticket mudou enquanto você o via.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull());
  });
});
