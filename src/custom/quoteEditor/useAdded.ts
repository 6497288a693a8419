import { type RefObject, useEffect, useRef } from 'react';
import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { EditedQuote, QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { quantities } from './Cart.tsx';

interface Added {
  /** Of the lines. */
  list: RefObject<HTMLUListElement | null>;
  /** A product is on its way into the quote. */
  expect: (product: QuoteProduct) => void;
  /** Of what was added and is no line. */
  nameOf: (change: ItemChange | null) => string | undefined;
  /** To the quantity of what came last, else of the first line. */
  focusQuantity: () => void;
}

/** Keeps the line that came last in sight and at hand. */
export function useAdded(quote: EditedQuote): Added {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<number>(undefined);
  const awaited = useRef(false);
  const names = useRef(new Map<number, string>());
  const lineOf = () =>
    [...(list.current?.querySelectorAll(`[data-product="${last.current}"]`) ?? [])].at(-1) ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again with each answer
  useEffect(() => {
    const line = awaited.current ? lineOf() : null;
    if (!line) return;
    awaited.current = false;
    line.scrollIntoView?.({ block: 'nearest' });
  }, [quote.itens]);
  return {
    list,
    expect: ({ id, descricao }) => {
      last.current = id;
      awaited.current = true;
      names.current.set(id, descricao);
    },
    nameOf: (change) =>
      change?.id === undefined && change?.idProd !== undefined ? names.current.get(change.idProd) : undefined,
    focusQuantity: () => quantities(lineOf() ?? list.current ?? document.createElement('ul'))[0]?.focus(),
  };
}
