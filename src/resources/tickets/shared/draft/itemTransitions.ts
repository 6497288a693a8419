import type { FileRef } from '#contract/config/platform.ts';
import { formatCount } from '#contract/rules/format.ts';
import { parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { unitDivides } from '#contract/rules/quantity.ts';
import { pastedRows } from '#contract/rules/tickets/pastedReturns.ts';
import { exactIn, givenText, type ReturnUnit, unitOfRest } from '#contract/rules/tickets/returnUnits.ts';
import {
  itemInputOf,
  onlyOne,
  type TicketDraft,
  type TicketDraftItem,
  type TicketDraftLine,
  ticketInputOf,
} from '#contract/rules/tickets/ticketDraft.ts';
import type { TicketItemInput } from '#contract/rules/tickets/ticketInput.ts';
import { itemKey, itemLimitProblems, itemProblems, itemToasts } from '#contract/rules/tickets/ticketItems.ts';
import type { ProductReason } from '#contract/rules/tickets/ticketType.ts';
import type { Invoice, InvoiceProduct } from '#contract/sac/invoices.ts';
import { ticketWording } from '#data/session.ts';
import { hasProposal } from './draftTransitions.ts';

declare const isKey: unique symbol;
/**
 * Identifies one product of one invoice, with no other fields: objects built from a key are stored in the draft unchanged. An
 * item or a line is therefore not a key, even if it has the same fields; use `lineKey` to create one.
 */
type LineKey = Readonly<LineName> & { readonly [isKey]: true };
interface LineName {
  nfe: string;
  produto_id: number;
}
export const lineKey = ({ nfe, produto_id }: LineName): LineKey => ({ nfe, produto_id }) as LineKey;
/** The answers for a line, whether or not it has been added. */
export type LineAnswers = Pick<
  TicketDraftLine,
  'qtd_solicitada' | 'embalagem' | 'motivo' | 'obs' | 'arquivos'
>;

/** A line as displayed on screen. */
export interface InvoiceLine {
  invoice: Pick<Invoice, 'chave' | 'numNf'>;
  product: InvoiceProduct;
}

export const keyOf = ({ invoice, product }: InvoiceLine): LineKey =>
  lineKey({ nfe: invoice.chave, produto_id: product.produto_id });
const isAt = (key: LineName) => (line: LineName) => itemKey(line) === itemKey(key);

export const addedItem = (draft: TicketDraft, key: LineKey): TicketDraftItem | undefined =>
  draft.itens.find(isAt(key));

/** Whether a line has answers of its own, so that nothing is proposed for it any more. */
export const isAnswered = (draft: TicketDraft, key: LineKey): boolean =>
  addedItem(draft, key) !== undefined || draft.itensEmEdicao.some(isAt(key));

/** Where a proposed reason comes from: another product of this ticket, or the last ticket of its customer. */
interface ProposedReason {
  motivo: NonNullable<LineAnswers['motivo']>;
  /** `null` for this ticket. */
  idTicket: number | null;
}

/**
 * The reason that was given last, wherever it was: people return several products for one reason. The lines that were added speak
 * before those that are still being filled in, and both before the customer's last ticket; a reason that is not offered here is none.
 */
export function reasonProposal(draft: TicketDraft, reasons: readonly ProductReason[]): ProposedReason | null {
  const { itens, itensEmEdicao, proposta } = draft;
  const offered = (id: number | null | undefined) => reasons.find((reason) => reason.id === id);
  const given = offered([...itensEmEdicao, ...itens].findLast(({ motivo }) => motivo !== null)?.motivo?.id);
  if (given) return { motivo: refOf(given), idTicket: null };
  const before = hasProposal(draft) ? offered(proposta?.motivoProduto) : undefined;
  return before ? { motivo: refOf(before), idTicket: proposta?.idTicket ?? null } : null;
}

export const proposedReason = (
  draft: TicketDraft,
  reasons: readonly ProductReason[],
): LineAnswers['motivo'] => reasonProposal(draft, reasons)?.motivo ?? null;

/** The answers for a line; before any are given, a reason alone: the one given last, or the default (`padrao`, or the only one). */
export function answersOf(draft: TicketDraft, key: LineKey, reasons: readonly ProductReason[]): LineAnswers {
  const line = addedItem(draft, key) ?? draft.itensEmEdicao.find(isAt(key));
  if (line) {
    const { qtd_solicitada, embalagem, motivo, obs, arquivos } = line;
    return { qtd_solicitada, ...(embalagem && { embalagem }), motivo, obs, arquivos };
  }
  return { qtd_solicitada: '', motivo: firstReason(draft, reasons), obs: '', arquivos: [] as FileRef[] };
}

function firstReason(draft: TicketDraft, reasons: readonly ProductReason[]): LineAnswers['motivo'] {
  const standard = reasons.find(({ padrao }) => padrao) ?? onlyOne(reasons);
  return proposedReason(draft, reasons) ?? (standard && refOf(standard));
}

/** Changes a line's answers where they are stored: among the items, or among the lines being edited. */
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

/** The problems that prevent a line from being added, the item limit first (document 000, section 5). */
export function addProblems(
  draft: TicketDraft,
  { invoice, product }: InvoiceLine,
  answers: LineAnswers,
  rules: { reasons: readonly ProductReason[]; maxItems: number },
): Problem[] {
  const item = itemOf({ invoice, product }, answers);
  return [
    ...itemLimitProblems(ticketInputOf(draft), rules.maxItems, 1),
    ...itemProblems(itemInputOf(item), { product: returnable(product), reasons: rules.reasons }),
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

/** Lines with answers that were neither added nor removed: they are not sent, so the person must be warned. */
export const linesToAdd = ({ itensEmEdicao }: TicketDraft): TicketDraftLine[] =>
  itensEmEdicao.filter(
    ({ qtd_solicitada, obs, arquivos, retirado }) =>
      !retirado && (qtd_solicitada !== '' || obs.trim() !== '' || arquivos.length > 0),
  );

/** Warns of what sending would silently leave out: products filled in but never added, and pasted lines; '' if there is none. */
export const waitingText = (draft: TicketDraft): string =>
  [waitingProducts(draft), waitingRows(draft)].filter(Boolean).join(' ');

function waitingProducts(draft: TicketDraft): string {
  const waiting = linesToAdd(draft);
  if (waiting.length === 0) return '';
  const invoices = [...new Set(waiting.map(({ nfe }) => nfe))].map((key) => {
    const number = parseAccessKey(key)?.number;
    return number === undefined ? key : String(Number(number));
  });
  const left = formatCount(
    waiting.length,
    'produto foi preenchido, mas não adicionado',
    'produtos foram preenchidos, mas não adicionados',
  );
  const where = `${invoices.length === 1 ? 'nota' : 'notas'} ${invoices.join(', ')}`;
  return `${left} ${ticketWording('ao ticket')} (${where}).`;
}

/** How many pasted lines are no items yet. */
export const pastedCount = ({ colado }: TicketDraft): number =>
  (colado?.linhas.length ?? 0) + pastedRows(colado?.campo ?? '').length;

function waitingRows(draft: TicketDraft): string {
  const count = pastedCount(draft);
  if (count === 0) return '';
  return `${formatCount(count, 'linha colada ainda não virou item', 'linhas coladas ainda não viraram itens')}.`;
}

/** Forgets what was answered for a line that is no item. */
export const forgetLine = (draft: TicketDraft, key: LineKey): TicketDraft => ({
  ...draft,
  itensEmEdicao: draft.itensEmEdicao.filter((other) => !isAt(key)(other)),
});

/** Removes the line from the items; its answers stay in its row. */
export function removeLine(draft: TicketDraft, key: LineKey): TicketDraft {
  const item = addedItem(draft, key);
  if (!item) return draft;
  const { qtd_solicitada, embalagem, motivo, obs, arquivos } = item;
  return {
    ...draft,
    itens: draft.itens.filter((other) => !isAt(key)(other)),
    itensEmEdicao: [
      ...draft.itensEmEdicao,
      { ...key, qtd_solicitada, ...(embalagem && { embalagem }), motivo, obs, arquivos, retirado: true },
    ],
  };
}

/** Provides the rules with the context of an item in the draft. */
export function itemContextOf(items: readonly TicketDraftItem[], reasons: readonly ProductReason[]) {
  return (input: TicketItemInput) => {
    const item = items.find(isAt(input));
    const product = item && {
      name: `${item.idExibicao} - ${item.descricao}`,
      units: draftUnits(item),
      purchased: item.qtd_comprada,
      returnable: item.qtd_devolvivel,
      unavailable: false,
      photoRequired: item.anexo_obrigatorio,
      divides: item.fracionavel ?? unitDivides({ unit: item.unidade }),
    };
    return { product: product ?? null, reasons };
  };
}

/** The units of an item; a draft from before there were several has only the invoice's. */
const draftUnits = ({ embalagens, unidade }: TicketDraftItem): ReturnUnit[] =>
  embalagens?.map(unitOf) ?? [{ unit: unidade, factor: '1' }];

const unitOf = ({ unidade, fator }: { unidade: string; fator: string }): ReturnUnit => ({
  unit: unidade,
  factor: fator,
});

/** The units in which a product may be returned. */
export const unitsOfProduct = (product: InvoiceProduct): ReturnUnit[] => product.embalagens.map(unitOf);

const returnable = (product: InvoiceProduct) => ({
  name: `${product.idExibicao} - ${product.descNF}`,
  units: unitsOfProduct(product),
  purchased: product.qtd_comprada_base,
  returnable: product.qtd_base,
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
  qtd_comprada: product.qtd_comprada_base,
  qtd_devolvivel: product.qtd_base,
  embalagens: product.embalagens,
  anexo_obrigatorio: product.anexo_obrigatorio,
  ...answers,
});

const refOf = ({ id, descricao }: ProductReason) => ({ id, descricao });

interface Rules {
  reasons: readonly ProductReason[];
  maxItems: number;
}

interface AddedAll {
  draft: TicketDraft;
  added: number;
  /** Lines that could not be added, each with the messages of its problems. */
  refused: { line: InvoiceLine; messages: string[] }[];
}

/**
 * 'Adicionar Todos' (document 000, section 4): adds every available product of an invoice that is not an item yet. Existing
 * input is used; without a quantity, everything left is returned, and without a reason of its own, a line has the one given for
 * all, or else the one that was proposed for it.
 */
export function addAll(
  draft: TicketDraft,
  lines: readonly InvoiceLine[],
  rules: Rules,
  reasonForAll: LineAnswers['motivo'] = null,
): AddedAll {
  const open = lines.filter((line) => !line.product.indisponivel && !addedItem(draft, keyOf(line)));
  const noRoom = itemLimitProblems(
    { itens: [], itensAvulsos: [] },
    rules.maxItems - count(draft),
    open.length,
  );
  if (noRoom.length > 0)
    return {
      draft,
      added: 0,
      refused: open.map((line) => ({ line, messages: [itemToasts.limit(rules.maxItems)] })),
    };
  let next = draft;
  const refused: AddedAll['refused'] = [];
  for (const line of open) {
    const answers = filled(draft, line, rules.reasons, reasonForAll);
    const messages = addProblems(next, line, answers, rules).map(({ message }) => message);
    if (messages.length > 0) refused.push({ line, messages });
    // A refused row keeps the filled-in answers, so that only the missing one is asked for.
    next =
      messages.length > 0
        ? editLine(next, keyOf(line), answers, rules.reasons)
        : addLine(next, line, answers);
  }
  return { draft: next, added: open.length - refused.length, refused };
}

/** What 'Adicionar Todos' did: what was added, and every reason why lines were not, with the number of lines it concerns. */
export function addedAllText({ added, refused }: Pick<AddedAll, 'added' | 'refused'>): string {
  const done = `${formatCount(added, 'item adicionado', 'itens adicionados')}.`;
  if (refused.length === 0) return done;
  const reasons = new Map<string, number>();
  for (const message of refused.flatMap(({ messages }) => [...new Set(messages)]))
    reasons.set(message, (reasons.get(message) ?? 0) + 1);
  const [only, ...more] = reasons.keys();
  if (added === 0 && only && more.length === 0) return only;
  return [
    ...(added > 0 ? [done] : []),
    `${formatCount(refused.length, 'produto ficou de fora', 'produtos ficaram de fora')}:`,
    ...[...reasons].map(([message, count]) => `${message} (${formatCount(count, 'produto', 'produtos')})`),
  ].join('\n');
}

/** 'Remover Todos': removes every item of the invoice. */
export const removeAll = (draft: TicketDraft, nfe: string): TicketDraft =>
  draft.itens
    .filter((item) => item.nfe === nfe)
    .map(lineKey)
    .reduce(removeLine, draft);

function filled(
  draft: TicketDraft,
  line: InvoiceLine,
  reasons: readonly ProductReason[],
  reasonForAll: LineAnswers['motivo'],
): LineAnswers {
  const answers = answersOf(draft, keyOf(line), reasons);
  return {
    ...answers,
    ...(!answers.qtd_solicitada && wholeRest(line.product)),
    motivo: (isAnswered(draft, keyOf(line)) ? answers.motivo : null) ?? reasonForAll ?? answers.motivo,
  };
}

/** Everything that is left, in the first unit in which it is whole. */
function wholeRest(product: InvoiceProduct): Pick<LineAnswers, 'qtd_solicitada' | 'embalagem'> {
  const { unit, factor } = unitOfRest(product.qtd_base, unitsOfProduct(product), product.fracionavel);
  return {
    qtd_solicitada: exactIn(product.qtd_base, factor) ?? product.qtd_base,
    embalagem: { unidade: unit, fator: factor },
  };
}

/** The quantity of an item as it was given, with the invoice's unit in brackets; '' without one. */
export function givenOfItem({ qtd_solicitada, unidade, embalagem, embalagens }: TicketDraftItem): string {
  if (!qtd_solicitada) return '';
  const [own] = embalagens ?? [];
  const note = own ? unitOf(own) : { unit: unidade, factor: '1' };
  return givenText(qtd_solicitada, embalagem ? unitOf(embalagem) : note, own ? note : null);
}

const count = ({ itens, itensAvulsos }: TicketDraft) => itens.length + itensAvulsos.length;
