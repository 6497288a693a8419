import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { writeXlsx } from 'hucre/xlsx';
import { STANDARD_SETTINGS } from '#contract/records/routes/recordImport.ts';
import type { FileStore } from '#server/adapters/files/fileStore.ts';
import { files, products, recordImports } from '#server/db/tables/index.ts';
import { MAX_ATTEMPTS, SET_ASIDE } from '#server/jobs/attempts.ts';
import { runImport } from '#server/records/import/runImport.ts';
import { createPeople, type TestPeople, testCpf } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let token: string;
const stored = new Map<string, Buffer>();
const store: FileStore = {
  put: async (open, { id }) => void stored.set(id, await buffer(open())),
  get: async (id) => Readable.from([stored.get(id) ?? Buffer.alloc(0)]),
  remove: async (id) => void stored.delete(id),
};
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.ADMIN);
  Object.assign(server.deps.files, store);
});
afterAll(() => server?.close());

type Type = 'produtos' | 'clientes' | 'motivos-ticket';
const base = (type: Type) => `/config/cadastros/${type}/importacoes`;
const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.call(method, url, { token, ...(body && { body }) });
const work = () => ({ ...server.deps, log: { warn() {}, error() {}, info() {} } as never });

async function sent(type: Type, content: string | Buffer, name = 'arquivo.csv') {
  const storedAs = String(stored.size + 1).padStart(32, '0');
  stored.set(storedAs, Buffer.from(content as string));
  const [file] = await server.deps.db
    .insert(files)
    .values({
      name,
      mime: 'text/csv',
      size: content.length,
      sha256: '',
      storedAs,
      ownerId: persons.people.ADMIN,
    })
    .returning({ id: files.id });
  return call('POST', base(type), { arquivo: { id: file?.id } });
}

async function tried(type: Type, content: string | Buffer, ajustes?: object) {
  const { body } = await sent(type, content);
  const { id, versao } = body.data;
  await call('PUT', `${base(type)}/${id}`, { versao, ...(ajustes && { ajustes }) });
  await runImport(work(), id);
  return (await call('GET', `${base(type)}/${id}`)).body.data;
}

async function written(type: Type, content: string | Buffer) {
  const { id, versao } = await tried(type, content);
  await call('POST', `${base(type)}/${id}/gravar`, { versao });
  await runImport(work(), id);
  return (await call('GET', `${base(type)}/${id}`)).body.data;
}

/** 'linha, coluna: sentença' for each problem. */
const reported = ({
  problemas,
}: {
  problemas: { linha: number; coluna: string | null; problema: string }[];
}) => problemas.map(({ linha, coluna, problema }) => `${linha}, ${coluna ?? '—'}: ${problema}`);

const xlsx = async (sheets: Parameters<typeof writeXlsx>[0]['sheets']) =>
  Buffer.from(await writeXlsx({ sheets }));
const PRODUCTS = 'Código;Descrição;Preço';

describe('file that cannot be imported', () => {
  const wide = Array.from({ length: 400 }, (_, index) => `c${index}`).join(';');
  it.each<[string, string | Buffer, RegExp]>([
    ['an empty file', '', /^O arquivo "arquivo.csv" está vazio\.$/],
    ['empty lines', '\n\n;;\n', /^O arquivo não tem linhas\.$/],
    ['titles only', `${PRODUCTS}\n`, /^Não há linhas além da dos títulos\.$/],
    ['400 columns', `${wide}\n1\n`, /^A linha 1 tem mais de 256 colunas\. Deixe na planilha só/],
    [
      'unclosed quotes',
      `${PRODUCTS}\nA;"Tubo;2\nB;Cano;1\n`,
      /^Há aspas que abrem e não fecham até a linha 3\./,
    ],
    ['binary data', Buffer.from([1, 0, 2, 0, 3]), /não é CSV, XLSX, JSON nem NDJSON\.$/],
    [
      'JSON in Latin-1',
      Buffer.from('[{"descricao":"Pão"}]', 'latin1'),
      /não está em UTF-8, como JSON precisa\./,
    ],
    ['JSON lines in Latin-1', Buffer.from('{"descricao":"Pão"}\n', 'latin1'), /não está em UTF-8/],
    ['half a ZIP', 'PK\u0003\u0004 nada', /não pôde ser lida\. Salve-a de novo e envie outra vez\.$/],
    ['a ZIP bomb', bomb(), /é grande demais depois de aberta\. Salve-a como CSV\.$/],
  ])('is rejected with a sentence, and nothing is started: %s', async (_name, content, sentence) => {
    const { status, body } = await sent('produtos', content);
    expect([status, body.error]).toEqual([422, expect.stringMatching(sentence)]);
    expect((await call('GET', base('produtos'))).body.itens).toEqual([]);
  });
});

describe('column titles', () => {
  it('are the line of two that names more fields, and no record where a page repeats them', async () => {
    const job = await tried(
      'produtos',
      `Cadastro;;Valores\n${PRODUCTS}\nA1;Um;1,00\n${PRODUCTS}\nA2;Dois;\n`,
    );
    expect(job).toMatchObject({ linhaTitulo: 2, contagens: { linhas: 3, criados: 2, recusados: 1 } });
    expect(reported(job)).toEqual(['4, —: Repete os títulos das colunas.']);
    const nameless = await tried('produtos', 'Código;;Descrição\nA1;x;Um\nCódigo;;Descrição\n');
    expect(reported(nameless)).toEqual(['3, —: Repete os títulos das colunas.']);
    const units = await tried('produtos', `${PRODUCTS}\n(SKU);(texto);(R$)\nA1;Um;1,00\n`);
    expect(reported(units)).toEqual(['2, Preço: "(R$)" não é um número.']);
  });

  it('are found in any sheet of a workbook, and in another one if it is chosen', async () => {
    const content = await xlsx([
      { name: 'Capa', rows: [['Relatório de produtos']] },
      { name: 'Resumo', rows: [['Total'], [2]] },
      {
        name: 'Itens',
        rows: [
          ['Código', 'Descrição'],
          ['X1', 'Um'],
        ],
      },
    ]);
    const job = await tried('produtos', content);
    expect(job).toMatchObject({
      planilhas: ['Capa', 'Resumo', 'Itens'],
      planilha: 2,
      contagens: { criados: 1 },
    });
    const put = (planilha: number) =>
      call('PUT', `${base('produtos')}/${job.id}`, { versao: job.versao, planilha });
    expect((await put(0)).body.error).toBe('Não há linhas além da dos títulos.');
    expect((await put(1)).body.data).toMatchObject({ planilha: 1, titulos: ['Total'] });
  });
});

it('a sheet of no use does not spoil the others', async () => {
  const days = Array.from({ length: 365 }, (_, day) => `d${day}`);
  const content = await xlsx([
    { name: 'Calendário', rows: [days, days] },
    {
      name: 'Itens',
      rows: [
        ['Código', 'Descrição'],
        ['Y1', 'Um'],
      ],
    },
  ]);
  expect(await tried('produtos', content)).toMatchObject({ planilha: 1, contagens: { criados: 1 } });
});

describe('cells', () => {
  it('keep quotes within quotes', async () => {
    await written('produtos', `${PRODUCTS}\nQ1;"Tubo ""3/4"" aço";2,00\nQ2;Tubo 3/4" aço;1,00\n`);
    const found = await server.deps.db.select().from(products);
    expect(found.map(({ description }) => description)).toEqual(['Tubo "3/4" aço', 'Tubo 3/4" aço']);
  });

  it('that are merged are reported before anything is read as empty', async () => {
    const content = await xlsx([
      {
        name: 'P',
        rows: [
          ['Código', 'Descrição', 'Marca'],
          ['M1', 'Um', 'Aço'],
          ['M2', 'Dois', null],
        ],
        merges: [{ startRow: 1, startCol: 2, endRow: 2, endCol: 2 }],
      },
    ]);
    expect((await tried('produtos', content)).duvidas).toEqual([
      expect.stringMatching(/^Há células mescladas\./),
    ]);
  });

  it('that are merged above the titles are not reported, nor is a list of choices', async () => {
    const content = await xlsx([
      {
        name: 'P',
        rows: [
          ['Produtos', null],
          ['Código', 'Descrição'],
          ['M9', 'Um'],
        ],
        merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
        dataValidations: [{ type: 'list', range: 'B3:B1000', values: ['Um', 'Dois'] }],
      },
    ]);
    expect((await tried('produtos', content)).duvidas).toEqual([]);
  });

  it('with numbers as text or as numbers mean what they show', async () => {
    const content = await xlsx([
      {
        name: 'P',
        rows: [
          ['Código', 'Descrição', 'Preço'],
          ['N1', 'Um', '1.234,56'],
          ['N2', 'Dois', 1234.56],
          [10043, 'Três', '12'],
        ],
      },
    ]);
    const job = await written('produtos', content);
    expect(job.contagens).toMatchObject({ criados: 3, recusados: 0 });
    const found = await server.deps.db.select().from(products).orderBy(products.id);
    expect(found.slice(-3).map(({ code, price }) => [code, Number(price)])).toEqual(
      expect.arrayContaining([
        ['N1', 1234.56],
        ['N2', 1234.56],
        ['10043', 12],
      ]),
    );
  });

  it('with both spellings of numbers are reported, and those of the other one rejected', async () => {
    const job = await tried('produtos', `${PRODUCTS}\nD1;Um;1.234,56\nD2;Dois;1,234.56\n`);
    expect(job.duvidas).toEqual([
      'Há números com vírgula (1) e com ponto (1) como sinal decimal. Os do outro sinal são recusados.',
    ]);
    expect(reported(job)).toEqual([
      '3, Preço: "1,234.56" usa ponto como sinal decimal, e a planilha foi lida com vírgula.',
    ]);
    expect((await tried('produtos', `${PRODUCTS}\nD3;Três;1.234\n`)).duvidas).toEqual([
      '1 número pode ser lido de dois modos, como 1.234. Confira o sinal decimal.',
    ]);
  });

  it('without their zeros, or with a day as a number, get another reading suggested', async () => {
    const people = `CPF/CNPJ;Nome;Nascimento\n${testCpf(12_345_678).slice(1)};Ana;\n${testCpf(5)};Bia;29587\n`;
    const job = await tried('clientes', people);
    expect(reported(job)).toEqual([
      '2, CPF/CNPJ: Faltam zeros à esquerda em "1234567890"? Com eles seria 012.345.678-90.',
      '3, Nascimento: "29587" é um dia contado pela planilha? Seria 01/01/1981.',
    ]);
    const settings = { ...STANDARD_SETTINGS, completarZeros: true, datasSeriais: true };
    expect((await tried('clientes', people, settings)).contagens).toMatchObject({ criados: 2, recusados: 0 });
  });
});

describe('records of a file', () => {
  it('that are repeated, in any spelling, are reported at the second', async () => {
    const masked = testCpf(2).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
    const job = await tried('clientes', `CPF/CNPJ;Nome\n${testCpf(2)};Ana\n${masked};Outra\n`);
    expect(reported(job)).toEqual(['3, —: Repete o registro da linha 2.']);
  });

  it('whose key is wrong twice are both told that it is wrong, and not that they repeat', async () => {
    const job = await tried('clientes', 'CPF/CNPJ;Nome\n11222333000180;Ana\n11.222.333/0001-80;Bia\n');
    expect(
      job.problemas.map(({ linha, coluna }: { linha: number; coluna: string }) => [linha, coluna]),
    ).toEqual([
      [2, 'CPF/CNPJ'],
      [3, 'CPF/CNPJ'],
    ]);
  });

  it('with a line for each item are one record, and are refused together', async () => {
    const [one, two] = [testCpf(31), testCpf(32)];
    const job = await written(
      'clientes',
      `CPF/CNPJ;Nome;Nome do contato;E-mail do contato\n${one};Um;Ana;ana@exemplo.com\n${one};Um;Bia;bia@exemplo.com\n;;Caio;caio@exemplo.com\n${two};Dois;Davi;davi@exemplo.com\n${two};Dois;Eva;eva arroba\n`,
    );
    expect(job.contagens).toMatchObject({ linhas: 5, criados: 1, recusados: 2 });
    expect(reported(job)).toEqual([
      '5, —: Recusada com a linha 6, que é do mesmo registro.',
      '6, E-mail do contato: Formato de e-mail inválido',
    ]);
  });

  it('are corrected line by line, and the corrections are tried before they are written', async () => {
    const [right, other] = [testCpf(41), testCpf(42)];
    const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`;
    const job = await tried('clientes', `CPF/CNPJ;Nome\n${wrong};Ana\n${other};Bia\n`);
    const path = `${base('clientes')}/${job.id}`;
    const line = await call('GET', `${path}/linhas/2`);
    expect(line.body.data.celulas.map(({ texto }: { texto: string }) => texto)).toEqual([wrong, 'Ana']);
    expect((await call('GET', `${path}/linhas/3`)).status).toBe(404);
    const body = { versao: job.versao, celulas: [right, 'Ana Maria'] };
    const corrected = await call('PUT', `${path}/linhas/2`, body);
    expect(corrected.body.data).toMatchObject({ corrigidas: [2], simulada: false });
    expect((await call('PUT', `${path}/linhas/2`, body)).status).toBe(409);
    const { versao } = corrected.body.data;
    expect((await call('POST', `${path}/gravar`, { versao })).status).toBe(422);
    const again = await call('PUT', path, { versao });
    await runImport(work(), job.id);
    await call('POST', `${path}/gravar`, { versao: again.body.data.versao });
    await runImport(work(), job.id);
    expect((await call('GET', path)).body.data.contagens).toMatchObject({ criados: 2, recusados: 0 });
  });

  it('is set aside once it ended six processes at the same place, and no earlier', async () => {
    const { db } = server.deps;
    const begunBefore = async (times: number) => {
      const { body } = await sent('clientes', 'documento;razaoSocial\n52998224725;Ana\n');
      const { id, versao } = body.data;
      await call('PUT', `${base('clientes')}/${id}`, { versao });
      // A process that ends while it reads leaves its beginning counted.
      await db.update(recordImports).set({ attempts: times }).where(eq(recordImports.id, id));
      await runImport(work(), id);
      return (await call('GET', `${base('clientes')}/${id}`)).body.data;
    };
    expect((await begunBefore(MAX_ATTEMPTS - 1)).situacao).not.toBe('FALHOU');
    expect(await begunBefore(MAX_ATTEMPTS)).toMatchObject({ situacao: 'FALHOU', falha: SET_ASIDE });
  });

  it('that name a branch of another company are rejected at its column', async () => {
    const job = await tried('clientes', `CPF/CNPJ;Nome;Filiais\n${testCpf(3)};Ana;99.888.777/0001-00\n`);
    expect(reported(job)).toEqual(['2, Filiais: Filial "99.888.777/0001-00" não encontrada por CNPJ.']);
  });

  it('that refer to a line further below are rejected by its name, and stop no other', async () => {
    const head = 'Código;Descrição;Para quê;Motivo acima';
    const lines = `${head}\nA;Um;Produto devolvido;B\nB;Dois;Produto devolvido;\n`;
    const job = await written('motivos-ticket', lines);
    expect(reported(job)).toEqual(['2, Motivo acima: Motivo de ticket "B" não encontrado por código.']);
    expect(job.contagens).toMatchObject({ criados: 1, recusados: 1 });
  });

  it('in two imports of a type at once are each written once', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => `T${index};Produto ${index};1,00`);
    const before = await server.deps.db.$count(products);
    const jobs = [];
    for (const order of [lines, lines.toReversed()]) {
      const { id, versao } = await tried('produtos', [PRODUCTS, ...order].join('\n'));
      await call('POST', `${base('produtos')}/${id}/gravar`, { versao });
      jobs.push(id);
    }
    await Promise.all(jobs.map((id) => runImport(work(), id)));
    const done = await Promise.all(jobs.map((id) => call('GET', `${base('produtos')}/${id}`)));
    const sum = (which: string) => done.reduce((all, { body }) => all + body.data.contagens[which], 0);
    expect([sum('criados'), sum('iguais'), sum('recusados')]).toEqual([600, 600, 0]);
    expect(await server.deps.db.$count(products)).toBe(before + 600);
  });
});

/** A ZIP with 400 entries that are all the same megabyte of zeros. */
function bomb(): Buffer {
  const data = deflateRawSync(Buffer.alloc(1024 * 1024));
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const entries = Buffer.concat(Array.from({ length: 400 }, () => [entry, name]).flat());
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(400, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, name, data, entries, end]);
}
