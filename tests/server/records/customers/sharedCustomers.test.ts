import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import { auditLog, customerCredits, customerLog, people } from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { untilBlocked } from '#tests/support/database/untilBlocked.ts';
import type { TestPeople } from '#tests/support/people.ts';
import { type CustomersContext, customersContext } from './customersContext.ts';

let server: CustomersContext['server'];
let persons: CustomersContext['persons'];
let ctx: CustomersContext['ctx'];
let contextOf: CustomersContext['contextOf'];
let save: CustomersContext['save'];
let rowOf: CustomersContext['rowOf'];
beforeAll(async () => {
  ({ server, persons, ctx, contextOf, save, rowOf } = await customersContext());
});
afterAll(() => server?.close());

const { clientes } = mappedTypes;
const OWN = '12ABC34501DE35';
const _FOREIGN = '11444777000161';
const _NEW = ['45997418000153', '60746948000112', '33000167000101', '61186888000193'] as const;

describe('customer of several branches', () => {
  const [HERE, NORTH] = [{ filial: '11222333000181' }, { filial: '11222333000262' }];
  const SHARED = '02558157000162';
  const branchesOf = async (document: string) => {
    const { id } = await rowOf(document);
    const { data } = await oneRecord(server.deps.db, ctx, clientes, id);
    return ((data.filiais ?? []) as { filial: string }[]).map(({ filial }) => filial).sort();
  };
  beforeAll(() => save([{ documento: SHARED, razaoSocial: 'De todos', filiais: [HERE, NORTH] }]));

  it('keeps the branches that the writer does not see, whether named or not', async () => {
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
    expect(added?.erros).toEqual({ 'filiais/1/filial': 'Filial "11222333000262" não encontrada por CNPJ.' });
    // A person who sees everything replaces the whole list.
    await save([{ documento: SHARED, filiais: [HERE] }]);
    expect(await branchesOf(SHARED)).toEqual([HERE.filial]);
    await save([{ documento: SHARED, filiais: [HERE, NORTH] }]);
  });

  it('cannot be deleted by a person who sees only some of them', async () => {
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

  it('keeps its branches also when someone else creates it at the same moment', async () => {
    const { db } = server.deps;
    const own = await contextOf('OPERADOR');
    const document = '06990590000123';
    let late: ReturnType<typeof save> | undefined;
    await db.transaction(async (tx) => {
      const dados = { documento: document, razaoSocial: 'Uma', filiais: [HERE, NORTH] };
      await saveRecords(tx, ctx, clientes, [{ dados }]);
      late = save([{ documento: document, razaoSocial: 'Outra', filiais: [HERE] }], own);
      await untilBlocked(server.deps.db);
    });
    expect(await late).toMatchObject([{ resultado: 'mudado', mudancas: { razaoSocial: {} } }]);
    expect(await branchesOf(document)).toEqual([HERE.filial, NORTH.filial]);
  });
});

describe('sellers of a customer', () => {
  const sellers = (...who: (keyof TestPeople['people'])[]) =>
    who.map((type) => ({ vendedor: persons.cpfs[type] }));
  const HERE = { filiais: [{ filial: '11222333000181' }] };
  const NORTH = { filiais: [{ filial: '11222333000262' }] };

  it('are named by CPF, e-mail or employee number, and an ambiguous one is reported', async () => {
    const { db } = server.deps;
    const found = await db.select().from(people);
    const [seller, admin] = (['VENDEDOR', 'ADMIN'] as const).map((type) =>
      found.find(({ id }) => id === persons.people[type]),
    );
    if (!seller || !admin) throw new Error('no people');
    const numbered = (employeeNumber: string, ...ids: number[]) =>
      db.update(people).set({ employeeNumber }).where(inArray(people.id, ids));
    await numbered('V-77', seller.id);
    const dados = { documento: '27865757000102', razaoSocial: 'Vendida por login', ...HERE };
    const by = (...words: string[]) =>
      save([{ ...dados, vendedores: words.map((vendedor) => ({ vendedor })) }]);
    expect(await by(` ${seller.email.toUpperCase()} `, admin.email)).toMatchObject([{ resultado: 'criado' }]);
    expect(await by('V-77', admin.cpf)).toMatchObject([{ resultado: 'igual' }]);
    const unknown = 'Pessoa "V-78" não encontrada por CPF.';
    expect((await by('V-78'))[0]?.erros).toEqual({ 'vendedores/0/vendedor': unknown });
    await numbered('V-77', seller.id, admin.id);
    const several = 'Há mais de um cadastro com "V-77". Use CPF.';
    expect((await by('V-77'))[0]?.erros).toEqual({ 'vendedores/0/vendedor': several });
    const strange = await save([{ ...dados, representante: null }], await contextOf('REPRESENTANTE'));
    expect(strange).toMatchObject([{ resultado: 'recusado' }]);
  });

  it('must serve the customer, as in a transfer', async () => {
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

  it('stay on their customers when deactivated, and cannot be added to others', async () => {
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

describe('deletion of a customer', () => {
  const remove = async (id: number) =>
    server.call('DELETE', `/config/cadastros/clientes/${id}`, {
      token: await server.sessionOf(persons.people.ADMIN),
    });

  it('is refused while the company has a credit or an activity of it, which stay', async () => {
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
      .where(and(eq(auditLog.entityId, String(id)), eq(auditLog.action, 'EXCLUIR')))
      .orderBy(auditLog.id);
    expect(entry?.before).toMatchObject({ razaoSocial: 'Maria', contatos: [{ nome: 'Filha' }] });
    expect(JSON.stringify(entry)).not.toMatch(/1980-02-29|52998224725/);
  });
});
