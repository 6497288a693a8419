import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf, type Permission, type PersonType } from '#contract/permissions.ts';
import { agendas, auditLog, customers, orders, roles, tickets } from '#server/db/tables/index.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

let fixture: CustomersFixture;
beforeAll(async () => {
  fixture = await customersFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const lead = () => fixture.customerIds.first;
const BASE = '/callcenter/clientes';
const doors = async (who: PersonType, to: number, from: number) => [
  await fixture.call(who, 'GET', `${BASE}/${to}/unir?outro=${from}`),
  await fixture.call(who, 'POST', `${BASE}/${to}/unir`, { outro: { id: from } }),
  await fixture.call(who, 'POST', `${BASE}/${to}/desfazer-uniao`, { cliente: from }),
];

/** Answers without what is another one at each request. */
const told = (answers: Awaited<ReturnType<typeof doors>>) =>
  answers.map(({ status, body: { requestId: _id, ...body } }) => ({ status, body }));

async function granted(type: PersonType, grants: readonly Permission[], work: () => Promise<void>) {
  const set = (each: readonly Permission[]) =>
    db()
      .update(roles)
      .set({ grants: grantsOf(each) })
      .where(eq(roles.key, type));
  await set(grants);
  try {
    await work();
  } finally {
    await set(DEFAULT_GRANTS[type]);
  }
}
const also = (type: PersonType): Permission[] => [...DEFAULT_GRANTS[type], 'CLIENTE', 'CLIENTES_UNIR'];
const exists = (id: number) => db().$count(customers, eq(customers.id, id));

describe('merging as the wrong person', () => {
  it.each(['REPRESENTANTE', 'VENDEDOR', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const)(
    'is refused to %s, whether the customers are there or not',
    async (who) => {
      const from = await fixture.firstContact();
      const answers = told(await doors(who, lead(), from));
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(told(await doors(who, lead(), 999_999))).toEqual(answers);
      expect(JSON.stringify(answers)).not.toContain(`Contato ${from}`);
      expect(await exists(from)).toBe(1);
    },
  );

  it('is unknown to a representative outside their own customers, and theirs within', async () => {
    const from = await fixture.firstContact();
    await granted('REPRESENTANTE', also('REPRESENTANTE'), async () => {
      const answers = told(await doors('REPRESENTANTE', lead(), from));
      expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([404, 404]);
      expect(told(await doors('REPRESENTANTE', lead(), 999_999)).slice(0, 2)).toEqual(answers.slice(0, 2));
      expect(await exists(from)).toBe(1);
      await db()
        .update(customers)
        .set({ representativeId: fixture.representativeId })
        .where(eq(customers.id, from));
      const own = await fixture.call('REPRESENTANTE', 'POST', `${BASE}/${lead()}/unir`, {
        outro: { id: from },
      });
      expect(own.status).toBe(200);
      const back = await fixture.call('REPRESENTANTE', 'POST', `${BASE}/${lead()}/desfazer-uniao`, {
        cliente: from,
      });
      expect(back.status).toBe(200);
    });
  });

  it('is unknown to an operator of another branch', async () => {
    const from = await fixture.firstContact();
    await granted('OPERADOR', also('OPERADOR'), async () => {
      const token = fixture.tokens.OTHER_OPERATOR;
      const answer = await fixture.server.call('POST', `${BASE}/${lead()}/unir`, {
        token,
        body: { outro: { id: from } },
      });
      expect(answer.status).toBe(404);
      expect(await exists(from)).toBe(1);
    });
  });

  it('is unknown to a consumer whose role was given it, even of their own record', async () => {
    const from = await fixture.firstContact();
    await granted('CONSUMIDOR_FINAL', also('CONSUMIDOR_FINAL'), async () => {
      const answers = await doors('CONSUMIDOR_FINAL', fixture.customerIds.consumer, from);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(await exists(from)).toBe(1);
    });
  });

  it('shows masks to whoever sees them, and not whether what they hide is the same', async () => {
    const shared = { email: 'o.mesmo@lima.com.br', phone: '11988887777' };
    const [one, same] = [await fixture.firstContact(shared), await fixture.firstContact(shared)];
    const another = await fixture.firstContact({ email: 'outro@lima.com.br', phone: '11988880000' });
    const options = (from: number) => fixture.call('SUPERVISOR', 'GET', `${BASE}/${one}/unir?outro=${from}`);
    expect((await options(same)).body.principal.diferem).not.toContain('email');
    const masked = DEFAULT_GRANTS.SUPERVISOR.filter((each) => each !== 'DADOS_PESSOAIS');
    await granted('SUPERVISOR', masked, async () => {
      const [alike, unlike] = [(await options(same)).body, (await options(another)).body];
      expect(alike.principal).toMatchObject({ email: 'o***@lima.com.br', telefone: '(11) *****-7777' });
      for (const { principal } of [alike, unlike])
        expect(principal.diferem).toEqual(expect.arrayContaining(['email', 'telefone']));
    });
  });
});

describe('the code of a merged customer, from a page that was opened before', () => {
  it('opens tickets, quotes and agendas at the one that stayed, and only for whoever sees that one', async () => {
    const from = await fixture.firstContact();
    const [branch] = fixture.branchIds;
    const nextMonth = new Date(fixture.server.deps.now().getTime() + 30 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const merged = await fixture.call('SUPERVISOR', 'POST', `${BASE}/${lead()}/unir`, {
      outro: { id: from },
    });
    expect(merged.status).toBe(200);
    const ticket = {
      origem: 'SAC',
      idTipo: 11,
      tipo: 'DUVIDA_PRODUTO',
      idCli: from,
      idFil: branch,
      mensagem: 'Serve para uso externo?',
    };
    const opened = await fixture.call('OPERADOR', 'POST', '/sac/tickets', ticket);
    expect([opened.status, opened.body.errors]).toEqual([200, undefined]);
    const [row] = await db().select().from(tickets).where(eq(tickets.id, opened.body.data.id));
    expect(row?.customerId).toBe(lead());
    const quote = await fixture.call('OPERADOR', 'POST', '/callcenter/orcamentos', {
      idCli: from,
      idFil: branch,
    });
    const [order] = await db().select().from(orders).where(eq(orders.id, quote.body.data.id));
    expect(order?.customerId).toBe(lead());
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'orders'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry?.after).toMatchObject({ idCli: lead() });
    const planned = await fixture.call('OPERADOR', 'POST', '/callcenter/agendas', {
      idCli: from,
      idFil: branch,
      assunto: 'Retornar',
      data_agendada: `${nextMonth} 10:00`,
      confirmar: 'O cliente pediu',
    });
    const [agenda] = await db().select().from(agendas).where(eq(agendas.id, planned.body.data.id));
    expect(agenda?.customerId).toBe(lead());
    const elsewhere = await fixture.server.call('POST', '/sac/tickets', {
      token: fixture.tokens.OTHER_OPERATOR,
      body: { ...ticket, idFil: fixture.branchIds[1] },
    });
    expect(elsewhere.body.errors).toMatchObject({ idCli: 'Cliente não encontrado.' });
  });
});
