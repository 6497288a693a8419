import type { OrderStatus } from '../../catalogs/orderStatus.ts';
import type { Permission } from '../../permissions.ts';

/** The actions on a quote or order, in menu order. */
export const ORDER_ACTIONS = [
  'EDITAR',
  'RENOVAR',
  'SALVAR_PEDIDO',
  'LIBERAR_FATURAMENTO',
  'GERAR_LINK',
  'RENOVAR_LINK',
  'AGENDAR',
  'ENVIAR_EMAIL',
  'BAIXAR_PDF',
  'DUPLICAR',
  'INCLUIR',
  'TRANSFERIR',
  'LIBERAR_B2B',
  'RECUPERAR_B2B',
  'LIBERAR_FV',
  'RECUPERAR_FV',
  'IMPORTAR_FV',
  'VOLTAR_ORCAMENTO',
  'PERDER',
  'REABRIR',
  'EXCLUIR',
  'CANCELAR',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export interface ActionRule {
  stage: 'ORCAMENTO' | 'PEDIDO' | 'AMBOS';
  permission: Permission | { ORCAMENTO: Permission; PEDIDO: Permission };
  /** Its document contains personal data (`Route.personal`). */
  personal?: true;
  /** The statuses from which it is possible; any status when absent. */
  from?: readonly OrderStatus[];
  /** The statuses from which it is not possible. */
  except?: readonly OrderStatus[];
  /** Also possible while it is released to the shop or to field sales. */
  whileReleased?: true;
  /** It makes a new quote of the same customer. */
  makesQuote?: true;
  /** The participle used in a refusal: "Um orçamento … não pode ser …". */
  done: string;
}

const OPEN: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'];
const UNFINISHED: readonly OrderStatus[] = [...OPEN, 'VENCIDO'];
/** Neither paid nor released. */
const UNRELEASED: readonly OrderStatus[] = [
  'AGUARDANDO',
  'ANALISE',
  'BLOQUEADO',
  'DEPOSITO',
  'PAGAMENTO_PENDENTE',
  'PAGAMENTO_EXPIRADO',
];
/** What a customer must not take for an offer or an order any more: its paper says so. */
export const ENDED: readonly OrderStatus[] = ['PERDIDO', 'VENCIDO', 'CANCELADO', 'REJEITADO'];
/** Orders of these statuses were never a purchase. */
export const NEVER_BOUGHT: readonly OrderStatus[] = ['CANCELADO', 'REJEITADO'];
const EITHER = { ORCAMENTO: 'ORCAMENTO', PEDIDO: 'PEDIDO' } as const;

export const ACTION_RULES: Readonly<Record<OrderAction, ActionRule>> = {
  EDITAR: { stage: 'ORCAMENTO', permission: 'ORCAMENTO_EDITAR', from: OPEN, done: 'alterado' },
  RENOVAR: { stage: 'ORCAMENTO', permission: 'ORCAMENTO_EDITAR', from: ['VENCIDO'], done: 'renovado' },
  SALVAR_PEDIDO: {
    stage: 'ORCAMENTO',
    permission: 'ORCAMENTO_EDITAR',
    from: OPEN,
    done: 'salvo como pedido',
  },
  LIBERAR_FATURAMENTO: {
    stage: 'PEDIDO',
    permission: 'PEDIDO_LIBERAR_FATURAMENTO',
    from: ['AGUARDANDO', 'ANALISE', 'BLOQUEADO', 'DEPOSITO', 'PAGAMENTO_REALIZADO'],
    done: 'liberado para faturamento',
  },
  GERAR_LINK: {
    stage: 'PEDIDO',
    permission: 'PEDIDO_LINK_PAGAMENTO',
    from: ['AGUARDANDO', 'PAGAMENTO_PENDENTE', 'PAGAMENTO_EXPIRADO'],
    done: 'cobrado por link',
  },
  RENOVAR_LINK: {
    stage: 'PEDIDO',
    permission: 'PEDIDO_LINK_PAGAMENTO',
    from: ['PAGAMENTO_PENDENTE', 'PAGAMENTO_EXPIRADO'],
    done: 'cobrado por um link novo',
  },
  AGENDAR: { stage: 'ORCAMENTO', permission: 'AGENDA_EDITAR', from: UNFINISHED, done: 'agendado' },
  ENVIAR_EMAIL: {
    stage: 'AMBOS',
    permission: EITHER,
    whileReleased: true,
    except: ['PERDIDO', 'VENCIDO'],
    done: 'enviado por e-mail',
  },
  BAIXAR_PDF: { stage: 'AMBOS', permission: EITHER, personal: true, whileReleased: true, done: 'baixado' },
  DUPLICAR: {
    stage: 'AMBOS',
    permission: 'ORCAMENTO_EDITAR',
    whileReleased: true,
    makesQuote: true,
    done: 'duplicado',
  },
  INCLUIR: {
    stage: 'PEDIDO',
    permission: 'ORCAMENTO_EDITAR',
    from: [...UNRELEASED, 'PAGAMENTO_REALIZADO', 'LIBERADO'],
    makesQuote: true,
    done: 'completado com mais itens',
  },
  TRANSFERIR: {
    stage: 'ORCAMENTO',
    permission: 'ORCAMENTO_TRANSFERIR',
    from: UNFINISHED,
    done: 'transferido',
  },
  LIBERAR_B2B: { stage: 'ORCAMENTO', permission: 'ORCAMENTO_LIBERAR', from: OPEN, done: 'liberado na loja' },
  RECUPERAR_B2B: {
    stage: 'ORCAMENTO',
    permission: 'ORCAMENTO_LIBERAR',
    whileReleased: true,
    done: 'recuperado da loja',
  },
  LIBERAR_FV: {
    stage: 'ORCAMENTO',
    permission: 'ORCAMENTO_LIBERAR',
    from: OPEN,
    done: 'liberado na força de vendas',
  },
  RECUPERAR_FV: {
    stage: 'ORCAMENTO',
    permission: 'ORCAMENTO_LIBERAR',
    whileReleased: true,
    done: 'recuperado da força de vendas',
  },
  IMPORTAR_FV: {
    stage: 'ORCAMENTO',
    permission: 'ORCAMENTO_LIBERAR',
    whileReleased: true,
    done: 'assumido da força de vendas',
  },
  VOLTAR_ORCAMENTO: {
    stage: 'PEDIDO',
    permission: 'ORCAMENTO_EDITAR',
    from: UNRELEASED,
    done: 'devolvido a orçamento',
  },
  PERDER: { stage: 'ORCAMENTO', permission: 'ORCAMENTO_EDITAR', from: UNFINISHED, done: 'dado como perdido' },
  REABRIR: { stage: 'ORCAMENTO', permission: 'ORCAMENTO_EDITAR', from: ['PERDIDO'], done: 'reaberto' },
  EXCLUIR: { stage: 'ORCAMENTO', permission: 'ORCAMENTO_EXCLUIR', from: UNFINISHED, done: 'excluído' },
  CANCELAR: {
    stage: 'PEDIDO',
    permission: 'PEDIDO_CANCELAR',
    from: [...UNRELEASED, 'LIBERADO', 'SEPARACAO', 'PAGAMENTO_REALIZADO'],
    done: 'cancelado',
  },
};
