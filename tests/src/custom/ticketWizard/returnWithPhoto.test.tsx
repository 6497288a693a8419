import { File as NodeFile } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import {
  beginType,
  choose,
  chooseCustomer,
  heading,
  next,
  openWizard,
  press,
  user,
} from './support/openWizard.tsx';
import { LONG, servedWizard } from './support/servedWizard.ts';
import { state } from './support/wizardServer.ts';

servedWizard();

/** These tests use Node's FormData, which does not accept jsdom's File. */
const photo = () => new NodeFile([new Uint8Array(1024)], 'avaria.jpg', { type: 'image/jpeg' });
const attach = (place: HTMLElement) => {
  const input = place.querySelector('input[type=file][multiple]');
  if (!input) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [photo()] } });
};
const reasonUntilCustomer = () => beginType(/^Solicitação/, /Devolução/, /Outro/);

const NO_QUANTITY = /^Quantidade inválida\. Verifique a quantidade adicionada\. .+: informe a quantidade\.$/;

describe('return with a photo in the wizard', () => {
  it(
    'leads through all steps to the ticket',
    async () => {
      state.articles = [{ id: 1, titulo: 'Como devolver', score: 80 }];
      state.likes = [2007];
      const { router } = await openWizard();
      await user.click(await screen.findByRole('button', { name: /^Solicitação/ }));
      expect(await screen.findByText('Escolha o tipo da solicitação.')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Prosseguir' })).toBeDisabled();
      await user.click(screen.getByRole('radio', { name: /Devolução/ }));
      await choose(/^Motivo/, 'Outro');
      expect(await screen.findByText('Este motivo pede uma explicação na mensagem.')).toBeInTheDocument();
      const article = await screen.findByRole('button', { name: /80%.*Como devolver/ });
      // After the fields and scrolled with them: beside them it would take their place.
      const step = screen.getByRole('region', { name: 'Escolha a sua solicitação' });
      expect(step).toContainElement(article);
      expect(step.lastElementChild).toContainElement(article);
      await user.click(article);
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
      await screen.findByRole('button', { name: /NF 780/, expanded: true });
      const line = await screen.findByRole('group', { name: 'Café 500 g' });
      await user.click(within(line).getByRole('button', { name: 'Adicionar Café 500 g' }));
      expect(await screen.findByRole('alert', { name: '' })).toBeInTheDocument();
      const quantity = within(line).getByRole('textbox', { name: 'Quantidade de Café 500 g' });
      await waitFor(() => expect(quantity).toHaveFocus());
      expect(quantity).toHaveAccessibleDescription(NO_QUANTITY);
      expect(screen.getAllByText(NO_QUANTITY).length).toBeGreaterThan(0);
      await user.type(quantity, '2{Enter}');
      await waitFor(() => expect(within(line).getByRole('combobox', { name: /^Motivo/ })).toHaveFocus());
      await choose(/^Motivo/, 'Avaria', within(line));
      await user.click(within(line).getByRole('button', { name: 'Adicionar Café 500 g' }));
      const choosing = within(line).getByRole('button', { name: 'Escolher arquivos' });
      await waitFor(() => expect(choosing).toHaveFocus());
      expect(choosing).toHaveAccessibleDescription('Obrigatório incluir um anexo.');
      attach(within(line).getByRole('group', { name: 'Fotos de Café 500 g' }));
      await within(line).findByText('foto-1.jpg');
      await user.click(within(line).getByRole('button', { name: 'Adicionar Café 500 g' }));
      expect(await within(line).findByText('Adicionado')).toBeInTheDocument();
      // Enter once more leads to the quantity of what is in already.
      within(line).getByRole('button', { name: 'Adicionado Café 500 g, remover' }).focus();
      await user.keyboard('{Enter}');
      expect(quantity).toHaveFocus();
      expect(within(line).getByText('Adicionado')).toBeInTheDocument();
      expect(screen.getByText('1 adicionado')).toBeInTheDocument();
      // Another one is begun and forgotten.
      await user.type(screen.getByRole('textbox', { name: 'Quantidade de Chá 100 g' }), '3');
      expect(screen.getByText('1 por adicionar')).toBeInTheDocument();
      await expectNoAxeViolations();
      await next();

      await heading('Detalhes');
      expect(screen.getByText('Escreva a mensagem.')).toBeInTheDocument();
      await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Caixa rasgada{Enter}na entrega');
      await expectNoAxeViolations();
      await user.keyboard('{Control>}{Enter}{/Control}');

      await heading('Confirme as informações');
      const forgotten = /^1 produto foi preenchido, mas não adicionado ao ticket \(nota 780\)/;
      expect(screen.getByText(forgotten)).toBeInTheDocument();
      expect(screen.getByText(/Caixa rasgada/, { selector: 'section p' })).toBeInTheDocument();
      // It warns, and goes on anyway.
      const like = await screen.findByRole('link', { name: '2007' });
      expect(like.parentElement).toHaveTextContent('Já há o ticket 2007 aberto para a nota 780.');
      expect(like).toHaveAttribute('href', '/tickets/2007');
      expect(state.askedLikes).toMatch(/idCli=\d+.*notas\[\]=\w{44}/);
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
    'adds and removes all products of an invoice, and shows them under Itens',
    async () => {
      await openWizard();
      await reasonUntilCustomer();
      await chooseCustomer();
      await next();
      await screen.findByRole('button', { name: /NF 780/, expanded: true });
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
    'stops at the maximum of items',
    async () => {
      await openWizard({ parametros: { maximoItensTicket: 1 } });
      await reasonUntilCustomer();
      await chooseCustomer();
      await next();
      await screen.findByRole('button', { name: /NF 780/, expanded: true });
      await choose(/^Motivo para todos/, 'Desacordo com o pedido');
      await press('Adicionar Todos');
      expect(await screen.findByText('O ticket não pode ter mais que 1 itens.')).toBeInTheDocument();
      expect(screen.queryByText(/adicionado/)).not.toBeInTheDocument();
    },
    LONG,
  );
});
