import { useEffect, useState } from 'react';

/** What Enter was pressed on, until it is done or named as failed. */
export interface Entry<Asked> {
  id: string;
  asked: Asked;
  /** `esperando`: for its answer, or for those before it. `incluindo`: it was acted on. */
  state: 'esperando' | 'incluindo' | 'falhou';
  /** Why it failed, in words. */
  problem?: string;
}

/** `nothing`: a sentence that says that nothing was found. */
export type EntryAnswer<Found> = { found: Found } | { nothing: string };

interface EntryQueueOptions<Asked, Found> {
  ask: (asked: Asked) => Promise<EntryAnswer<Found>>;
  /** Called in the order in which was typed; answers a sentence where it came to nothing. */
  act: (found: Found, asked: Asked) => Promise<string | null> | string | null;
  /** Whether trying again may help: no network, a server that is away. */
  isPassing: (error: unknown) => boolean;
  textOf: (error: unknown) => string;
  onChange: (entries: readonly Entry<Asked>[]) => void;
  wait: (ms: number) => Promise<void>;
}

/** So many questions are on their way at once. */
const AT_ONCE = 4;

/** Pauses before a question is asked again, ms; after the last one it has failed. */
const AGAIN = [1000, 2000, 4000, 8000] as const;

export type EntryQueue<Asked, Found> = ReturnType<typeof createEntryQueue<Asked, Found>>;

/**
 * Enter is a promise (DOMAIN.md section 12): it acts on the answer to what stood in the field then, in order, or says
 * that nothing was found. Answers may come late, in any order or not at all; each entry becomes one act or one named
 * failure, and acts follow each other as they were typed.
 */
export function createEntryQueue<Asked, Found>(options: EntryQueueOptions<Asked, Found>) {
  let entries: readonly Entry<Asked>[] = [];
  const answers = new Map<string, EntryAnswer<Found>>();
  const asking = new Set<string>();
  let last = 0;

  const show = (next: readonly Entry<Asked>[]) => {
    entries = next;
    options.onChange(next);
  };
  const put = (id: string, part: Partial<Entry<Asked>>) =>
    show(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const drop = (id: string) => show(entries.filter((entry) => entry.id !== id));
  const fail = (id: string, problem: string) => put(id, { state: 'falhou', problem });
  const waiting = () => entries.filter(({ state }) => state === 'esperando');

  const answerOf = async (asked: Asked): Promise<EntryAnswer<Found>> => {
    for (const pause of [...AGAIN, null]) {
      try {
        return await options.ask(asked);
      } catch (error) {
        if (pause === null || !options.isPassing(error)) return { nothing: options.textOf(error) };
        await options.wait(pause);
      }
    }
    throw new Error('unreachable');
  };
  const ask = async ({ id, asked }: Entry<Asked>) => {
    asking.add(id);
    answers.set(id, await answerOf(asked));
    asking.delete(id);
    pump();
  };
  const act = async ({ id, asked }: Entry<Asked>, found: Found) => {
    put(id, { state: 'incluindo' });
    try {
      const problem = await options.act(found, asked);
      if (problem === null) drop(id);
      else fail(id, problem);
    } catch (error) {
      fail(id, options.textOf(error));
    }
  };
  /** Acts on what stands first for as long as it is answered, and asks for what comes behind. */
  const pump = () => {
    for (const entry of waiting()) {
      const answer = answers.get(entry.id);
      if (!answer) break;
      answers.delete(entry.id);
      if ('nothing' in answer) fail(entry.id, answer.nothing);
      else void act(entry, answer.found);
    }
    for (const entry of waiting())
      if (asking.size < AT_ONCE && !asking.has(entry.id) && !answers.has(entry.id)) void ask(entry);
  };

  return {
    /** Enter was pressed. `known`: the answer stands on the screen already. */
    enter(asked: Asked, known?: Found) {
      last += 1;
      const id = `${last}`;
      if (known !== undefined) answers.set(id, { found: known });
      show([...entries, { id, asked, state: 'esperando' }]);
      pump();
    },
    /** A failed one is asked anew, behind those that wait. */
    again(id: string) {
      const failed = entries.find((entry) => entry.id === id && entry.state === 'falhou');
      if (!failed) return;
      drop(id);
      this.enter(failed.asked);
    },
    /** A failure was read. */
    forget: drop,
    /** What was left by a page that is gone; failures stay failures. */
    restore(left: readonly Pick<Entry<Asked>, 'asked' | 'problem'>[]) {
      for (const { asked, problem } of left) {
        last += 1;
        show([...entries, { id: `${last}`, asked, ...stateOf(problem) }]);
      }
      pump();
    },
  };
}

const stateOf = (problem: string | undefined) =>
  problem === undefined ? { state: 'esperando' as const } : { state: 'falhou' as const, problem };

/**
 * What was typed and is not on the server yet, for the reload of this tab. Begins with 'digitado': such keys go with the
 * person who signs out.
 */
const keyOf = (name: string) => `digitado-${name}`;

export function keepTyped(name: string, value: unknown, isEmpty: boolean): void {
  try {
    if (isEmpty) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A full or closed storage: what was typed still stands on the page.
  }
}

export function keptTyped(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

/** What stands in a field and is not confirmed yet; `undefined`: nothing. It outlives a reload under its name. */
export function useKeptText(name: string | undefined) {
  const [typed, setTyped] = useState<string | undefined>(() => {
    const kept = name === undefined ? null : keptTyped(name);
    return typeof kept === 'string' ? kept : undefined;
  });
  useEffect(() => {
    if (name !== undefined) keepTyped(name, typed, typed === undefined);
  }, [name, typed]);
  return [typed, setTyped] as const;
}
