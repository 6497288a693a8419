import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEntryQueue, type Entry, type EntryAnswer } from '#ui/entry/entryQueue.ts';

type Fate = 'found' | 'nothing' | 'error' | 'refused' | 'slow' | 'away';
const fates: readonly Fate[] = ['found', 'nothing', 'error', 'refused', 'slow', 'away'];

/** A queue whose responses arrive when the test says so. */
function stage(fateOf: (code: string) => Fate) {
  const acted: string[] = [];
  const open: { code: string; settle: () => void }[] = [];
  let entries: readonly Entry<string>[] = [];
  const asks = new Map<string, number>();
  const queue = createEntryQueue<string, string>({
    ask: (code) =>
      new Promise<EntryAnswer<string>>((resolve, reject) => {
        const time = (asks.get(code) ?? 0) + 1;
        asks.set(code, time);
        const settle = () => {
          const fate = fateOf(code);
          if (fate === 'nothing') resolve({ nothing: 'Nada encontrado.' });
          else if (fate === 'error') reject(new Error('Recusado.'));
          else if (fate === 'away' || (fate === 'slow' && time < 3)) reject(new Error('passing'));
          else resolve({ found: code });
        };
        open.push({ code, settle });
      }),
    act: async (found) => {
      acted.push(found);
      if (found === '7*arroz')
        return { problem: 'De 6 em 6.', instead: [{ label: 'Incluir 12', requested: '12*arroz' }] };
      return fateOf(found) === 'refused' ? 'Não cabe.' : null;
    },
    isPassing: (error) => (error as Error).message === 'passing',
    textOf: (error) => (error as Error).message,
    onChange: (next) => {
      entries = next;
    },
    wait: async () => {},
  });
  /** Lets all responses arrive; each time `pick` chooses one of the pending requests. */
  const drain = async (pick: (count: number) => number) => {
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      if (open.length === 0) return;
      open.splice(pick(open.length) % open.length, 1)[0]?.settle();
    }
  };
  return { queue, acted, drain, entries: () => entries, most: () => open.length };
}

describe('codes typed one after the other', () => {
  it('are each applied once or fail by name, in typed order, whatever the answers do', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...fates), { maxLength: 14 }),
        fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 60 }),
        async (kinds, order) => {
          const codes = kinds.map((_, n) => `cod${n}`);
          const { queue, acted, drain, entries } = stage((code) => kinds[Number(code.slice(3))] ?? 'found');
          for (const code of codes) queue.enter(code);
          let at = 0;
          await drain(() => order[at++ % order.length] ?? 0);
          const of = (...wanted: Fate[]) => codes.filter((_, n) => wanted.includes(kinds[n] ?? 'found'));
          expect(acted).toEqual(of('found', 'slow', 'refused'));
          const left = entries();
          expect(left.map(({ requested }) => requested)).toEqual(of('nothing', 'error', 'refused', 'away'));
          expect(left.every(({ state, problem }) => state === 'falhou' && problem)).toBe(true);
        },
      ),
    );
  });

  it('keep their order beside one whose answer is already known', async () => {
    const { queue, acted, drain } = stage(() => 'found');
    queue.enter('primeiro');
    queue.enter('segundo', 'segundo');
    expect(acted).toEqual([]);
    await drain(() => 0);
    expect(acted).toEqual(['primeiro', 'segundo']);
  });

  it('have at most four requests at a time', async () => {
    const { queue, most, drain, acted } = stage(() => 'found');
    for (let n = 0; n < 30; n += 1) queue.enter(`c${n}`);
    expect(most()).toBe(4);
    await drain((count) => count - 1);
    expect(acted).toEqual(Array.from({ length: 30 }, (_, n) => `c${n}`));
  });

  it('are replaced by what would be accepted, also after a reload', async () => {
    const first = stage(() => 'found');
    first.queue.enter('7*arroz');
    await first.drain(() => 0);
    const [failed] = first.entries();
    expect(failed).toMatchObject({ requested: '7*arroz', state: 'falhou', problem: 'De 6 em 6.' });
    const { queue, acted, drain, entries } = stage(() => 'found');
    queue.restore(
      first.entries().map(({ requested, problem, instead }) => ({ requested, problem, instead })) as [],
    );
    const [left] = entries();
    queue.replace(left?.id ?? '', left?.instead?.[0]?.requested ?? '');
    await drain(() => 0);
    expect([acted, entries()]).toEqual([['12*arroz'], []]);
  });

  it('are tried again for the result that was on screen', async () => {
    const { queue, acted, drain, entries } = stage((code) => (code === 'terceiro' ? 'refused' : 'found'));
    queue.enter('arroz', 'terceiro');
    await drain(() => 0);
    queue.again(entries()[0]?.id ?? '');
    await drain(() => 0);
    expect(acted).toEqual(['terceiro', 'terceiro']);
  });

  it('continue after a reload, failed ones stay failed and are retried on demand', async () => {
    const { queue, acted, drain, entries } = stage(() => 'found');
    queue.restore([{ requested: 'a' }, { requested: 'b', problem: 'Nada encontrado.' }, { requested: 'c' }]);
    await drain(() => 0);
    expect(acted).toEqual(['a', 'c']);
    const [failed] = entries();
    expect(failed).toMatchObject({ requested: 'b', state: 'falhou' });
    queue.again(failed?.id ?? '');
    await drain(() => 0);
    expect([acted.at(-1), entries()]).toEqual(['b', []]);
  });
});
