import type { OrderChanged } from '#contract/realtime.ts';

/** An approval also changes the quote: the approval is what gets announced, with the latest version. */
export const moreRelevantChange = (before: OrderChanged | null, next: OrderChanged): OrderChanged =>
  before && DONE[before.acao] && !DONE[next.acao] ? { ...before, versao: next.versao } : next;

/**
 * 'Sílvia Moura autorizou um preço.'; `null` for the person's own writes, since the page made them itself, and for what the
 * person is told of on every screen (`useNegotiationNews`).
 */
export function orderNewsText({ acao, por, avisados }: OrderChanged, me: number): string | null {
  if (por?.id === me || avisados?.includes(me)) return null;
  return `${por?.nome ?? 'O sistema'} ${DONE[acao] ?? 'mudou este registro'}.`;
}

/** The wording for an action of the audit log. */
const DONE: Readonly<Record<string, string>> = {
  AUTORIZAR_PRECO: 'autorizou um preço',
  NEGAR_PRECO: 'negou um preço',
  SOLICITAR_PRECO: 'pediu um preço',
  ALTERAR_PRECO: 'mudou um pedido de preço',
  CANCELAR_PRECO: 'retirou um pedido de preço',
  PAGAR: 'registrou um pagamento',
  GERAR_LINK: 'gerou um link de pagamento',
  SALVAR_PEDIDO: 'salvou como pedido',
  VOLTAR_ORCAMENTO: 'voltou o pedido a orçamento',
  RENOVAR: 'renovou a validade',
  TRANSFERIR: 'transferiu a outra pessoa',
  REAGENDAR: 'reagendou',
  PERDER: 'deu como perdido',
  REABRIR: 'reabriu o orçamento perdido',
  CANCELAR: 'cancelou',
  EXCLUIR: 'excluiu',
  VENCER: 'deu como vencido',
};
