import { wordOf } from '../words/words.ts';

/** Action colours, the first group of the palette in document 002, section 3. */
const actionKeys = ['primaria', 'secundaria', 'sucesso', 'aviso', 'perigo', 'informacao'] as const;

const stockKeys = ['estoque.normal', 'estoque.baixo', 'estoque.vazio'] as const;

/** Colours of the order and quote statuses, one for each row of orderStatus.ts. */
export const orderStatusKeys = [
  'status_pedido.aguardando',
  'status_pedido.analise',
  'status_pedido.bloqueado',
  'status_pedido.cancelado',
  'status_pedido.deposito',
  'status_pedido.devolucao',
  'status_pedido.entregue',
  'status_pedido.faturado',
  'status_pedido.liberado',
  'status_pedido.separacao',
  'status_pedido.transporte',
  'status_pedido.ativo',
  'status_pedido.vencido',
  'status_pedido.rejeitado',
  'status_pedido.cotacao',
  'status_pedido.orcamento_analise',
  'status_pedido.perdido',
  'status_pedido.pagamento_expirado',
  'status_pedido.pagamento_pendente',
  'status_pedido.pagamento_realizado',
] as const;

/** Every colour that a catalogue row may name; the theme defines a light and a dark value for each. */
export const paletteKeys = [...actionKeys, ...stockKeys, ...orderStatusKeys] as const;

export type PaletteKey = (typeof paletteKeys)[number];

/** What every row contains: the raw value on the wire, and its presentation (colour, icon and label together). */
export interface CatalogRow<Value extends string = string> {
  value: Value;
  label: string;
  color: PaletteKey;
  icon: IconName;
}

/** A row that also lists the values that may follow. */
export interface StatusRow<Value extends string = string> extends CatalogRow<Value> {
  next: readonly Value[];
}

type Complete<Value extends string, Listed extends string> = [Exclude<Value, Listed>] extends [never]
  ? unknown
  : { valuesWithoutRow: Exclude<Value, Listed> };

/**
 * A catalogue of every value of the rows' type, in this order. A value without a row does not compile. With a place
 * (contract/words/places.ts) a company may call its rows otherwise: their labels are read when they are shown.
 */
export const catalogOf =
  <Row extends { value: string }>(place?: string) =>
  <const Rows extends readonly Row[]>(
    rows: Rows & Complete<Row['value'], Rows[number]['value']>,
  ): readonly Row[] =>
    place ? rows.map((row) => worded(place, row)) : rows;

/** What an end consumer reads instead of a label has a key of its own. */
export const ownKey = (value: string): string => `${value}/consumidor`;

function worded<Row extends { value: string; label?: string; ownLabel?: string }>(
  place: string,
  row: Row,
): Row {
  const { label, ownLabel, value } = row;
  const copy = { ...row };
  const give = (name: string, key: string, standard: string) =>
    Object.defineProperty(copy, name, { enumerable: true, get: () => wordOf(place, key, standard) });
  if (label !== undefined) give('label', value, label);
  if (ownLabel !== undefined) give('ownLabel', ownKey(value), ownLabel);
  return copy;
}

/** Options in the form of data, whose words are read when they are shown. */
export const optionsOf = (catalog: readonly { readonly value: string; readonly label: string }[]) =>
  catalog.map((row) => ({
    valor: row.value,
    get rotulo() {
      return row.label;
    },
  }));

/** The row of a value, or a question mark with the raw value (document 002, section 4). */
export function rowOf<Row extends CatalogRow>(catalog: readonly Row[], value: string): Row | CatalogRow {
  return catalog.find((row) => row.value === value) ?? unknownRow(value);
}

/** Only the values, for schemas and tests. */
export const valuesOf = <Value extends string>(catalog: readonly CatalogRow<Value>[]): Value[] =>
  catalog.map(({ value }) => value);

/** Whether the catalogue contains a raw value. */
export const isValueOf = <Value extends string>(
  catalog: readonly CatalogRow<Value>[],
  value: string,
): value is Value => catalog.some((row) => row.value === value);

const unknownRow = (value: string): CatalogRow => ({
  value,
  label: value,
  color: 'secundaria',
  icon: 'HelpOutline',
});

/** Names of MUI icons that data may refer to. The console maps each name to its icon; the compiler reports a missing one. */
export const iconNames = [
  'AccountCircle',
  'AddCircleOutline',
  'AdminPanelSettings',
  'Archive',
  'AssignmentInd',
  'AssignmentReturn',
  'AttachFile',
  'Autorenew',
  'Badge',
  'Block',
  'Cancel',
  'CheckCircle',
  'Description',
  'DomainVerification',
  'Event',
  'EventBusy',
  'Feedback',
  'Forward',
  'HeadsetMic',
  'HelpOutline',
  'HourglassEmpty',
  'HowToReg',
  'Inbox',
  'Inventory2',
  'LocalShipping',
  'Lock',
  'ManageAccounts',
  'MarkEmailRead',
  'MoneyOff',
  'Paid',
  'Pending',
  'PendingActions',
  'PersonSearch',
  'PointOfSale',
  'Public',
  'QuestionAnswer',
  'ReceiptLong',
  'RemoveShoppingCart',
  'ReportProblem',
  'RequestQuote',
  'Search',
  'ShoppingCartCheckout',
  'Storefront',
  'SupervisorAccount',
  'SwapHoriz',
  'ThumbDown',
  'Today',
  'TrendingUp',
  'Undo',
  'Unarchive',
  'Verified',
  'Warehouse',
  'Warning',
] as const;

export type IconName = (typeof iconNames)[number];
