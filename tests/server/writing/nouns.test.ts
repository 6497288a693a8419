import { describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { auditLog } from '#server/db/tables/index.ts';
import { nouns } from '#server/writing/row.ts';
import { announcedBy } from '#tests/support/announced.ts';
import { fixture } from '../sac/pickups/pickupFixture.ts';
import { addressOf, call, type Json, openNouns } from './nounCase.ts';
import { configNouns, openConfigNouns } from './nounsOfConfig.ts';
import { openWorkNouns, workNouns } from './nounsOfWork.ts';

openNouns();
openConfigNouns();
openWorkNouns();

const cases = { ...configNouns, ...workNouns };

it('every noun that has rows is written by these tests', () => {
  expect(Object.keys(cases).sort()).toEqual([...nouns.keys()].sort());
});

/** The version is not a field of the record, and files have their own suites. */
const OTHERWISE = ['versao', 'arquivo', 'idImagem'];
const fieldsOf = (route: Route) =>
  Object.keys(route.body?.properties ?? {}).filter((name) => !OTHERWISE.includes(name));

const all = Object.values(catalogue as Record<string, Routes>).flatMap((routes) => Object.values(routes));

describe.each(Object.entries(cases))('%s', (entity, noun) => {
  const removal = all.find(({ method, path }) => method === 'DELETE' && path === noun.update.path);
  const fields = fieldsOf(noun.update).filter((name) => !noun.fixed?.includes(name));

  const url = (route: Route, id?: number) => addressOf(route, noun.params?.() ?? {}, id);
  const create = async (created: Json) => {
    const answer = await call('POST', url(noun.create), created);
    expect([answer.status, answer.body.errors ?? answer.body.error]).toEqual([200, undefined]);
    const id: number = noun.idOf?.(answer.body) ?? answer.body.data?.id ?? answer.body.id;
    return id;
  };
  const read = async (id: number, created: Json, who: 'ADMIN' | 'MASKED' = 'ADMIN'): Promise<Json> => {
    const { body } = await call('GET', noun.listedAt?.(created) ?? url(noun.update, id), undefined, who);
    if (!noun.listedAt) return body.data ?? body;
    return (body.itens ?? body).find((record: Json) => record.id === id);
  };
  const shown = (name: string, record: Json) => (noun.shows?.[name] ?? ((one: Json) => one[name]))(record);
  /** The fields that every update sends. */
  const sentBy = (created: Json): Json =>
    Object.fromEntries(
      [...(noun.update.body?.required ?? []), ...(noun.repeated ?? [])].flatMap((name) =>
        name in created ? [[name, created[name]]] : [],
      ),
    );
  /** An update of one field. */
  const updateOf = async (created: Json, name: string) => {
    const changed = await noun.changed(created);
    const body: Json = { ...sentBy(created), ...noun.beside?.(created)[name], [name]: changed[name] };
    return { body, to: changed[name] };
  };
  const known = () => {
    const found = nouns.get(entity);
    if (!found) throw new Error(`${entity} has no rows`);
    return found;
  };
  const everyWord = () => [...known().map(({ word }) => word), ...(noun.facts ?? [])].sort();
  const anyWord = () => [...everyWord(), ...(noun.factsOfSome ?? [])];
  const lastEntry = async (id: number) => {
    const [entry] = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, String(id))))
      .orderBy(desc(auditLog.id))
      .limit(1);
    return {
      action: entry?.action,
      before: entry?.before as Json | null,
      after: entry?.after as Json | null,
    };
  };

  it('is created from every field of its body, which its audit entry tells', async () => {
    const created = await noun.created();
    expect([...Object.keys(created), ...(noun.unshown ?? [])].sort()).toEqual(fieldsOf(noun.create).sort());
    const id = await create(created);
    const record = await read(id, created);
    for (const [name, value] of Object.entries(created))
      expect([name, shown(name, record)]).toEqual([name, value]);
    const { action, before, after } = await lastEntry(id);
    expect([action, before]).toEqual(['CRIAR', null]);
    expect(Object.keys(after ?? {}).sort()).toEqual(everyWord());
  });

  it('has another value for each field of its update', async () => {
    expect(Object.keys(await noun.changed(await noun.created())).sort()).toEqual([...fields].sort());
  });

  it.each(fields)('is changed in %s, which its audit entry tells by its word', async (name) => {
    const created = await noun.created();
    const id = await create(created);
    const before = await read(id, created);
    const { body, to } = await updateOf(created, name);
    expect(shown(name, before)).not.toEqual(to);
    const answer = await call('PUT', url(noun.update, id), { ...body, versao: before.versao });
    expect([answer.status, answer.body.errors ?? answer.body.error]).toEqual([200, undefined]);
    expect(shown(name, await read(id, created))).toEqual(to);
    const entry = await lastEntry(id);
    expect(entry.action).not.toBe('CRIAR');
    for (const side of [entry.before, entry.after])
      expect(anyWord()).toEqual(expect.arrayContaining(Object.keys(side ?? {})));
    if (noun.unlogged?.includes(name)) return;
    expect(entry.after).not.toEqual(entry.before);
    const word = known().find(({ field }) => field === name)?.word;
    if (word) expect([word, entry.after?.[word]]).not.toEqual([word, entry.before?.[word]]);
  });

  it('answers a change that comes too late with the present record, masked as its reader sees it', async () => {
    const created = await noun.created();
    const id = await create(created);
    const body = { ...(await updateOf(created, fields[0] ?? '')).body, versao: 1 };
    expect((await call('PUT', url(noun.update, id), body)).status).toBe(200);
    for (const who of ['ADMIN', 'MASKED'] as const) {
      const late = await call('PUT', url(noun.update, id), body, who);
      expect([who, late.status, late.body.atual?.versao]).toEqual([who, 409, 2]);
      expect(late.body.atual.estado).toEqual(await read(id, created, who));
    }
  });

  it('is told once of each change', async () => {
    const { db } = fixture.server.deps;
    const told = (action: 'CRIAR' | 'ALTERAR' | 'EXCLUIR') => ({
      feed: [],
      live: [],
      audit: [`${entity} ${action}`],
      ...noun.told?.[action],
    });
    const created = await noun.created();
    let id = 0;
    expect(
      await announcedBy(db, async () => {
        id = await create(created);
      }),
    ).toEqual(told('CRIAR'));
    const { body } = await updateOf(created, fields[0] ?? '');
    const change = { ...body, versao: 1 };
    expect(await announcedBy(db, () => call('PUT', url(noun.update, id), change))).toEqual(told('ALTERAR'));
    if (!removal) return;
    expect(await announcedBy(db, () => call('DELETE', url(removal, id)))).toEqual(told('EXCLUIR'));
    const { before, after } = await lastEntry(id);
    expect([Object.keys(before ?? {}).sort(), after]).toEqual([everyWord(), null]);
  });
});
