import { File as NodeFile } from 'node:buffer';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import {
  chooseReasonAt,
  chooseType,
  startDraft,
} from '../../../src/custom/ticketWizard/state/draftTransitions.ts';
import { clearSession } from '../../../src/dataProvider/session.ts';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import { asked, refusal, serve } from '../dataProvider/server.ts';
import { menuNamed, operator, origins, stored, typeNamed } from './support/catalog.ts';
import {
  beginType,
  choose,
  chooseCustomer,
  dialog,
  heading,
  next,
  openWizard,
  press,
  user,
} from './support/openWizard.tsx';
import { handlers, resetServer, state } from './support/wizardServer.ts';

const server = serve(...handlers);
// Toasts, transitions and the saved draft come by themselves while a test looks elsewhere.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
beforeEach(() => {
  resetServer();
  localStorage.clear();
  clearSession();
  globalThis.URL.createObjectURL = () => 'blob:foto';
  globalThis.URL.revokeObjectURL = () => {};
});

const LONG = 60_000;
/** The form data of these tests is Node's, and takes no file of jsdom's. */
const photo = () => new NodeFile([new Uint8Array(1024)], 'avaria.jpg', { type: 'image/jpeg' });
const attach = (place: HTMLElement) => {
  const input = place.querySelector('input[type=file][multiple]');
  if (!input) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [photo()] } });
};
const reasonUntilCustomer = () => beginType(/^Solicitação/, /Devolução/, /Outro/);

describe('opening', () => {
  it(
    'offers the menus with their types, and goes away without a question while nothing was entered',
    async () => {
      const { button } = await openWizard();
      await screen.findByRole('heading', { name: 'Escolha um tipo de solicitação' });
      expect(
        await screen.findByRole('button', { name: /^Solicitação.*Devolver, trocar.*4 tipos/ }),
      ).toBeInTheDocument();
      await expectNoAxeViolations();
      await press(/^Dúvida/);
      await heading('Escolha a sua solicitação');
      await press('Fechar');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(asked.filter((call) => /^(PUT|DELETE)/.test(call))).toEqual([]);
      await waitFor(() => expect(button).toHaveFocus());
    },
    LONG,
  );

  it(
    'says what failed and offers again',
    async () => {
      server.use(http.get('/sac/tickets/menus', () => refusal(403, 'Sem permissão.'), { once: true }));
      await openWizard();
      expect(await screen.findByText('Sem permissão.')).toBeInTheDocument();
      await press('Tentar novamente');
      expect(await screen.findByRole('button', { name: /^Solicitação/ })).toBeInTheDocument();
    },
    LONG,
  );

  it(
    'shows a consumer only what is for consumers',
    async () => {
      await openWizard({ tipo: 'CONSUMIDOR_FINAL' });
      expect(await screen.findByRole('button', { name: /^Solicitação.*1 tipo/ })).toBeInTheDocument();
      expect(screen.queryByText('Devolução de mercadoria')).not.toBeInTheDocument();
    },
    LONG,
  );
});

describe('a return with a photo', () => {
  it(
    'is walked to the ticket',
    async () => {
      state.articles = [{ id: 1, titulo: 'Como devolver', score: 80 }];
      const { router } = await openWizard();
      await user.click(await screen.findByRole('button', { name: /^Solicitação/ }));
      expect(await screen.findByText('Escolha o tipo da solicitação.')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Prosseguir' })).toBeDisabled();
      await user.click(screen.getByRole('radio', { name: /Devolução/ }));
      await choose(/^Motivo/, 'Outro');
      expect(await screen.findByText('Este motivo pede uma explicação na mensagem.')).toBeInTheDocument();
      await user.click(await screen.findByRole('button', { name: /80%.*Como devolver/ }));
      expect(await screen.findByText('Guarde a caixa.')).toBeInTheDocument();
      await user.click(
        within(screen.getByRole('dialog', { name: 'Como devolver' })).getByRole('button', { name: 'Fechar' }),
      );
      await waitFor(() => expect(screen.queryByText('Guarde a caixa.')).not.toBeInTheDocument());
      await expectNoAxeViolations();
      await next();

      await waitFor(async () => expect(await heading('Selecione Cliente e filial')).toHaveFocus());
      await chooseCustomer();
      expect(screen.getByRole('combobox', { name: /^Filial/ })).toHaveTextContent('Matriz São Paulo');
      await expectNoAxeViolations();
      await next();

      await heading('Selecione Produtos ou Notas Fiscais');
      await user.click(await screen.findByRole('button', { name: /NF 780/ }));
      const line = await screen.findByRole('group', { name: 'Café 500 g' });
      await user.click(within(line).getByRole('button', { name: 'Adicionar Café 500 g' }));
      expect(await screen.findByRole('alert', { name: '' })).toBeInTheDocument();
      expect(
        screen.getAllByText('Quantidade inválida. Verifique a quantidade adicionada.').length,
      ).toBeGreaterThan(0);
      await user.type(within(line).getByRole('textbox', { name: 'Quantidade de Café 500 g' }), '2');
      await choose(/^Motivo/, 'Avaria', within(line));
      await user.click(within(line).getByRole('button', { name: 'Adicionar Café 500 g' }));
      expect((await screen.findAllByText('Obrigatório incluir um anexo.')).length).toBeGreaterThan(0);
      attach(within(line).getByRole('group', { name: 'Fotos de Café 500 g' }));
      await within(line).findByText('foto-1.jpg');
      await user.click(within(line).getByRole('button', { name: 'Adicionar Café 500 g' }));
      expect(await within(line).findByText('Adicionado')).toBeInTheDocument();
      expect(screen.getByText('1 adicionado')).toBeInTheDocument();
      await expectNoAxeViolations();
      await next();

      await heading('Detalhes');
      expect(screen.getByText('Escreva a mensagem.')).toBeInTheDocument();
      await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Caixa rasgada{Enter}na entrega');
      await expectNoAxeViolations();
      await user.keyboard('{Control>}{Enter}{/Control}');

      await heading('Confirme as informações');
      expect(screen.getByText(/Caixa rasgada/, { selector: 'section p' })).toBeInTheDocument();
      await expectNoAxeViolations();
      await press('Enviar solicitação');
      expect(await screen.findByText('Ticket 4711 aberto com sucesso.')).toBeInTheDocument();
      expect(state.created).toHaveLength(1);
      expect(state.created[0]?.body).toMatchObject({
        origem: 'TELEFONE',
        tipo: 'DEVOLUCAO',
        idCli: 7,
        idFil: 1,
        mensagem: 'Caixa rasgada\nna entrega',
        itens: [{ produto_id: 3, qtd_solicitada: '2', motivo_id: 4, arquivos: [{ nome: 'foto-1.jpg' }] }],
      });
      await press('Ir para o ticket');
      expect(await screen.findByRole('heading', { name: 'Página do ticket' })).toBeInTheDocument();
      expect(router.state.location.pathname).toBe('/tickets/4711');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    },
    LONG,
  );

  it(
    'adds and removes all of an invoice, and shows them under Itens',
    async () => {
      await openWizard();
      await reasonUntilCustomer();
      await chooseCustomer();
      await next();
      await user.click(await screen.findByRole('button', { name: /NF 780/ }));
      await choose(/^Motivo para todos/, 'Desacordo com o pedido');
      await press('Adicionar Todos');
      expect(await screen.findByText('2 adicionados')).toBeInTheDocument();
      await press('Itens: 2');
      const items = await screen.findByRole('dialog', { name: 'Itens' });
      expect(within(items).getByText('4 UN', { selector: 'li:first-child *' })).toBeInTheDocument();
      await user.click(within(items).getByRole('tab', { name: 'Notas Fiscais' }));
      expect(within(items).getByText('Nenhuma nota fiscal encontrada')).toBeInTheDocument();
      await user.click(within(items).getByRole('tab', { name: 'Itens Avulsos' }));
      expect(within(items).getByText('Nenhum item avulso encontrado')).toBeInTheDocument();
      await expectNoAxeViolations();
      await press('Fechar itens');
      await waitFor(() => expect(items).not.toBeInTheDocument());
      await press('Remover Todos');
      await press('Itens: 0');
      await user.click(await screen.findByRole('tab', { name: 'Itens' }));
      expect(await screen.findByText('Nenhum item encontrado')).toBeInTheDocument();
    },
    LONG,
  );

  it(
    'holds to the maximum of items',
    async () => {
      await openWizard({ parametros: { maximoItensTicket: 1 } });
      await reasonUntilCustomer();
      await chooseCustomer();
      await next();
      await user.click(await screen.findByRole('button', { name: /NF 780/ }));
      await choose(/^Motivo para todos/, 'Desacordo com o pedido');
      await press('Adicionar Todos');
      expect(await screen.findByText('O ticket não pode ter mais que 1 itens.')).toBeInTheDocument();
      expect(screen.queryByText(/adicionado/)).not.toBeInTheDocument();
    },
    LONG,
  );
});

describe('an extension', () => {
  it(
    'forgets the other party when the responsible one is switched',
    async () => {
      await openWizard();
      await beginType(/^Solicitação/, /Prorrogação/, /Atraso na entrega/);
      await chooseCustomer();
      await next();
      await press('Adicionar nota 780');
      await expectNoAxeViolations();
      await next();
      await heading('Informe os dados de prorrogação');
      await user.click(screen.getByRole('radio', { name: 'Transportadora' }));
      await user.click(await screen.findByRole('combobox', { name: /^Transportadora/ }));
      await user.click(await screen.findByRole('option', { name: 'Rodo Minas' }));
      const days = screen.getByRole('textbox', { name: /^Dias de atraso/ });
      await user.type(days, '400{Enter}');
      expect(screen.getAllByText('Informe de 1 a 365 dias de atraso.')).toHaveLength(2);
      await waitFor(() => expect(days).toHaveFocus());
      await user.clear(days);
      await user.type(days, '12');
      await user.click(screen.getByRole('radio', { name: 'Representante' }));
      expect(screen.getAllByText('Escolha o representante.').length).toBeGreaterThan(0);
      await user.click(await screen.findByRole('combobox', { name: /^Representante/ }));
      await user.click(await screen.findByRole('option', { name: 'Alícia Batista' }));
      await expectNoAxeViolations();
      await user.type(days, '{Enter}');
      await heading('Detalhes');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        responsavel_prorrogacao: 'REPRESENTANTE',
        responsavel_prorrogacao_id: 9,
        transportadora_id: null,
        dias_atraso_prorrogacao: 12,
        notas: [state.invoices[0]?.chave],
      });
      await press('Ok, fechar');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(asked).toContain(`GET /sac/tickets/notasfiscais/7/1?${withTitles()}`);
    },
    LONG,
  );

  const withTitles = () =>
    asked.find((call) => call.includes('withTitulos=2'))?.split('?')[1] ?? 'withTitulos=2';
});

describe('consumer-final mode', () => {
  it(
    'is for staff a switch with a form, and needs no customer',
    async () => {
      await openWizard();
      await beginType(/^Reclamação/, /Qualidade/, /Sabor/);
      await choose(/^Origem/, 'Telefone');
      expect(screen.queryByRole('group', { name: 'Consumidor final' })).not.toBeInTheDocument();
      await user.click(screen.getByRole('switch', { name: 'Ticket de consumidor final' }));
      const form = await screen.findByRole('group', { name: 'Consumidor final' });
      expect(screen.getByText('Complete os dados do consumidor final.')).toBeInTheDocument();
      await user.type(within(form).getByRole('textbox', { name: /^Nome/ }), 'Maria{Enter}');
      expect(await within(form).findByText('Informe seu nome e sobrenome')).toBeInTheDocument();
      await user.type(within(form).getByRole('textbox', { name: /^Nome/ }), ' da Silva');
      await user.type(within(form).getByRole('textbox', { name: /^CPF/ }), '52998224725');
      await user.type(within(form).getByRole('textbox', { name: /^E-mail/ }), 'maria@exemplo.com.br');
      await user.type(within(form).getByRole('textbox', { name: /^Telefone/ }), '11988887777');
      await user.type(within(form).getByRole('textbox', { name: /^Data de nascimento/ }), '01021990');
      await expectNoAxeViolations();
      await next();
      await heading('Selecione os Produtos');
      expect(screen.getByText('Pesquise produtos para adicionar')).toBeInTheDocument();
      await user.type(screen.getByPlaceholderText('Digite Código ou Descrição'), 'suco{Enter}');
      await press('Adicionar Suco de uva 1 L');
      expect(asked).toContain('GET /sac/consultas/produtos?q=suco&take=6&page=1');
      await expectNoAxeViolations();
      await next();
      await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Azedou.');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        idCli: null,
        consumidorFinal: { documento: '52998224725', nome: 'Maria da Silva', data_nascimento: '1990-02-01' },
        itensAvulsos: [{ produto_id: 31, codigo_barras: '789' }],
      });
    },
    LONG,
  );

  it(
    'is forced for a consumer, whose customer is not searched',
    async () => {
      await openWizard({ tipo: 'CONSUMIDOR_FINAL' });
      await beginType(/^Dúvida/, /Dúvida sobre produto/);
      await heading('Selecione Cliente e filial');
      expect(screen.getByRole('textbox', { name: /^Nome/ })).toHaveValue('Caio Nunes');
      expect(screen.getByRole('textbox', { name: /^E-mail/ })).toHaveValue('ana@example.com');
      expect(screen.queryByRole('combobox', { name: /^(Cliente|Origem)/ })).not.toBeInTheDocument();
      await screen.findByText('44 - Caio Nunes');
      await next();
      await next();
      await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Qual a validade?');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.body).toMatchObject({
        origem: 'SAC',
        idCli: 44,
        consumidorFinal: { nome: 'Caio Nunes' },
      });
      expect(asked.filter((call) => call.startsWith('GET /sac/clientes?'))).toEqual([]);
    },
    LONG,
  );
});

describe('giving up', () => {
  it(
    'asks, stays on Cancelar, and throws the draft away on consent',
    async () => {
      await openWizard();
      await beginType(/^Dúvida/, /Dúvida sobre produto/);
      await waitFor(() => expect(state.draft).not.toBeNull(), { timeout: 3000 });
      expect(await screen.findByText('Rascunho salvo às 14:32')).toBeInTheDocument();
      await user.keyboard('{Escape}');
      expect(
        await screen.findByText('Você perderá todos os dados inseridos até o momento.'),
      ).toBeInTheDocument();
      await expectNoAxeViolations();
      await press('Cancelar');
      await waitFor(() => expect(screen.queryByText(/Você perderá/)).not.toBeInTheDocument());
      expect(await dialog()).toBeInTheDocument();
      await press('Fechar');
      await screen.findByRole('heading', { name: 'Tem certeza que deseja cancelar a criação do ticket ?' });
      await press('Sim, tenho certeza');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(state.draft).toBeNull();
    },
    LONG,
  );

  it(
    'asks before a switch throws something away',
    async () => {
      await openWizard();
      await beginType(/^Dúvida/, /Dúvida sobre produto/);
      await chooseCustomer();
      await next();
      await user.type(screen.getByPlaceholderText('Digite Código ou Descrição'), 'suco{Enter}');
      await press('Adicionar Suco de uva 1 L');
      await press(/Escolha a sua solicitação/);
      await user.click(await screen.findByRole('radio', { name: /financeira/ }));
      expect(await screen.findByText(/remove o que já foi informado: 1 item avulso/)).toBeInTheDocument();
      await press('Cancelar');
      expect(screen.getByRole('radio', { name: /sobre produto/, hidden: true })).toBeChecked();
    },
    LONG,
  );
});

describe('a draft', () => {
  const draft = () => {
    const type = typeNamed('DUVIDA_PRODUTO');
    const begun = startDraft(menuNamed('DUVIDA'), origins[1] ?? null, operator);
    return {
      ...chooseType(begun, type, operator),
      cliente: { id: 7, razSoc: 'Padaria Sol Ltda', fant: 'Padaria Sol' },
      filial: { idFil: 1, razSoc: 'Matriz São Paulo' },
      mensagem: 'Qual a validade?',
      arquivos: [stored('rotulo.jpg')],
    };
  };
  const saveDraft = () => {
    state.draft = {
      objeto: 'ticket-novo',
      conteudo: draft(),
      versao: 3,
      atualizado: '2026-11-21T17:32:00.000Z',
    };
  };

  it(
    'is offered again, photos included, and goes on where it lacks something',
    async () => {
      saveDraft();
      await openWizard();
      expect(await screen.findByText('Rascunho salvo em 21/11/2026 14:32.')).toBeInTheDocument();
      expect(screen.getByText('1 foto')).toBeInTheDocument();
      await expectNoAxeViolations();
      await press('Continuar de onde parou');
      await heading('Confirme as informações');
      expect(screen.getByText('rotulo.jpg')).toBeInTheDocument();
      const send = await screen.findByRole('button', { name: 'Enviar solicitação' });
      fireEvent.click(send);
      fireEvent.click(send);
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created).toHaveLength(1);
      expect(state.created[0]?.body.arquivos).toEqual([stored('rotulo.jpg')]);
    },
    LONG,
  );

  it(
    'is thrown away for a new beginning',
    async () => {
      saveDraft();
      await openWizard();
      await press('Começar de novo');
      expect(
        await screen.findByRole('heading', { name: 'Escolha um tipo de solicitação' }),
      ).toBeInTheDocument();
      expect(state.draft).toBeNull();
    },
    LONG,
  );

  it(
    'says that it is not saved, and that another page has changed it',
    async () => {
      saveDraft();
      const other = { ...draft(), mensagem: 'Da outra página' };
      server.use(
        http.put('/config/rascunhos/:objeto', () => refusal(500, 'Ocupado.'), { once: true }),
        http.put(
          '/config/rascunhos/:objeto',
          () =>
            refusal(409, 'Alterado.', {
              atual: {
                objeto: 'ticket-novo',
                conteudo: other,
                versao: 9,
                atualizado: '2026-11-21T17:40:00.000Z',
              },
            }),
          { once: true },
        ),
      );
      await openWizard();
      await press('Continuar de onde parou');
      await press('Alterar: Detalhes');
      await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), '!');
      expect(await screen.findByText('Rascunho ainda não salvo. Tentando de novo…')).toBeInTheDocument();
      expect(await screen.findByText('Este rascunho mudou em outra página ou aparelho.')).toBeInTheDocument();
      await press('Abrir o outro');
      expect(await screen.findByText('Da outra página')).toBeInTheDocument();
      expect(screen.getByText('Rascunho salvo às 14:40')).toBeInTheDocument();
    },
    LONG,
  );
});

describe('a refused creation', () => {
  it(
    'shows why, leads back to the field, and repeats a lost answer with the same key',
    async () => {
      const type = typeNamed('ATENDIMENTO');
      const chosen = chooseReasonAt(
        chooseType(startDraft(menuNamed('RECLAMACAO'), origins[0] ?? null, operator), type, operator),
        type,
        1,
        1087,
      );
      const conteudo = {
        ...chosen,
        assunto: 'Entrega',
        cliente: { id: 7, razSoc: 'Padaria Sol Ltda', fant: 'Padaria Sol' },
        filial: { idFil: 1, razSoc: 'Matriz São Paulo' },
        mensagem: 'Grosseiro.',
      };
      state.draft = { objeto: 'ticket-novo', conteudo, versao: 1, atualizado: '2026-11-21T17:32:00.000Z' };
      const keys: (string | null)[] = [];
      const answers = [
        () => HttpResponse.error(),
        () =>
          refusal(422, 'Confira os campos indicados.', {
            errors: { idCli: 'Cliente não encontrado.' },
            requestId: 'r-1',
          }),
      ];
      server.use(
        http.post('/sac/tickets', ({ request }) => {
          keys.push(request.headers.get('Idempotency-Key'));
          return answers.shift()?.();
        }),
      );
      await openWizard();
      await press('Continuar de onde parou');
      await press('Enviar solicitação');
      expect(await screen.findByText('Falha na comunicação com o servidor!')).toBeInTheDocument();
      await press('Voltar');
      await press('Enviar solicitação');
      expect(
        await screen.findByText(/Confira os campos indicados\.\s+Cliente não encontrado\./),
      ).toBeInTheDocument();
      expect(screen.getByText('Protocolo r-1')).toBeInTheDocument();
      expect(keys[0]).toBe(keys[1]);
      await press('Voltar');
      await heading('Selecione Cliente e filial');
      expect(await screen.findByText('Cliente não encontrado.')).toBeInTheDocument();
      await next();
      await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), ' Muito.');
      await next();
      await press('Enviar solicitação');
      await screen.findByText('Ticket 4711 aberto com sucesso.');
      expect(state.created[0]?.key).not.toBe(keys[0]);
    },
    LONG,
  );
});
