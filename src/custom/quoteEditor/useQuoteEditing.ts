import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ItemChange, quoteEditingRoutes } from '../../../contract/callcenter/quoteEditing.ts';
import type { EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import { attemptKeys } from '../../dataProvider/attemptKeys.ts';
import { call } from '../../dataProvider/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { routeKey } from '../../dataProvider/useRoute.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import type { SaveState } from '../drafts/draftSaver.ts';
import { useUnsaved } from '../session/unsaved.ts';
import {
  type HeaderChange,
  isNothing,
  merged,
  NOTHING,
  nextOf,
  type Pending,
  sameTarget,
} from './pendingChange.ts';

/** Pause after a key; lines are sent at once. */
const PAUSE = 800;
const RETRY = 4000;

export interface QuoteEditing {
  quote: EditedQuote;
  /** What was typed and is not saved yet. */
  typed: HeaderChange;
  state: SaveState;
  /** A line is on its way. */
  busy: boolean;
  /** Why the last change was refused, and of which line. */
  refusal: { error: CallFailure; change: ItemChange | null } | null;
  forget: () => void;
  changeHeader: (change: HeaderChange, at?: 'soon' | 'now') => void;
  changeItems: (items: ItemChange[]) => Promise<boolean>;
  /** Saves what waits; false where the server does not hold all of it. */
  settle: () => Promise<boolean>;
  /** The answer of another write of the quote. */
  take: (quote: EditedQuote) => void;
  keepMine: () => Promise<void>;
  takeOther: () => Promise<void>;
}

/** Saves a quote while it is edited: one call at a time, nothing typed is lost by a failure or a conflict. */
export function useQuoteEditing(first: EditedQuote): QuoteEditing {
  const client = useQueryClient();
  const [quote, setQuote] = useState(first);
  const [pending, setPending] = useState<Pending>(NOTHING);
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const [refusal, setRefusal] = useState<QuoteEditing['refusal']>(null);
  const [busy, setBusy] = useState(false);
  const waiting = useRef<Pending>(NOTHING);
  const running = useRef<Promise<boolean> | null>(null);
  const version = useRef(first.versao);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keyOf = useRef(attemptKeys());
  const { id } = first;

  const take = useStableCallback((next: EditedQuote) => {
    version.current = next.versao;
    setQuote(next);
    client.setQueryData(routeKey(quoteEditingRoutes.cart, { params: { id } }), { data: next });
  });
  const hold = (next: Pending) => {
    waiting.current = next;
    setPending(next);
  };

  /** Whether what waits behind may still be sent. */
  const refuse = (error: unknown, sent: Pending): boolean => {
    const failure = error instanceof CallFailure ? error : new CallFailure(0, String(error));
    if (failure.status === 409) {
      hold(merged(sent, waiting.current));
      setState({ kind: 'conflict', current: { conteudo: null, atualizado: '', versao: version.current } });
      return false;
    }
    if (failure.status === 0 || failure.status >= 500 || failure.status === 401) {
      hold(merged(sent, waiting.current));
      setState({ kind: 'failed' });
      schedule(RETRY);
      return false;
    }
    // What a rule refuses is shown, and not sent again.
    setRefusal({ error: failure, change: sent.items[0] ?? null });
    setState({ kind: 'saved', at: new Date().toISOString() });
    return true;
  };
  const send = async (): Promise<'saved' | 'refused' | 'stopped'> => {
    const { next: sent, rest } = nextOf(waiting.current);
    waiting.current = rest;
    setBusy(sent.items.length > 0);
    try {
      const body = {
        ...sent.header,
        ...(sent.items.length > 0 && { itens: sent.items }),
        versao: version.current,
      };
      // A product whose answer was lost is sent again, and comes in once.
      const options = { idempotencyKey: keyOf.current(body) };
      const { data } = await call(quoteEditingRoutes.autosave, { params: { id }, body }, options);
      take(data);
      // What was refused stands until a word on the same thing is taken.
      setRefusal((held) => (held && sameTarget(held.change, sent.items[0] ?? null) ? null : held));
      setPending(waiting.current);
      setState({ kind: 'saved', at: data.atualizado });
      return 'saved';
    } catch (error) {
      setPending(waiting.current);
      return refuse(error, sent) ? 'refused' : 'stopped';
    } finally {
      setBusy(false);
    }
  };
  const sendAll = async (): Promise<boolean> => {
    let whole = true;
    while (!isNothing(waiting.current)) {
      const outcome = await send();
      if (outcome === 'stopped') return false;
      if (outcome === 'refused') whole = false;
    }
    return whole;
  };
  const flush = useStableCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    while (running.current) await running.current;
    if (isNothing(waiting.current)) return true;
    running.current = sendAll().finally(() => {
      running.current = null;
    });
    return running.current;
  });
  const schedule = (ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useUnsaved(!isNothing(pending) || busy);

  const again = async (keep: boolean) => {
    const { data } = await call(quoteEditingRoutes.cart, { params: { id } });
    take(data);
    if (!keep) hold(NOTHING);
    setState({ kind: 'saved', at: data.atualizado });
    if (keep) await flush();
  };

  return {
    quote,
    typed: pending.header,
    state,
    busy,
    refusal,
    forget: () => setRefusal(null),
    take,
    settle: flush,
    changeHeader: (header, at = 'soon') => {
      hold(merged(waiting.current, { header, items: [] }));
      if (state.kind !== 'conflict') schedule(at === 'now' ? 0 : PAUSE);
    },
    changeItems: async (items) => {
      hold(merged(waiting.current, { header: {}, items }));
      return state.kind === 'conflict' ? false : flush();
    },
    keepMine: () => again(true),
    takeOther: () => again(false),
  };
}
