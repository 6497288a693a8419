import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import {
  auditLog,
  customerBranches,
  customerContacts,
  customerEmails,
  customerPhones,
  customers,
  parameters,
} from '#server/db/tables/index.ts';
import {
  goodCallcenter,
  goodCompany,
  goodPerson,
  type RegistrationFixture,
  registrationFixture,
} from './registrationFixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await registrationFixture();
});
afterAll(() => fixture.server.close());

/** The errors of a rejected request; asserts that nothing was written. */
async function errorsOf(path: string, body: object) {
  const { db } = fixture.server.deps;
  const before = await db.$count(customers);
  const answer = await fixture.post(path, body);
  expect([answer.status, answer.body.code, await db.$count(customers)]).toEqual([
    422,
    'DADOS_INVALIDOS',
    before,
  ]);
  return answer.body.errors;
}
const forget = (document: string) =>
  fixture.server.deps.db.delete(customers).where(eq(customers.document, document));

describe('permission to register customers', () => {
  it.each(['CONSUMIDOR_FINAL', 'VENDEDOR', 'REPRESENTANTE'] as const)(
    'is refused to a %s in the service area',
    async (as) => {
      expect((await fixture.post('/sac/clientes', goodCompany(fixture), { as })).status).toBe(403);
      expect((await fixture.read('/sac/clientes-cadastro/formularios?tipo=PJ', as)).status).toBe(403);
      expect((await fixture.read('/sac/clientes/consulta/11222333000181/permite-cadastrar', as)).status).toBe(
        403,
      );
    },
  );
  it('is given in the call center to those who sell, and never to consumers', async () => {
    const forms = '/callcenter/clientes-cadastro/formularios?tipo=PJ';
    expect((await fixture.read(forms, 'VENDEDOR')).status).toBe(200);
    expect((await fixture.read(forms, 'REPRESENTANTE')).status).toBe(200);
    expect((await fixture.read(forms, 'CONSUMIDOR_FINAL')).status).toBe(403);
    const body = goodCompany(fixture);
    const answer = await fixture.post('/callcenter/clientes', body, { as: 'CONSUMIDOR_FINAL' });
    expect(answer.status).toBe(403);
  });
  it("covers the person's own branches only", async () => {
    const errors = await errorsOf(
      '/sac/clientes',
      goodCompany(fixture, { empresa: { filialId: String(fixture.branchIds[1]) } }),
    );
    expect(errors).toEqual({ 'empresa.filialId': 'Escolha uma opção da lista.' });
  });
  it('treats a pre-registration out of scope like an unknown one', async () => {
    const other = await fixture.read(`/sac/clientes/cadastro-simulacao?idCli=${fixture.customerIds.second}`);
    const none = await fixture.read('/sac/clientes/cadastro-simulacao?idCli=999999');
    expect([other.status, other.body.error]).toEqual([404, none.body.error]);
    const completing = { ...goodCompany(fixture), idCli: fixture.customerIds.second };
    expect((await fixture.post('/sac/clientes', completing)).status).toBe(404);
  });
});

describe('registration steps', () => {
  it('come with their forms, in order, for the requesting area', async () => {
    for (const area of ['sac', 'callcenter']) {
      const { status, body } = await fixture.read(`/${area}/clientes-cadastro/formularios?tipo=PJ`);
      expect(status).toBe(200);
      expect(body.etapas.slice(0, 4).map(({ etapa }: { etapa: string }) => etapa)).toEqual([
        'documento',
        'empresa',
        'contatos',
        'enderecos',
      ]);
      expect(body.etapas[1].versao).toBe(`${area}-empresa 1`);
      // The operator works at a single branch.
      expect(body.etapas[1].inicial).toEqual({ filialId: String(fixture.branchIds[0]) });
      expect(body.contexto).toMatchObject({
        tipo: 'PJ',
        simulacao: false,
        temFiliais: true,
        tabelaPrecoObrigatoria: true,
      });
      const code = await fixture.read(body.etapas[1].formulario.validador);
      expect([code.status, code.headers['content-type']]).toEqual([
        200,
        expect.stringContaining('javascript'),
      ]);
    }
  });
});

describe('registration of a company', () => {
  it('saves it with its contacts, branch and audit entry', async () => {
    const { db } = fixture.server.deps;
    const answer = await fixture.post('/sac/clientes', goodCompany(fixture));
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { id: expect.any(Number), message: 'Cliente cadastrado com sucesso.' } },
    ]);
    const { id } = answer.body.data;
    const [row] = await db.select().from(customers).where(eq(customers.id, id));
    expect(row).toMatchObject({
      document: '11222333000181',
      legalName: 'Mercado Bom Preço Ltda.',
      tradeName: 'Bom Preço',
      phone: '11987654321',
      email: 'compras@bompreco.com.br',
      stateRegistration: '110042490114',
      activityId: 2,
      leadSourceId: 3,
      prospect: false,
      representativeId: null,
      address: { cep: '01310100', cidade: 'São Paulo', uf: 'SP', ibge: '3550308' },
      deliveryAddress: { numero: '20' },
      registration: { empresa: { cnae: '4711302' }, contatos: { nomeSocio: 'João Prado' } },
      // What has no place of its own is kept with the extra fields, where it is shown.
      extraFields: { contribuinte: 1 },
    });
    const of = (table: typeof customerPhones | typeof customerEmails | typeof customerContacts) =>
      db.select().from(table).where(eq(table.customerId, id)).orderBy(table.id);
    expect(await of(customerPhones)).toMatchObject([{ number: '11987654321', description: 'Telefone' }]);
    expect((await of(customerEmails)).map((one) => 'description' in one && one.description)).toEqual([
      'Contato',
      'NF-e',
    ]);
    expect((await of(customerContacts)).map((one) => 'name' in one && one.name)).toEqual([
      'Lúcia Reis',
      'João Prado',
    ]);
    expect(await db.select().from(customerBranches).where(eq(customerBranches.customerId, id))).toMatchObject(
      [{ customerId: id, branchId: fixture.branchIds[0] }],
    );
    const trail = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'customers'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(trail).toMatchObject([
      { action: 'CRIAR', entity: 'customers', personId: fixture.people.OPERADOR },
    ]);
  });
  it('is refused a second time, and to other people without its name', async () => {
    expect(await errorsOf('/sac/clientes', goodCompany(fixture))).toEqual({
      documento: 'Este documento já está cadastrado.',
    });
    const path = '/sac/clientes/consulta/11222333000181/permite-cadastrar';
    expect((await fixture.read(path)).body).toEqual({
      error: expect.stringContaining('Bom Preço'),
      idCli: expect.any(Number),
    });
    const other = (await fixture.read(path, 'OTHER_OPERATOR')).body;
    expect(other).toEqual({
      error: 'Este documento já é de um cliente da empresa.',
      podePedirTransferencia: true,
    });
  });
  it('reports wrong fields by their path', async () => {
    const body = goodCompany(fixture, {
      documento: '12ABC34501DE35',
      empresa: { cnae: '123', contribuinte: undefined, atividade: '999', regimeEspecial: true },
      contatos: { email: 'sem arroba', nomeSocio: '  ' },
      enderecoCobranca: { complemento: 'x'.repeat(81), ibge: '3304557' },
      referenciasComerciais: [{ nome: 'Só o nome' }],
    });
    await forget('12ABC34501DE35').catch(() => {});
    const errors = await errorsOf('/sac/clientes', { ...body, documento: 'AB12CD34000184' });
    expect(Object.keys(errors).sort()).toEqual([
      'contatos.email',
      'contatos.nomeSocio',
      'empresa.anexos',
      'empresa.atividade',
      'empresa.cnae',
      'empresa.contribuinte',
      'enderecoCobranca.complemento',
      'enderecoCobranca.ibge',
      'referenciasComerciais.0.cidade',
      'referenciasComerciais.0.telefone',
      'referenciasComerciais.0.uf',
    ]);
    expect(errors).toMatchObject({
      'empresa.anexos': 'Ao marcar Regime especial é necessário anexar o comprovante',
      'enderecoCobranca.complemento': 'Máximo de 80 caracteres.',
      'enderecoCobranca.ibge': 'Escolha uma cidade do estado informado.',
    });
  });
  it('accepts letters in the CNPJ and exemption from a state registration', async () => {
    const answer = await fixture.post(
      '/sac/clientes',
      goodCompany(fixture, { documento: 'ab.12c.d34/0001-84', empresa: { isento: true } }),
    );
    const [row] = await fixture.server.deps.db
      .select()
      .from(customers)
      .where(eq(customers.id, answer.body.data.id));
    expect([row?.document, row?.stateRegistration]).toEqual(['AB12CD34000184', 'ISENTO']);
    await forget('AB12CD34000184');
  });
  it('warns of a state registration in an unusual format, and saves', async () => {
    const body = goodCompany(fixture, { documento: 'AB12CD34000184', empresa: { inscricao: '123456' } });
    const { body: answer } = await fixture.post('/sac/clientes', body);
    expect(answer.data.message).toBe(
      'Cliente cadastrado com sucesso. Confira a inscrição estadual: ela não tem o formato das inscrições de SP.',
    );
    await forget('AB12CD34000184');
  });
  it('ignores a context sent in the body', async () => {
    const contexto = { tipo: 'PF', simulacao: true, temAtividades: false };
    const body = goodCompany(fixture, {
      documento: 'AB12CD34000184',
      contexto,
      empresa: { contexto, atividade: undefined },
    });
    expect(await errorsOf('/sac/clientes', body)).toEqual({ 'empresa.atividade': expect.any(String) });
  });
});

describe('registration of a person', () => {
  it('requires name and birth date, and allows exemption only by parameter', async () => {
    const { db } = fixture.server.deps;
    expect(
      await errorsOf('/sac/clientes', goodPerson(fixture, { empresa: { dataNascimento: '2999-01-01' } })),
    ).toEqual({
      'empresa.dataNascimento': 'A data de nascimento não pode ser depois de hoje.',
    });
    const exempt = goodPerson(fixture, { empresa: { isento: true } });
    expect(Object.keys(await errorsOf('/sac/clientes', exempt))).toEqual(['empresa.isento']);
    await db
      .insert(parameters)
      .values({ area: 'SAC', key: 'permiteCadastroCpfSemIE', value: true })
      .onConflictDoUpdate({
        target: [parameters.area, parameters.key, parameters.branchId],
        set: { value: true },
      });
    const answer = await fixture.post('/sac/clientes', exempt);
    expect(answer.status).toBe(200);
    const [row] = await db.select().from(customers).where(eq(customers.id, answer.body.data.id));
    expect(row).toMatchObject({ birthDate: '1984-07-19', tradeName: 'Maria das Dores Alves' });
    await db.delete(parameters).where(eq(parameters.key, 'permiteCadastroCpfSemIE'));
    await forget('52998224725');
  });
});

describe('registration in the call center', () => {
  it('requires a price table, three references and more e-mails', async () => {
    const errors = await errorsOf(
      '/callcenter/clientes',
      goodCompany(fixture, { documento: 'AB12CD34000184' }),
    );
    expect(Object.keys(errors).sort()).toEqual([
      'contatos.emailBoleto',
      'contatos.observacoes',
      'empresa.contribuinte',
      'empresa.tabelaPreco',
      'referenciasComerciais',
    ]);
    const answer = await fixture.post(
      '/callcenter/clientes',
      goodCallcenter(fixture, { documento: 'AB12CD34000184' }),
    );
    expect(answer.status).toBe(200);
    await forget('AB12CD34000184');
  });
  it('accepts an incomplete simulation, which the steps complete later', async () => {
    const { db } = fixture.server.deps;
    const whole = goodCallcenter(fixture, { documento: 'AB12CD34000184' });
    const {
      cnae: _,
      inscricao: __,
      comoConheceu: ___,
      ...company
    } = whole.empresa as Record<string, unknown>;
    const { telefone1, email } = whole.contatos;
    const answer = await fixture.post('/callcenter/clientes', {
      ...whole,
      empresa: { ...company, simulacao: true },
      contatos: { telefone1, email },
      referenciasComerciais: [],
    });
    expect(answer.status).toBe(200);
    const { id } = answer.body.data;
    const known = await fixture.read(`/callcenter/cliente-cadastro-simulacao/${id}`);
    expect(known.body.dados.originalData).toMatchObject({
      documento: 'AB12CD34000184',
      empresa: { razaoSocial: 'Mercado Bom Preço Ltda.', tabelaPreco: '1' },
      enderecoCobranca: { ibge: '3550308' },
    });
    const done = await fixture.post('/callcenter/clientes', { ...whole, idCli: id });
    expect(done.body.data.id).toBe(id);
    const [row] = await db.select().from(customers).where(eq(customers.id, id));
    expect([row?.simulation, row?.version]).toEqual([false, 2]);
    const after = await fixture.read(`/callcenter/cliente-cadastro-simulacao/${id}`);
    expect(after.body.dados.originalData).toBeNull();
    expect((await fixture.post('/callcenter/clientes', { ...whole, idCli: id })).body.code).toBe(
      'CADASTRO_COMPLETO',
    );
    await forget('AB12CD34000184');
  });
});
