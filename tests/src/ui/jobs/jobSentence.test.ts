import { describe, expect, it } from '@jest/globals';
import { BULK_ACTIONS, type BulkSummary } from '#contract/sac/tickets/ticketBulk.ts';
import { bulkTitle, jobSentence } from '#ui/jobs/useJob.ts';

const job = (given: Partial<BulkSummary>) => ({
  id: 'a3f1c2d4-0000-4000-8000-000000000001',
  acao: 'executar-automacao' as const,
  situacao: 'CONCLUIDO' as const,
  total: 1284,
  processados: 1284,
  datahora_criacao: '2026-11-20T12:00:00Z',
  datahora_fim: null,
  ...given,
});

describe('sentence of a long job', () => {
  it('counts customers and agendas for an automation', () => {
    expect(jobSentence(job({ situacao: 'NA_FILA' }), 0)).toBe('Criar agendas: 1.284 clientes na fila');
    expect(jobSentence(job({ situacao: 'EXECUTANDO' }), 0)).toBe('Criando agendas para 1.284 clientes');
    expect(jobSentence(job({}), 1)).toBe('1.283 agendas criadas, 1 cliente sem agenda');
    expect(jobSentence(job({ situacao: 'CANCELADO', processados: 1 }), 0)).toBe(
      '1 agenda criada, 1.283 clientes não vistos',
    );
  });

  it('is whole for what has no word of its own', () => {
    const given = { acao: 'priorizar', total: 25, processados: 25 } as const;
    expect(jobSentence(job(given), 0)).toBe('25 tickets com a prioridade nova');
    expect(jobSentence(job({ ...given, total: 1, processados: 1 }), 0)).toBe(
      '1 ticket com a prioridade nova',
    );
  });

  it('counts tickets otherwise', () => {
    const archived = { acao: 'arquivar', total: 3, processados: 3 } as const;
    expect(jobSentence(job(archived), 1)).toBe('2 tickets arquivados, 1 recusado');
    expect(jobSentence(job({ ...archived, situacao: 'CANCELADO', processados: 1 }), 0)).toBe(
      '1 ticket arquivado, 2 sem mudança',
    );
  });
});

describe('title of a dialog for many tickets', () => {
  it('is one phrase for every action', () => {
    expect(BULK_ACTIONS.map((action) => bulkTitle(action, 25))).toEqual([
      'Atribuir 25 tickets',
      'Distribuir 25 tickets',
      'Encaminhar 25 tickets',
      'Mudar prioridade de 25 tickets',
      'Mudar prazo de 25 tickets',
      'Adiar 25 tickets',
      'Retomar 25 tickets',
      'Responder 25 tickets',
      'Anotar em 25 tickets',
      'Avançar etapa de 25 tickets',
      'Mudar o tipo de 25 tickets',
      'Finalizar 25 tickets',
      'Arquivar 25 tickets',
      'Desarquivar 25 tickets',
      'Reabrir 25 tickets',
      'Gerar coletas de 25 tickets',
      'Usar macro em 25 tickets',
      'Desfazer em 25 tickets',
    ]);
    expect(bulkTitle('arquivar', 1)).toBe('Arquivar 1 ticket');
  });
});
