import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, type Permission, type PersonType } from '#contract/permissions.ts';
import {
  auditLog,
  customerContacts,
  customerEmails,
  customerPhones,
  customers,
  distinctCustomers,
} from '#server/db/tables/index.ts';
import { between, type DoublesFixture, doublesFixture, type ProposedPair } from './doublesFixture.ts';

let fixture: DoublesFixture;
beforeAll(async () => {
  fixture = await doublesFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const BASE = '/callcenter/clientes';

const list: DoublesFixture['proposed'] = (...given) => fixture.proposed(...given);
const customer: DoublesFixture['customer'] = (...given) => fixture.customer(...given);
const registered: DoublesFixture['registered'] = (...given) => fixture.registered(...given);
const granted: DoublesFixture['granted'] = (...given) => fixture.granted(...given);
const ofCustomer = (id: number, who: PersonType = 'SUPERVISOR') =>
  fixture.call(who, 'GET', `${BASE}/${id}/duplicados`);
const dismiss = (one: number, other: number, who: PersonType = 'SUPERVISOR') =>
  fixture.call(who, 'POST', `${BASE}/${one}/nao-e-o-mesmo`, { outro: other });
const restore = (one: number, other: number) =>
  fixture.call('SUPERVISOR', 'POST', `${BASE}/${one}/pode-ser-o-mesmo`, { outro: other });
const merge = (to: number, from: number) =>
  fixture.call('SUPERVISOR', 'POST', `${BASE}/${to}/unir`, { outro: { id: from } });
const undo = (to: number, from: number) =>
  fixture.call('SUPERVISOR', 'POST', `${BASE}/${to}/desfazer-uniao`, { cliente: from });

const also = (type: PersonType): Permission[] => [...DEFAULT_GRANTS[type], 'CLIENTE', 'CLIENTES_UNIR'];

describe('likely doubles', () => {
  it('are found by phone and e-mail of any of their places, whatever the notation', async () => {
    const prospect = await customer({ phone: '11987654321', email: 'Compras@Lima.com.br' });
    const other = await registered();
    await db().insert(customerPhones).values({ customerId: other, number: '1187654321' });
    await db().insert(customerEmails).values({ customerId: other, email: 'compras@lima.com.br' });
    const third = await registered();
    await db().insert(customerContacts).values({ customerId: third, name: 'Lia', mobile: '11987654321' });
    const pairs = await list();
    expect(between(pairs, prospect, other)).toEqual(['TELEFONE', 'EMAIL']);
    expect(between(pairs, prospect, third)).toEqual(['TELEFONE']);
    // Two documents are two customers.
    expect(between(pairs, other, third)).toBeUndefined();
    const own = await ofCustomer(prospect);
    expect(own.body).toMatchObject([{ outro: { id: other } }, { outro: { id: third } }]);
    expect((await ofCustomer(third)).body).toMatchObject([{ outro: { id: prospect } }]);
  });

  it('are not those whose number differs in its area or its ninth digit', async () => {
    const prospect = await customer({ phone: '11933334444' });
    const [area, landline] = [
      await registered({ phone: '21933334444' }),
      await registered({ phone: '1133334444' }),
    ];
    const pairs = await list();
    expect(between(pairs, prospect, area)).toBeUndefined();
    expect(between(pairs, prospect, landline)).toBeUndefined();
  });

  it('are found by either name in the same town, and by the name alone where a town is unknown', async () => {
    const prospect = await customer({
      legalName: 'PADARIA SAO JOAO',
      address: { cidade: 'CAMPINAS', uf: 'SP' },
    });
    const same = await registered({
      tradeName: 'Padaria São João',
      address: { cidade: 'Campinas', uf: 'SP' },
    });
    const elsewhere = await registered({
      tradeName: 'Padaria São João',
      address: { cidade: 'Manaus', uf: 'AM' },
    });
    const unknown = await registered({ legalName: 'Padaria São João' });
    const homeless = await customer({ tradeName: 'Padaria São João' });
    const pairs = await list();
    expect(between(pairs, prospect, same)).toEqual(['NOME_CIDADE']);
    expect(between(pairs, prospect, elsewhere)).toBeUndefined();
    expect(between(pairs, prospect, unknown)).toEqual(['NOME']);
    expect(between(pairs, homeless, elsewhere)).toEqual(['NOME']);
    // Of two without a document the pair stands once.
    const both = pairs.filter((pair) => between([pair], homeless, prospect));
    expect(both.map(({ cliente }) => cliente.id)).toEqual([homeless]);
  });

  it('are found by the state registration of the same state', async () => {
    const prospect = await customer({ stateRegistration: '110.042.490.114', address: { uf: 'SP' } });
    const same = await registered({ stateRegistration: '110042490114', address: { uf: 'SP' } });
    const elsewhere = await registered({ stateRegistration: '110042490114', address: { uf: 'MG' } });
    const exempt = [
      await customer({ stateRegistration: 'ISENTO' }),
      await registered({ stateRegistration: 'ISENTO' }),
    ];
    const pairs = await list();
    expect(between(pairs, prospect, same)).toEqual(['INSCRICAO']);
    expect(between(pairs, prospect, elsewhere)).toBeUndefined();
    expect(between(pairs, exempt[0] ?? 0, exempt[1] ?? 0)).toBeUndefined();
  });

  it('are none by what many have, nor of erased data, nor of a simulation with a customer', async () => {
    const prospect = await customer({ phone: '1140028922', email: 'nada@consta.com.br' });
    for (let each = 0; each < 6; each += 1) await registered({ phone: '1140028922' });
    const erased = await registered({ email: 'nada@consta.com.br', personalGoneAt: new Date() });
    const tried = await customer({ email: 'nada@consta.com.br', simulation: true });
    const pairs = await list();
    expect(pairs.filter(({ cliente, outro }) => [cliente.id, outro.id].includes(prospect))).toEqual([]);
    expect(between(pairs, tried, erased)).toBeUndefined();
  });

  it('come in pages that go on where the last one ended', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `19${30_000_000 + index}`);
    for (const phone of numbers) {
      await registered({ phone });
      await customer({ phone });
    }
    const first = await fixture.call('SUPERVISOR', 'GET', `${BASE}/duplicados`);
    expect(first.body.itens).toHaveLength(50);
    const next = await fixture.call(
      'SUPERVISOR',
      'GET',
      `${BASE}/duplicados?depoisDe=${first.body.continua}`,
    );
    const keys = [...first.body.itens, ...next.body.itens].map(
      ({ cliente, outro }: ProposedPair) => `${cliente.id}-${outro.id}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(60);
    expect(next.body.continua).toBeNull();
  });
});

describe('a pair that is not the same', () => {
  it('is proposed no more, says who said so, and is proposed again when that is taken back', async () => {
    const [prospect, other] = [
      await customer({ phone: '1455550001' }),
      await registered({ phone: '1455550001' }),
    ];
    expect((await dismiss(prospect, other)).status).toBe(200);
    expect((await dismiss(other, prospect)).status).toBe(200);
    expect(between(await list(), prospect, other)).toBeUndefined();
    expect((await ofCustomer(prospect)).body).toEqual([]);
    const gone = await list('SUPERVISOR', '?descartados=true');
    expect(gone[0]).toMatchObject({ descartado: { por: 'Pessoa supervisor' }, motivos: [] });
    const [row] = await db()
      .select()
      .from(distinctCustomers)
      .where(
        and(
          eq(distinctCustomers.oneId, Math.min(prospect, other)),
          eq(distinctCustomers.otherId, Math.max(prospect, other)),
        ),
      );
    const audited = () =>
      db()
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.entity, 'distinct_customers'), eq(auditLog.entityId, String(row?.id))))
        .orderBy(auditLog.id);
    expect(await audited()).toEqual([{ action: 'DISTINGUIR' }]);
    expect((await restore(other, prospect)).status).toBe(200);
    expect(between(await list(), prospect, other)).toEqual(['TELEFONE']);
    expect((await restore(prospect, other)).body.code).toBe('NAO_DESCARTADO');
    expect(await audited()).toEqual([{ action: 'DISTINGUIR' }, { action: 'DESFAZER' }]);
  });

  it('stays so for the customer that one of them was merged into, and after that is undone', async () => {
    const phone = '1455550002';
    const [one, prospect, other] = [
      await registered({ phone }),
      await customer({ phone }),
      await customer({ phone }),
    ];
    await dismiss(one, prospect);
    expect((await merge(other, prospect)).status).toBe(200);
    expect(between(await list(), one, other)).toBeUndefined();
    expect(between(await list('SUPERVISOR', '?descartados=true'), one, other)).toEqual([]);
    expect((await dismiss(one, prospect)).body).toMatchObject({ code: 'JA_UNIDO' });
    expect((await undo(other, prospect)).status).toBe(200);
    expect(between(await list(), one, other)).toEqual(['TELEFONE']);
    expect(between(await list(), one, prospect)).toBeUndefined();
  });

  it('is said once by two at the same moment, and of two who become one by nobody', async () => {
    const phone = '1455550003';
    const [one, prospect] = [await registered({ phone }), await customer({ phone })];
    const answers = await Promise.all([dismiss(one, prospect), dismiss(prospect, one, 'GERENTE')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await db().$count(distinctCustomers, eq(distinctCustomers.oneId, Math.min(one, prospect)))).toBe(
      1,
    );
    await restore(one, prospect);
    const [merged, said] = await Promise.all([merge(one, prospect), dismiss(one, prospect)]);
    expect(merged.status).toBe(200);
    expect(said.status === 200 || said.body.code === 'JA_UNIDO').toBe(true);
    expect(between(await list('SUPERVISOR', '?descartados=true'), one, prospect)).toBeUndefined();
    expect((await dismiss(one, one)).body.code).toBe('MESMO_CLIENTE');
  });
});

describe('the wrong person', () => {
  it('is told nothing without the permission', async () => {
    const [one, prospect] = [
      await registered({ phone: '1466660001' }),
      await customer({ phone: '1466660001' }),
    ];
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const) {
      const answers = [
        await fixture.call(who, 'GET', `${BASE}/duplicados`),
        await ofCustomer(prospect, who),
        await dismiss(one, prospect, who),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });

  it('sees pairs of their own branch, and of their own customers, only', async () => {
    const phone = '1466660002';
    const [near, far] = [await registered({ phone }), await registered({ phone }, 1)];
    const prospect = await customer({ phone, representativeId: fixture.representativeId });
    await granted('OPERADOR', also('OPERADOR'), async () => {
      const pairs = await list('OPERADOR');
      expect(between(pairs, prospect, near)).toEqual(['TELEFONE']);
      expect(between(pairs, prospect, far)).toBeUndefined();
      expect((await dismiss(prospect, far, 'OPERADOR')).status).toBe(404);
      expect((await ofCustomer(far, 'OPERADOR')).status).toBe(404);
    });
    await granted('REPRESENTANTE', also('REPRESENTANTE'), async () => {
      expect(await list('REPRESENTANTE')).toEqual([]);
      expect((await ofCustomer(prospect, 'REPRESENTANTE')).body).toEqual([]);
      expect((await dismiss(prospect, near, 'REPRESENTANTE')).status).toBe(404);
      await db()
        .update(customers)
        .set({ representativeId: fixture.representativeId })
        .where(eq(customers.id, near));
      expect(between(await list('REPRESENTANTE'), prospect, near)).toEqual(['TELEFONE']);
    });
    await granted('CONSUMIDOR_FINAL', also('CONSUMIDOR_FINAL'), async () => {
      expect(await list('CONSUMIDOR_FINAL')).toEqual([]);
      expect((await ofCustomer(fixture.customerIds.consumer, 'CONSUMIDOR_FINAL')).status).toBe(404);
      expect((await dismiss(fixture.customerIds.consumer, prospect, 'CONSUMIDOR_FINAL')).status).toBe(404);
    });
  });

  it('learns of no number or address that they see masked', async () => {
    const shared = { phone: '1466660003', email: 'segredo@lima.com.br' };
    const [one, prospect] = [await registered(shared), await customer(shared)];
    const [named, alike] = [
      await registered({ legalName: 'Mercearia Boa Vista', address: { cidade: 'Itu', uf: 'SP' } }),
      await customer({ legalName: 'Mercearia Boa Vista', address: { cidade: 'Itu', uf: 'SP' } }),
    ];
    const unmasked = DEFAULT_GRANTS.SUPERVISOR.filter((each) => each !== 'DADOS_PESSOAIS');
    await granted('SUPERVISOR', unmasked, async () => {
      const pairs = await list();
      expect(between(pairs, one, prospect)).toBeUndefined();
      expect((await ofCustomer(prospect)).body).toEqual([]);
      expect(between(pairs, named, alike)).toEqual(['NOME_CIDADE']);
      const shown = pairs.find((pair) => between([pair], named, alike));
      expect(JSON.stringify(shown)).not.toMatch(/\d{11}/);
    });
    expect(between(await list(), one, prospect)).toEqual(['TELEFONE', 'EMAIL']);
  });
});
