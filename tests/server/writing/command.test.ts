import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import { Done, defineRoutes, Id, Strict, Text } from '#contract/route.ts';
import type { Context, User } from '#server/context.ts';
import { idempotencyKeys } from '#server/db/tables/index.ts';
import { implement } from '#server/implement.ts';
import { implementations } from '#server/routes.ts';
import { type Command, command } from '#server/writing/command.ts';
import { commandName, withIdempotency } from '#server/writing/idempotency.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';
import { recordedBody } from '../../support/servers/recordedBody.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const routes = defineRoutes({
  rename: {
    method: 'PUT',
    path: '/sac/coisas/{id}',
    summary: 'Mudar uma coisa',
    permission: 'session',
    idempotent: true,
    params: Strict({ id: Id('Coisa') }),
    body: Strict({ nome: Text('Nome', 100), obs: Type.Optional(Text('Observação', 100)) }),
    response: Done,
  },
});

const context = (idempotencyKey: string | null) =>
  ({
    db: database.db,
    user: { id: 7 } as User,
    now: () => new Date(),
    idempotencyKey,
    sentDraft: null,
    watchBody: recordedBody,
  }) as unknown as Context;

const input = { params: { id: 3 }, body: { nome: 'Um' } };

describe('command', () => {
  it('is carried out once for a key, which is kept under the method and path of its route', async () => {
    let runs = 0;
    const rename = command(routes.rename, async (_tx, _ctx, { params, body }) => {
      runs += 1;
      return { data: { id: params.id, message: body.nome } };
    });
    const first = await rename(input, context('once'));
    expect(await rename(input, context('once'))).toEqual(first);
    expect([runs, rename.route]).toEqual([1, routes.rename]);
    const [stored] = await database.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'once'));
    expect(stored?.route).toBe('PUT /sac/coisas/{id}');
    await expect(rename({ ...input, params: { id: 4 } }, context('once'))).rejects.toMatchObject({
      code: 'CHAVE_REPETIDA',
    });
  });

  it.each([
    ['with its parts', input],
    ['without them', input.body],
    ['as one', { ...input.params, ...input.body }],
  ])('knows a key that a release before stored under a name of its own, %s', async (key, request) => {
    const answer = { data: { id: 3, message: 'antes' } };
    await withIdempotency(context(key), 'things.update', request, async () => answer);
    const rename = command(routes.rename, async () => ({ data: { message: 'outra vez' } }));
    expect(await rename({ ...input }, context(key))).toEqual(answer);
    const other = { ...input, body: { nome: 'Dois' } };
    await expect(rename(other, context(key))).rejects.toMatchObject({ code: 'CHAVE_REPETIDA' });
  });

  it('goes on after its commit, also for a repeat, which finds what was done', async () => {
    const begun: number[] = [];
    const rename = command(
      routes.rename,
      async (_tx, _ctx, { params, body: { nome } }) => ({ job: params.id, nome }),
      async ({ job, nome }) => {
        begun.push(job);
        return { data: { id: job, message: nome } };
      },
    );
    await rename(input, context('after'));
    expect(await rename(input, context('after'))).toEqual({ data: { id: 3, message: 'Um' } });
    expect(begun).toEqual([3, 3]);
  });

  it.each([
    ['what it returned', { id: 3 }, { id: 3 }],
    ['null', null, null],
    ['nothing', undefined, null],
  ])('hands %s on, to the first call and to its repeat', async (key, returned, handed) => {
    const done: unknown[] = [];
    const rename = command(
      routes.rename,
      { work: async (_tx, _ctx, { body }) => (body.nome ? returned : null) },
      async (given, _ctx, { params }) => {
        done.push(given);
        return { data: { id: params.id, message: 'feito' } };
      },
    );
    const first = await rename(input, context(`returns ${key}`));
    expect(await rename(input, context(`returns ${key}`))).toEqual(first);
    expect(done).toEqual([handed, handed]);
  });

  it('prepares before its transaction, and keeps what that leaves although it is refused', async () => {
    const attempts: string[] = [];
    const rename = command(routes.rename, {
      prepare: async (_ctx, { body }) => {
        attempts.push(body.nome);
        return body.nome.toUpperCase();
      },
      async work(_tx, _ctx, { params }, name) {
        if (attempts.length === 1) throw new Error('refused');
        return { data: { id: params.id, message: name } };
      },
    });
    await expect(rename(input, context('prepared'))).rejects.toThrow('refused');
    expect(await rename(input, context('prepared'))).toEqual({ data: { id: 3, message: 'UM' } });
    expect(attempts).toEqual(['Um', 'Um']);
  });

  it('may say what makes two calls with one key the same', async () => {
    const rename = command(routes.rename, {
      request: ({ params }) => ({ params }),
      work: async (_tx, _ctx, { body }) => ({ data: { message: body.nome } }),
    });
    await rename(input, context('same'));
    const other = { ...input, body: { nome: 'Dois' } };
    expect(await rename(other, context('same'))).toEqual({ data: { message: 'Um' } });
  });

  it('fails in a test if it ends without reading a field that was sent, and writes nothing', async () => {
    const rename = command(routes.rename, async (_tx, _ctx, { body }) => ({ data: { message: body.nome } }));
    const sent = { ...input, body: { nome: 'Um', obs: 'lida por ninguém' } };
    await expect(rename(sent, context('lost'))).rejects.toThrow('sent and read by nobody: obs');
    expect(await database.db.$count(idempotencyKeys, eq(idempotencyKeys.key, 'lost'))).toBe(0);
  });
});

describe('calls that may be repeated with their key', () => {
  const mounted = implementations.flatMap(({ routes: all }) => all);

  it('are commands, of which only these keep their keys by themselves', () => {
    const reasons = mounted.flatMap(({ route, handler }) =>
      handler.reason === undefined ? [] : [[commandName(route), handler.reason]],
    );
    expect(Object.fromEntries(reasons)).toEqual({
      'PUT /dados/v1/{tipo}': expect.stringContaining('a key of their own'),
    });
  });

  it.each(Object.values(routes))('$method $path is not mounted without its command', (route) => {
    const handler = async () => ({ data: { message: '' } });
    const mount = (given: unknown) => () =>
      implement({ rename: route }, { rename: given as Command<typeof route> });
    expect(mount(handler)).toThrow('PUT /sac/coisas/{id} takes a key, but is no command');
    expect(mount(Object.assign(handler, { route: { ...route, path: '/sac/outras/{id}' } }))).toThrow(
      'the command of PUT /sac/outras/{id} is mounted at PUT /sac/coisas/{id}',
    );
    expect(mount(Object.assign(handler, { route }))).not.toThrow();
  });
});
