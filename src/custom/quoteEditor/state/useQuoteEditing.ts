import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ItemChange, quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { type EnteredLine, LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { routeKey, useCommand } from '#data/useRoute.ts';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import type { SaveState } from '#ui/drafts/draftSaver.ts';
import { loadUnsentInput, storeUnsentInput } from '#ui/entry/entryQueue.ts';
import {
  type HeaderChange,
  isNothing,
  mergeChanges,
  NOTHING,
  type Pending,
  pendingOf,
  sameTarget,
  sentItem,
  splitNext,
} from './pendingChange.ts';
import { useQuoteConflict } from './useQuoteConflict.ts';

/** Milliseconds to wait after a keystroke; changes to lines are sent immediately. */
const PAUSE = 800;
const RETRY = 4000;
/** Whether the server may have done it all the same, or would if it were asked again. */
export const isTransient = ({ status }: CallFailure) =>
  status === 0 || status >= 500 || status === 401 || status === 429;

/** What became of a product that was to be added. */
export type EnteredAnswer = Pick<
  EnteredLine,
  'situacao' | 'idProd' | 'produto' | 'problema' | 'alternativas'
>;

/** A product that nobody waits for any more, because the page has been reloaded since, and why it was refused. */
export interface ReturnedEntry {
  entry: LineEntry;
  answer: EnteredAnswer;
}

/** What became of changes to lines: `kept` ones are sent later. */
type ItemsOutcome = 'stored' | 'refused' | 'kept';

/** All but what is typed, whose functions have a permanent identity: a key in a note renders no line. */
export interface QuoteEditing {
  quote: EditedQuote;
  state: SaveState;
  /** Whether a change to a line is on its way. */
  busy: boolean;
  /** Why the last change was refused, and the line it concerned. */
  refusal: { error: CallFailure; change: ItemChange | null } | null;
  forget: () => void;
  changeHeader: (change: HeaderChange, at?: 'soon' | 'now') => void;
  changeItems: (items: ItemChange[]) => Promise<ItemsOutcome>;
  /**
   * Adds a product, together with others that are waiting; resolves once the server has stored or refused it.
   */
  enter: (entry: LineEntry) => Promise<EnteredAnswer>;
  /** Refused products of the page before a reload, until the entry queue has taken them. */
  returned: readonly ReturnedEntry[];
  takeReturned: () => void;
  /** Saves pending changes; false when the server does not hold all of them. */
  settle: () => Promise<boolean>;
  /** Accepts the response of another write to the quote. */
  applyServerQuote: (quote: EditedQuote) => void;
  /** Fields that both this page and another user changed, until one value is chosen. */
  conflict: ReturnType<typeof useQuoteConflict>['shown'];
  /** Reads changes by others or the system in place; local input stays and is merged when it is sent. */
  refresh: () => Promise<void>;
}

const ADDED_BEFORE: EnteredAnswer = {
  situacao: 'INCLUIDA',
  idProd: null,
  produto: '',
  problema: '',
  alternativas: [],
};

const MAX_TEXT = LineEntry.properties.texto.maxLength ?? Number.POSITIVE_INFINITY;

/** Judged here, because the server takes all that wait together or none where one has no valid shape. */
const tooLong = ({ texto }: LineEntry): EnteredAnswer => ({
  ...ADDED_BEFORE,
  situacao: 'RECUSADA',
  problema: `O texto tem ${texto.length} caracteres, e cabem ${MAX_TEXT}.`,
});

/** Saves a quote while it is edited, one call at a time. No failure or conflict loses typed input. */
export function useQuoteEditing(first: EditedQuote): QuoteEditing & {
  /** Typed header values that are not saved yet. */
  typed: HeaderChange;
} {
  const client = useQueryClient();
  const [quote, setQuote] = useState(first);
  const [pending, setPending] = useState<Pending>(NOTHING);
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const [refusal, setRefusal] = useState<QuoteEditing['refusal']>(null);
  const [busy, setBusy] = useState(false);
  const [returned, setReturned] = useState<readonly ReturnedEntry[]>([]);
  const waiting = useRef<Pending>(NOTHING);
  const running = useRef<Promise<boolean> | null>(null);
  const version = useRef(first.versao);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const command = useCommand();
  const added = useRef(new Map<string, (answer: EnteredAnswer) => void>());
  const latestQuote = useRef(first);
  const conflict = useQuoteConflict((without) => {
    hold(without(waiting.current));
    setState({ kind: 'none' });
    void flush();
  });
  const isOpen = conflict.shown.open !== null;
  const { id } = first;
  const name = `orcamento-${id}-mudancas`;
  /** Stores the changes for a reload, including those in flight, since it is unknown whether they will arrive. */
  const keep = (all: Pending) => storeUnsentInput(name, all, isNothing(all));

  const applyServerQuote = useStableCallback((next: EditedQuote) => {
    version.current = next.versao;
    latestQuote.current = next;
    setQuote(next);
    client.setQueryData(routeKey(quoteEditingRoutes.cart, { params: { id } }), { data: next });
  });
  const hold = (next: Pending) => {
    waiting.current = next;
    setPending(next);
    keep(next);
  };
  /** Answers those who wait for products; after a reload nobody does, and what is refused goes back to the entry queue. */
  const settleAdded = ({ items }: Pending, answers: readonly EnteredAnswer[]) => {
    for (const [at, { chave, entrada }] of items.entries()) {
      const answer = answers[at];
      if (!chave || !answer || !entrada) continue;
      const done = added.current.get(chave);
      added.current.delete(chave);
      if (done) done(answer);
      else if (answer.situacao !== 'INCLUIDA') setReturned((held) => [...held, { entry: entrada, answer }]);
    }
  };

  /** Merges what others or the system changed meanwhile in places that this page did not touch (docs/domain.md 12). */
  const rebase = async (error: CallFailure, sent: Pending): Promise<'again' | 'stopped'> => {
    const mine = mergeChanges(sent, waiting.current);
    const before = latestQuote.current;
    hold(mine);
    const { data } = await call(quoteEditingRoutes.cart, { params: { id } });
    applyServerQuote(data);
    return conflict.meet(before, data, mine, error) ? 'stopped' : 'again';
  };
  const refuse = async (error: unknown, sent: Pending): Promise<'again' | 'refused' | 'stopped'> => {
    const failure = error instanceof CallFailure ? error : new CallFailure(0, String(error));
    // The response was lost and the page has been reloaded since: the line already exists.
    if (failure.code === 'CHAVE_REPETIDA' && sent.items.some(({ chave }) => chave)) {
      settleAdded(
        sent,
        sent.items.map(() => ADDED_BEFORE),
      );
      keep(waiting.current);
      applyServerQuote((await call(quoteEditingRoutes.cart, { params: { id } })).data);
      return 'again';
    }
    if (failure.status === 409 && failure.code === 'CONFLITO') return rebase(failure, sent);
    if (isTransient(failure)) {
      hold(mergeChanges(sent, waiting.current));
      setState({ kind: 'failed' });
      schedule(RETRY);
      return 'stopped';
    }
    // A change refused by a rule is shown and not sent again.
    keep(waiting.current);
    const [item] = sent.items;
    if (item?.entrada)
      settleAdded(
        sent,
        sent.items.map(() => ({ ...ADDED_BEFORE, situacao: 'RECUSADA', problema: failure.message })),
      );
    else setRefusal({ error: failure, change: item ? sentItem(item) : null });
    setState({ kind: 'saved', at: new Date().toISOString() });
    return 'refused';
  };
  const sendOnce = async (
    sent: Pending,
  ): Promise<{ data: EditedQuote; answers: readonly EnteredAnswer[] }> => {
    const versao = version.current;
    const linhas = sent.items.flatMap(({ entrada }) => entrada ?? []);
    const key = sent.items[0]?.lote;
    if (linhas.length > 0 && key) {
      // Products whose response was lost are sent again with the same key, so that they are added only once.
      const { data } = await call(
        quoteEditingRoutes.enter,
        { params: { id }, body: { linhas, versao } },
        { idempotencyKey: key },
      );
      return { data: data.orcamento, answers: data.linhas };
    }
    const itens = sent.items.map(sentItem);
    const body = { ...sent.header, ...(itens.length > 0 && { itens }), versao };
    const { data } = await command(quoteEditingRoutes.autosave, { params: { id }, body });
    return { data, answers: [] };
  };
  const send = async (): Promise<'saved' | 'again' | 'refused' | 'stopped'> => {
    const { next: sent, rest } = splitNext(waiting.current);
    waiting.current = rest;
    keep(mergeChanges(sent, rest));
    setBusy(sent.items.length > 0);
    try {
      const { data, answers } = await sendOnce(sent);
      applyServerQuote(data);
      settleAdded(sent, answers);
      keep(waiting.current);
      // A refusal is shown until a change to the same target is accepted.
      setRefusal((held) => (held && sameTarget(held.change, sent.items[0] ?? null) ? null : held));
      setPending(waiting.current);
      setState({ kind: 'saved', at: data.atualizado });
      return 'saved';
    } catch (error) {
      setPending(waiting.current);
      return await refuse(error, sent).catch(() => {
        // The current state could not be read; pending changes are sent again later.
        setState({ kind: 'failed' });
        schedule(RETRY);
        return 'stopped' as const;
      });
    } finally {
      setBusy(false);
    }
  };
  const sendAll = async (): Promise<boolean> => {
    let isComplete = true;
    while (!isNothing(waiting.current)) {
      const outcome = await send();
      if (outcome === 'stopped') return false;
      if (outcome === 'refused') isComplete = false;
    }
    return isComplete;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the previous page left
  useEffect(() => {
    const left = pendingOf(loadUnsentInput(name));
    if (isNothing(left)) return;
    hold(mergeChanges(left, waiting.current));
    void flush();
  }, [name]);
  // Pending changes are stored and sent when the quote is opened again.
  useUnsaved(!isNothing(pending) || busy, false, true);

  return {
    quote,
    typed: pending.header,
    state,
    busy,
    refusal,
    forget: useStableCallback(() => setRefusal(null)),
    applyServerQuote,
    settle: flush,
    changeHeader: useStableCallback((header: HeaderChange, at: 'soon' | 'now' = 'soon') => {
      hold(mergeChanges(waiting.current, { header, items: [] }));
      if (!isOpen) schedule(at === 'now' ? 0 : PAUSE);
    }),
    changeItems: useStableCallback(async (items: ItemChange[]): Promise<ItemsOutcome> => {
      hold(mergeChanges(waiting.current, { header: {}, items }));
      if (isOpen) return 'kept';
      if (await flush()) return 'stored';
      const isWaiting = ({ id: line }: ItemChange) => waiting.current.items.some((item) => item.id === line);
      return items.some(isWaiting) ? 'kept' : 'refused';
    }),
    enter: useStableCallback(
      (entrada: LineEntry) =>
        new Promise<EnteredAnswer>((done) => {
          if (entrada.texto.length > MAX_TEXT) return done(tooLong(entrada));
          const chave = crypto.randomUUID();
          added.current.set(chave, done);
          hold(mergeChanges(waiting.current, { header: {}, items: [{ chave, entrada }] }));
          if (!isOpen) void flush();
        }),
    ),
    returned,
    takeReturned: useStableCallback(() => setReturned([])),
    conflict: conflict.shown,
    refresh: useStableCallback(async () => {
      if (running.current || !isNothing(waiting.current)) return;
      const { data } = await call(quoteEditingRoutes.cart, { params: { id } });
      // This page may have started to write meanwhile, in which case that response is newer.
      if (!running.current && isNothing(waiting.current) && data.versao >= version.current)
        applyServerQuote(data);
    }),
  };
}
