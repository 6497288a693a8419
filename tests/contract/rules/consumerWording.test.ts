import { describe, expect, it } from '@jest/globals';
import { consumerWording } from '#contract/rules/consumerWording.ts';

describe('wording of a ticket for a consumer', () => {
  it.each([
    ['NOVO TICKET', 'NOVA SOLICITAÇÃO'],
    ['Novo ticket', 'Nova solicitação'],
    ['Abrir novo ticket', 'Abrir nova solicitação'],
    ['Você tem um ticket começado', 'Você tem uma solicitação começada'],
    ['Ir para o ticket', 'Ir para a solicitação'],
    ['Voltar para os tickets', 'Voltar para as solicitações'],
    ['Ticket não encontrado', 'Solicitação não encontrada'],
    ['Ticket aberto', 'Solicitação aberta'],
    ['Ticket reaberto com sucesso', 'Solicitação reaberta com sucesso'],
    ['Este ticket está encerrado e só se lê.', 'Esta solicitação está encerrada e só se lê.'],
    ['Nenhum produto vinculado ao ticket', 'Nenhum produto vinculado à solicitação'],
    ['em outros tickets', 'em outras solicitações'],
    ['tickets novos', 'solicitações novas'],
    ['Anexos do Ticket', 'Anexos da Solicitação'],
    ['O ticket não pode ter mais que 5 itens.', 'A solicitação não pode ter mais que 5 itens.'],
    ['Ticket 12', 'Solicitação 12'],
    ['Ticket 4711 aberto com sucesso.', 'Solicitação 4711 aberta com sucesso.'],
    ['Tickets', 'Solicitações'],
    ['O prazo do ticket 3 e do ticket 4', 'O prazo da solicitação 3 e da solicitação 4'],
  ])('%s', (staff, consumer) => {
    expect(consumerWording(staff)).toBe(consumer);
  });

  it.each(['Os produtos aceitos voltam.', '/tickets/12', 'etickets', 'ticket.pdf', 'Coletar no balcão', ''])(
    'leaves %p as it is',
    (text) => {
      expect(consumerWording(text)).toBe(text);
    },
  );

  it('never contains "ticket" and is idempotent', () => {
    for (const text of ['O TICKET', 'tickets tickets', 'do Ticket já arquivado', 'ticket.'])
      expect([consumerWording(text).match(/ticket/i), consumerWording(consumerWording(text))]).toEqual([
        null,
        consumerWording(text),
      ]);
  });
});
