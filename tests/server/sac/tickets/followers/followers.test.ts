import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  type FollowedNotice,
  followedPreference,
  MOST_FOLLOWERS,
} from '#contract/rules/tickets/ticketFollowers.ts';
import {
  auditLog,
  notices,
  people,
  personBranches,
  ticketFollowers,
  tickets,
} from '#server/db/tables/index.ts';
import { type MergeFixture, mergeFixture } from '../merge/mergeFixture.ts';

let fixture: MergeFixture;
let seller: number;
beforeAll(async () => {
  fixture = await mergeFixture();
  seller = fixture.people.GERENTE;
});
afterAll(() => fixture?.server.close());
beforeEach(async () => {
  await db().delete(notices);
});

const db = () => fixture.server.deps.db;
const follow = (id: number, pessoas: number[], as: Parameters<MergeFixture['get']>[1] = 'SUPERVISOR') =>
  fixture.move(id, 'seguidores', { pessoas }, { as: as ?? 'SUPERVISOR' });
const unfollow = (id: number, person: number, as: 'SUPERVISOR' | 'OTHER_OPERATOR' | 'REPRESENTANTE') =>
  fixture.server.call('DELETE', `/sac/tickets/${id}/seguidores/${person}`, { token: fixture.tokens[as] });
const followersOf = async (id: number) =>
  (
    await db()
      .select({ id: ticketFollowers.personId })
      .from(ticketFollowers)
      .where(eq(ticketFollowers.ticketId, id))
      .orderBy(asc(ticketFollowers.personId))
  ).map((row) => row.id);
const toldTo = async (person: number) =>
  (
    await db()
      .select({ title: notices.title })
      .from(notices)
      .where(eq(notices.personId, person))
      .orderBy(asc(notices.id))
  ).map(({ title }) => title);
const say = (id: number, tipo: 'PUBLICO' | 'PRIVADO' = 'PUBLICO') =>
  fixture.move(id, 'historico', { tipo, mensagem: '<p>Segredo do cliente</p>' });
const own = () => fixture.at('DUVIDA_PRODUTO', ['ABERTURA'], { operatorId: fixture.people.OPERADOR });

describe('following a ticket', () => {
  it('tells who follows, and neither whoever wrote nor whoever is responsible, without the words', async () => {
    const id = await own();
    const { SUPERVISOR, OPERADOR } = fixture.people;
    expect((await follow(id, [SUPERVISOR, OPERADOR, seller])).status).toBe(200);
    expect(await toldTo(seller)).toEqual([`Você segue o ticket ${id}`]);
    await db().delete(notices);
    expect((await say(id)).status).toBe(200);
    expect((await say(id, 'PRIVADO')).status).toBe(200);
    expect(await toldTo(seller)).toEqual([`Mensagem nova no ticket ${id}`, `Mensagem nova no ticket ${id}`]);
    expect(await toldTo(SUPERVISOR)).toEqual([]);
    expect(await toldTo(OPERADOR)).toEqual([]);
    expect(JSON.stringify(await db().select().from(notices))).not.toContain('Segredo');
    expect((await fixture.move(id, 'avancar-etapa')).status).toBe(200);
    expect((await toldTo(seller)).at(-1)).toBe(`Ticket ${id}: avançou de etapa`);
    // It says something of the person, and nothing of the ticket.
    const { data } = (await fixture.get(`tickets/${id}`)).body;
    expect(data.operador.id).toBe(OPERADOR);
  });

  it('is chosen in the account', async () => {
    const id = await own();
    await follow(id, [seller]);
    await db().delete(notices);
    const prefer = (notice: FollowedNotice, wanted: boolean) =>
      fixture.server.call('PUT', '/callcenter/conta/preferencias', {
        token: fixture.tokens.GERENTE,
        body: { [followedPreference(notice)]: wanted },
      });
    expect((await prefer('mensagens', false)).status).toBe(200);
    await say(id);
    expect(await toldTo(seller)).toEqual([]);
    await fixture.move(id, 'avancar-etapa');
    expect(await toldTo(seller)).toHaveLength(1);
    // One switch leaves the other as it is.
    await prefer('andamento', false);
    await say(id);
    expect(await toldTo(seller)).toHaveLength(1);
    await prefer('mensagens', true);
    await say(id);
    expect(await toldTo(seller)).toHaveLength(2);
    await prefer('andamento', true);
  });

  it('is only for people of the company who see the ticket', async () => {
    // Seen by its representative and by its consumer.
    const id = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA'], {
      representativeId: fixture.representativeId,
      customerId: fixture.customerIds.consumer,
    });
    const { OPERADOR, REPRESENTANTE, CONSUMIDOR_FINAL } = fixture.people;
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const) {
      expect([who, (await follow(id, [OPERADOR], who)).status]).toEqual([who, 403]);
      expect([who, (await fixture.get(`tickets/${id}/seguidores`, who)).status]).toEqual([who, 403]);
    }
    expect((await follow(id, [fixture.otherOperator], 'OTHER_OPERATOR')).status).toBe(404);
    expect((await fixture.get(`tickets/${id}/seguidores`, 'OTHER_OPERATOR')).status).toBe(404);
    for (const person of [fixture.otherOperator, REPRESENTANTE, CONSUMIDOR_FINAL, 999_999]) {
      const answer = await follow(id, [OPERADOR, person]);
      expect([answer.status, answer.body.code]).toEqual([422, 'SEM_ACESSO']);
    }
    expect(await followersOf(id)).toEqual([]);
    await follow(id, [OPERADOR]);
    expect((await unfollow(id, OPERADOR, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await unfollow(id, OPERADOR, 'REPRESENTANTE')).status).toBe(403);
    expect(await followersOf(id)).toEqual([OPERADOR]);
  });

  it('ends silently for somebody who no longer sees the ticket', async () => {
    const id = await own();
    const { OPERADOR } = fixture.people;
    await db().update(tickets).set({ operatorId: null }).where(eq(tickets.id, id));
    await follow(id, [OPERADOR, seller]);
    await db().delete(notices);
    const [branch, other] = fixture.branchIds;
    const works = and(eq(personBranches.personId, OPERADOR), eq(personBranches.branchId, branch));
    await db().update(personBranches).set({ branchId: other }).where(works);
    const listed = (await fixture.get(`tickets/${id}/seguidores`)).body;
    expect(listed.map((each: { id: number }) => each.id)).toEqual([seller]);
    await say(id);
    expect([await toldTo(OPERADOR), (await toldTo(seller)).length]).toEqual([[], 1]);
    expect(await followersOf(id)).toEqual([seller]);
    await db()
      .update(personBranches)
      .set({ branchId: branch })
      .where(and(eq(personBranches.personId, OPERADOR), eq(personBranches.branchId, other)));
    await db().update(people).set({ active: false }).where(eq(people.id, seller));
    await say(id);
    await db().update(people).set({ active: true }).where(eq(people.id, seller));
    expect([(await toldTo(seller)).length, await followersOf(id)]).toEqual([1, []]);
  });

  it('is written once, and taken back, in the audit log and beside the version', async () => {
    const id = await own();
    const before = await fixture.traces(id);
    await follow(id, [seller]);
    expect((await follow(id, [seller])).body.code).toBe('SEM_MUDANCA');
    const audited = and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(id)));
    expect(await fixture.traces(id)).toEqual({ ...before, audits: before.audits + 1 });
    expect((await unfollow(id, seller, 'SUPERVISOR')).body.data.message).toMatch(/não segue mais/);
    expect((await unfollow(id, seller, 'SUPERVISOR')).status).toBe(404);
    const acts = await db()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(audited, inArray(auditLog.action, ['SEGUIR', 'DEIXAR_DE_SEGUIR'])))
      .orderBy(asc(auditLog.id));
    expect(acts).toEqual([{ action: 'SEGUIR' }, { action: 'DEIXAR_DE_SEGUIR' }]);
  });

  const inBulk = (action: string, ids: number[], dados: object) =>
    fixture.server.call('POST', `/sac/tickets/lote/${action}`, {
      token: fixture.tokens.SUPERVISOR,
      body: { ids, dados },
    });

  it('tells of many tickets at a time once, when the work has ended', async () => {
    const ids = [await own(), await own(), await own()];
    const [first = 0, second = 0, third = 0] = ids;
    const { OPERADOR } = fixture.people;
    for (const id of ids) await follow(id, [seller]);
    await follow(first, [OPERADOR]);
    await db().delete(notices);
    const written = await inBulk('nota-privada', ids, { mensagem: 'Segredo' });
    expect(written.body.data.sucesso).toHaveLength(3);
    expect(await toldTo(seller)).toEqual(['Novidades em 3 tickets que você segue']);
    const [notice] = await db().select().from(notices).where(eq(notices.personId, seller));
    expect([notice?.html, notice?.link]).toEqual([
      expect.stringContaining(`${first}, ${second}, ${third}.`),
      '/tickets',
    ]);
    expect(notice?.html).not.toContain('Segredo');
    expect(await toldTo(OPERADOR)).toEqual([]);
    await db().delete(notices);
    // Nothing that followers are told of.
    await inBulk('priorizar', ids, { prioridade: 'ALTA' });
    expect(await toldTo(seller)).toEqual([]);
    const given = await inBulk('atribuir', [second], { operador: null, confirmar: true });
    expect(given.body.data.sucesso).toEqual([second]);
    expect(await toldTo(seller)).toEqual([`Ticket ${second}: operador definido`]);
    await db().delete(notices);
    expect((await inBulk('desfazer', [second], { lote: given.body.data.id })).body.data.sucesso).toEqual([
      second,
    ]);
    expect(await toldTo(seller)).toEqual([]);
  });

  it('tells nobody at the end of a job who does not want to know or no longer sees the tickets', async () => {
    const ids = [await own(), await own()];
    const { OPERADOR } = fixture.people;
    await db().update(tickets).set({ operatorId: null }).where(inArray(tickets.id, ids));
    for (const id of ids) await follow(id, [seller, OPERADOR]);
    await db().delete(notices);
    const [branch, other] = fixture.branchIds;
    const at = (from: number | undefined, to: number | undefined) =>
      db()
        .update(personBranches)
        .set({ branchId: to ?? 0 })
        .where(and(eq(personBranches.personId, OPERADOR), eq(personBranches.branchId, from ?? 0)));
    const preferences = { [followedPreference('mensagens')]: false };
    await db().update(people).set({ preferences }).where(eq(people.id, seller));
    await at(branch, other);
    await inBulk('nota-privada', ids, { mensagem: 'Nota' });
    await db().update(people).set({ preferences: {} }).where(eq(people.id, seller));
    await at(other, branch);
    expect([await toldTo(OPERADOR), await toldTo(seller)]).toEqual([[], []]);
    await inBulk('nota-privada', ids, { mensagem: 'Nota' });
    expect([(await toldTo(OPERADOR)).length, (await toldTo(seller)).length]).toEqual([1, 1]);
  });

  it('goes on with a merge and back with its undoing, and tells once', async () => {
    const a = await fixture.withGoods('4');
    const b = await fixture.withGoods('3');
    const { OPERADOR } = fixture.people;
    await follow(a.id, [OPERADOR]);
    await follow(b.id, [OPERADOR, seller]);
    await db().delete(notices);
    expect((await fixture.move(a.id, 'juntar', { tickets: [{ id: b.id }] })).status).toBe(200);
    expect(await followersOf(a.id)).toEqual([OPERADOR, seller].sort((x, y) => x - y));
    expect(await toldTo(seller)).toEqual([`Ticket ${a.id}: tickets juntados`]);
    expect((await fixture.move(a.id, 'desfazer-juncao', { tickets: [b.id] })).status).toBe(200);
    expect(await followersOf(a.id)).toEqual([OPERADOR]);
    expect(await followersOf(b.id)).toEqual([OPERADOR, seller].sort((x, y) => x - y));
  });

  /** As many people like the manager, who see every ticket while they are active. */
  async function managers(count: number, active: boolean): Promise<number[]> {
    const [manager] = await db().select().from(people).where(eq(people.id, seller));
    if (!manager) throw new Error('no manager');
    const { id: _, cpf: _cpf, email: _email, ...like } = manager;
    const rows = await db()
      .insert(people)
      .values(
        Array.from({ length: count }, (_each, at) => ({
          ...like,
          active,
          cpf: String((active ? 70_000_000_000 : 60_000_000_000) + at),
          email: `gerente-${active}-${at}@exemplo.com.br`,
        })),
      )
      .returning({ id: people.id });
    return rows.map(({ id }) => id);
  }
  const following = (ticketId: number, persons: readonly number[]) =>
    db()
      .insert(ticketFollowers)
      .values(
        persons.map((personId) => ({ ticketId, personId, addedById: seller, at: fixture.server.deps.now() })),
      );

  it('has room for whoever sees the ticket, whoever followed it before', async () => {
    const id = await own();
    await following(id, await managers(MOST_FOLLOWERS, false));
    expect((await follow(id, [seller])).status).toBe(200);
    expect(await followersOf(id)).toEqual([seller]);
  });

  it('keeps to the most in a merge, and counts nobody who no longer sees the ticket', async () => {
    const many = await managers(MOST_FOLLOWERS, true);
    const gone = many.splice(-1);
    const a = await fixture.withGoods('4');
    const b = await fixture.withGoods('3');
    const { OPERADOR } = fixture.people;
    await following(a.id, [OPERADOR, ...gone]);
    await following(b.id, [...many, seller]);
    await db().update(people).set({ active: false }).where(inArray(people.id, gone));
    expect((await fixture.move(a.id, 'juntar', { tickets: [{ id: b.id }] })).status).toBe(200);
    const now = await followersOf(a.id);
    expect([now.length, now.includes(OPERADOR), now.includes(gone[0] ?? 0)]).toEqual([
      MOST_FOLLOWERS,
      true,
      false,
    ]);
    expect((await follow(a.id, [...many, seller])).body.code).toBe('SEGUIDORES_DEMAIS');
    expect((await fixture.move(a.id, 'desfazer-juncao', { tickets: [b.id] })).status).toBe(200);
    expect(await followersOf(a.id)).toEqual([OPERADOR]);
    await db().update(people).set({ active: false }).where(inArray(people.id, many));
  });

  it('goes along to the part of a divided ticket', async () => {
    const { id } = await fixture.withGoods('4', '3');
    await follow(id, [seller]);
    const [, second] = ((await fixture.stored(id)) as { lines: { id: number }[] }).lines;
    const answer = await fixture.move(id, 'dividir', { produtos: [second?.id] });
    expect(answer.status).toBe(200);
    expect(await followersOf(answer.body.data.novo)).toEqual([seller]);
  });
});
