import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReadReturn, ReturnCandidate } from '#contract/sac/invoices.ts';
import { HttpResponse, http, requested } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { invoice, product } from './support/catalog.ts';
import { choose, chooseCustomer, heading, next, openWizard, press, user } from './support/openWizard.tsx';
import { LONG, servedWizard } from './support/servedWizard.ts';
import { state } from './support/wizardServer.ts';

const server = servedWizard();

const OTHER = { chave: '9'.repeat(44), numNf: 999, dtSai: '2026-10-01' };
const candidate = (produto_id: number, nota: ReturnCandidate['nota'] = invoice()): ReturnCandidate => ({
  nota,
  produto: product({ produto_id, idExibicao: `P-${produto_id}`, descNF: `Produto ${produto_id}` }),
  quantidade: '2',
  embalagem: { unidade: 'UN', fator: '1' },
});

const NOTHING = 'Este cliente não tem nota, dentro do prazo de devolução, com este produto.';
const MEANT: Record<string, Partial<ReadReturn>> = {
  'P-3*2': { candidatos: [candidate(3)] },
  'P-4*2': { candidatos: [candidate(4)] },
  'P-5*2': { candidatos: [candidate(5), candidate(5, OTHER)] },
  'P-9*2': { problema: NOTHING },
};
const read = (rows: string[]): ReadReturn[] =>
  rows.map((texto, at) => ({
    ...{ numero: at + 1, texto, problema: '', nota: null, candidatos: [] },
    ...MEANT[texto],
  }));

const field = () => screen.findByRole('textbox', { name: 'Chave da nota ou produtos' });
const paste = async (text: string) => {
  await user.click(await field());
  await user.paste(text);
};

/** With the customer from the opening question, up to the products. */
async function beginWithCustomer() {
  await openWizard();
  await user.type(await screen.findByRole('combobox', { name: 'Cliente' }), 'Sol');
  await user.click(await screen.findByRole('option', { name: /Padaria Sol/ }));
  await press(/^Solicitação/);
  await user.click(await screen.findByRole('radio', { name: /Devolução/ }));
}

describe('a return with few presses', () => {
  it(
    'goes from the customer to the review, with what the last ticket proposes and a pasted list',
    async () => {
      state.read = read;
      state.proposal = { idTicket: 4000, origem: 'TELEFONE', motivos: [1001, 1011], motivoProduto: 1 };
      await beginWithCustomer();
      expect(await screen.findByText('O mesmo do ticket 4000, o último deste cliente.')).toBeInTheDocument();
      expect(screen.getByRole('combobox', { name: /^Submotivo/ })).toHaveTextContent('Quantidade acima');
      await expectNoAxeViolations();
      await next();
      // The customer, their only branch and the origin are known, and shown again for review.
      await heading('Selecione Produtos ou Notas Fiscais');
      await paste('P-3*2\nP-4*2');
      expect(await screen.findByText('2 itens incluídos.')).toBeInTheDocument();
      expect(state.lists).toEqual(['P-3*2\nP-4*2']);
      await next();
      await heading('Confirme as informações');
      expect(screen.queryByRole('textbox', { name: /^Mensagem/ })).not.toBeInTheDocument();
      await press('Incluir: Detalhes');
      await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), 'Duas caixas');
      await expectNoAxeViolations();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        ...{ origem: 'TELEFONE', idCli: 7, idFil: 1, motivo1: 1001, motivo2: 1011, mensagem: 'Duas caixas' },
        itens: [
          { produto_id: 3, qtd_solicitada: '2', unidade: 'UN', motivo_id: 1 },
          { produto_id: 4, qtd_solicitada: '2', motivo_id: 1 },
        ],
      });
    },
    LONG,
  );

  it(
    'shows the step of a customer who is blocked, and asks reasons that nothing proposes',
    async () => {
      state.customers = state.customers.map((one) => ({ ...one, motivoBloqueio: 'Título em cartório' }));
      await beginWithCustomer();
      expect(screen.getByRole('button', { name: 'Prosseguir' })).toBeDisabled();
      await choose(/^Motivo/, 'Desacordo comercial');
      await choose(/^Submotivo/, 'Quantidade acima do pedido');
      await next();
      await heading('Selecione Cliente e filial');
      expect(await screen.findByText('Cliente bloqueado: Título em cartório')).toBeInTheDocument();
    },
    LONG,
  );

  it(
    'asks of a list what is not sure, in its place, and keeps what is left',
    async () => {
      state.read = read;
      await openWizard();
      await press(/^Solicitação/);
      await user.click(await screen.findByRole('radio', { name: /Devolução/ }));
      await choose(/^Motivo/, 'Outro');
      await next();
      await chooseCustomer();
      await next();
      await paste('P-3*2\nP-4*2\nP-5*2\nP-9*2');
      expect(await screen.findByText(NOTHING, { exact: false })).toBeInTheDocument();
      await expectNoAxeViolations();
      await choose('Motivo de todas as linhas', 'Desacordo com o pedido');
      expect(await screen.findByRole('button', { name: 'Itens: 2' })).toBeInTheDocument();
      const asked = screen.getByRole('list', { name: 'Linhas por decidir' });
      await user.click(within(asked).getByRole('button', { name: 'Escolher a nota 999 para P-5*2' }));
      expect(await screen.findByRole('button', { name: 'Itens: 3' })).toBeInTheDocument();
      expect(screen.queryByRole('list', { name: 'Linhas por decidir' })).not.toBeInTheDocument();
      await press('Corrigir');
      await waitFor(async () => expect(await field()).toHaveValue('P-9*2'));
      await next();
      await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), 'Sobrou');
      await next();
      expect(await screen.findByText('1 linha colada ainda não virou item.')).toBeInTheDocument();
      await press('Adicionar');
      expect(await field()).toHaveValue('P-9*2');
      // Read again with Enter, which does not go on to the next step.
      await user.click(await field());
      await user.keyboard('{Enter}');
      await waitFor(() => expect(state.lists).toEqual(['P-3*2\nP-4*2\nP-5*2\nP-9*2', 'P-9*2']));
      expect(await screen.findByText(NOTHING, { exact: false })).toBeInTheDocument();
      await press('Dispensar');
      await waitFor(() => expect(screen.queryByText(NOTHING, { exact: false })).not.toBeInTheDocument());
      await heading('Selecione Produtos ou Notas Fiscais');
    },
    LONG,
  );

  it(
    'keeps a list that is still being read when its step is left, and what is changed meanwhile',
    async () => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const answered: string[] = [];
      server.use(
        http.post('/sac/consultas/notasfiscais/:idCli/:idFil', async ({ request }) => {
          const { texto } = (await request.json()) as { texto: string };
          if (state.lists.push(texto) === 1) await held;
          answered.push(texto);
          return HttpResponse.json(read(texto.split('\n')));
        }),
      );
      await openWizard();
      await press(/^Solicitação/);
      await user.click(await screen.findByRole('radio', { name: /Devolução/ }));
      await choose(/^Motivo/, 'Outro');
      await next();
      await chooseCustomer();
      await next();
      await paste('P-3*2\nP-9*2');
      await waitFor(() => expect(state.lists).toHaveLength(1));
      await press('Voltar');
      await choose(/^Origem/, 'WhatsApp');
      answer();
      await waitFor(() => expect(answered).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(screen.getByRole('combobox', { name: /^Origem/ })).toHaveTextContent('WhatsApp');
      expect(screen.getByRole('button', { name: 'Itens: 0' })).toBeInTheDocument();
      await next();
      expect(await screen.findByText(NOTHING, { exact: false })).toBeInTheDocument();
      expect(state.lists).toEqual(['P-3*2\nP-9*2', 'P-3*2\nP-9*2']);
    },
    LONG,
  );

  it(
    'keeps every step for a consumer, and proposes nothing to them',
    async () => {
      await openWizard({ tipo: 'CONSUMIDOR_FINAL' });
      await screen.findByRole('button', { name: /^Dúvida/ });
      expect(screen.queryByRole('combobox', { name: 'Cliente' })).not.toBeInTheDocument();
      await press(/^Dúvida/);
      // Their only type there asks for no reason.
      await heading('Selecione Cliente e filial');
      await next();
      await heading('Selecione os Produtos');
      expect(requested.filter((call) => call.includes('/propostas'))).toEqual([]);
    },
    LONG,
  );
});
