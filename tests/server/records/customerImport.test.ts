import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { cnpjCheckDigits } from '../../../contract/rules/documents.ts';
import type { FileStore } from '../../../server/adapters/files/fileStore.ts';
import { customerBranches, customers, files } from '../../../server/db/tables/index.ts';
import { runImport } from '../../../server/records/import/runImport.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';

const LINES = 5_000;
const BAD = 40;
const BASE = '/config/cadastros/clientes/importacoes';

let server: TestServer;
let persons: Handful;
let token: string;
let content: Buffer;
beforeAll(async () => {
  server = await testServer();
  persons = await handful(server.deps.db);
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

/** As an ERP of this country writes it: Windows-1252, semicolons, both kinds of documents, a city by its name. */
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

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
  const answer = await server.call(method, url, { token, ...(body && { body }) });
  return answer.body.data;
};

async function written(): Promise<Record<string, unknown> & { id: string }> {
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
  expect(made.colunas).toEqual([
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
  ]);
  const work = { ...server.deps, log: { warn() {}, error() {}, info() {} } as never };
  await call('PUT', `${BASE}/${made.id}`, { versao: made.versao });
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

it('takes five thousand customers from a Windows-1252 sheet, and nothing of it a second time', async () => {
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

const wrong = (base: string): string => {
  const digits = cnpjCheckDigits(base);
  return `${digits[0]}${(Number(digits[1]) + 1) % 10}`;
};
