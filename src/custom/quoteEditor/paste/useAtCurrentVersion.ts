import { useRef } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import type { QuoteEditing } from '../state/useQuoteEditing.ts';

/** So many other writes may come in between; more than that is no coincidence. */
const REPEATS = 4;

/**
 * Adds to a quote whatever its version: a new line contradicts nothing that others changed, so what they changed is read and the
 * same is sent again. After a lost answer it is first sent as it was, `of` being what it is, so that the server knows it again.
 */
export function useAtCurrentVersion(
  quote: EditedQuote,
  { onChanged, settle }: Pick<QuoteEditing, 'settle'> & { onChanged: (quote: EditedQuote) => void },
) {
  const open = useRef<{ of: string; versao: number } | null>(null);
  return useStableCallback(async <A>(of: string, send: (versao: number) => Promise<A>): Promise<A> => {
    let versao = open.current?.of === of ? open.current.versao : quote.versao;
    for (let left = REPEATS; ; left -= 1) {
      open.current = { of, versao };
      try {
        const answer = await send(versao);
        open.current = null;
        return answer;
      } catch (error) {
        // Own changes of the head that wait are sent first: they meet what others changed there, instead of replacing it.
        if (!isConflict(error) || left === 0 || !(await settle())) throw error;
        const { data } = await call(quoteEditingRoutes.cart, { params: { id: quote.id } });
        onChanged(data);
        versao = data.versao;
      }
    }
  });
}

const isConflict = (error: unknown): boolean =>
  error instanceof CallFailure && error.status === 409 && error.code === 'CONFLITO';
