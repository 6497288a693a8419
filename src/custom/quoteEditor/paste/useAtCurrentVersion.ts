import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EnteredLines } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { isTransient, type QuoteEditing } from '../state/useQuoteEditing.ts';
import type { HeldList } from './pastedList.ts';

/** So many other writes may come in between; more than that is no coincidence. */
const REPEATS = 4;

interface Sender extends Pick<QuoteEditing, 'settle'> {
  quote: EditedQuote;
  /** Keeps what is on its way, so that it is known after a reload of the page. */
  list: HeldList;
  onChanged: (quote: EditedQuote) => void;
}

type Send = (versao: number, idempotencyKey: string) => Promise<{ data: EnteredLines }>;

/**
 * Adds to a quote whatever its version: a new line contradicts nothing that others changed, so what they changed is read and the
 * same is sent again. What was sent without an answer, `of` being what it is, goes again under its key, also after a reload, so
 * that the server adds it once.
 */
export function useAtCurrentVersion({ quote, list, onChanged, settle }: Sender) {
  const { id } = quote;
  const current = async () => (await call(quoteEditingRoutes.cart, { params: { id } })).data;
  return useStableCallback(async (of: string, send: Send): Promise<EnteredLines> => {
    let { versao } = quote;
    let unanswered = list.unanswered(of);
    for (let left = REPEATS; ; left -= 1) {
      const key = unanswered ?? crypto.randomUUID();
      list.setSent({ of, key });
      try {
        const { data } = await send(versao, key);
        // A repeat is answered with the quote as it was then.
        return unanswered ? { ...data, orcamento: await current() } : data;
      } catch (error) {
        if (!(error instanceof CallFailure) || isTransient(error)) throw error;
        list.setSent(null);
        unanswered = null;
        if (error.code === 'CHAVE_REPETIDA') {
          onChanged(await current());
          throw new CallFailure(error.status, SENT_BEFORE, error.body);
        }
        // Own changes of the head that wait are sent first: they meet what others changed there, instead of replacing it.
        if (!isConflict(error) || left === 0 || !(await settle())) throw error;
        const data = await current();
        onChanged(data);
        versao = data.versao;
      }
    }
  });
}

const SENT_BEFORE = 'Estas linhas já tinham sido enviadas. Confira o orçamento antes de enviá-las de novo.';

const isConflict = ({ status, code }: CallFailure): boolean => status === 409 && code === 'CONFLITO';
