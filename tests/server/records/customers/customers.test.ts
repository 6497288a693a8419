import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { missingDocument } from '#contract/rules/documents.ts';
import {
  auditLog,
  customerBranches,
  customerContacts,
  customerLog,
  customerPhones,
  customers,
  orders,
  representatives,
} from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { type CustomersContext, customersContext } from './customersContext.ts';

let server: CustomersContext['server'];
let persons: CustomersContext['persons'];
let contextOf: CustomersContext['contextOf'];
let save: CustomersContext['save'];
let ctx: CustomersContext['ctx'];
let rowOf: CustomersContext['rowOf'];
beforeAll(async () => {
  ({ server, persons, contextOf, save, ctx, rowOf } = await customersContext());
});
afterAll(() => server?.close());

const { clientes } = mappedTypes;
const OWN = '12ABC34501DE35';
const FOREIGN = '11444777000161';
const NEW = ['45997418000153', '60746948000112', '33000167000101', '61186888000193'] as const;

describe('customer', () => {
  it('is stored completely, with its main phone and e-mail among the others', async () => {
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
    const logged = await db
      .select()
      .from(customerLog)
      .where(eq(customerLog.customerId, row.id))
      .orderBy(customerLog.id);
    expect(logged.map(({ text }) => text)).toEqual(['Cliente cadastrado']);
    const reported = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'customers'), eq(auditLog.entityId, String(row.id))))
      .orderBy(auditLog.id);
    expect(reported[0]?.after).toMatchObject({ contatos: [{ nome: 'Ana' }] });
    expect(JSON.stringify(reported)).not.toContain('52998224725');
  });

  it('keeps the rest of its registration, and raises the version of a contact', async () => {
    const { db } = server.deps;
    const { id, registration } = await rowOf(NEW[0]);
    const bank = {
      enderecos: { conferido: true },
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
      enderecos: { conferido: true },
      empresa: { isento: true, suframa: '12345678' },
    });
    const [contact] = await db.select().from(customerContacts).where(eq(customerContacts.customerId, id));
    expect(contact).toMatchObject({ role: 'Compras', document: '', version: 2 });
  });

  it('has the bank accounts of its registration, which no audit shows, each of a known bank', async () => {
    const { db } = server.deps;
    const { id, registration } = await rowOf(NEW[0]);
    const registered = {
      dadosBancarios: [
        { banco: { codigoBanco: '001', nomeBanco: 'X' }, agencia: '1234', conta: '99887-7', contato: 'Ana' },
      ],
      referenciasComerciais: [{ nome: 'Loja A', telefone: '1132221010', cidade: 'Santos', uf: 'SP' }],
    };
    await db
      .update(customers)
      .set({ registration: { ...registration, ...registered } })
      .where(eq(customers.id, id));
    const { data } = await oneRecord(db, await contextOf('ADMIN'), clientes, id);
    const [account] = (data.registro as { dadosBancarios: object[] }).dadosBancarios;
    expect(account).toEqual({ banco: '001', agencia: '1234', conta: '99887-7', contato: 'Ana' });
    expect(data.registro).toMatchObject({ referenciasComerciais: [{ nome: 'Loja A', cidade: 'Santos' }] });
    const other = { banco: '341', agencia: '0001', conta: '55443-2', contato: 'Bia' };
    const [changed] = await save([
      { documento: NEW[0], registro: { ...(data.registro as object), dadosBancarios: [account, other] } },
    ]);
    expect(changed?.resultado).toBe('mudado');
    expect((await rowOf(NEW[0])).registration).toMatchObject({
      enderecos: { conferido: true },
      dadosBancarios: [
        { banco: { codigoBanco: '001', nomeBanco: expect.stringMatching(/brasil/i) } },
        { banco: { codigoBanco: '341' }, conta: '55443-2' },
      ],
      referenciasComerciais: [{ nome: 'Loja A' }],
    });
    const reported = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)))
      .orderBy(auditLog.id);
    expect(JSON.stringify(reported)).not.toContain('55443');
    const [wrong] = await save([
      { documento: NEW[0], registro: { dadosBancarios: [{ ...other, banco: '000' }, account, account] } },
    ]);
    expect(wrong?.erros).toEqual({
      'registro/dadosBancarios/0/banco': expect.any(String),
      'registro/dadosBancarios/2/conta': expect.any(String),
    });
  });

  it('is rejected where the registration would reject it, each at its field', async () => {
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
    // The main phone and e-mail are taken from these lists, but are not refused a second time.
    const [listed] = await save([
      {
        documento: NEW[1],
        razaoSocial: 'Listas Ltda',
        telefones: [{ numero: '1133', descricao: 'Loja' }],
        emails: [{ email: 'sem-arroba', descricao: 'Compras' }],
      },
    ]);
    expect(Object.keys(listed?.erros ?? {}).sort()).toEqual(['emails/0/email', 'telefones/0/numero']);
  });

  it('stays a first contact for as long as it has no document', async () => {
    const document = missingDocument(1);
    const contact = { document, legalName: 'Contato', tradeName: 'Contato', prospect: true };
    await server.deps.db.insert(customers).values(contact);
    const [refused, changed] = [
      ...(await save([{ documento: document, prospect: false }])),
      ...(await save([{ documento: document, categoria: 'Ouro' }])),
    ];
    expect([refused?.erros, changed?.erros]).toEqual([
      { prospect: 'Sem CPF ou CNPJ, o cliente fica só como pré-cadastro. Informe antes o documento.' },
      undefined,
    ]);
    const { id } = await rowOf(document);
    const told = await server.deps.db.transaction((tx) =>
      saveRecords(tx, ctx, clientes, [{ id, dados: { documento: NEW[1], prospect: false } }]),
    );
    expect(told[0]?.resultado).toBe('mudado');
    await server.deps.db.delete(customers).where(eq(customers.id, id));
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

  it('protects what it refers to: an activity in use is archived, not deleted', async () => {
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

  it.each(['OPERADOR', 'REPRESENTANTE'] as const)('are in no list, file or page of %s', async (type) => {
    const { documents, file, foreign, unknown } = await urls(type);
    expect(documents).toContain(OWN);
    expect(documents).not.toContain(FOREIGN);
    expect(file).toContain('Mercado Azul');
    expect(file).not.toContain('Mercado Verde');
    expect(foreign[0]).toBe(404);
    expect(foreign).toEqual(unknown);
  });

  it('cannot be written by a representative, who creates customers in their own region', async () => {
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

  it('cannot be created by an operator, whose new ones belong to their own branch', async () => {
    const own = await contextOf('OPERADOR');
    const [elsewhere, made] = await save(
      [
        { documento: NEW[1], razaoSocial: 'Do norte', filiais: [{ filial: '11222333000262' }] },
        { documento: NEW[2], razaoSocial: 'Daqui' },
      ],
      own,
    );
    expect(elsewhere?.erros).toEqual({
      'filiais/0/filial': 'Filial "11222333000262" não encontrada por CNPJ.',
    });
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
