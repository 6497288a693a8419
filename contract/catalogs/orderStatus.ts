import type { Words } from '../words/words.ts';
import { type CatalogRow, catalogOf, iconNames, paletteKeys, type StatusRow } from './catalog.ts';

export type OrderStatus =
  | 'AGUARDANDO'
  | 'ANALISE'
  | 'BLOQUEADO'
  | 'CANCELADO'
  | 'DEPOSITO'
  | 'DEVOLUCAO'
  | 'ENTREGUE'
  | 'FATURADO'
  | 'LIBERADO'
  | 'SEPARACAO'
  | 'TRANSPORTE'
  | 'ATIVO'
  | 'VENCIDO'
  | 'REJEITADO'
  | 'COTACAO'
  | 'ORCAMENTO_ANALISE'
  | 'PERDIDO'
  | 'PAGAMENTO_EXPIRADO'
  | 'PAGAMENTO_PENDENTE'
  | 'PAGAMENTO_REALIZADO';

type Row = StatusRow<OrderStatus>;

/** The twenty labels of document 002, section 4, in its order; the allowed transitions are those of docs/domain.md 10. */
export const orderStatus = catalogOf<Row>('situacaoPedido')([
  row('AGUARDANDO', 'Aguardando', 'status_pedido.aguardando', 'HourglassEmpty', [
    'ANALISE',
    'DEPOSITO',
    'PAGAMENTO_PENDENTE',
    'CANCELADO',
  ]),
  row('ANALISE', 'Análise', 'status_pedido.analise', 'Search', [
    'LIBERADO',
    'BLOQUEADO',
    'REJEITADO',
    'CANCELADO',
  ]),
  row('BLOQUEADO', 'Bloqueado', 'status_pedido.bloqueado', 'Block', [
    'ANALISE',
    'LIBERADO',
    'REJEITADO',
    'CANCELADO',
  ]),
  row('CANCELADO', 'Cancelado', 'status_pedido.cancelado', 'Cancel', []),
  row('DEPOSITO', 'Aguardando Comprovante', 'status_pedido.deposito', 'Description', [
    'ANALISE',
    'CANCELADO',
  ]),
  row('DEVOLUCAO', 'Devolução', 'status_pedido.devolucao', 'AssignmentReturn', []),
  row('ENTREGUE', 'Entregue', 'status_pedido.entregue', 'CheckCircle', ['DEVOLUCAO']),
  row('FATURADO', 'Faturado', 'status_pedido.faturado', 'ReceiptLong', [
    'TRANSPORTE',
    'ENTREGUE',
    'DEVOLUCAO',
  ]),
  row('LIBERADO', 'Aguardando Separação', 'status_pedido.liberado', 'Warehouse', ['SEPARACAO', 'CANCELADO']),
  row('SEPARACAO', 'Separação', 'status_pedido.separacao', 'Inventory2', ['FATURADO', 'CANCELADO']),
  row('TRANSPORTE', 'Transporte', 'status_pedido.transporte', 'LocalShipping', ['ENTREGUE', 'DEVOLUCAO']),
  row('ATIVO', 'Ativo', 'status_pedido.ativo', 'Verified', ['VENCIDO', 'PERDIDO', 'AGUARDANDO']),
  row('VENCIDO', 'Vencido', 'status_pedido.vencido', 'EventBusy', ['ATIVO', 'PERDIDO']),
  row('REJEITADO', 'Rejeitado', 'status_pedido.rejeitado', 'ThumbDown', []),
  row('COTACAO', 'Cotação', 'status_pedido.cotacao', 'RequestQuote', [
    'ORCAMENTO_ANALISE',
    'ATIVO',
    'PERDIDO',
  ]),
  row('ORCAMENTO_ANALISE', 'Orçamento em Análise', 'status_pedido.orcamento_analise', 'Pending', [
    'ATIVO',
    'PERDIDO',
  ]),
  // By mistake, and for a day (`statusBeforeLoss`).
  row('PERDIDO', 'Orçamento Perdido', 'status_pedido.perdido', 'ThumbDown', [
    'COTACAO',
    'ORCAMENTO_ANALISE',
    'ATIVO',
    'VENCIDO',
  ]),
  row('PAGAMENTO_EXPIRADO', 'Pagamento Expirado', 'status_pedido.pagamento_expirado', 'EventBusy', [
    'PAGAMENTO_PENDENTE',
    'CANCELADO',
  ]),
  row('PAGAMENTO_PENDENTE', 'Pagamento Pendente', 'status_pedido.pagamento_pendente', 'Pending', [
    'PAGAMENTO_REALIZADO',
    'PAGAMENTO_EXPIRADO',
    'CANCELADO',
  ]),
  row('PAGAMENTO_REALIZADO', 'Pagamento Realizado', 'status_pedido.pagamento_realizado', 'Paid', [
    'ANALISE',
    'LIBERADO',
    'CANCELADO',
  ]),
]);

function row(
  value: OrderStatus,
  label: string,
  color: Row['color'],
  icon: Row['icon'],
  next: OrderStatus[],
): Row {
  return { value, label, color, icon, next };
}

/** Statuses from which a quote may still become an order. */
export const OPEN_QUOTES: readonly OrderStatus[] = ['COTACAO', 'ORCAMENTO_ANALISE', 'ATIVO'];

type QuoteSituation = 'ABERTO' | 'PERDIDO';

/**
 * The outcome of the quote that a service record is about (document 001 section 4); `id` is the form that older clients send.
 */
export const quoteSituation = catalogOf<CatalogRow<QuoteSituation> & { id: number }>('situacaoOrcamento')([
  { id: 1, value: 'ABERTO', label: 'Em aberto', color: 'informacao', icon: 'RequestQuote' },
  { id: 2, value: 'PERDIDO', label: 'Perdido', color: 'perigo', icon: 'ThumbDown' },
]);

/** Finds it by id, by id as text, or by name. */
export const quoteSituationOf = (sent: number | string | null | undefined): QuoteSituation | null =>
  quoteSituation.find(({ id, value }) => value === sent || String(id) === String(sent))?.value ?? null;

type NegotiationStatus = 'P' | 'A' | 'N' | 'C';

/** Status of negotiated prices (docs/domain.md 10). */
export const negotiationStatus = catalogOf<StatusRow<NegotiationStatus>>('situacaoPreco')([
  { value: 'P', label: 'Pendente', color: 'aviso', icon: 'HourglassEmpty', next: ['A', 'N', 'C'] },
  { value: 'A', label: 'Autorizado', color: 'sucesso', icon: 'CheckCircle', next: [] },
  { value: 'N', label: 'Negado', color: 'perigo', icon: 'ThumbDown', next: [] },
  { value: 'C', label: 'Cancelado', color: 'secundaria', icon: 'Cancel', next: [] },
]);

export type PaymentLinkStatus = 'AGUARDANDO' | 'PAGO' | 'EXPIRADO' | 'CANCELADO';

/** docs/domain.md 10. Renewing creates a new link and cancels the old one. */
export const paymentLinkStatus = catalogOf<StatusRow<PaymentLinkStatus>>('situacaoLink')([
  {
    value: 'AGUARDANDO',
    label: 'Aguardando pagamento',
    color: 'aviso',
    icon: 'HourglassEmpty',
    next: ['PAGO', 'EXPIRADO', 'CANCELADO'],
  },
  { value: 'PAGO', label: 'Pago', color: 'sucesso', icon: 'Paid', next: [] },
  { value: 'EXPIRADO', label: 'Link expirado', color: 'perigo', icon: 'EventBusy', next: ['CANCELADO'] },
  { value: 'CANCELADO', label: 'Link cancelado', color: 'secundaria', icon: 'Cancel', next: [] },
]);

type ReturnStatus = 'AGUARDANDO' | 'CONCLUIDO';

/** Status of return and exchange requests as the call-center sees their tickets (document 002 section 4). */
export const returnStatus = catalogOf<CatalogRow<ReturnStatus>>('situacaoDevolucao')([
  { value: 'AGUARDANDO', label: 'Aguardando', color: 'secundaria', icon: 'HourglassEmpty' },
  { value: 'CONCLUIDO', label: 'Concluído', color: 'sucesso', icon: 'CheckCircle' },
]);

export type StockStatus = '1' | '2' | '3';

/** Stock levels (document 002, section 4). */
export const stockStatus = catalogOf<CatalogRow<StockStatus>>('situacaoEstoque')([
  { value: '1', label: 'Em estoque', color: 'estoque.normal', icon: 'CheckCircle' },
  { value: '2', label: 'Estoque baixo', color: 'estoque.baixo', icon: 'Warning' },
  { value: '3', label: 'Sem estoque', color: 'estoque.vazio', icon: 'RemoveShoppingCart' },
]);

type KnownRow = (typeof orderStatus)[number];

/** A company's customisation of one status; omitted properties are taken from the catalogue. */
export interface OwnStatus {
  rotulo?: string;
  /** A palette key. */
  cor?: string;
  /** An icon name. */
  icone?: string;
}

/** The value of the parameter `statusPedido`. Older installations stored only the label. */
export type OwnStatuses = Partial<Record<OrderStatus, OwnStatus | string>>;

/**
 * The twenty statuses in the company's own colours and icons (document 002 section 4). What they are called comes with the catalogue
 * (`withStatusNames`). Missing or unknown values leave the catalogue's entry unchanged.
 */
export function customizedStatuses(value: unknown): readonly KnownRow[] {
  if (typeof value !== 'object' || value === null) return orderStatus;
  const given = value as Record<string, unknown>;
  return orderStatus.map((row) => {
    const { cor, icone } = ownStatus(given[row.value]);
    const color = paletteKeys.find((key) => key === cor);
    const icon = iconNames.find((name) => name === icone);
    return color || icon ? drawnAs(row, { ...(color && { color }), ...(icon && { icon }) }) : row;
  });
}

/** The label is still read when it is shown. */
const drawnAs = (row: KnownRow, look: Partial<Pick<KnownRow, 'color' | 'icon'>>): KnownRow =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(row), ...Object.getOwnPropertyDescriptors(look) },
  ) as KnownRow;

/** What the parameter calls the statuses, by status; those that it leaves as they are called are absent. */
export function statusNames(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    orderStatus.flatMap(({ value: status }) => {
      const name = ownStatus(given[status]).rotulo?.trim();
      return name ? [[status, name] as const] : [];
    }),
  );
}

/**
 * The company's words with the names of the parameter among them, so that a status has one name wherever it is read. A word of the
 * studio comes before them.
 */
export function withStatusNames(words: Words, value: unknown): Words {
  const names = statusNames(value);
  if (Object.keys(names).length === 0) return words;
  return { ...words, situacaoPedido: { ...names, ...words.situacaoPedido } };
}

/** The customisation of one status, in either stored form. */
export function ownStatus(stored: unknown): OwnStatus {
  if (typeof stored === 'string') return { rotulo: stored };
  if (typeof stored !== 'object' || stored === null) return {};
  const texts = Object.entries(stored).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as OwnStatus;
}
