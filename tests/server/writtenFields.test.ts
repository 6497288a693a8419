import { describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { auditLog, people, roles } from '#server/db/tables/index.ts';
import { fixture } from './sac/pickups/pickupFixture.ts';
import { type Case, call, cases, type Field, type Json, openWrites } from './writtenFieldCases.ts';

openWrites();

/** Writes whose fields are covered by their own suites; the list may only become shorter. */
const ELSEWHERE = [
  'agendaSupervision.update',
  'contacts.update',
  'dimensions.update',
  'fieldOwners.update',
  'goals.update',
  'parameters.update',
  'people.update',
  'quoteEditing.update',
  'records.update',
  'reportDesk.updateSet',
  'retention.update',
  'roles.update',
  'salesPlatform.update',
  'session.updateAccount',
];

it('every update route of the catalogue has a test of its written fields', () => {
  const updates = Object.entries(catalogue as Record<string, Routes>).flatMap(([noun, routes]) =>
    Object.entries(routes).flatMap(([name, route]) =>
      /^update(?!Many)/.test(name) && route.body ? [{ name: `${noun}.${name}`, route }] : [],
    ),
  );
  const proven = new Set<Route>(Object.values(cases).map(({ route }) => route));
  const unproven = updates.filter(({ route }) => !proven.has(route)).map(({ name }) => name);
  expect(unproven.sort()).toEqual(ELSEWHERE);
});

const lastEntry = async (entity: string, id: number) => {
  const [entry] = await fixture.server.deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, String(id))))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return entry;
};

const asField = (given: Case['fields'][string]): Field =>
  typeof given === 'object' && 'to' in given ? (given as Field) : { to: given };

/** Does this while the administrator's role does not let them see personal data. */
async function withoutPersonalData<A>(work: () => Promise<A>): Promise<A> {
  const { db } = fixture.server.deps;
  const [held] = await db
    .select({ id: roles.id, grants: roles.grants })
    .from(roles)
    .innerJoin(people, eq(people.roleId, roles.id))
    .where(eq(people.id, fixture.people.ADMIN));
  if (!held) throw new Error('the administrator has no role');
  const grantsTo = (grants: typeof held.grants) =>
    db.update(roles).set({ grants }).where(eq(roles.id, held.id));
  await grantsTo(held.grants.filter(({ nome }) => nome !== 'DADOS_PESSOAIS'));
  try {
    return await work();
  } finally {
    await grantsTo(held.grants);
  }
}

describe.each(Object.entries(cases))('%s', (_, { route, of }) => {
  const fields = Object.keys(route.body?.properties ?? {}).filter(
    // The version is not a field of the record, and files have their own suites.
    (name) => !['versao', 'arquivo', 'idImagem'].includes(name),
  );

  it('has a different value for every field of its body', () => {
    expect(Object.keys(of().fields).sort()).toEqual(fields.sort());
  });

  it('shows in a conflict what its own call shows, to those who see personal data masked as well', async () => {
    const { make, at, base = {}, fields: given } = of();
    const id = await make();
    const [[name = '', first = {}] = []] = Object.entries(given);
    const { to, beside } = asField(first);
    const conflictOf = async () => {
      const { body } = await call('GET', at(id));
      const shown = body.data ?? body;
      const late = { ...base, ...beside, [name]: to, versao: shown.versao + 1 };
      const answer = await call('PUT', at(id), late);
      expect([answer.status, answer.body.atual?.versao]).toEqual([409, shown.versao]);
      expect(Object.keys(answer.body.atual.estado)).not.toEqual([]);
      expect(shown).toMatchObject(answer.body.atual.estado);
    };
    await conflictOf();
    await withoutPersonalData(conflictOf);
  });

  it.each(fields)('saves %s, returns it and audits the change', async (name) => {
    const { make, at, base = {}, entity, fields: given } = of();
    const { to, read = (record: Json) => record[name], beside } = asField(given[name] ?? {});
    const id = await make();
    const before = (await call('GET', at(id))).body;
    expect(read(before.data ?? before)).not.toEqual(to);
    const versao = (before.data ?? before).versao;
    const answer = await call('PUT', at(id), { ...base, ...beside, [name]: to, versao });
    expect([answer.status, answer.body.errors ?? answer.body.error]).toEqual([200, undefined]);
    const after = (await call('GET', at(id))).body;
    expect(read(after.data ?? after)).toEqual(to);
    const entry = await lastEntry(entity, id);
    expect(entry?.after).not.toBeNull();
    expect(entry?.after).not.toEqual(entry?.before);
    expect(Object.keys(entry?.after ?? {})).not.toEqual([]);
  });
});
