import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { sheetWriters } from '#server/adapters/spreadsheet/spreadsheet.ts';
import { files } from '#server/db/tables/index.ts';
import { sweepOrphanFiles } from '#server/storedFiles.ts';
import { zipOf } from '../../support/nfe/zip.ts';
import {
  picture,
  type ReturnsFixture,
  returnsFixture,
  sendForm,
  setParameter,
  uploaded,
} from '../sac/returnsFixture.ts';

let fixture: ReturnsFixture;
let token: string;
beforeAll(async () => {
  fixture = await returnsFixture();
  token = fixture.tokens.OPERADOR;
});
afterAll(() => fixture?.close());

const db = () => fixture.server.deps.db;
const send = (content: Buffer | string, name: string) =>
  sendForm(fixture, '/config/arquivos', token, [['arquivo', [content, name]]]);
const storedRows = () => db().$count(files);
const stored = () =>
  readdirSync(path.join(fixture.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  ).length;

describe('upload', () => {
  it('returns the record of a picture, under its original name', async () => {
    const { status, body } = await send(await picture(), 'avaria na caixa ção.jpg');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nome: 'avaria na caixa ção.jpg',
      mime: 'image/jpeg',
      tamanho: expect.any(Number),
    });
    const [row] = await db().select().from(files).where(eq(files.id, body.data.id));
    expect(row).toMatchObject({ ownerId: fixture.people.OPERADOR, linkedAt: null });
  });

  it.each([
    [
      'an HTML page named as a picture',
      '<html><script>alert(1)</script></html>',
      'foto.jpg',
      422,
      'ARQUIVO_TIPO_FALSO',
    ],
    ['a program', 'MZ', 'foto.exe', 422, 'ARQUIVO_NAO_ACEITO'],
    ['an empty file', '', 'foto.jpg', 422, 'ARQUIVO_VAZIO'],
  ])('rejects %s, and stores nothing of it', async (_what, content, name, status, code) => {
    const before = [await storedRows(), stored()];
    const answer = await send(content, name);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toMatch(/\.$/);
    expect([await storedRows(), stored()]).toEqual(before);
  });

  it('rejects more than the limit, announced or not', async () => {
    await setParameter(fixture, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 1);
    try {
      const before = [await storedRows(), stored()];
      const announced = await send(Buffer.alloc(4_000_000, 1), 'grande.pdf');
      expect([announced.status, announced.body.code]).toEqual([413, 'ARQUIVOS_GRANDES']);
      expect(announced.body.error).toBe('Atenção: Você excedeu o limite de 1 MB');
      const streamed = await send(Buffer.alloc(1_500_000, 1), 'grande.pdf');
      expect([streamed.status, streamed.body.code]).toEqual([413, 'ARQUIVO_GRANDE']);
      expect([await storedRows(), stored()]).toEqual(before);
    } finally {
      await setParameter(fixture, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 25);
    }
  });

  it('rejects a sheet of two gigabytes by its announced size, before reading it', async () => {
    const before = [await storedRows(), stored()];
    const answer = await sendForm(
      fixture,
      '/config/arquivos?finalidade=IMPORTACAO',
      token,
      [['arquivo', [Buffer.from('codigo;nome'), 'clientes.csv']]],
      { 'content-length': String(2 * 1024 ** 3) },
    );
    expect([answer.status, answer.body.code]).toEqual([413, 'ARQUIVOS_GRANDES']);
    expect(answer.body.error).toBe('Atenção: Você excedeu o limite de 200 MB');
    expect([await storedRows(), stored()]).toEqual(before);
  });

  it('recognises a large streamed workbook, and a ZIP named like one', async () => {
    const path = '/config/arquivos?finalidade=IMPORTACAO';
    async function* rows() {
      for (let at = 0; at < 3_000; at++) yield [String(at), randomBytes(450).toString('base64')];
    }
    const content = await buffer(
      sheetWriters.xlsx.write({
        name: 'Carga',
        rows: rows(),
        columns: ['Código', 'Texto'].map((title) => ({ title, width: 10, kind: 'text' as const })),
        zone: 'America/Sao_Paulo',
      }),
    );
    const workbook = await sendForm(fixture, path, token, [['arquivo', [content, 'carga.xlsx']]]);
    expect([workbook.status, workbook.body.data?.tamanho]).toEqual([200, content.length]);
    const notes = zipOf([{ name: 'nota.xml', content: '<nfeProc/>' }]);
    const named = await sendForm(fixture, path, token, [['arquivo', [notes, 'carga.xlsx']]]);
    expect([named.status, named.body.code]).toEqual([422, 'ARQUIVO_TIPO_FALSO']);
  });

  it('accepts larger import files, only with the purpose in the query', async () => {
    await setParameter(fixture, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 1);
    try {
      const rows = Buffer.from('codigo;nome\n'.padEnd(3_000_000, '1;a\n'));
      const path = '/config/arquivos?finalidade=IMPORTACAO';
      const kept = await sendForm(fixture, path, token, [['arquivo', [rows, 'carga.csv']]]);
      expect([kept.status, kept.body.data?.tamanho]).toEqual([200, rows.length]);
      const picture = await sendForm(fixture, path, token, [['arquivo', ['%PDF-1.7', 'a.pdf']]]);
      expect([picture.status, picture.body.code]).toEqual([422, 'ARQUIVO_NAO_ACEITO']);
    } finally {
      await setParameter(fixture, 'LIMITE_TAMANHO_MAXIMO_ARQUIVOS', 25);
    }
  });

  it.each([
    ['without the file', [], { arquivo: 'Campo obrigatório' }],
    ['with a text instead of the file', [['arquivo', 'texto']], { arquivo: 'Informe os dados deste grupo.' }],
    [
      'with an extra field',
      [
        ['arquivo', ['%PDF-1.7\n%%EOF', 'a.pdf']],
        ['dono', '1'],
      ],
      { dono: 'Campo desconhecido: retire-o e envie de novo.' },
    ],
  ] as [string, Parameters<typeof sendForm>[3], object][])(
    'rejects a form %s',
    async (_what, fields, errors) => {
      const answer = await sendForm(fixture, '/config/arquivos', token, fields);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual(errors);
    },
  );

  it('removes the first files of a form whose last one is rejected', async () => {
    const before = [await storedRows(), stored()];
    const answer = await sendForm(fixture, '/sac/tickets', token, [
      ['arquivos[]', [await picture(1), 'a.jpg']],
      ['arquivos[]', [await picture(2), 'b.jpg']],
      ['arquivos[]', ['não é uma foto', 'c.jpg']],
    ]);
    expect(answer.body.code).toBe('ARQUIVO_TIPO_FALSO');
    expect([await storedRows(), stored()]).toEqual(before);
  });

  it.each([
    ['a body that is not a form', 'isto não é um formulário', 400],
    [
      'a truncated body',
      '--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.pdf"\r\n\r\n%PDF',
      400,
    ],
  ])('rejects %s with a sentence', async (_what, body, status) => {
    const answer = await fixture.server.call('POST', '/config/arquivos', {
      token,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([answer.status, answer.body.error]).toEqual([status, 'O formulário enviado não pôde ser lido.']);
  });

  it('is refused only to a person with over a gigabyte of unused files', async () => {
    const [row] = await db()
      .insert(files)
      .values({
        name: 'a.pdf',
        mime: 'application/pdf',
        size: 1024 ** 3 + 1,
        sha256: '',
        storedAs: '0'.repeat(32),
        ownerId: fixture.people.OPERADOR,
      })
      .returning();
    const { status, body } = await send(await picture(), 'a.jpg');
    expect([status, body.code]).toEqual([429, 'ARQUIVOS_SEM_USO']);
    expect((await uploaded(fixture, fixture.tokens.VENDEDOR)).nome).toBe('foto 1.jpg');
    await db()
      .delete(files)
      .where(eq(files.id, row?.id ?? ''));
  });

  it('rejects JSON, which could name a file that was never sent', async () => {
    const arquivo = { id: crypto.randomUUID(), nome: 'inventado.pdf', mime: 'application/pdf', tamanho: 10 };
    const answer = await fixture.server.call('POST', '/config/arquivos', { token, body: { arquivo } });
    expect([answer.status, answer.body.code, answer.body.data]).toEqual([415, 'FORMATO_RECUSADO', undefined]);
  });

  it('requires a session', async () => {
    expect((await sendForm(fixture, '/config/arquivos', 'x'.repeat(43), [])).status).toBe(401);
  });
});

describe('sweep of uploads', () => {
  const DAY = 24 * 60 * 60 * 1000;

  it('removes files not linked within a day, and keeps those linked or named in a draft', async () => {
    const [orphan, linked, drafted] = [
      await uploaded(fixture, token, 11),
      await uploaded(fixture, token, 12),
      await uploaded(fixture, token, 13),
    ];
    await db().update(files).set({ linkedAt: fixture.server.deps.now() }).where(eq(files.id, linked.id));
    const draft = await fixture.server.call('PUT', '/config/rascunhos/ticket-novo', {
      token,
      body: { conteudo: { arquivos: [drafted] } },
    });
    expect(draft.status).toBe(200);
    expect(await sweepOrphanFiles(fixture.server.deps)).toBe(0);

    const now = () => new Date(fixture.server.deps.now().getTime() + DAY + 1000);
    expect(await sweepOrphanFiles({ ...fixture.server.deps, now })).toBeGreaterThan(0);
    const left = (await db().select({ id: files.id }).from(files)).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([linked.id, drafted.id]));
    expect(left).not.toContain(orphan.id);
    expect(stored()).toBe(left.length);
  });
});
