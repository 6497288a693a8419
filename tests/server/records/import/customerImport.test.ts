import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { contactTypes, customerBranches, customers, files } from '#server/db/tables/index.ts';
import { runImport } from '#server/records/import/runImport.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

/** Several times what is read (1,000) and what is written (500) at once. */
const LINES = 2_500;
const BAD = 20;
const BASE = '/config/cadastros/clientes/importacoes';

let server: TestServer;
let persons: TestPeople;
let token: string;
let content: Buffer;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  const store: FileStore = {
    put: async (open) => {
      content = await buffer(open());
    },
    get: async () => Readable.from([content]),
    remove: async () => {},
  };
  Object.assign(server.deps.files, store);
});
afterAll(() => server?.close());

/** As written by a Brazilian ERP: Windows-1252, semicolons, both kinds of documents, cities by name. */
function sheet(): Buffer {
  const titles =
    'CNPJ/CPF;Razão Social;Fantasia;IE;Fone;E-mail;Endereço;Nº;Bairro;Cidade;UF;CEP;Filiais que o atendem;Cód. ERP';
  const lines = Array.from({ length: LINES }, (_, index) => {
    const base = `${String(62_000_000 + index)}0001`;
    const digits = index % (LINES / BAD) === 7 ? wrong(base) : cnpjCheckDigits(base);
    return [
      `${base}${digits}`,
      `Açougue São João ${index} Ltda`,
      `São João ${index}`,
      'ISENTO',
      '(11) 3322-4455',
      `COMPRAS${index}@EXEMPLO.COM.BR`,
      'Rua Três',
      String(index),
      'Centro',
      'SÃO PAULO',
      'SP',
      '01310-100',
      '"11.222.333/0001-81, 11.222.333/0002-62"',
      String(index),
    ].join(';');
  });
  return Buffer.from(`${titles}\r\n${lines.join('\r\n')}\r\n`, 'latin1');
}

const COLUMNS = [
  'documento',
  'razaoSocial',
  'nomeFantasia',
  'inscricaoEstadual',
  'telefone',
  'email',
  'endereco/logradouro',
  'endereco/numero',
  'endereco/bairro',
  'endereco/cidade',
  'endereco/uf',
  'endereco/cep',
  'filiais',
  'codigosExternos/erp',
];

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
  const answer = await server.call(method, url, { token, ...(body && { body }) });
  return answer.body.data;
};

async function written(columns = COLUMNS, settings = {}): Promise<Record<string, unknown> & { id: string }> {
  const [file] = await server.deps.db
    .insert(files)
    .values({
      name: 'clientes.csv',
      mime: 'text/csv',
      size: content.length,
      sha256: '',
      storedAs: '1'.repeat(32),
      ownerId: persons.people.ADMIN,
    })
    .onConflictDoNothing()
    .returning({ id: files.id });
  const made = await call('POST', BASE, { arquivo: { id: file?.id } });
  expect(made.colunas).toEqual(columns);
  const work = { ...server.deps, log: { warn() {}, error() {}, info() {} } as never };
  const ajustes = { ...made.ajustes, ...settings };
  await call('PUT', `${BASE}/${made.id}`, { versao: made.versao, ajustes });
  await runImport(work, made.id);
  const { versao } = await call('GET', `${BASE}/${made.id}`);
  await call('POST', `${BASE}/${made.id}/gravar`, { versao });
  await runImport(work, made.id);
  await server.deps.db
    .update(files)
    .set({ storedAs: `${Date.now()}`.padEnd(32, '0') })
    .where(eq(files.id, file?.id ?? ''));
  return call('GET', `${BASE}/${made.id}`);
}

it('imports 2,500 customers from a Windows-1252 sheet, and nothing a second time', async () => {
  content = sheet();
  const { db } = server.deps;
  const before = await db.$count(customers);
  const first = await written();
  expect(first.contagens).toMatchObject({ linhas: LINES, criados: LINES - BAD, recusados: BAD });
  expect((await db.$count(customers)) - before).toBe(LINES - BAD);
  const [one] = await db.select().from(customers).where(eq(customers.tradeName, 'São João 1'));
  expect(one).toMatchObject({
    legalName: 'Açougue São João 1 Ltda',
    address: { cidade: 'São Paulo', ibge: '3550308', uf: 'SP', numero: '1' },
  });
  expect(await db.$count(customerBranches, eq(customerBranches.customerId, one?.id ?? 0))).toBe(2);
  expect((await written()).contagens).toMatchObject({ criados: 0, mudados: 0, iguais: LINES - BAD });
});

it('imports accounts, references, contacts and the delivery address from columns of a sheet', async () => {
  const titles = [
    'CNPJ/CPF;Razão Social;Banco 1;Agência 1;Conta 1;Contato do banco 1;Banco 2;Agência 2;Conta 2;Contato do banco 2',
    'Referência 1;Referência 1 - Cidade;Referência 2;Contato;E-mail do contato;Contato 2;Celular do contato 2',
    'CEP entrega;Endereço de entrega;Nº entrega;Bairro entrega;Cidade entrega;UF entrega',
  ];
  const cnpj = (root: number) => `${root}0001${cnpjCheckDigits(`${root}0001`)}`;
  const delivery = ';01310-100;Rua Três;7;Centro;São Paulo;SP';
  const lines = [
    // Both accounts, one reference, and only the second contact.
    `${cnpj(63_000_001)};Padaria Pão Bão;001;1234;55-X;Zé;341;77;9999;Conceição;Moinho Açaí;Santos;;;;Antônio;(11) 98888-7777${delivery}`,
    // Only the second account, with an invalid bank, which is reported for its column.
    `${cnpj(63_000_002)};Açaí da Praça;;;;;ITAÚ;77;9999;Conceição;;;;;;;${';'.repeat(6)}`,
    // No list items at all.
    `${cnpj(63_000_003)};Sem Conta;;;;;;;;;;;;;;;${';'.repeat(6)}`,
  ];
  content = Buffer.from([titles.join(';'), ...lines, ''].join('\r\n'), 'latin1');
  const columns = [
    ...['documento', 'razaoSocial'],
    ...[1, 2].flatMap((at) =>
      ['banco', 'agencia', 'conta', 'contato'].map((key) => `registro/dadosBancarios/${at}/${key}`),
    ),
    ...['1/nome', '1/cidade', '2/nome'].map((each) => `registro/referenciasComerciais/${each}`),
    ...['1/nome', '1/email', '2/nome', '2/celular'].map((each) => `contatos/${each}`),
    ...['cep', 'logradouro', 'numero', 'bairro', 'cidade', 'uf'].map((key) => `enderecoEntrega/${key}`),
  ];
  const first = await written(columns);
  expect(first.contagens).toMatchObject({ linhas: 3, criados: 2, recusados: 1 });
  expect(first.problemas).toEqual([
    { linha: 3, coluna: 'Banco 2', problema: 'Informe os 3 números do banco' },
  ]);
  const { db } = server.deps;
  const [bakery] = await db.select().from(customers).where(eq(customers.legalName, 'Padaria Pão Bão'));
  expect(bakery?.deliveryAddress).toMatchObject({ logradouro: 'Rua Três', cidade: 'São Paulo' });
  const { registro, contatos } = await call('GET', `/config/cadastros/clientes/${bakery?.id}`);
  expect(registro.dadosBancarios).toMatchObject([
    { banco: '001', agencia: '1234', conta: '55-X', contato: 'Zé' },
    { banco: '341', agencia: '77', conta: '9999', contato: 'Conceição' },
  ]);
  expect(registro.referenciasComerciais).toMatchObject([{ nome: 'Moinho Açaí', cidade: 'Santos' }]);
  expect(contatos).toMatchObject([{ nome: 'Antônio', celular: '11988887777' }]);
  expect((await written(columns)).contagens).toMatchObject({ criados: 0, mudados: 0, iguais: 2 });
  // A sheet that does not mention the lists leaves them unchanged.
  content = Buffer.from(
    `CNPJ/CPF;Razão Social;Banco 1\r\n${cnpj(63_000_001)};Padaria Pão Bom;\r\n`,
    'latin1',
  );
  const renamed = await written(['documento', 'razaoSocial', 'registro/dadosBancarios/1/banco']);
  expect(renamed.contagens).toMatchObject({ mudados: 1 });
  const again = await call('GET', `/config/cadastros/clientes/${bakery?.id}`);
  expect([again.razaoSocial, again.registro.dadosBancarios.length]).toEqual(['Padaria Pão Bom', 2]);
});

it('imports phones and e-mails from columns, the first as the main one unless stated otherwise', async () => {
  const cnpj = (root: number) => `${root}0001${cnpjCheckDigits(`${root}0001`)}`;
  const [first, second] = [cnpj(63_000_004), cnpj(63_000_005)];
  const titles = 'CNPJ/CPF;Razão Social;Telefone 1;Descrição do telefone 1;Telefone 2;E-mail 1;E-mail';
  content = Buffer.from(
    [
      titles,
      `${first};Moinho;(11) 3333-4444;Loja;(11) 98888-7777;compras@moinho.com;`,
      `${second};Forno;;;(11) 3333-5555;nota@forno.com;dono@forno.com`,
      '',
    ].join('\r\n'),
    'latin1',
  );
  const columns = [
    ...['documento', 'razaoSocial', 'telefones/1/numero', 'telefones/1/descricao', 'telefones/2/numero'],
    ...['emails/1/email', 'email'],
  ];
  expect((await written(columns)).contagens).toMatchObject({ criados: 2, recusados: 0 });
  const { db } = server.deps;
  const named = async (name: string) => {
    const [row] = await db.select().from(customers).where(eq(customers.legalName, name));
    return call('GET', `/config/cadastros/clientes/${row?.id}`);
  };
  expect(await named('Moinho')).toMatchObject({
    telefone: '1133334444',
    telefones: [{ numero: '1133334444', descricao: 'Loja' }, { numero: '11988887777' }],
    email: 'compras@moinho.com',
  });
  expect(await named('Forno')).toMatchObject({
    telefone: '1133335555',
    email: 'dono@forno.com',
    emails: [{ email: 'nota@forno.com' }],
  });
  expect((await written(columns)).contagens).toMatchObject({ iguais: 2 });
});

it('changes only the list items that its columns name, and keeps the others and their other fields', async () => {
  const document = `63000006${'0001'}${cnpjCheckDigits('630000060001')}`;
  const [kind] = await server.deps.db
    .insert(contactTypes)
    .values({ code: 'COMPRAS', name: 'Compras' })
    .returning({ code: contactTypes.code });
  const contact = {
    nome: 'Ana',
    tipo: kind?.code,
    cargo: 'Dona',
    telefone: '1132221010',
    autorizadoFaturamento: true,
  };
  const account = { banco: '001', agencia: '1234', contato: 'Zé' };
  const numbers = ['1133334441', '1133334442', '1133334443', '1133334444'];
  const { body } = await server.call('POST', '/config/cadastros/clientes', {
    token,
    body: {
      dados: {
        documento: document,
        razaoSocial: 'Lista Comprida',
        telefones: numbers.map((numero) => ({ numero, descricao: `Fone ${numero}` })),
        contatos: [contact, { nome: 'Bia', telefone: '1132221010' }],
        registro: {
          cnae: '4711302',
          dadosBancarios: [
            { ...account, conta: '1' },
            { ...account, conta: '2' },
          ],
        },
      },
    },
  });
  expect(body.errors ?? {}).toEqual({});
  const made = body.data;
  content = Buffer.from(
    [
      'CNPJ/CPF;Telefone 2;E-mail do contato;Conta 2;Cidade',
      `${document};(11) 98888-7777;ana@comprida.com;22;Santos`,
      '',
    ].join('\r\n'),
    'latin1',
  );
  const columns = [
    ...['documento', 'telefones/2/numero', 'contatos/1/email', 'registro/dadosBancarios/2/conta'],
    'endereco/cidade',
  ];
  const changed = await written(columns);
  expect([changed.contagens, changed.problemas]).toMatchObject([{ mudados: 1, recusados: 0 }, []]);
  const after = await call('GET', `/config/cadastros/clientes/${made.id}`);
  expect(after.telefones).toEqual([
    ...[{ numero: '1133334441', descricao: 'Fone 1133334441' }],
    ...[{ numero: '11988887777', descricao: 'Fone 1133334442' }],
    ...['1133334443', '1133334444'].map((numero) => ({ numero, descricao: `Fone ${numero}` })),
  ]);
  expect(after.contatos).toMatchObject([{ ...contact, email: 'ana@comprida.com' }, { nome: 'Bia' }]);
  expect(after.registro).toMatchObject({
    cnae: '4711302',
    dadosBancarios: [
      { ...account, conta: '1' },
      { ...account, conta: '22' },
    ],
  });
  expect((await written(columns)).contagens).toMatchObject({ mudados: 0, iguais: 1 });
});

it('clears the empty cells of a group, where empty cells clear, and no others', async () => {
  const document = `63000007${'0001'}${cnpjCheckDigits('630000070001')}`;
  const made = await call('POST', '/config/cadastros/clientes', {
    dados: {
      documento: document,
      razaoSocial: 'Grupo Limpo',
      endereco: { logradouro: 'Rua Um', numero: '1', complemento: 'Fundos' },
      registro: {
        cnae: '4711302',
        dadosBancarios: [{ banco: '001', agencia: '1', conta: '1', contato: 'Zé' }],
      },
    },
  });
  content = Buffer.from(`CNPJ/CPF;Complemento;Nº;Banco 1\r\n${document};;2;\r\n`, 'latin1');
  const columns = ['documento', 'endereco/complemento', 'endereco/numero', 'registro/dadosBancarios/1/banco'];
  expect((await written(columns, { limparVazias: true })).contagens).toMatchObject({ mudados: 1 });
  const { endereco, registro } = await call('GET', `/config/cadastros/clientes/${made.id}`);
  expect([endereco, registro]).toEqual([{ logradouro: 'Rua Um', numero: '2' }, { cnae: '4711302' }]);
});

const wrong = (base: string): string => {
  const digits = cnpjCheckDigits(base);
  return `${digits[0]}${(Number(digits[1]) + 1) % 10}`;
};
