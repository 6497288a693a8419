import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import { itemLimitProblems, itemToasts } from '../../../../contract/rules/tickets/ticketItems.ts';
import type { ProductReason } from '../../../../contract/rules/tickets/ticketType.ts';
import {
  addedItem,
  addLine,
  addProblems,
  answersOf,
  editLine,
  type InvoiceLine,
  keyOf,
  type LineAnswers,
  lineKey,
  removeLine,
} from './itemTransitions.ts';

interface Rules {
  reasons: readonly ProductReason[];
  maxItems: number;
}

export interface AddedAll {
  draft: TicketDraft;
  added: number;
  /** Lines that could not be added, with the sentence of the first thing that each lacks. */
  refused: { line: InvoiceLine; message: string }[];
}

/**
 * 'Adicionar Todos' (document 000, section 4): every available product of an invoice that is not an item yet. What
 * was typed counts; without a quantity all that is left is meant, without a reason the one given for all.
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
      refused: open.map((line) => ({ line, message: itemToasts.limit(rules.maxItems) })),
    };
  let next = draft;
  const refused: AddedAll['refused'] = [];
  for (const line of open) {
    const answers = filled(next, line, rules.reasons, reasonForAll);
    const [problem] = addProblems(next, line, answers, rules);
    if (problem) refused.push({ line, message: problem.message });
    // What was filled in stays in a refused row, so that only the missing answer is asked for.
    next = problem ? editLine(next, keyOf(line), answers, rules.reasons) : addLine(next, line, answers);
  }
  return { draft: next, added: open.length - refused.length, refused };
}

/** 'Remover Todos': every item of the invoice. */
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
    qtd_solicitada: answers.qtd_solicitada || line.product.qtd,
    motivo: answers.motivo ?? reasonForAll,
  };
}

const count = ({ itens, itensAvulsos }: TicketDraft) => itens.length + itensAvulsos.length;
