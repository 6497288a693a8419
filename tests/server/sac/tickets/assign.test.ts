import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import {
  people,
  personAbsences,
  personBranches,
  personSkills,
  skills,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
/** Three operators of the first branch and sector. */
let team: [number, number, number];
beforeAll(async () => {
  fixture = await ticketFixture();
  const { OPERADOR, VENDEDOR } = fixture.people;
  const sectorId = fixture.sectorIds[0] ?? 0;
  team = [OPERADOR, VENDEDOR, fixture.otherOperator].sort((one, other) => one - other) as typeof team;
  await db().update(people).set({ sectorId }).where(inArray(people.id, team));
  await db()
    .insert(personBranches)
    .values({ personId: fixture.otherOperator, branchId: fixture.branchIds[0] })
    .onConflictDoNothing();
});
afterAll(() => fixture?.server.close());
beforeEach(async () => {
  await db().delete(personAbsences);
  await db().delete(personSkills);
  await db().update(tickets).set({ operatorId: null });
});

const db = () => fixture.server.deps.db;
const today = () => localDate(fixture.server.deps.now(), 'America/Sao_Paulo');
const added = async (given = {}) => fixture.addTicket({ sectorId: fixture.sectorIds[0] ?? 0, ...given });
const share = async (
  ids: number[],
  distribuir: string,
  part: object = {},
  who: 'ADMIN' | 'CONSUMIDOR_FINAL' | 'REPRESENTANTE' = 'ADMIN',
) =>
  fixture.server.call('POST', '/sac/tickets/lote/atribuir', {
    token: fixture.tokens[who],
    body: { ids, dados: { distribuir, ...part } },
  });
const operatorOf = async (id: number) =>
  (await db().select({ who: tickets.operatorId }).from(tickets).where(eq(tickets.id, id)))[0]?.who;
const away = (personId: number, substituteId: number | null = null) =>
  db()
    .insert(personAbsences)
    .values({ personId, substituteId, fromDay: today(), untilDay: addDays(today(), 2) });

describe('sharing out tickets', () => {
  it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)('is nothing for %s', async (who) => {
    const id = await added();
    expect((await share([id], 'NA_VEZ', {}, who)).status).toBe(403);
    expect(await operatorOf(id)).toBeNull();
  });
  it('takes either a person or a way', async () => {
    const { status, body } = await share([await added()], 'NA_VEZ', { operador: team[0] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['distribuir']]);
  });
  it('gives to each in turn, also at once, and remembers whose turn it was', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => added()));
    for (const some of [ids.slice(0, 3), ids.slice(3)]) {
      const answers = await Promise.all(some.map((id) => share([id], 'NA_VEZ')));
      expect(answers.flatMap(({ body }) => body.data?.falhas ?? [body])).toEqual([]);
    }
    const who = await Promise.all(ids.map(operatorOf));
    for (const person of team)
      expect([person, who.filter((each) => each === person).length]).toEqual([person, 2]);
  });
  it('gives to whoever has the fewest open tickets', async () => {
    await added({ operatorId: team[0], status: 'EM_ATENDIMENTO' });
    await added({ operatorId: team[2], status: 'EM_ATENDIMENTO' });
    const ids = [await added(), await added()];
    await share(ids, 'MENOS_TICKETS');
    expect(await Promise.all(ids.map(operatorOf))).toEqual([team[1], team[0]]);
  });
  it('passes over those who are away, without the skill or of another sector', async () => {
    const [skill] = await db().insert(skills).values({ name: 'Fiscal' }).returning();
    const skillId = skill?.id ?? 0;
    await away(team[0]);
    const first = await added();
    await share([first], 'MENOS_TICKETS');
    expect(await operatorOf(first)).toBe(team[1]);
    await db()
      .insert(personSkills)
      .values([
        { personId: team[0], skillId },
        { personId: team[2], skillId },
      ]);
    await db().update(ticketTypes).set({ skillId });
    const second = await added();
    await share([second], 'NA_VEZ');
    expect(await operatorOf(second)).toBe(team[2]);
    await db().delete(personSkills);
    const { body } = await share([await added()], 'NA_VEZ');
    expect(body.data.falhas).toMatchObject([{ codigo: 'NINGUEM_DISPONIVEL' }]);
    await db().update(ticketTypes).set({ skillId: null });
  });
  it('moves the tickets of somebody who is away to whoever substitutes, without a question', async () => {
    await away(team[0], team[1]);
    await away(team[1], team[2]);
    const theirs = await added({ operatorId: team[0], status: 'EM_ATENDIMENTO' });
    const present = await added({ operatorId: team[2], status: 'EM_ATENDIMENTO' });
    const { body } = await share([theirs, present], 'SUBSTITUTO');
    expect(body.data.sucesso).toEqual([theirs]);
    expect(body.data.falhas).toMatchObject([{ id: present, codigo: 'SEM_MUDANCA' }]);
    expect(await operatorOf(theirs)).toBe(team[2]);
  });
});
