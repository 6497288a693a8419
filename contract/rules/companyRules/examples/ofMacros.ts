import { holds, type RuleExample, yes } from './begun.ts';

/** Of people who serve, each started by hand. */
export const MACRO_EXAMPLES: readonly RuleExample[] = [
  {
    id: 'pede-fotos',
    titulo: 'Pedir fotos ao cliente',
    descricao: 'Macro: assume o ticket, responde e passa a aguardar o cliente.',
    entidade: 'tickets',
    quando: { tipo: 'PESSOA' },
    entao: [
      { acao: 'ATRIBUIR', como: 'QUEM_USA', tirar: true },
      { acao: 'RESPONDER', aguardaCliente: true },
    ],
  },
  {
    id: 'urgente-com-retorno',
    titulo: 'Tratar como urgente e ligar amanhã',
    descricao: 'Macro: sobe a prioridade, anota e marca uma agenda para quem a usa.',
    entidade: 'tickets',
    quando: { tipo: 'PESSOA' },
    se: holds(yes('aberto')),
    entao: [
      { acao: 'PRIORIZAR', prioridade: 'URGENTE' },
      { acao: 'ANOTAR', mensagem: 'Tratado como urgente: ligar a {{cliente}} amanhã.' },
      {
        acao: 'AGENDA',
        tipo: 'A',
        quem: 'QUEM_USA',
        emDias: 1,
        hora: '09:00',
        assunto: 'Retorno do ticket {{ticket_id}}',
      },
    ],
  },
];
