import type { ReturnReason, returnRoutes } from '#contract/callcenter/orders/returns.ts';
import type { Input } from '#contract/route.ts';
import { type Decimal, multiplyDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import type { ProductReason, ReasonLevel } from '#contract/rules/tickets/ticketType.ts';
import { type ReasonPath, reasonProblems } from '#contract/rules/tickets/ticketType.ts';
import type { CustomerRow } from '#contract/sac/customers.ts';
import type { Invoice, InvoiceProduct } from '#contract/sac/invoices.ts';
import type { StoredFile } from '#ui/components/files/fileRules.ts';

/** A product that is part of the request. */
export interface ExchangeItem {
  invoice: Pick<Invoice, 'chave' | 'numNf'>;
  product: InvoiceProduct;
  quantity: Decimal | null;
  reasonId: number | null;
  note: string;
  photos: readonly StoredFile[];
}

export interface ExchangeForm {
  customer: CustomerRow | null;
  branchId: number | null;
  path: ReasonPath;
  message: string;
  /** Keyed by `itemKeyOf`. */
  items: Readonly<Record<string, ExchangeItem>>;
}

export const EMPTY_FORM: ExchangeForm = { customer: null, branchId: null, path: [], message: '', items: {} };

export const itemKeyOf = (key: string, productId: number): string => `${key} ${productId}`;

/** Sets the customer. The products belong to the invoices of one customer and branch, so they are cleared. */
export const withCustomer = (form: ExchangeForm, customer: CustomerRow | null): ExchangeForm => ({
  ...form,
  customer,
  branchId: customer?.filiaisSac.length === 1 ? (customer.filiaisSac[0]?.idFil ?? null) : null,
  items: {},
});

export const withItem = (form: ExchangeForm, key: string, item: ExchangeItem | null): ExchangeForm => {
  const { [key]: _, ...others } = form.items;
  return { ...form, items: item ? { ...others, [key]: item } : others };
};

export interface ReasonsOfForm {
  tree: ReasonLevel | null;
  products: readonly ProductReason[];
}

/** Splits the wire's single list into the reason tree of the request and the reasons for products. */
export function reasonsOf(all: readonly ReturnReason[], required = true): ReasonsOfForm {
  const opening = all.flatMap((reason) => (reason.uso === 'SOLICITACAO' ? [reason] : []));
  return {
    tree: opening.length > 0 ? { obrigatorio: required, itens: opening as ReasonLevel['itens'] } : null,
    products: all.flatMap((reason) => (reason.uso === 'PRODUTO' ? [reason] : [])),
  };
}

export const needsPhoto = ({ product, reasonId }: ExchangeItem, { products }: ReasonsOfForm): boolean =>
  product.anexo_obrigatorio ||
  products.some(({ id, anexo_obrigatorio }) => id === reasonId && anexo_obrigatorio);

const needsNote = ({ reasonId }: ExchangeItem, { products }: ReasonsOfForm): boolean =>
  products.some(({ id, informa }) => id === reasonId && informa);

/** The first problem that prevents the request from being sent, in the order of the form; the server checks again. */
export function exchangeProblem(form: ExchangeForm, reasons: ReasonsOfForm): string | null {
  const items = Object.values(form.items);
  if (!form.customer) return 'Escolha o cliente.';
  if (!form.branchId) return 'Escolha a filial.';
  const [reason] = reasonProblems(reasons.tree, form.path);
  if (reason) return reason.message;
  if (items.length === 0) return 'Inclua pelo menos um produto.';
  for (const item of items) {
    const name = item.product.descNF;
    if (!item.quantity) return `Informe a quantidade de ${name}.`;
    if (!item.reasonId) return `Escolha o motivo de ${name}.`;
    if (needsNote(item, reasons) && !item.note.trim()) return `Explique o motivo de ${name}.`;
    if (needsPhoto(item, reasons) && item.photos.length === 0) return `Inclua uma foto de ${name}.`;
  }
  return null;
}

export function exchangeBody(form: ExchangeForm): Input<typeof returnRoutes.create>['body'] {
  const [motivo1, motivo2, motivo3, motivo4, motivo5] = form.path;
  return {
    idCli: form.customer?.id ?? 0,
    idFil: form.branchId ?? 0,
    motivo1: motivo1 ?? null,
    motivo2: motivo2 ?? null,
    motivo3: motivo3 ?? null,
    motivo4: motivo4 ?? null,
    motivo5: motivo5 ?? null,
    mensagem: form.message.trim(),
    itens: Object.values(form.items).map(({ invoice, product, quantity, reasonId, note, photos }) => ({
      produto_id: product.produto_id,
      nfe: invoice.chave,
      qtd_solicitada: quantity ?? '',
      motivo_id: reasonId,
      obs: note.trim(),
      arquivos: [...photos],
    })),
  };
}

/** The total value of the requested products. */
export const exchangeTotal = ({ items }: ExchangeForm): Decimal =>
  sumDecimals(
    Object.values(items).map(({ product, quantity }) =>
      multiplyDecimals(product.valor_unitario, quantity ?? '0'),
    ),
  );
