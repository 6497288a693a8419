import { useCallback, useMemo, useState } from 'react';

export interface BasketLine {
  idProd: number;
  qtde: string;
}

/** What was chosen in any tab, by product. */
export function useBasket() {
  const [lines, setLines] = useState<ReadonlyMap<number, string>>(new Map());
  const set = useCallback((idProd: number, qtde: string | null) => {
    setLines((before) => {
      const next = new Map(before);
      if (qtde === null) next.delete(idProd);
      else next.set(idProd, qtde);
      return next;
    });
  }, []);
  const clear = useCallback(() => setLines(new Map()), []);
  const chosen: BasketLine[] = useMemo(() => [...lines].map(([idProd, qtde]) => ({ idProd, qtde })), [lines]);
  return { lines, chosen, set, clear };
}

export type Basket = ReturnType<typeof useBasket>;
