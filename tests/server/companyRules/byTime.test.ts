import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { sweepRuleRuns } from '#server/companyRules/worker.ts';
import { customerContacts, tickets } from '#server/db/tables/index.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';

const HOUR = 3_600_000;

let fixture: RuleFixture;
const live: string[] = [];
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());
afterEach(async () => {
  for (const id of live.splice(0)) await fixture.off(id);
});

const start = async (id: string, change: object) => {
  await fixture.live({ ...change, id });
  live.push(id);
};

describe('rules by time', () => {
  it('goes on where a look by time left off, also among records with the same moment', async () => {
    const quando = { tipo: 'PRAZO', campo: 'prazo', quantidade: 1, unidade: 'HORAS' };
    await start('muitos', { quando });
    const at = fixture.deps.now();
    const dueAt = new Date(at.getTime() - 2 * HOUR);
    const id = await fixture.addTicket({ dueAt });
    const found = await fixture.db.select().from(tickets).where(eq(tickets.id, id));
    const copies = found.flatMap(({ id: _, ...copy }) => Array.from({ length: 504 }, () => copy));
    await fixture.db.insert(tickets).values(copies);
    await fixture.db.execute(sql`update company_rules set looked_until = now() - interval '3 hours'`);
    await fixture.turns(1);
    expect((await fixture.runs('muitos')).length).toBe(500);
    await fixture.turns(1);
    expect((await fixture.runs('muitos')).length).toBe(505);
    expect(await fixture.standing('muitos')).toMatchObject({ lookPlace: null });
    await fixture.db.delete(tickets).where(eq(tickets.dueAt, dueAt));
  });

  it('makes up for nothing that another date of the record would have met before', async () => {
    const quando = { tipo: 'PRAZO', campo: 'prazo', quantidade: 30, unidade: 'DIAS' };
    await start('muda', { quando });
    await fixture.addTicket({ dueAt: new Date(fixture.deps.now().getTime() - 40 * 24 * HOUR) });
    await fixture.db.execute(
      sql`update company_rules set looked_until = now() - interval '1 day' where key = 'muda'`,
    );
    await fixture.publish({ ...RULE, id: 'muda', quando: { ...quando, quantidade: 40 } });
    await fixture.turns();
    expect(await fixture.runs('muda')).toEqual([]);
  });

  it('puts off a rule by time whose look fails, and looks for the others', async () => {
    const quando = { tipo: 'PRAZO', campo: 'prazo', quantidade: 1, unidade: 'HORAS' };
    for (const id of ['a-falha', 'b-vale']) await start(id, { quando });
    await fixture.addTicket({ dueAt: new Date(fixture.deps.now().getTime() - 2 * HOUR) });
    await fixture.db.execute(sql`update company_rules set looked_until = now() - interval '3 hours'`);
    const broken = sql`alter table rule_runs add constraint broken check (rule_key <> 'a-falha') not valid`;
    await fixture.db.execute(broken);
    await fixture.turns();
    await fixture.db.execute(sql`alter table rule_runs drop constraint broken`);
    expect((await fixture.runs('b-vale')).length).toBe(1);
    expect(await fixture.standing('a-falha')).toMatchObject({ mode: 'LIGADA', lookAttempts: 1 });
    const { body } = await fixture.call('GET', '/config/regras/a-falha');
    expect(body.data.limite).toMatch(/^Não foi possível procurar/);
    await fixture.turns();
    expect(await fixture.runs('a-falha')).toEqual([]);
    await fixture.db.execute(sql`update company_rules set next_look_at = now()`);
    await fixture.turns();
    expect((await fixture.runs('a-falha')).length).toBe(1);
    expect(await fixture.standing('a-falha')).toMatchObject({ lookAttempts: 0, nextLookAt: null });
  });

  it('is due before a date of the record, once', async () => {
    const quando = { tipo: 'PRAZO', campo: 'prazo', quantidade: -2, unidade: 'HORAS' };
    await start('antes-do-prazo', { quando });
    const dueAt = new Date(fixture.deps.now().getTime() + 2 * HOUR + 500);
    const id = await fixture.addTicket({ dueAt });
    await fixture.addTicket({ dueAt: new Date(dueAt.getTime() + HOUR) });
    const at = fixture.deps.now().getTime();
    const clock = fixture.deps as { now: () => Date };
    const real = clock.now;
    clock.now = () => new Date(at + 60_000);
    await fixture.turns();
    await fixture.turns();
    clock.now = real;
    expect((await fixture.runs('antes-do-prazo')).map(({ recordId }) => recordId)).toEqual([id]);
  });

  it.each([
    ['before a moment that is set for inside its lead', -2, 1],
    ['after a moment that is set when it is long past', 1, -2],
  ])('acts at once, and once, %s', async (_, quantidade, hours) => {
    const id = `ja-${hours + 2}`;
    await start(id, { quando: { tipo: 'PRAZO', campo: 'prazo', quantidade, unidade: 'HORAS' } });
    await fixture.db.execute(
      sql`update company_rules set since = now() - interval '1 day' where key = ${id}`,
    );
    const dueAt = new Date(fixture.deps.now().getTime() + hours * HOUR);
    const set = await fixture.addTicket({ dueAt });
    // Nobody touches this one: what was due before the rule looked is not made up for.
    await fixture.addTicket({ dueAt });
    await fixture.turns();
    expect(await fixture.runs(id)).toEqual([]);
    await fixture.prioritize(set, 'ALTA');
    await fixture.act();
    await fixture.prioritize(set, 'BAIXA');
    await fixture.act();
    await fixture.turns();
    expect((await fixture.runs(id)).map(({ recordId, state }) => [recordId, state])).toEqual([
      [set, 'FEITO'],
    ]);
  });

  it.each([
    ['after a moment of long ago', 'ha-muito', 48, 'HORAS', -100],
    ['long before a moment that is still ahead', 'bem-antes', -100, 'DIAS', 5],
  ])('acts once, however long what it did is forgotten, %s', async (_, id, quantidade, unidade, days) => {
    await start(id, { quando: { tipo: 'PRAZO', campo: 'prazo', quantidade, unidade } });
    const dueAt = new Date(fixture.deps.now().getTime() + days * 24 * HOUR);
    const ticket = await fixture.addTicket({ dueAt });
    await fixture.db.execute(sql`update company_rules set since = now() - interval '300 days',
      looked_until = now() - interval '200 days' where key = ${id}`);
    await fixture.turns();
    await fixture.act();
    // Tickets of the other cases may be due too.
    const own = async () => (await fixture.runs(id)).filter(({ recordId }) => recordId === ticket);
    expect((await own()).map(({ state }) => state)).toEqual(['FEITO']);
    await fixture.db.execute(
      sql`update rule_runs set ended_at = now() - interval '91 days' where rule_key = ${id}`,
    );
    await sweepRuleRuns(fixture.deps);
    await fixture.prioritize(ticket, 'ALTA');
    await fixture.act();
    await fixture.turns();
    expect(await own()).toEqual([]);
  });

  it('acts on a new record long before its moment, however far ahead that is', async () => {
    const quando = { tipo: 'PRAZO', campo: 'prazo', quantidade: -100, unidade: 'DIAS' };
    await start('nasce-dentro', { quando });
    await fixture.db.execute(
      sql`update company_rules set since = now() - interval '1 day' where key = 'nasce-dentro'`,
    );
    // Due 98 days ago: longer than what rules did is kept, but nothing can have met what is new.
    const dueAt = new Date(fixture.deps.now().getTime() + 2 * 24 * HOUR);
    const [known, fresh] = [await fixture.addTicket({ dueAt }), await fixture.addTicket({ dueAt })];
    await fixture.db.execute(sql`insert into feed_pending (type, record_id, happened, step, code, at)
      values ('tickets', ${fresh}, 'criado', '', '1', now())`);
    await fixture.prioritize(known, 'ALTA');
    await fixture.act();
    const met = (await fixture.runs('nasce-dentro')).map(({ recordId }) => recordId);
    expect(met.filter((id) => [known, fresh].includes(id))).toEqual([fresh]);
  });

  it('looks again at changed records that it could not look at when they were changed', async () => {
    await start('de-novo', { quando: { tipo: 'PRAZO', campo: 'prazo', quantidade: -2, unidade: 'HORAS' } });
    const ticket = await fixture.addTicket({ dueAt: new Date(fixture.deps.now().getTime() + HOUR) });
    await fixture.db.execute(
      sql`alter table rule_runs add constraint broken check (rule_key <> 'de-novo') not valid`,
    );
    await fixture.prioritize(ticket, 'ALTA');
    await fixture.act();
    await fixture.db.execute(sql`alter table rule_runs drop constraint broken`);
    expect(await fixture.runs('de-novo')).toEqual([]);
    await fixture.turns();
    await fixture.act();
    expect((await fixture.runs('de-novo')).map(({ recordId, state }) => [recordId, state])).toEqual([
      [ticket, 'FEITO'],
    ]);
    expect(await fixture.standing('de-novo')).toMatchObject({ lateIds: [], lookAttempts: 0 });
  });

  it('makes up for nothing that was due before it was switched on, whoever touches it then', async () => {
    await start('nova', { quando: { tipo: 'PRAZO', campo: 'prazo', quantidade: 1, unidade: 'HORAS' } });
    const id = await fixture.addTicket({ dueAt: new Date(fixture.deps.now().getTime() - 3 * HOUR) });
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await fixture.runs('nova')).toEqual([]);
  });

  it('finds each year those born on the 29th of February, in short years on the 28th, and keeps no birthday', async () => {
    const customerId = fixture.customerIds.first;
    const people = await fixture.db
      .insert(customerContacts)
      .values([
        { customerId, name: 'Do dia 29', birthDate: '1992-02-29' },
        { customerId, name: 'Do dia 28', birthDate: '1990-02-28' },
        { customerId, name: 'De outro dia', birthDate: '1990-03-02' },
      ])
      .returning({ id: customerContacts.id });
    await start('aniversario', {
      entidade: 'contatos',
      quando: { tipo: 'PRAZO', campo: 'nascimento', quantidade: 0, unidade: 'DIAS' },
      entao: [{ acao: 'AVISAR', para: 'PESSOA', pessoa: fixture.people.ADMIN, assunto: 'a', texto: 'b' }],
      papel: 'ADMIN',
    });
    const clock = fixture.deps as { now: () => Date };
    const real = clock.now;
    for (const [day, before] of [
      ['2027-02-28', '2027-02-28'],
      ['2028-02-28', '2028-02-28'],
      ['2028-02-29', '2028-02-29'],
    ]) {
      clock.now = () => new Date(`${day}T15:00:00Z`);
      await fixture.db.execute(
        sql`update company_rules set looked_until = ${`${before}T14:00:00Z`}::timestamptz where key = 'aniversario'`,
      );
      await fixture.turns();
      await fixture.turns();
    }
    clock.now = real;
    const [leap, plain] = people.map(({ id }) => id);
    const runs = await fixture.runs('aniversario');
    expect(runs.map(({ eventKey }) => eventKey.split('/').slice(-2).join('/')).sort()).toEqual(
      [`${leap}/2027`, `${leap}/2028`, `${plain}/2027`, `${plain}/2028`].sort(),
    );
    expect(JSON.stringify(runs.map(({ eventKey }) => eventKey))).not.toContain('02-2');
  });
});
