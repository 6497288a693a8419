import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createDraftSaver, type SavedVersion, type SaveState } from '#ui/drafts/draftSaver.ts';

class Conflict extends Error {
  readonly current: SavedVersion | null;
  constructor(current: SavedVersion | null) {
    super('conflict');
    this.current = current;
  }
}
const version = (versao: number, conteudo: unknown = {}): SavedVersion => ({
  conteudo,
  versao,
  atualizado: `2026-11-21T17:3${versao}:00.000Z`,
});

function setUp(initial = 0) {
  const save = jest.fn<(content: unknown, version: number) => Promise<SavedVersion>>();
  save.mockImplementation(async (content, known) => version(known + 1, content));
  const states: SaveState[] = [];
  const conflictOf = (error: unknown) => (error instanceof Conflict ? error.current : undefined);
  const saver = createDraftSaver({
    save,
    conflictOf,
    onState: (state) => states.push(state),
    version: initial,
  });
  return { save, states, saver, last: () => states.at(-1) };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('draft saver', () => {
  it('saves the last change within two seconds, once, with the known version', async () => {
    const { save, saver, last } = setUp();
    saver.changed('a');
    await pass(900);
    saver.changed('ab');
    expect(save).not.toHaveBeenCalled();
    await pass(1100);
    expect(save.mock.calls).toEqual([['ab', 0]]);
    expect(last()).toEqual({ kind: 'saved', at: version(1).atualizado });
    saver.changed('abc');
    await pass(2000);
    expect(save.mock.calls.at(-1)).toEqual(['abc', 1]);
  });

  it('recognises its own content when only the answer was lost', async () => {
    const { save, saver, states, last } = setUp();
    save.mockRejectedValueOnce(new Error('offline'));
    saver.changed({ texto: 'a' });
    await pass(1100);
    expect(last()).toEqual({ kind: 'failed' });
    saver.changed({ texto: 'ab' });
    save.mockRejectedValueOnce(new Conflict(version(1, { texto: 'a' })));
    await pass(2000);
    expect(save.mock.calls.at(-1)).toEqual([{ texto: 'ab' }, 0]);
    await pass(1100);
    expect(save.mock.calls.at(-1)).toEqual([{ texto: 'ab' }, 1]);
    expect(last()).toEqual({ kind: 'saved', at: version(2).atualizado });
    expect(states.some(({ kind }) => kind === 'conflict')).toBe(false);
  });

  it('never has two requests in progress', async () => {
    const { save, saver } = setUp();
    let answer: (saved: SavedVersion) => void = () => {};
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    saver.changed('a');
    await pass(1000);
    saver.changed('b');
    await pass(5000);
    expect(save).toHaveBeenCalledTimes(1);
    answer(version(1));
    await pass(1000);
    expect(save.mock.calls.at(-1)).toEqual(['b', 1]);
  });

  it('reports a failure and retries until the newest content is saved', async () => {
    const { save, saver, last } = setUp();
    save.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
    saver.changed('a');
    await pass(1000);
    expect(last()).toEqual({ kind: 'failed' });
    saver.changed('b');
    await pass(2000);
    expect(last()).toEqual({ kind: 'failed' });
    await pass(5000);
    expect(last()).toMatchObject({ kind: 'saved' });
    expect(save.mock.calls.map(([content]) => content)).toEqual(['a', 'b', 'b']);
  });

  it('saves at once when the page is hidden or the network is back', async () => {
    const { save, saver } = setUp();
    saver.changed('a');
    saver.flush();
    await pass(0);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('waits for a decision when another page has saved', async () => {
    const { save, saver, last } = setUp(1);
    save.mockRejectedValueOnce(new Conflict(version(5, 'other')));
    saver.changed('mine');
    await pass(1000);
    expect(last()).toEqual({ kind: 'conflict', current: version(5, 'other') });
    saver.changed('mine, longer');
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(1);
    saver.overwrite(version(5));
    await pass(0);
    expect(save.mock.calls.at(-1)).toEqual(['mine, longer', 5]);
  });

  it('continues from the other version once it is adopted', async () => {
    const { save, saver } = setUp(1);
    save.mockRejectedValueOnce(new Conflict(version(5)));
    saver.changed('mine');
    await pass(1000);
    saver.adopt(version(5));
    saver.changed('other, changed');
    await pass(1000);
    expect(save.mock.calls.at(-1)).toEqual(['other, changed', 5]);
  });

  it('saves nothing after a stop, which waits for the request in progress', async () => {
    const { save, saver } = setUp();
    let answer: (saved: SavedVersion) => void = () => {};
    save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    saver.changed('a');
    await pass(1000);
    saver.changed('b');
    let stopped = false;
    const stop = saver.stop().then(() => (stopped = true));
    await pass(0);
    expect(stopped).toBe(false);
    answer(version(1));
    await stop;
    saver.flush();
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(1);
    saver.resume();
    await pass(0);
    expect(save.mock.calls.at(-1)).toEqual(['b', 1]);
  });
});
