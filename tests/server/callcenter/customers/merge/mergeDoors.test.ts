import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import { DEFAULT_GRANTS, type Permission, type PersonType } from '#contract/permissions.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import {
  agendas,
  auditLog,
  customerMix,
  customers,
  orders,
  products,
  serviceRecords,
  tickets,
} from '#server/db/tables/index.ts';
import { customerCodesOf } from '#server/session/mergedCodes.ts';
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

const granted: CustomersFixture['granted'] = (...given) => fixture.granted(...given);
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

interface Walked {
  path: string;
  route: Route;
}

const GETS = Object.values(catalogue as Record<string, Routes>)
  .flatMap((routes) => Object.values<Route>(routes))
  .filter(({ method, changesState }) => method === 'GET' && !changesState);

/** Every call that is read with GET and told whose code. */
const READS: Walked[] = GETS.filter((route) => customerCodesOf(route).length > 0).map((route) => ({
  path: pathsOf(route).at(-1) ?? '',
  route,
}));

/** What is not the same under both codes, with the reason. */
const OWN_ANSWER: Readonly<Record<string, string>> = {
  '/callcenter/clientes/{idCli}/unir': 'says with whom the customer was merged',
};

/** Calls whose answer is not 200 even under the code of the one that stayed, with the reason. */
const UNANSWERED: Readonly<Record<string, string>> = {
  '/config/cadastros/{chave}': 'only own record types that name customers take a code',
  '/config/cadastros/{chave}/exportar': 'only own record types that name customers take a code',
  '/callcenter/sugestoes/{tipo}/{idCli}/{idFil}': 'no kind of suggestion is offered here',
  '/sac/clientes/{idCli}/campos-adicionais/{chave}/{idArquivo}':
    'no field keeps files here (customerFiles.test.ts)',
};

describe('a call that only reads', () => {
  let old = 0;
  let productId = 0;
  beforeAll(async () => {
    old = await fixture.firstContact();
    const merged = await fixture.call('SUPERVISOR', 'POST', `${BASE}/${lead()}/unir`, { outro: { id: old } });
    expect(merged.status).toBe(200);
    const [product] = await db()
      .insert(products)
      .values({ code: 'U1', description: 'Cesta', brand: 'Serra', price: '5' })
      .returning();
    productId = product?.id ?? 0;
  });

  /** A value of each parameter that the call needs, and the code in its place. */
  function addressOf({ path, route }: Walked, code: number): string {
    const codes = customerCodesOf(route).map(({ name }) => name);
    const filledIn = (name: string, schema: TSchema): string => {
      if (codes.includes(name)) return String(code);
      if (name === 'idFil') return String(fixture.branchIds[0]);
      if (name === 'idProd') return String(productId);
      const [first] = schema.anyOf ?? [];
      return String(schema.const ?? first?.const ?? (schema.format === 'date' ? '2026-11-30' : 1));
    };
    const { properties: ofPath = {} } = route.params ?? {};
    const { properties: ofQuery = {}, required = [] } = route.query ?? {};
    const filled = Object.entries(ofPath).reduce(
      (text, [name, schema]) => text.replace(`{${name}}`, filledIn(name, schema)),
      path,
    );
    const query = Object.entries(ofQuery).flatMap(([name, schema]) =>
      codes.includes(name) || required.includes(name) ? [[name, filledIn(name, schema)]] : [],
    );
    return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
  }

  it('is found wherever it is told a code', () => {
    const walked = READS.map(({ route }) => route);
    const named = GETS.filter(({ params, query }) =>
      Object.keys({ ...params?.properties, ...query?.properties }).some((name) =>
        /^(idCli|cliente_?id|idCliente)$/i.test(name),
      ),
    );
    expect(named.filter((route) => !walked.includes(route)).map(({ path }) => path)).toEqual([]);
    expect(walked.length).toBeGreaterThan(50);
  });

  it.each(READS.filter(({ path }) => !(path in OWN_ANSWER)))(
    'answers the code of a merged customer as that of the one that stayed: $path',
    async (walked) => {
      const ask = async (code: number) => {
        const { status, body } = await fixture.call('ADMIN', 'GET', addressOf(walked, code));
        const { requestId: _id, ...said } = Array.isArray(body) ? { list: body } : (body ?? {});
        return { status, said };
      };
      const answer = await ask(lead());
      expect(answer.status === 200 || walked.path in UNANSWERED || answer).toBe(true);
      expect(await ask(old)).toEqual(answer);
    },
  );

  it('tells nobody more than they see of the one that stayed', async () => {
    const token = fixture.tokens.OTHER_OPERATOR;
    for (const part of ['', '/agora', '/grupo', '/enderecos-entrega']) {
      const { status } = await fixture.server.call('GET', `${BASE}/${old}${part}`, { token });
      expect([part, status]).toEqual([part, 404]);
    }
  });

  it('is answered so where its text is sent in a body, too', async () => {
    const [branch] = fixture.branchIds;
    const both = async (path: (code: number) => string, body: (code: number) => object) =>
      [
        await fixture.call('ADMIN', 'POST', path(lead()), body(lead())),
        await fixture.call('ADMIN', 'POST', path(old), body(old)),
      ].map(({ status, body: said }) => ({ status, said }));
    const pasted = await both(
      (code) => `/sac/consultas/notasfiscais/${code}/${branch}`,
      () => ({ texto: 'U1 2' }),
    );
    expect([pasted[0]?.status, pasted[1]]).toEqual([200, pasted[0]]);
    const usual = await both(
      () => '/callcenter/produtos/sugestao',
      (idCli) => ({ idCli, idFil: branch }),
    );
    expect([usual[0]?.status, usual[1]]).toEqual([200, usual[0]]);
  });

  it('leaves the wizard a ticket that is like the new one', async () => {
    await fixture.addTicket({ customerId: lead(), subject: 'Caixa amassada na entrega' });
    const like = await fixture.call(
      'OPERADOR',
      'GET',
      `/sac/tickets/parecidos?${new URLSearchParams({ idCli: String(old), assunto: 'Caixa amassada na entrega' })}`,
    );
    expect(like.body).toHaveLength(1);
  });
});

describe('a command with the code of a merged customer', () => {
  it('is of the one that stayed where it writes something new', async () => {
    const from = await fixture.firstContact();
    await fixture.call('SUPERVISOR', 'POST', `${BASE}/${lead()}/unir`, { outro: { id: from } });
    const [product] = await db()
      .insert(products)
      .values({ code: 'U2', description: 'Barbante', brand: 'Serra', price: '5' })
      .returning();
    const chosen = await fixture.call(
      'ADMIN',
      'PUT',
      `/callcenter/mixes/${from}/${fixture.branchIds[0]}/produtos/${product?.id}`,
      { noMix: true },
    );
    expect([chosen.status, chosen.body.errors]).toEqual([200, undefined]);
    expect(await db().$count(customerMix, eq(customerMix.customerId, lead()))).toBe(1);
    const begun = await fixture.call('OPERADOR', 'POST', '/callcenter/atendimento/iniciar', {
      cliente_id: from,
    });
    expect([begun.status, begun.body.errors]).toEqual([200, undefined]);
    const [record] = await db()
      .select()
      .from(serviceRecords)
      .where(eq(serviceRecords.id, begun.body.data.id));
    expect(record?.customerId).toBe(lead());
  });

  it('says where the customer went where it would write over a form that was opened before', async () => {
    const from = await fixture.firstContact();
    await fixture.call('SUPERVISOR', 'POST', `${BASE}/${lead()}/unir`, { outro: { id: from } });
    const flex = (id: number, token?: string) =>
      token
        ? fixture.server.call('PUT', `${BASE}/${id}/flex`, { token, body: { flex: '10', versao: 1 } })
        : fixture.call('ADMIN', 'PUT', `${BASE}/${id}/flex`, { flex: '10', versao: 1 });
    const answer = await flex(from);
    expect([answer.status, answer.body.code]).toEqual([422, 'JA_UNIDO']);
    await granted('OPERADOR', [...DEFAULT_GRANTS.OPERADOR, 'CLIENTE_FLEX'], async () => {
      expect((await flex(from, fixture.tokens.OTHER_OPERATOR)).status).toBe(404);
    });
  });
});
