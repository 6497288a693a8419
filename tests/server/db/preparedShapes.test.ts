import { expect, it } from '@jest/globals';
import type { Executor } from '#server/db/client.ts';
import { preparedShapes } from '#server/db/prepared.ts';

const db = {} as Executor;

function counted() {
  const built: string[] = [];
  const ask = preparedShapes('page', (_db, { sort, limit }: { sort: string; limit: number }) => ({
    prepare: (name: string) => {
      built.push(name);
      return { execute: async (values) => ({ name, sort, limit, ...values }) };
    },
  }));
  return { ask, built };
}

it('builds each shape once, under its own name, and passes the values each time', async () => {
  const { ask, built } = counted();
  expect(await ask(db, { sort: 'id', limit: 26 }, { id: 1 })).toMatchObject({ name: 'page_id_26', id: 1 });
  expect(await ask(db, { sort: 'id', limit: 26 }, { id: 2 })).toMatchObject({ name: 'page_id_26', id: 2 });
  expect(await ask(db, { sort: 'id', limit: 51 }, { id: 3 })).toMatchObject({
    name: 'page_id_51',
    limit: 51,
  });
  expect(built).toEqual(['page_id_26', 'page_id_51']);
});

it('names a limited number of shapes: later ones have no name, and the first keep theirs', async () => {
  const { ask, built } = counted();
  for (let limit = 1; limit <= 1000; limit++) await ask(db, { sort: 'id', limit }, {});
  expect(new Set(built.filter(Boolean)).size).toBe(64);
  expect(await ask(db, { sort: 'id', limit: 1 }, {})).toMatchObject({ name: 'page_id_1' });
  expect(await ask(db, { sort: 'id', limit: 1000 }, {})).toMatchObject({ name: '' });
});
