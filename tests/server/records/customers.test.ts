import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '../../../contract/permissions.ts';
import type { Context, User } from '../../../server/context.ts';
import {
  auditLog,
  customerBranches,
  customerContacts,
  customerCredits,
  customerLog,
  customerPhones,
  customers,
  orders,
  people,
  representatives,
  roles,
} from '../../../server/db/tables/index.ts';
import { oneRecord } from '../../../server/records/lockedRecord.ts';
import { mappedTypes } from '../../../server/records/registry.ts';
import { saveRecords } from '../../../server/records/saveRecords.ts';
import { personById } from '../../../server/session/personById.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';

let server: TestServer;
let persons: Handful;
let ctx: Context;
beforeAll(async () => {
  server = await testServer();
  persons = await handful(server.deps.db);
  const { db } = server.deps;
  // A role may grant the customers to people of any scope.
  const who = [persons.people.OPERADOR, persons.people.REPRESENTANTE];
  const found = await db.select({ roleId: people.roleId }).from(people).where(inArray(people.id, who));
  const roleIds = found.flatMap(({ roleId }) => (roleId === null ? [] : [roleId]));
  await db
    .update(roles)
    .set({ grants: grantsOf(DEFAULT_GRANTS.ADMIN) })
    .where(inArray(roles.id, roleIds));
  ctx = await contextOf('ADMIN');
});
afterAll(() => server?.close());

const contextOf = async (type: keyof Handful['people']) => {
  const user = (await personById(server.deps.db, persons.people[type])) as User;
  return { ...server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
};
const { clientes } = mappedTypes;
const save = async (dados: object[], own = ctx) =>
  server.deps.db.transaction((tx) =>
    saveRecords(
      tx,
      own,
      clientes,
      dados.map((one) => ({ dados: { ...one } })),
    ),
  );
const rowOf = async (document: string) => {
  const [row] = await server.deps.db.select().from(customers).where(eq(customers.document, document));
  if (!row) throw new Error(`no customer ${document}`);
  return row;
};
const OWN = '12ABC34501DE35';
const FOREIGN = '11444777000161';
const NEW = ['45997418000153', '60746948000112', '33000167000101', '61186888000193'] as const;

describe('a customer', () => {
  it('is written whole, and its main phone and e-mail stand among the others', async () => {
    const [made] = await save([
      {
        documento: '45.997.418/0001-53',
        razaoSocial: 'Padaria Pão Quente Ltda',
        telefone: '(11) 3322-4455',
        email: 'Compras@Pao.com.br',
        endereco: { cep: '01310-100', cidade: 'sao paulo', uf: 'SP' },
        registro: { cnae: '4721102', observacoes: 'Portão 2' },
        contatos: [{ nome: 'Ana', celular: '11987654321', documento: '529.982.247-25' }],
        filiais: [{ filial: '11.222.333/0001-81' }],
      },
    ]);
    expect(made?.resultado).toBe('criado');
    const row = await rowOf(NEW[0]);
    expect(row).toMatchObject({ tradeName: 'Padaria Pão Quente Ltda', email: 'compras@pao.com.br' });
    expect(row.address).toMatchObject({ cidade: 'São Paulo', ibge: '3550308' });
    expect(row.registration).toEqual({ empresa: { cnae: '4721102' }, contatos: { observacoes: 'Portão 2' } });
    const { db } = server.deps;
    const phones = await db.select().from(customerPhones).where(eq(customerPhones.customerId, row.id));
    expect(phones.map(({ number, description }) => [number, description])).toEqual([
      ['1133224455', 'Telefone'],
    ]);
    const logged = await db.select().from(customerLog).where(eq(customerLog.customerId, row.id));
    expect(logged.map(({ text }) => text)).toEqual(['Cliente cadastrado']);
    const told = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'customers'), eq(auditLog.entityId, String(row.id))));
    expect(told[0]?.after).toMatchObject({ contatos: [{ nome: 'Ana' }] });
    expect(JSON.stringify(told)).not.toContain('52998224725');
  });

  it('keeps what its registration holds besides, and the version of a contact grows with it', async () => {
    const { db } = server.deps;
    const { id, registration } = await rowOf(NEW[0]);
    const bank = {
      dadosBancarios: [{ conta: '1' }],
      empresa: { ...(registration.empresa as object), isento: true },
    };
    await db
      .update(customers)
      .set({ registration: { ...registration, ...bank } })
      .where(eq(customers.id, id));
    await save([
      {
        documento: NEW[0],
        registro: { suframa: '12345678' },
        contatos: [{ nome: 'Ana', celular: '11987654321', cargo: 'Compras' }],
      },
    ]);
    expect((await rowOf(NEW[0])).registration).toMatchObject({
      dadosBancarios: [{ conta: '1' }],
      empresa: { isento: true, suframa: '12345678' },
    });
    const [contact] = await db.select().from(customerContacts).where(eq(customerContacts.customerId, id));
    expect(contact).toMatchObject({ role: 'Compras', document: '', version: 2 });
  });

  it('is refused where the registration would refuse it, each at its field', async () => {
    const [wrong] = await save([
      {
        documento: NEW[1],
        razaoSocial: 'Errada Ltda',
        inscricaoEstadual: '12',
        nascimento: '2999-01-01',
        endereco: { cidade: 'Manaus', uf: 'SP', ibge: '9999999' },
        registro: { cnae: '12' },
        contatos: [{ nome: 'Sem telefone' }],
      },
    ]);
    expect(Object.keys(wrong?.erros ?? {}).sort()).toEqual([
      'contatos/0/telefone',
      'endereco/ibge',
      'inscricaoEstadual',
      'nascimento',
      'registro/cnae',
    ]);
    const [digits] = await save([{ documento: '11444777000162', razaoSocial: 'Dígito Ltda' }]);
    expect(digits?.erros).toEqual({ documento: 'CPF ou CNPJ inválido' });
  });

  it('takes its tickets, orders and agendas along to another representative', async () => {
    const { db } = server.deps;
    const { id } = await rowOf(NEW[0]);
    const [order] = await db
      .insert(orders)
      .values({ customerId: id, branchId: persons.branchIds[0], sellerId: persons.people.VENDEDOR })
      .returning();
    const [own] = await db
      .select()
      .from(representatives)
      .where(eq(representatives.id, persons.representativeId));
    await save([{ documento: NEW[0], representante: own?.code }]);
    const [after] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, order?.id ?? 0));
    expect(after?.representativeId).toBe(persons.representativeId);
  });

  it('is not deleted from what refers to it, nor is what customers have', async () => {
    const token = await server.sessionOf(persons.people.ADMIN);
    await save([{ documento: NEW[0], atividade: null }]);
    const made = await server.call('POST', '/config/cadastros/atividades', {
      token,
      body: { dados: { codigo: 'PAO', nome: 'Padaria' } },
    });
    await save([{ documento: NEW[0], atividade: 'PAO' }]);
    const { body } = await server.call('DELETE', `/config/cadastros/atividades/${made.body.data.id}`, {
      token,
    });
    expect(body.data.resultado).toBe('arquivado');
  });
});

describe('customers of others', () => {
  const urls = async (type: 'OPERADOR' | 'REPRESENTANTE') => {
    const token = await server.sessionOf(persons.people[type]);
    const get = (url: string) => server.call('GET', `/config/cadastros/clientes${url}`, { token });
    const listed = await get('');
    const exported = await get('/exportar?formato=csv');
    const foreign = await get(`/${persons.customerIds.second}`);
    const unknown = await get('/999999');
    return {
      documents: listed.body.itens.map(({ documento }: { documento: string }) => documento),
      file: Buffer.from(exported.body).toString(),
      foreign: [foreign.status, foreign.body.code, foreign.body.error],
      unknown: [unknown.status, unknown.body.code, unknown.body.error],
    };
  };

  it.each(['OPERADOR', 'REPRESENTANTE'] as const)('stand in no list, file or page of %s', async (type) => {
    const { documents, file, foreign, unknown } = await urls(type);
    expect(documents).toContain(OWN);
    expect(documents).not.toContain(FOREIGN);
    expect(file).toContain('Mercado Azul');
    expect(file).not.toContain('Mercado Verde');
    expect(foreign[0]).toBe(404);
    expect(foreign).toEqual(unknown);
  });

  it('are not written by a representative, who makes own ones of the own region', async () => {
    const own = await contextOf('REPRESENTANTE');
    const [other] = await server.deps.db.insert(representatives).values({ name: 'Outro' }).returning();
    const [foreign, taken, made] = await save(
      [
        { documento: FOREIGN, razaoSocial: 'Roubado' },
        { documento: NEW[2], razaoSocial: 'De outro', representante: other?.code },
        { documento: NEW[3], razaoSocial: 'Meu' },
      ],
      own,
    );
    expect(foreign?.resultado).toBe('recusado');
    expect(taken?.erros).toEqual({ representante: 'Você grava só clientes da sua própria carteira.' });
    expect(made?.resultado).toBe('criado');
    const row = await rowOf(NEW[3]);
    expect(row.representativeId).toBe(persons.representativeId);
    expect(row.regionId).not.toBeNull();
    const [given] = await save([{ documento: OWN, representante: other?.code }], own);
    expect(given?.resultado).toBe('recusado');
  });

  it('are not made by an operator, whose new ones are of the own branch', async () => {
    const own = await contextOf('OPERADOR');
    const [elsewhere, made] = await save(
      [
        { documento: NEW[1], razaoSocial: 'Do norte', filiais: [{ filial: '11222333000262' }] },
        { documento: NEW[2], razaoSocial: 'Daqui' },
      ],
      own,
    );
    expect(elsewhere?.erros).toEqual({ 'filiais/0/filial': 'Filial "11222333000262" não encontrada.' });
    expect(made?.resultado).toBe('criado');
    const row = await rowOf(NEW[2]);
    const served = await server.deps.db
      .select()
      .from(customerBranches)
      .where(eq(customerBranches.customerId, row.id));
    expect(served.map(({ branchId }) => branchId)).toEqual([persons.branchIds[0]]);
    const { data } = await oneRecord(server.deps.db, own, clientes, row.id);
    expect(data.filiais).toEqual([{ filial: '11222333000181' }]);
  });
});

describe('a customer of several branches', () => {
  const [HERE, NORTH] = [{ filial: '11222333000181' }, { filial: '11222333000262' }];
  const SHARED = '02558157000162';
  const branchesOf = async (document: string) => {
    const { id } = await rowOf(document);
    const { data } = await oneRecord(server.deps.db, ctx, clientes, id);
    return ((data.filiais ?? []) as { filial: string }[]).map(({ filial }) => filial).sort();
  };
  beforeAll(() => save([{ documento: SHARED, razaoSocial: 'De todos', filiais: [HERE, NORTH] }]));

  it('keeps those that the writer does not see, whether they are named or not', async () => {
    const own = await contextOf('OPERADOR');
    const dados = { documento: SHARED, razaoSocial: 'De muitos' };
    const [fewer] = await save([{ ...dados, filiais: [HERE] }], own);
    expect(fewer).toMatchObject({ resultado: 'mudado', mudancas: { razaoSocial: {} } });
    expect(fewer?.mudancas).not.toHaveProperty('filiais');
    expect(await branchesOf(SHARED)).toEqual([HERE.filial, NORTH.filial]);
    expect(await save([{ ...dados, filiais: [NORTH, HERE] }], own)).toMatchObject([{ resultado: 'igual' }]);
    const [left] = await save([{ ...dados, filiais: null }], own);
    expect(left?.erros).toEqual({ filiais: 'Informe ao menos uma filial sua.' });
    const [added] = await save([{ documento: OWN, filiais: [HERE, NORTH] }], own);
    expect(added?.erros).toEqual({ 'filiais/1/filial': 'Filial "11222333000262" não encontrada.' });
    // Whoever sees all says all.
    await save([{ documento: SHARED, filiais: [HERE] }]);
    expect(await branchesOf(SHARED)).toEqual([HERE.filial]);
    await save([{ documento: SHARED, filiais: [HERE, NORTH] }]);
  });

  it('is not deleted by who sees some of them', async () => {
    const { id } = await rowOf(SHARED);
    const remove = async (who: 'OPERADOR' | 'ADMIN') =>
      server.call('DELETE', `/config/cadastros/clientes/${id}`, {
        token: await server.sessionOf(persons.people[who]),
      });
    const { status, body } = await remove('OPERADOR');
    expect([status, body.code, body.error]).toEqual([
      422,
      'EM_USO',
      'Outras filiais, que você não vê, também atendem este cliente: você não pode excluí-lo.',
    ]);
    expect((await remove('ADMIN')).body.data.resultado).toBe('excluido');
  });

  it('keeps them also where somebody made it at the same moment', async () => {
    const { db } = server.deps;
    const own = await contextOf('OPERADOR');
    const document = '06990590000123';
    let late: ReturnType<typeof save> | undefined;
    await db.transaction(async (tx) => {
      const dados = { documento: document, razaoSocial: 'Uma', filiais: [HERE, NORTH] };
      await saveRecords(tx, ctx, clientes, [{ dados }]);
      late = save([{ documento: document, razaoSocial: 'Outra', filiais: [HERE] }], own);
      await waiting();
    });
    expect(await late).toMatchObject([{ resultado: 'mudado', mudancas: { razaoSocial: {} } }]);
    expect(await branchesOf(document)).toEqual([HERE.filial, NORTH.filial]);
  });

  /** Until somebody waits for what another transaction holds. */
  const waiting = async () => {
    for (let tried = 0; tried < 200; tried += 1) {
      const { rows } = await server.deps.db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (rows.length > 0) return;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error('nobody waits');
  };
});

describe('who sells to a customer', () => {
  const sellers = (...who: (keyof Handful['people'])[]) =>
    who.map((type) => ({ vendedor: persons.cpfs[type] }));
  const HERE = { filiais: [{ filial: '11222333000181' }] };
  const NORTH = { filiais: [{ filial: '11222333000262' }] };

  it('serves them, as where a customer is handed over', async () => {
    const documento = '43283811000150';
    const made = { documento, razaoSocial: 'Com vendedores', ...HERE };
    const [none, consumer] = await save([
      { ...made, ...NORTH, vendedores: sellers('ADMIN', 'VENDEDOR', 'REPRESENTANTE') },
      { ...made, documento: '61412110000155', vendedores: sellers('CONSUMIDOR_FINAL') },
    ]);
    const sentence = (type: string) => `Pessoa ${type} não atende este cliente: confira filiais e carteira.`;
    expect(none?.erros).toEqual({
      'vendedores/1/vendedor': sentence('vendedor'),
      'vendedores/2/vendedor': sentence('representante'),
    });
    expect(consumer?.erros).toEqual({ 'vendedores/0/vendedor': 'Vendedor não encontrado.' });
    const [sound] = await save([{ ...made, vendedores: sellers('ADMIN', 'VENDEDOR') }]);
    expect(sound?.resultado).toBe('criado');
    const [kept] = await save([{ documento: OWN, vendedores: sellers('REPRESENTANTE', 'OPERADOR') }]);
    expect(kept?.resultado).toBe('mudado');
  });

  it('stays where they stood before, and is taken out of use for new ones', async () => {
    const { db } = server.deps;
    const documento = '43283811000150';
    const active = (value: boolean) =>
      db.update(people).set({ active: value }).where(eq(people.id, persons.people.VENDEDOR));
    await active(false);
    const [same] = await save([{ documento, ...NORTH, vendedores: sellers('VENDEDOR', 'ADMIN', 'GERENTE') }]);
    expect(same?.resultado).toBe('mudado');
    const [fresh] = await save([{ documento: OWN, vendedores: sellers('VENDEDOR') }]);
    expect(fresh?.erros).toEqual({ 'vendedores/0/vendedor': 'Vendedor não encontrado.' });
    await active(true);
  });
});

describe('a deleted customer', () => {
  const remove = async (id: number) =>
    server.call('DELETE', `/config/cadastros/clientes/${id}`, {
      token: await server.sessionOf(persons.people.ADMIN),
    });

  it('takes along nothing that the company knows of it: it stays, and the credit with its code', async () => {
    const { db } = server.deps;
    const document = '47960950000121';
    await save([{ documento: document, razaoSocial: 'Com crédito' }]);
    const { id } = await rowOf(document);
    const { 'creditos-cliente': credits } = mappedTypes;
    const [credit] = await db.transaction((tx) =>
      saveRecords(tx, ctx, credits, [
        {
          dados: {
            ...{ codigo: 'C1', descricao: 'Devolução', cliente: document, data: '2026-11-03' },
            ...{ valor: '10', saldo: '10', codigosExternos: { erp: 'C1' } },
          },
        },
      ]),
    );
    expect(credit).toMatchObject({ resultado: 'criado' });
    const { status, body } = await remove(id);
    expect([status, body.code]).toEqual([422, 'EM_USO']);
    expect(body.error).toContain('Crédito de cliente (1)');
    expect(await db.$count(customerCredits, eq(customerCredits.customerId, id))).toBe(1);
    await db.delete(customerCredits).where(eq(customerCredits.customerId, id));
    await db.insert(customerLog).values({ customerId: id, type: 'TICKET', text: 'Ticket aberto' });
    expect((await remove(id)).body.error).toContain('Atividade do cliente (1)');
  });

  it('leaves nothing secret of it in the log', async () => {
    const document = '39053344705';
    await save([
      {
        documento: document,
        razaoSocial: 'Maria',
        nascimento: '1980-02-29',
        contatos: [{ nome: 'Filha', celular: '11987654321', documento: '529.982.247-25' }],
      },
    ]);
    const { id } = await rowOf(document);
    expect((await remove(id)).body.data.resultado).toBe('excluido');
    const [entry] = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityId, String(id)), eq(auditLog.action, 'EXCLUIR')));
    expect(entry?.before).toMatchObject({ razaoSocial: 'Maria', contatos: [{ nome: 'Filha' }] });
    expect(JSON.stringify(entry)).not.toMatch(/1980-02-29|52998224725/);
  });
});
