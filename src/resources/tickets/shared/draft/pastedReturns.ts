import { pastedReturns, pastedRows } from '#contract/rules/tickets/pastedReturns.ts';
import { unknownUnit } from '#contract/rules/tickets/returnUnits.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import { itemKey } from '#contract/rules/tickets/ticketItems.ts';
import type { ProductReason } from '#contract/rules/tickets/ticketType.ts';
import type { Invoice, ReadReturn, ReturnCandidate } from '#contract/sac/invoices.ts';
import {
  addedItem,
  addLine,
  addProblems,
  answersOf,
  editLine,
  givenOfItem,
  type InvoiceLine,
  keyOf,
  type LineAnswers,
  linesToAdd,
  unitsOfProduct,
} from './itemTransitions.ts';

/** A pasted line that did not become an item by itself. */
export interface AskedReturn {
  id: string;
  /** The access key above the line, which says whose products it names; '' if there is none. */
  heading: string;
  texto: string;
  /** What keeps it from being an item; '' while it is to be chosen among several. */
  problema: string;
  /** None: it cannot become an item as it stands. One: its answers lack something. Several: one of them is meant. */
  candidatos: readonly ReturnCandidate[];
}

interface Rules {
  reasons: readonly ProductReason[];
  maxItems: number;
  /** Of lines that have no reason of their own. */
  reasonForAll: LineAnswers['motivo'];
}

interface Taken {
  draft: TicketDraft;
  added: number;
  asked: AskedReturn[];
  /** Invoices of keys that no product follows, to choose from. */
  called: Invoice[];
}

export const lineOf = ({ nota, produto }: ReturnCandidate): InvoiceLine => ({
  invoice: nota,
  product: produto,
});

/** Makes items of what is sure. Whether one may be returned, and what its answers lack, is judged as if it were added by hand. */
export function takeReturns(draft: TicketDraft, lines: readonly ReadReturn[], rules: Rules): Taken {
  const outcome: Taken = { draft, added: 0, asked: [], called: [] };
  let heading = '';
  for (const { texto, problema, nota, candidatos } of lines) {
    const asked = { id: crypto.randomUUID(), heading, texto, candidatos };
    if (isKey(texto)) {
      heading = texto;
      asked.heading = '';
    }
    if (nota) outcome.called.push(nota);
    const [only, second] = candidatos;
    if (!only) {
      if (problema) outcome.asked.push({ ...asked, problema });
    } else if (second) outcome.asked.push({ ...asked, problema: '' });
    else {
      const judged = takeCandidate(outcome.draft, only, rules);
      outcome.draft = judged.draft;
      if (judged.problema === '') outcome.added += 1;
      else outcome.asked.push({ ...asked, ...judged.asked, problema: judged.problema });
    }
  }
  return outcome;
}

interface Judged {
  draft: TicketDraft;
  /** '' if it is an item now. */
  problema: string;
  asked: Pick<AskedReturn, 'candidatos'>;
}

/** Adds what a line means; where that lacks something, its answers are kept in the line of the invoice and asked there. */
export function takeCandidate(draft: TicketDraft, candidate: ReturnCandidate, rules: Rules): Judged {
  const line = lineOf(candidate);
  const key = keyOf(line);
  const asked = { candidatos: [candidate] };
  const item = addedItem(draft, key);
  // Two lines may be two boxes, or one that was read twice.
  if (item)
    return {
      draft,
      problema: `Já está entre os itens, com ${givenOfItem(item)}. Se for mais, mude a quantidade na nota ${item.numNF}.`,
      asked: { candidatos: [] },
    };
  const answers = answersWith(draft, candidate, rules);
  if (candidate.embalagem === null && candidate.quantidade !== null)
    return {
      draft: editLine(draft, key, answers, rules.reasons),
      problema: `Não se devolve nessa unidade: ${unknownUnit(unitsOfProduct(candidate.produto))}.`,
      asked,
    };
  const [problem] = addProblems(draft, line, answers, rules);
  if (!problem) return { draft: addLine(draft, line, answers), problema: '', asked };
  if (problem.field === 'itens') return { draft, problema: problem.message, asked: { candidatos: [] } };
  return { draft: editLine(draft, key, answers, rules.reasons), problema: problem.message, asked };
}

/** Judges the lines that mean one product again, as once there is a reason for all of them. */
export function judgeAgain(
  draft: TicketDraft,
  asked: readonly AskedReturn[],
  rules: Rules,
): Pick<Taken, 'draft' | 'asked'> {
  const retried: Pick<Taken, 'draft' | 'asked'> = { draft, asked: [] };
  for (const each of asked) {
    const [only, second] = each.candidatos;
    if (!only || second) retried.asked.push(each);
    else {
      const judged = takeCandidate(retried.draft, only, rules);
      retried.draft = judged.draft;
      retried.asked.push({ ...each, ...judged.asked, problema: judged.problema });
    }
  }
  return retried;
}

/** A quantity that somebody typed for the line is theirs; only one that was taken out again is given anew. */
function answersWith(draft: TicketDraft, candidate: ReturnCandidate, rules: Rules): LineAnswers {
  const key = keyOf(lineOf(candidate));
  const own = answersOf(draft, key, rules.reasons);
  const typed = draft.itensEmEdicao.find(
    ({ nfe, produto_id, retirado }) => nfe === key.nfe && produto_id === key.produto_id && !retirado,
  );
  const { quantidade, embalagem } = candidate;
  return {
    ...own,
    ...(!typed?.qtd_solicitada &&
      quantidade !== null &&
      embalagem !== null && { qtd_solicitada: quantidade, embalagem }),
    motivo: typed?.motivo ?? rules.reasonForAll ?? own.motivo,
  };
}

/** The line of the invoice that a pasted line means; `null` while that is not decided. */
export function meantLine({ candidatos: [only, second] }: AskedReturn): InvoiceLine | null {
  return only !== undefined && second === undefined ? lineOf(only) : null;
}

/** Whether a line became an item after all, in its place or in that of the invoice. */
export function isAnswered(draft: TicketDraft, asked: AskedReturn): boolean {
  const line = meantLine(asked);
  return line !== null && addedItem(draft, keyOf(line)) !== undefined;
}

/**
 * The lines to keep for later, with those of lists that are not read yet; what has its quantity in the line of an invoice is kept
 * there.
 */
export function undecidedRows(
  draft: TicketDraft,
  asked: readonly AskedReturn[],
  unread: readonly string[] = [],
): string[] {
  const waiting = linesToAdd(draft).map(itemKey);
  const undecided = asked.filter((each) => {
    const line = meantLine(each);
    return line === null || !waiting.includes(itemKey(keyOf(line)));
  });
  return rowsOf([...unread.flatMap(rowsOfList), ...undecided]);
}

type Row = Pick<AskedReturn, 'heading' | 'texto'>;

/** The rows of a list as the server would tell them, each with the key above it. */
function rowsOfList(list: string): Row[] {
  let above = '';
  return pastedRows(list).map((row) => {
    const texto = pastedReturns(row)[0]?.text ?? row;
    const heading = isKey(texto) ? '' : above;
    if (isKey(texto)) above = texto;
    return { heading, texto };
  });
}

/** Whether a row names an invoice, rightly or not, rather than a product. */
const isKey = (row: string): boolean => pastedReturns(row)[0]?.readings.length === 0;

/** The rows to read again: those below no key first, the others below theirs. */
export function rowsOf(asked: readonly Row[]): string[] {
  const isBare = ({ heading, texto }: Row) => heading === '' && !isKey(texto);
  let heading = '';
  return [...asked.filter(isBare), ...asked.filter((each) => !isBare(each))].flatMap((each) => {
    const rows = each.heading === '' || each.heading === heading ? [each.texto] : [each.heading, each.texto];
    heading = isKey(each.texto) ? each.texto : each.heading;
    return rows;
  });
}

/** The draft with what the field holds and what is still to decide; itself if nothing of that is new. */
export function withPasted(
  draft: TicketDraft,
  change: Partial<NonNullable<TicketDraft['colado']>>,
): TicketDraft {
  const before = draft.colado ?? { campo: '', linhas: [] };
  const colado = { ...before, ...change };
  return colado.campo === before.campo && colado.linhas.join('\n') === before.linhas.join('\n')
    ? draft
    : { ...draft, colado };
}
