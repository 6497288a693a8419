import type { FileRef } from '../../../../contract/config/platform.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import { unitDivides } from '../../../../contract/rules/quantity.ts';
import {
  onlyOne,
  type TicketDraft,
  type TicketDraftItem,
  type TicketDraftLine,
  ticketInputOf,
} from '../../../../contract/rules/tickets/ticketDraft.ts';
import type { TicketItemInput } from '../../../../contract/rules/tickets/ticketInput.ts';
import { itemKey, itemLimitProblems, itemProblems } from '../../../../contract/rules/tickets/ticketItems.ts';
import type { ProductReason } from '../../../../contract/rules/tickets/ticketType.ts';
import type { Invoice, InvoiceProduct } from '../../../../contract/sac/invoices.ts';

declare const isKey: unique symbol;
/**
 * One product of one invoice, and nothing else of either: what is kept by it goes into the stored draft as it stands. So
 * an item or a line is none, whatever fields it has; `lineKey` makes the key of one.
 */
export type LineKey = Readonly<LineName> & { readonly [isKey]: true };
interface LineName {
  nfe: string;
  produto_id: number;
}
export const lineKey = ({ nfe, produto_id }: LineName): LineKey => ({ nfe, produto_id }) as LineKey;
/** What is answered of a line, added or not. */
export type LineAnswers = Pick<TicketDraftLine, 'qtd_solicitada' | 'motivo' | 'obs' | 'arquivos'>;

/** A line as the screen shows it. */
export interface InvoiceLine {
  invoice: Pick<Invoice, 'chave' | 'numNf'>;
  product: InvoiceProduct;
}

export const keyOf = ({ invoice, product }: InvoiceLine): LineKey =>
  lineKey({ nfe: invoice.chave, produto_id: product.produto_id });
const isAt = (key: LineName) => (line: LineName) => itemKey(line) === itemKey(key);

export const addedItem = (draft: TicketDraft, key: LineKey): TicketDraftItem | undefined =>
  draft.itens.find(isAt(key));

/** The answers of a line; before the first one, the reason that comes by default (`padrao`, or the only one). */
export function answersOf(draft: TicketDraft, key: LineKey, reasons: readonly ProductReason[]): LineAnswers {
  const line = addedItem(draft, key) ?? draft.itensEmEdicao.find(isAt(key));
  if (line) {
    const { qtd_solicitada, motivo, obs, arquivos } = line;
    return { qtd_solicitada, motivo, obs, arquivos };
  }
  const reason = reasons.find(({ padrao }) => padrao) ?? onlyOne(reasons);
  return { qtd_solicitada: '', motivo: reason && refOf(reason), obs: '', arquivos: [] as FileRef[] };
}

/** Changes the answers of a line where it stands: among the items, or among what is being typed. */
export function editLine(
  draft: TicketDraft,
  key: LineKey,
  change: Partial<LineAnswers>,
  reasons: readonly ProductReason[],
): TicketDraft {
  if (addedItem(draft, key))
    return { ...draft, itens: draft.itens.map((item) => (isAt(key)(item) ? { ...item, ...change } : item)) };
  const line = { ...key, ...answersOf(draft, key, reasons), ...change };
  return { ...draft, itensEmEdicao: [...draft.itensEmEdicao.filter((other) => !isAt(key)(other)), line] };
}

/** The problems that keep a line from being added, the item limit first (document 000, section 5). */
export function addProblems(
  draft: TicketDraft,
  { invoice, product }: InvoiceLine,
  answers: LineAnswers,
  rules: { reasons: readonly ProductReason[]; maxItems: number },
): Problem[] {
  const item = itemOf({ invoice, product }, answers);
  const input = { ...itemInput(item) };
  return [
    ...itemLimitProblems(ticketInputOf(draft), rules.maxItems, 1),
    ...itemProblems(input, { product: returnable(product), reasons: rules.reasons }),
  ];
}

export function addLine(draft: TicketDraft, line: InvoiceLine, answers: LineAnswers): TicketDraft {
  const key = keyOf(line);
  return {
    ...draft,
    itens: [...draft.itens.filter((item) => !isAt(key)(item)), itemOf(line, answers)],
    itensEmEdicao: draft.itensEmEdicao.filter((other) => !isAt(key)(other)),
  };
}

/** The line is no item any more; what was answered stays in its row. */
export function removeLine(draft: TicketDraft, key: LineKey): TicketDraft {
  const item = addedItem(draft, key);
  if (!item) return draft;
  const { qtd_solicitada, motivo, obs, arquivos } = item;
  return {
    ...draft,
    itens: draft.itens.filter((other) => !isAt(key)(other)),
    itensEmEdicao: [...draft.itensEmEdicao, { ...key, qtd_solicitada, motivo, obs, arquivos }],
  };
}

/** What the rules know of an item that the draft holds. */
export function itemContextOf(items: readonly TicketDraftItem[], reasons: readonly ProductReason[]) {
  return (input: TicketItemInput) => {
    const item = items.find(isAt(input));
    const product = item && {
      purchased: item.qtd_comprada,
      returnable: item.qtd_devolvivel,
      unavailable: false,
      photoRequired: item.anexo_obrigatorio,
      divides: item.fracionavel ?? unitDivides({ unit: item.unidade }),
    };
    return { product: product ?? null, reasons };
  };
}

const returnable = (product: InvoiceProduct) => ({
  purchased: product.qtd_comprada,
  returnable: product.qtd,
  unavailable: product.indisponivel,
  photoRequired: product.anexo_obrigatorio,
  divides: product.fracionavel,
});

const itemOf = ({ invoice, product }: InvoiceLine, answers: LineAnswers): TicketDraftItem => ({
  produto_id: product.produto_id,
  idExibicao: product.idExibicao,
  descricao: product.descNF,
  marca: product.marca,
  unidade: product.unidade,
  fracionavel: product.fracionavel,
  idImagem: product.idImagem,
  nfe: invoice.chave,
  numNF: String(invoice.numNf),
  valor_unitario: product.valor_unitario,
  qtd_comprada: product.qtd_comprada,
  qtd_devolvivel: product.qtd,
  anexo_obrigatorio: product.anexo_obrigatorio,
  ...answers,
});

const itemInput = ({ produto_id, nfe, qtd_solicitada, motivo, obs, arquivos }: TicketDraftItem) => ({
  produto_id,
  nfe,
  qtd_solicitada,
  motivo_id: motivo?.id ?? null,
  obs,
  arquivos,
});

const refOf = ({ id, descricao }: ProductReason) => ({ id, descricao });
