import type { Permission } from '../permissions.ts';

/** What may have happened to a thing of the feed. */
export const HAPPENED = ['criado', 'alterado', 'excluido', 'passo'] as const;
export type Happened = (typeof HAPPENED)[number];

interface FeedSubject {
  readonly titulo: string;
  /** What a person needs to read it, and to let a key read it: all of them. */
  readonly permissoes: readonly Permission[];
}

/** What the feed tells beside the record types: made and moved in the console, read by other systems, never written by them. */
export const FEED_SUBJECTS = {
  tickets: { titulo: 'Tickets e suas etapas', permissoes: ['SAC_TICKETS'] },
  pedidos: { titulo: 'Orçamentos e pedidos', permissoes: ['PEDIDO', 'ORCAMENTO'] },
  pagamentos: { titulo: 'Pagamentos recebidos', permissoes: ['PEDIDO'] },
  contatos: { titulo: 'Contatos de clientes', permissoes: ['CLIENTE', 'CLIENTE_CONTATOS'] },
  'enderecos-entrega': { titulo: 'Endereços de entrega dos clientes', permissoes: ['CLIENTE'] },
  mix: { titulo: 'Mix de produtos dos clientes', permissoes: ['CLIENTE'] },
  atendimentos: { titulo: 'Atendimentos', permissoes: ['CLIENTE', 'CLIENTE_HISTORICO_ATENDIMENTO'] },
} as const satisfies Record<string, FeedSubject>;

export type FeedSubjectKey = keyof typeof FEED_SUBJECTS;
export const FEED_SUBJECT_KEYS = Object.keys(FEED_SUBJECTS) as FeedSubjectKey[];
export const isFeedSubject = (key: string): key is FeedSubjectKey => Object.hasOwn(FEED_SUBJECTS, key);
