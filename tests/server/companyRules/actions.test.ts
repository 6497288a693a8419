import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, sql } from 'drizzle-orm';
import { RULE_ENTITIES } from '#contract/rules/companyRules/ruleEntities.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { withValues } from '#server/companyRules/judge.ts';
import { dueStatement } from '#server/companyRules/look.ts';
import { tryOut } from '#server/companyRules/tryOut.ts';
import type { Context } from '#server/context.ts';
import { asCompany } from '#server/db/guard/asCompany.ts';
import {
  auditLog,
  customerLog,
  customers,
  mailAddresses,
  notices,
  outboxEmails,
  people,
  ticketEvents,
  ticketSnoozes,
  tickets,
  webhookDeliveries,
  webhooks,
} from '#server/db/tables/index.ts';
import { mapForRun } from '#server/map/queries.ts';
import { wakeDue } from '#server/sac/tickets/snooze/wakeDue.ts';
import { personById } from '#server/session/currentUser.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';

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
const customer = () => fixture.customerIds.first;
const changed = (type: string, id: number) =>
  fixture.db.execute(sql`insert into feed_pending (type, record_id, happened, step, code, at)
    values (${type}, ${id}, 'alterado', '', '1', now())`);
const setCustomer = (set: Partial<typeof customers.$inferInsert>) =>
  fixture.db.update(customers).set(set).where(eq(customers.id, customer()));
const mailsOf = (subject: string) =>
  fixture.db.select().from(outboxEmails).where(eq(outboxEmails.subject, subject)).orderBy(outboxEmails.id);
const ticketOf = async (id: number) => (await fixture.db.select().from(tickets).where(eq(tickets.id, id)))[0];
const lastRun = async (id: string) => (await fixture.runs(id)).at(-1);

describe('an e-mail of a rule to a customer', () => {
  const mail = (assunto: string) => ({ acao: 'EMAIL', para: 'CLIENTE', assunto, texto: 'Temos novidades.' });

  it('says how to get no more, is in timeline and audit, and is not sent to who asked for no contact', async () => {
    await setCustomer({ email: 'compras@exemplo.com.br', doNotContact: false });
    await start('contato', {
      ...{ entidade: 'clientes', quando: { tipo: 'EVENTO', evento: 'ALTERADO' } },
      entao: [mail('Novidades')],
    });
    await changed('clientes', customer());
    await fixture.act();
    const [sent] = await mailsOf('Novidades');
    expect(sent?.bodyText).toContain('/descadastro/');
    expect(sent?.envelope?.unsubscribe).toMatch(/um-clique$/);
    const [logged] = await fixture.db
      .select()
      .from(customerLog)
      .where(eq(customerLog.customerId, customer()))
      .orderBy(desc(customerLog.id));
    expect(logged?.text).toBe('E-mail enviado pela regra Regra de teste');
    const audited = and(eq(auditLog.action, 'ENVIAR_EMAIL'), eq(auditLog.entity, 'customers'));
    expect(await fixture.db.$count(auditLog, audited)).toBe(1);
    await setCustomer({ doNotContact: true });
    await changed('clientes', customer());
    await fixture.act();
    expect(await lastRun('contato')).toMatchObject({
      state: 'IGNORADO',
      sentence: 'Nada enviado: o cliente pediu para não ser contatado.',
    });
    expect(await mailsOf('Novidades')).toHaveLength(1);
  });

  it('is not sent to an address that fails or takes none', async () => {
    const address = 'volta@exemplo.com.br';
    await setCustomer({ email: address, doNotContact: false });
    await start('falha', {
      ...{ entidade: 'clientes', quando: { tipo: 'EVENTO', evento: 'ALTERADO' } },
      entao: [mail('Para quem recebe')],
    });
    const told = async (change: { failingSince: Date | null; unsubscribedAt: Date | null }) => {
      await fixture.db
        .insert(mailAddresses)
        .values({ address, ...change })
        .onConflictDoUpdate({ target: mailAddresses.address, set: change });
      await changed('clientes', customer());
      await fixture.act();
      return [(await lastRun('falha'))?.state, (await mailsOf('Para quem recebe')).length];
    };
    const at = fixture.deps.now();
    expect(await told({ failingSince: at, unsubscribedAt: null })).toEqual(['IGNORADO', 0]);
    expect(await told({ failingSince: null, unsubscribedAt: at })).toEqual(['IGNORADO', 0]);
    expect(await told({ failingSince: null, unsubscribedAt: null })).toEqual(['FEITO', 1]);
  });

  it('about a ticket of their own is service, within its conversation', async () => {
    await setCustomer({ email: 'compras@exemplo.com.br', doNotContact: true });
    await start('servico', { entao: [mail('Sobre o ticket')] });
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const [sent] = await mailsOf('Sobre o ticket');
    expect(sent).toMatchObject({ ticketId: id });
    expect(sent?.bodyText).toContain('/descadastro/');
    const [entry] = await fixture.db
      .select()
      .from(ticketEvents)
      .where(and(eq(ticketEvents.ticketId, id), eq(ticketEvents.type, 'EMAIL')))
      .orderBy(ticketEvents.id);
    expect(entry).toMatchObject({ note: 'Pela regra Regra de teste: Sobre o ticket', internal: true });
    await setCustomer({ doNotContact: false });
  });
});

describe('an action on a ticket', () => {
  it('fills in a field by its type, and keeps the others', async () => {
    await start('data', { entao: [{ acao: 'CAMPO', campo: 'retornarEm', valor: '31/12/2026' }] });
    const id = await fixture.addTicket({ extraFields: { canalPreferido: 'EMAIL' } });
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect((await ticketOf(id))?.extraFields).toEqual({ canalPreferido: 'EMAIL', retornarEm: '2026-12-31' });
  });

  it('is not published with a value that its field does not take', async () => {
    const entao = [
      { acao: 'CAMPO', campo: 'retornarEm', valor: 'amanhã' },
      { acao: 'CAMPO', campo: 'naoHa', valor: 'x' },
    ];
    const refused = await fixture.publish({ ...RULE, id: 'amanha', entao });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('não é uma data');
    expect(JSON.stringify(refused.body)).toContain('/entao/1/campo');
  });

  it('changes the limit of a step by the difference, running or paused', async () => {
    await start('prazo', { entao: [{ acao: 'PRAZO', quantidade: 10 }] });
    const paused = await fixture.addTicket({ dueMinutes: 480, dueMinutesLeft: 60, dueAt: null });
    const dueAt = new Date('2026-11-13T16:00:00Z');
    const running = await fixture.addTicket({ dueMinutes: 480, dueAt });
    for (const id of [paused, running]) await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await ticketOf(paused)).toMatchObject({ dueMinutes: 600, dueMinutesLeft: 180, dueAt: null });
    expect(await ticketOf(running)).toMatchObject({
      ...{ dueMinutes: 600, dueMinutesLeft: null },
      dueAt: new Date('2026-11-13T18:00:00Z'),
    });
  });

  it('puts a ticket off, which the end of the rule leaves so', async () => {
    await start('adia', { entao: [{ acao: 'ADIAR', emDias: 3, hora: '08:00' }] });
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await lastRun('adia')).toMatchObject({ state: 'FEITO' });
    const own = eq(ticketSnoozes.ticketId, id);
    const held = await fixture.db.select().from(ticketSnoozes).where(own);
    expect(held.map(({ until }) => until > fixture.deps.now())).toEqual([true]);
    // Nobody has it, and the rule reads no notices.
    await fixture.db.update(ticketSnoozes).set({ until: fixture.deps.now() }).where(own);
    await wakeDue(fixture.deps);
    const told = await fixture.db
      .select({ person: notices.personId })
      .from(notices)
      .where(eq(notices.link, `/tickets/${id}`));
    expect(told).toEqual([{ person: fixture.people.ADMIN }]);
    const [back] = await fixture.db
      .select({ author: people.name })
      .from(ticketEvents)
      .innerJoin(people, eq(people.id, ticketEvents.personId))
      .where(and(eq(ticketEvents.ticketId, id), eq(ticketEvents.type, 'RETOMADA')))
      .orderBy(desc(ticketEvents.id));
    expect(back?.author).toMatch(/^Regra: /);
  });

  it('tells another system as often as the rule says', async () => {
    const [hook] = await fixture.db
      .insert(webhooks)
      .values({
        ...{ name: 'ERP', url: 'https://erp.exemplo.com.br/', types: ['tickets'], secret: 'whsec_x' },
        ...{ position: 0, mark: 0, createdById: fixture.people.ADMIN },
      })
      .returning();
    const tell = { acao: 'WEBHOOK', webhook: hook?.id };
    await start('duas-vezes', { entao: [tell, tell] });
    await fixture.prioritize(await fixture.addTicket(), 'ALTA');
    await fixture.act();
    expect(await lastRun('duas-vezes')).toMatchObject({ state: 'FEITO' });
    expect(await fixture.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, hook?.id ?? 0))).toBe(
      2,
    );
  });
});

describe('a dry run', () => {
  it('counts only what the person sees', async () => {
    await fixture.prioritize(await fixture.addTicket(), 'ALTA');
    await fixture.act();
    const as = async (branchIds?: number[]) => {
      const user = await personById(fixture.db, fixture.people.ADMIN);
      const context = {
        ...fixture.deps,
        user: { ...user, ...(branchIds && { type: 'OPERADOR', branchIds }) },
      };
      return tryOut(context as unknown as Context, { ...RULE });
    };
    expect((await as()).vezes).toBeGreaterThan(0);
    expect(await as([])).toMatchObject({ problemas: [], vezes: 0, valeria: 0, exemplos: [] });
  });
});

describe('a rule by dates', () => {
  const quando = { tipo: 'PRAZO', campo: 'ultima_compra', quantidade: -1, unidade: 'DIAS' } as const;

  it('meets what is dated in the course of the day, once', async () => {
    const tomorrow = addDays(localDate(fixture.deps.now(), DEFAULT_TIME_ZONE), 1);
    await setCustomer({ lastPurchaseOn: null });
    const entao = [{ acao: 'AVISAR', para: 'SUPERVISORES', assunto: 'Amanhã', texto: 'Um cliente.' }];
    await start('no-dia', { entidade: 'clientes', quando, entao });
    await fixture.turns();
    await setCustomer({ lastPurchaseOn: tomorrow });
    await fixture.turns();
    await fixture.turns();
    expect(await fixture.runs('no-dia')).toHaveLength(1);
  });

  it.each(Object.entries(RULE_ENTITIES).flatMap(([key, { prazos }]) => prazos.map((campo) => [key, campo])))(
    'finds %s by %s in an index',
    async (entidade, campo) => {
      const entities = await mapForRun(fixture.db, null);
      const to = fixture.deps.now();
      const from = new Date(to.getTime() - 60_000);
      const { statement, values } = dueStatement(
        { entidade, quando: { ...quando, campo } },
        { ...quando, campo },
        entities,
        { from, to, after: null },
      );
      const plan = await fixture.db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return asCompany(tx, () => tx.execute(sql`explain (costs off) ${withValues(statement, values)}`));
      });
      expect(plan.rows.map((row) => Object.values(row)[0]).join('\n')).toMatch(/Index Cond: .*<=/);
    },
  );
});
