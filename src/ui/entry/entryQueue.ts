import { useEffect, useState } from 'react';
import { storeForPerson } from '#data/session.ts';

/** An input confirmed with Enter, until it is completed or reported as failed. */
export interface Entry<Requested> {
  id: string;
  requested: Requested;
  /** `esperando` is waiting for its own lookup or for earlier entries; `incluindo` is being acted on. */
  state: 'esperando' | 'incluindo' | 'falhou';
  /** The reason for the failure, as text. */
  problem?: string;
  /** What would be accepted in its place; where there is any, the same again would only be refused again. */
  instead?: readonly Substitute<Requested>[];
}

/** Another input that a refused one can be replaced by. */
interface Substitute<Requested> {
  label: string;
  requested: Requested;
}

/** Why an entry was refused, and what would be accepted. */
export interface Refused<Requested> {
  problem: string;
  instead: readonly Substitute<Requested>[];
}

/** `nothing` is a message saying that nothing was found. */
export type EntryAnswer<Found> = { found: Found } | { nothing: string };

export type ActResult<Requested> = string | Refused<Requested> | null;

interface EntryQueueOptions<Requested, Found> {
  ask: (requested: Requested) => Promise<EntryAnswer<Found>>;
  /** Called in the order of input; returns a message if it failed. */
  act: (found: Found, requested: Requested) => Promise<ActResult<Requested>> | ActResult<Requested>;
  /** Whether a retry may help, e.g. without network or when the server is down. */
  isPassing: (error: unknown) => boolean;
  textOf: (error: unknown) => string;
  onChange: (entries: readonly Entry<Requested>[]) => void;
  wait: (ms: number) => Promise<void>;
}

/** Maximum number of concurrent lookups. */
const CONCURRENCY = 4;

/** Pauses before each retry in ms; after the last one, the entry has failed. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000] as const;

export type EntryQueue<Requested, Found> = ReturnType<typeof createEntryQueue<Requested, Found>>;

/**
 * Enter is a promise (docs/domain.md 12): it acts on the result for the field's text at that moment, in order, or reports
 * that nothing was found. Lookups may finish late, in any order, or not at all; each entry results in one action or one
 * reported failure, and actions run in the order of input.
 */
export function createEntryQueue<Requested, Found>(options: EntryQueueOptions<Requested, Found>) {
  let entries: readonly Entry<Requested>[] = [];
  const answers = new Map<string, EntryAnswer<Found>>();
  const asking = new Set<string>();
  /** Results that were on screen when Enter was pressed: a retry is for the same one, not for the first of a new search. */
  const chosen = new Map<string, Found>();
  let last = 0;

  const show = (next: readonly Entry<Requested>[]) => {
    entries = next;
    options.onChange(next);
  };
  const put = (id: string, part: Partial<Entry<Requested>>) =>
    show(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const drop = (id: string) => {
    chosen.delete(id);
    show(entries.filter((entry) => entry.id !== id));
  };
  const fail = (id: string, problem: string) => put(id, { state: 'falhou', problem });
  const waiting = () => entries.filter(({ state }) => state === 'esperando');

  const answerOf = async (requested: Requested): Promise<EntryAnswer<Found>> => {
    for (const pause of [...RETRY_DELAYS, null]) {
      try {
        return await options.ask(requested);
      } catch (error) {
        if (pause === null || !options.isPassing(error)) return { nothing: options.textOf(error) };
        await options.wait(pause);
      }
    }
    throw new Error('unreachable');
  };
  const ask = async ({ id, requested }: Entry<Requested>) => {
    asking.add(id);
    answers.set(id, await answerOf(requested));
    asking.delete(id);
    pump();
  };
  const act = async ({ id, requested }: Entry<Requested>, found: Found) => {
    put(id, { state: 'incluindo' });
    try {
      const problem = await options.act(found, requested);
      if (problem === null) drop(id);
      else if (typeof problem === 'string') fail(id, problem);
      else put(id, { state: 'falhou', ...problem });
    } catch (error) {
      fail(id, options.textOf(error));
    }
  };
  /** Acts on the entries at the front as long as their results have arrived, and looks up those behind them. */
  const pump = () => {
    for (const entry of waiting()) {
      const answer = answers.get(entry.id);
      if (!answer) break;
      answers.delete(entry.id);
      if ('nothing' in answer) fail(entry.id, answer.nothing);
      else void act(entry, answer.found);
    }
    for (const entry of waiting())
      if (asking.size < CONCURRENCY && !asking.has(entry.id) && !answers.has(entry.id)) void ask(entry);
  };

  return {
    /** Called when Enter was pressed. `known` is the result, if it is already on screen. */
    enter(requested: Requested, known?: Found) {
      last += 1;
      const id = `${last}`;
      if (known !== undefined) {
        answers.set(id, { found: known });
        chosen.set(id, known);
      }
      show([...entries, { id, requested, state: 'esperando' }]);
      pump();
    },
    /** Looks up a failed entry again, behind those that are waiting. */
    again(id: string) {
      const failed = entries.find((entry) => entry.id === id && entry.state === 'falhou');
      if (!failed) return;
      const earlierChoice = chosen.get(id);
      drop(id);
      this.enter(failed.requested, earlierChoice);
    },
    /** Enters a substitute for a failed entry. */
    replace(id: string, requested: Requested) {
      drop(id);
      this.enter(requested);
    },
    /** Dismisses a failure. */
    forget: drop,
    /** Restores entries left over from an earlier page; failures stay failures. */
    restore(left: readonly Pick<Entry<Requested>, 'requested' | 'problem' | 'instead'>[]) {
      for (const { requested, problem, instead } of left) {
        last += 1;
        show([...entries, { id: `${last}`, requested, ...stateOf(problem), ...(instead && { instead }) }]);
      }
      pump();
    },
  };
}

const stateOf = (problem: string | undefined) =>
  problem === undefined ? { state: 'esperando' as const } : { state: 'falhou' as const, problem };

/**
 * Storage key for input that is not on the server yet, for a reload of this tab. The prefix 'digitado' makes sure that such
 * keys are removed on sign-out.
 */
const keyOf = (name: string) => `digitado-${name}`;

export function storeUnsentInput(name: string, value: unknown, isEmpty: boolean): void {
  if (isEmpty) sessionStorage.removeItem(keyOf(name));
  else storeForPerson(sessionStorage, keyOf(name), JSON.stringify(value));
}

export function loadUnsentInput(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

/** A field's unconfirmed text, `undefined` if there is none. It survives a reload under its name. */
export function useKeptText(name: string | undefined) {
  const [typed, setTyped] = useState<string | undefined>(() => {
    const unsent = name === undefined ? null : loadUnsentInput(name);
    return typeof unsent === 'string' ? unsent : undefined;
  });
  useEffect(() => {
    if (name !== undefined) storeUnsentInput(name, typed, typed === undefined);
  }, [name, typed]);
  return [typed, setTyped] as const;
}
