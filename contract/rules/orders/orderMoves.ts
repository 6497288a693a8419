import { type CatalogRow, rowOf } from '../../catalogs/catalog.ts';
import type { PaymentLinkStatus } from '../../catalogs/orderStatus.ts';
import { type OrderStatus, orderStatus } from '../../catalogs/orderStatus.ts';
import type { Permission } from '../../permissions.ts';
import type { CalendarDate } from '../time/calendarDate.ts';
import { ACTION_RULES, ORDER_ACTIONS, type OrderAction } from './orderActions.ts';

/** The facts that determine the possible actions on a quote or order. */
export interface OrderFacts {
  stage: 'ORCAMENTO' | 'PEDIDO';
  /** The status as of today (`statusOn`). */
  status: OrderStatus;
  releasedTo: 'B2B' | 'FV' | null;
  /** The channel in which it was created. */
  channel: string;
  /** Status of its latest payment link. */
  link: PaymentLinkStatus | null;
  /** The status from which it was lost, as long as the loss can be undone (`statusBeforeLoss`). */
  lostFrom: OrderStatus | null;
  /** Whether it was lost so long ago that this is final; absent where nobody asks about it, or where it is not known. */
  lossIsFinal?: boolean;
  /** Whether its customer is blocked and so gets no new quote; absent where no copy is asked for. */
  blocked?: boolean;
}

export interface MoveRefusal {
  code: string;
  message: string;
}

/** An active quote counts as expired from the day after its validity, whether or not the job has stored that. */
export const statusOn = (
  status: OrderStatus,
  validUntil: CalendarDate | null,
  today: CalendarDate,
): OrderStatus => (status === 'ATIVO' && validUntil !== null && validUntil < today ? 'VENCIDO' : status);

/** A loss is undone within this many milliseconds, a day: it was a mistake, not a customer who changed their mind. */
const LOSS_UNDONE_WITHIN = 86_400_000;

/** The first moment at which a loss of this one can no longer be undone. */
export const lossFinalAt = (lostAt: Date): Date => new Date(lostAt.getTime() + LOSS_UNDONE_WITHIN);

/** The status to which a lost quote goes back; `null` when it was not lost, or a day or longer ago. */
export const statusBeforeLoss = (
  { status, lostAt, lostFrom }: { status: OrderStatus; lostAt: Date | null; lostFrom: OrderStatus | null },
  now: Date,
): OrderStatus | null => (status === 'PERDIDO' && lostAt && now < lossFinalAt(lostAt) ? lostFrom : null);

/**
 * Why an action is not possible for this quote or order now, using the company's own labels for its status; `null` when it is
 * possible.
 */
export function moveRefusal(
  action: OrderAction,
  facts: OrderFacts,
  statuses: readonly CatalogRow[] = orderStatus,
): MoveRefusal | null {
  const rule = ACTION_RULES[action];
  const what = facts.stage === 'PEDIDO' ? 'pedido' : 'orçamento';
  if (rule.stage !== 'AMBOS' && rule.stage !== facts.stage)
    return refusal('ETAPA_ERRADA', `Um ${what} não pode ser ${rule.done}.`);
  if ((rule.from && !rule.from.includes(facts.status)) || rule.except?.includes(facts.status))
    return wrongStatus(action, facts.status, what, statuses);
  if (facts.releasedTo && !rule.whileReleased)
    return refusal(
      'LIBERADO',
      `O orçamento está liberado ${WHERE[facts.releasedTo]}. Recupere-o antes de continuar.`,
    );
  if (rule.makesQuote && facts.blocked) return refusal('CLIENTE_BLOQUEADO', 'O cliente está bloqueado.');
  return lossRefusal(action, facts) ?? releaseRefusal(action, facts) ?? linkRefusal(action, facts);
}

const WHERE = { B2B: 'na loja', FV: 'na força de vendas' } as const;

/** An expired quote can do these again once it is renewed. */
const BEFORE_EXPIRY: readonly OrderAction[] = ['SALVAR_PEDIDO', 'EDITAR', 'ENVIAR_EMAIL'];

function wrongStatus(
  action: OrderAction,
  status: OrderStatus,
  what: string,
  statuses: readonly CatalogRow[],
): MoveRefusal {
  if (status === 'VENCIDO' && BEFORE_EXPIRY.includes(action))
    return refusal('ORCAMENTO_VENCIDO', 'O orçamento está vencido. Renove-o antes de continuar.');
  const { label } = rowOf(statuses, status);
  return refusal(
    'SITUACAO_NAO_PERMITE',
    `Um ${what} na situação "${label}" não pode ser ${ACTION_RULES[action].done}.`,
  );
}

function lossRefusal(action: OrderAction, { lostFrom, lossIsFinal }: OrderFacts): MoveRefusal | null {
  if (action !== 'REABRIR' || lostFrom !== null) return null;
  return lossIsFinal
    ? refusal(
        'PERDIDO_HA_MAIS_DE_UM_DIA',
        'O orçamento foi dado como perdido há mais de um dia e não pode mais ser reaberto. Duplique-o para retomar a venda.',
      )
    : // Quotes that were lost before it was written down, or by another system.
      refusal(
        'PERDA_SEM_REGISTRO',
        'Não ficou registrado quando o orçamento foi perdido nem como estava antes, por isso ele não pode ser reaberto. Duplique-o para retomar a venda.',
      );
}

function releaseRefusal(action: OrderAction, { releasedTo, channel }: OrderFacts): MoveRefusal | null {
  if (action === 'RECUPERAR_B2B' && releasedTo !== 'B2B')
    return refusal('NAO_LIBERADO', 'O orçamento não está liberado na loja.');
  if ((action === 'RECUPERAR_FV' || action === 'IMPORTAR_FV') && releasedTo !== 'FV')
    return refusal('NAO_LIBERADO', 'O orçamento não está liberado na força de vendas.');
  if (action === 'IMPORTAR_FV' && channel !== 'FV')
    return refusal('NAO_E_DA_FV', 'Este orçamento não foi feito na força de vendas. Use "Recuperar".');
  return null;
}

function linkRefusal(action: OrderAction, { link }: OrderFacts): MoveRefusal | null {
  if (action === 'GERAR_LINK' && link === 'AGUARDANDO')
    return refusal('LINK_ABERTO', 'Este pedido já tem um link de pagamento aberto. Envie-o ou renove-o.');
  if (action === 'RENOVAR_LINK' && link === null)
    return refusal('SEM_LINK', 'Este pedido ainda não tem link de pagamento. Gere um.');
  if (link === 'PAGO' && (action === 'RENOVAR_LINK' || action === 'GERAR_LINK'))
    return refusal('LINK_PAGO', 'Este pedido já foi pago.');
  return null;
}

/** The permission that an action requires at this stage. */
export function permissionOf(action: OrderAction, stage: OrderFacts['stage']): Permission {
  const { permission } = ACTION_RULES[action];
  return typeof permission === 'string' ? permission : permission[stage];
}

/** The actions now open to a person with these permissions. */
export const actionsOf = (facts: OrderFacts, allowed: (permission: Permission) => boolean): OrderAction[] =>
  ORDER_ACTIONS.filter(
    (action) =>
      allowed(permissionOf(action, facts.stage)) &&
      (!ACTION_RULES[action].personal || allowed('DADOS_PESSOAIS')) &&
      moveRefusal(action, facts) === null,
  );

/**
 * The statuses that an action passes through, of which the last one remains. Each is among the `next` of the previous one.
 * Going back to a quote changes the record's stage and is not included; a lost quote goes back to `lostFrom`.
 */
export function statusPath(
  action: OrderAction,
  from: OrderStatus,
  { online = false, lostFrom = null }: { online?: boolean; lostFrom?: OrderStatus | null } = {},
): OrderStatus[] {
  switch (action) {
    case 'RENOVAR':
      return ['ATIVO'];
    case 'SALVAR_PEDIDO':
      return [
        ...(from === 'ATIVO' ? [] : (['ATIVO'] as const)),
        'AGUARDANDO',
        ...(online ? (['PAGAMENTO_PENDENTE'] as const) : []),
      ];
    case 'LIBERAR_FATURAMENTO':
      return from === 'AGUARDANDO' || from === 'DEPOSITO' ? ['ANALISE', 'LIBERADO'] : ['LIBERADO'];
    case 'GERAR_LINK':
    case 'RENOVAR_LINK':
      return from === 'PAGAMENTO_PENDENTE' ? [] : ['PAGAMENTO_PENDENTE'];
    case 'PERDER':
      return ['PERDIDO'];
    case 'REABRIR':
      return lostFrom === null ? [] : [lostFrom];
    case 'CANCELAR':
      return ['CANCELADO'];
    default:
      return [];
  }
}

const refusal = (code: string, message: string): MoveRefusal => ({ code, message });
