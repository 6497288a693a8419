import { useRef, useState } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { type EnteredLine, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { countPastedRows, MAX_PASTED_LINES } from '#contract/rules/orders/pastedLines.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { loadUnsentInput, storeUnsentInput } from '#ui/entry/entryQueue.ts';

export interface Answer {
  /** `null`: left out. `undefined`: not decided, although a quantity may be typed. */
  produto?: QuoteProduct | null | undefined;
  qtde: Decimal;
}

/** A line that may mean several products, or none, until it is included or left out. */
export interface Asked {
  id: string;
  line: EnteredLine;
  answer?: Answer | undefined;
  /** What the line became in the quote, where it is another product that was meant. */
  noLugarDe?: LineEntry['noLugarDe'] | undefined;
}

/** A pasted list that is not wholly in the quote. */
interface PastedList {
  /** Not read yet. */
  text: string;
  asked: readonly Asked[];
  /** What was sent without an answer so far: the text, or the chosen lines, and the idempotency key under which they went. */
  sent: Sent | null;
}

interface Sent {
  of: string;
  key: string;
}

export const isUndecided = ({ answer }: Asked): boolean => answer?.produto === undefined;

export const chosenOf = (asked: readonly Asked[]) =>
  asked.flatMap(({ id, line, answer, noLugarDe }) =>
    answer?.produto ? [{ id, line, produto: answer.produto, qtde: answer.qtde, noLugarDe }] : [],
  );

/** Whether closing would lose a choice or a typed quantity. What is left out is as good as done. */
export const hasUnsentAnswer = (asked: readonly Asked[]): boolean =>
  asked.some(({ answer }) => answer && answer.produto !== null);

/** What the read lines leave to decide. */
export const askedOf = (lines: readonly EnteredLine[]): Asked[] =>
  lines
    .filter(({ situacao }) => situacao === 'ESCOLHER' || situacao === 'RECUSADA')
    .map((line) => ({ id: crypto.randomUUID(), line }));

/** A line that became a product by its words alone, which may have been meant otherwise. */
export type Taken = Pick<Asked, 'id' | 'line'>;

export const takenOf = (lines: readonly EnteredLine[]): Taken[] =>
  lines
    .filter(({ situacao, palavras, idProd }) => situacao === 'INCLUIDA' && palavras && idProd !== null)
    .map((line) => ({ id: crypto.randomUUID(), line }));

/** A line that is in the quote, asked again. */
export const askedAgain = ({ id, line }: Taken): Asked => {
  const { idProd, qtde } = line;
  return {
    id,
    line: { ...line, situacao: 'ESCOLHER' },
    noLugarDe: idProd !== null && qtde !== null ? { idProd, qtde } : undefined,
  };
};

/** What is left of a closed list: the customer's lines, but not what was chosen and not sent, nor what is in the quote already. */
export const leftOnClose = (asked: readonly Asked[]): Asked[] =>
  asked
    .filter(({ answer, noLugarDe }) => answer?.produto !== null && !noLugarDe)
    .map(({ id, line }) => ({ id, line }));

/** What is left once the chosen ones (`sent`) were answered: those refused, with the reason, and those not decided yet. */
export function leftAfter(
  asked: readonly Asked[],
  sent: readonly { id: string }[],
  answers: readonly EnteredLine[],
): Asked[] {
  const answerOf = new Map(sent.map(({ id }, at) => [id, answers[at]]));
  return asked.flatMap((each) => {
    if (!answerOf.has(each.id)) return each.answer?.produto === null ? [] : [each];
    const answer = answerOf.get(each.id);
    if (!answer || answer.situacao === 'INCLUIDA') return [];
    const { problema, alternativas } = answer;
    return [{ id: each.id, line: { ...each.line, problema, alternativas }, noLugarDe: each.noLugarDe }];
  });
}

const MAX_WORDS = LineEntry.properties.palavras.maxLength;

export const entriesOf = (chosen: ReturnType<typeof chosenOf>): LineEntry[] =>
  chosen.map(({ line, produto, qtde, noLugarDe }) => ({
    texto: line.texto,
    idProd: produto.id,
    qtde,
    ...(line.palavras && { palavras: line.palavras.slice(0, MAX_WORDS) }),
    ...(noLugarDe && { noLugarDe }),
  }));

const MAX_TEXT = quoteEditingRoutes.paste.body.properties.texto.maxLength ?? Number.POSITIVE_INFINITY;

/** Why a list is not read as it is; '' if it is. */
export function listProblem(text: string): string {
  const rows = countPastedRows(text);
  if (rows > MAX_PASTED_LINES)
    return `A lista tem ${formatCount(rows, 'linha', 'linhas')}, e cabem ${MAX_PASTED_LINES} de cada vez. Leia uma parte e cole o resto depois.`;
  return text.length > MAX_TEXT
    ? `A lista tem mais de ${formatCount(MAX_TEXT, 'caractere', 'caracteres')}. Leia uma parte e cole o resto depois.`
    : '';
}

/** The list of a quote, which outlasts its dialog and a reload of the page. */
export function usePastedList(quoteId: number) {
  const name = `orcamento-${quoteId}-colagem`;
  const [list, setList] = useState(() => pastedOf(loadUnsentInput(name)));
  const latestList = useRef(list);
  // Stored at once instead of after a render: a key that is stored after its call would be lost with the page.
  const put = (part: Partial<PastedList>) => {
    latestList.current = { ...latestList.current, ...part };
    const { text, asked } = latestList.current;
    storeUnsentInput(name, latestList.current, text === '' && asked.length === 0);
    setList(latestList.current);
  };
  return {
    text: list.text,
    asked: list.asked,
    setText: useStableCallback((text: string) => put({ text })),
    change: useStableCallback((next: Change) => put({ asked: next(latestList.current.asked) })),
    /** The key under which this was sent without an answer, `null` if it was not. */
    unanswered: useStableCallback((of: string) =>
      latestList.current.sent?.of === of ? latestList.current.sent.key : null,
    ),
    setSent: useStableCallback((sent: Sent | null) => put({ sent })),
    /** What was sent was answered: all of it is stored together, so that a reload finds either the key or what is left. */
    settle: useStableCallback((next: Change, text: string = latestList.current.text) =>
      put({ asked: next(latestList.current.asked), text, sent: null }),
    ),
  };
}

type Change = (asked: readonly Asked[]) => readonly Asked[];

export type HeldList = ReturnType<typeof usePastedList>;

function pastedOf(kept: unknown): PastedList {
  const { text, asked, sent } = (kept ?? {}) as Partial<PastedList>;
  return {
    text: typeof text === 'string' ? text : '',
    asked: Array.isArray(asked) ? asked.filter(isAsked) : [],
    sent:
      typeof sent?.of === 'string' && typeof sent.key === 'string' ? { of: sent.of, key: sent.key } : null,
  };
}

const isAsked = (kept: Partial<Asked> | null): boolean =>
  typeof kept?.id === 'string' &&
  Array.isArray(kept.line?.candidatos) &&
  Array.isArray(kept.line.alternativas);
