import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { extract, pack } from 'tar-stream';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { backUp } from '#server/backup/backUp.ts';
import { restore } from '#server/backup/restore.ts';
import {
  checksums,
  type EmptyDatabase,
  type Installation,
  ownersDatabase,
  queryOf,
  smallInstallation,
} from './installation.ts';

/** As people read a moment, never as the file keeps it. */
const MOMENT = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d \(horário de Brasília\)`;

const KEY = 'uma senha bastante longa';

let source: Installation;
let folder: string;
let plain: string;
let target: EmptyDatabase;
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  source = await smallInstallation();
  folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-recusas-'));
  plain = at('boa.tar.gz');
  await copied(plain);
  target = await ownersDatabase(source.url);
});

afterAll(async () => {
  await target.drop();
  await rm(folder, { recursive: true, force: true });
  await source.drop();
});

/** A guess of its password costs little, for three of them take longer than all else here. */
const copied = (file: string, key?: string) =>
  backUp({
    url: source.url,
    files: source.files,
    dataDir: source.dataDir,
    target: file,
    key,
    workFactor: 10,
  });

const restored = (
  file: string,
  more: { key?: string; over?: string; plainToo?: boolean; into?: EmptyDatabase } = {},
) => {
  const dataDir = at('dados');
  const { into = target, ...rest } = more;
  return restore({ url: into.url, files: folderStore(dataDir), dataDir, source: file, ...rest });
};

const nothingStands = async () =>
  expect(
    await target.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
  ).toEqual([]);

/** The archive with some entries changed or left out. */
async function rewritten(name: string, change: (name: string, content: Buffer) => Buffer | null) {
  const file = at(name);
  const from = extract();
  const to = pack();
  const out = pipeline(to, createGzip(), createWriteStream(file));
  const reading = pipeline(createReadStream(plain), createGunzip(), from);
  for await (const entry of from) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    const content = change(entry.header.name, Buffer.concat(parts));
    if (content) to.entry({ name: entry.header.name }, content);
  }
  to.finalize();
  await Promise.all([reading, out]);
  return file;
}

describe('encrypted backup', () => {
  it('opens only with its password', async () => {
    const file = at('senha.tar.gz.age');
    await copied(file, KEY);
    expect((await readFile(file)).toString('latin1')).not.toContain('balcao.json');
    await expect(restored(file)).rejects.toThrow('Defina BACKUP_KEY');
    await expect(restored(file, { key: 'outra senha bem longa' })).rejects.toThrow('não abre esta cópia');
    await nothingStands();
    const into = await ownersDatabase(source.url);
    await expect(restored(file, { key: KEY, into })).resolves.toMatchObject({});
    await into.drop();
  });

  it('lets no other file in where there is a key, unless told', async () => {
    await expect(restored(plain, { key: KEY })).rejects.toThrow('--sem-cifra');
    await nothingStands();
    const into = await ownersDatabase(source.url);
    await expect(restored(plain, { key: KEY, into, plainToo: true })).resolves.toMatchObject({});
    await into.drop();
  });

  it('for a recipient opens only with the secret key', async () => {
    const secret = await generateIdentity();
    const recipient = await identityToRecipient(secret);
    const file = at('chave.tar.gz.age');
    await copied(file, recipient);
    await expect(restored(file, { key: recipient })).rejects.toThrow('só serve para fazer cópias');
    await expect(restored(file, { key: await generateIdentity() })).rejects.toThrow('não abre esta cópia');
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await writeFile(at('mexida.age'), bytes);
    await expect(restored(at('mexida.age'), { key: secret })).rejects.toThrow(
      'foi alterado ou está incompleto',
    );
    await writeFile(at('curta.age'), (await readFile(file)).subarray(0, middle));
    await expect(restored(at('curta.age'), { key: secret })).rejects.toThrow(
      'foi alterado ou está incompleto',
    );
    await nothingStands();
    const into = await ownersDatabase(source.url);
    await expect(restored(file, { key: secret, into })).resolves.toMatchObject({});
    await into.drop();
  });
});

describe('restore refuses, without changing the database,', () => {
  it('a file that is not a backup, or is cut off', async () => {
    await writeFile(at('texto'), 'isto não é uma cópia');
    await expect(restored(at('texto'))).rejects.toThrow('não é uma cópia do Balcão');
    await expect(restored(at('ausente'))).rejects.toThrow('Não há arquivo');
    const whole = await readFile(plain);
    await writeFile(at('curta'), whole.subarray(0, whole.length - 2_000));
    await expect(restored(at('curta'))).rejects.toThrow('está incompleto');
    const tar = gunzipSync(whole);
    await writeFile(at('cortada'), gzipSync(tar.subarray(0, tar.length / 2)));
    await expect(restored(at('cortada'))).rejects.toThrow('está incompleto');
    await nothingStands();
  });

  it('a backup with changed rows, files or tables', async () => {
    const changed = await rewritten('linhas', (name, content) =>
      name.startsWith('tabelas/people/')
        ? Buffer.from(content.toString().split('\n').slice(0, -1).reverse().concat('').join('\n'))
        : content,
    );
    await expect(restored(changed)).rejects.toThrow('a tabela people não confere');
    const fewer = await rewritten('tabela', (name, content) =>
      name.startsWith('tabelas/branches/') ? null : content,
    );
    await expect(restored(fewer)).rejects.toThrow('a tabela branches não confere');
    const file = await rewritten('arquivo', (name, content) =>
      name.startsWith('arquivos/') ? Buffer.concat([content, Buffer.from('x')]) : content,
    );
    await expect(restored(file)).rejects.toThrow('não confere');
    const without = await rewritten('sem', (name, content) =>
      name.startsWith('arquivos/') ? null : content,
    );
    await expect(restored(without)).rejects.toThrow('faltam arquivos guardados');
    const unfinished = await rewritten('fim', (name, content) =>
      name === 'conferencia.json' ? null : content,
    );
    await expect(restored(unfinished)).rejects.toThrow('falta a conferência');
    await nothingStands();
  });

  it('a backup of a newer release, or of one that never existed', async () => {
    const header = (change: object) => (name: string, content: Buffer) =>
      name === 'balcao.json'
        ? Buffer.from(JSON.stringify({ ...(JSON.parse(content.toString()) as object), ...change }))
        : content;
    const newer = await rewritten('nova', header({ versao: '9.0.0', migracao: 9_999_999_999_999 }));
    await expect(restored(newer)).rejects.toThrow('é do Balcão 9.0.0, mais novo do que este');
    const format = await rewritten('formato', header({ versao: '9.0.0', formato: 2 }));
    await expect(restored(format)).rejects.toThrow('mais novo do que este');
    const never = await rewritten('nunca', header({ migracao: 5 }));
    await expect(restored(never)).rejects.toThrow('não conhece');
    const columns = await rewritten('colunas', header({ tabelas: [{ nome: 'people', colunas: ['id'] }] }));
    await expect(restored(columns)).rejects.toThrow('não são as da versão');
    await nothingStands();
  });

  it("existing data until the database's name is typed, and a running console", async () => {
    const into = await ownersDatabase(source.url);
    await restored(plain, { into });
    await into.query("update branches set trade_name = 'Outra' where id = (select min(id) from branches)");
    await into.query(
      "insert into sessions (token_hash, person_id, expires_at) select 'x', min(id), now() from people",
    );
    const before = await checksums(into.query);
    await expect(restored(plain, { into })).rejects.toThrow(
      new RegExp(
        `"${into.name}" já tem dados de Outra: .* pessoas, .* clientes, .* a última mudança em ${MOMENT}\\.\nA cópia é de .*, de ${MOMENT}`,
      ),
    );
    await expect(restored(plain, { into, over: 'errado' })).rejects.toThrow('não é o nome deste banco');
    const used = new (await import('pg')).default.Client({
      connectionString: into.url,
      application_name: 'balcao',
    });
    await used.connect();
    await expect(restored(plain, { into, over: into.name })).rejects.toThrow('está em uso');
    await used.end();
    expect(await checksums(into.query)).toEqual(before);
    await into.query('create table de_outro_programa (id int)');
    await restored(plain, { into, over: into.name });
    expect(await into.query('select from branches where trade_name = $1', ['Outra'])).toEqual([]);
    expect(await into.query('select from sessions')).toEqual([]);
    expect(await into.query('select from de_outro_programa')).toEqual([]);
    await into.drop();
  });
});

it('a restore lists what must not be sent again, and gives the feed another name', async () => {
  const query = queryOf(source);
  await query(`insert into outbox_emails (to_address, subject, body_text) values ('a@b.c', 'Espera', 'x')`);
  await query(`insert into webhooks (name, url, types, secret, position, mark, created_by_id)
    select 'w', 'https://exemplo.com.br', '["tickets"]', 's', 0, 0, min(id) from people`);
  await query(`insert into webhook_deliveries (webhook_id, message_id, event, body, state)
    select id, 'm1', 'e', '{}', 'PENDENTE' from webhooks union all select id, 'm2', 'e', '{}', 'ENTREGUE' from webhooks`);
  await query(
    `insert into feed_pending (type, record_id, happened, code, at) values ('tickets', 1, 'criado', '1', now())`,
  );
  const file = at('saidas.tar.gz');
  await copied(file);
  const into = await ownersDatabase(source.url);
  await restored(file, { into });
  expect(await into.query(`select from outbox_emails where sent_at is null and attempts < 14`)).toEqual([]);
  expect(await into.query('select message_id, state from webhook_deliveries order by 1')).toEqual([
    { message_id: 'm1', state: 'DESISTIU' },
    { message_id: 'm2', state: 'ENTREGUE' },
  ]);
  expect(await into.query('select from feed_pending')).toEqual([]);
  expect(
    await into.query('select from webhooks, feed_state where position = last and last > 0'),
  ).toHaveLength(1);
  const [old] = await query<{ epoch: string }>('select epoch from feed_state');
  const [renamed] = await into.query<{ epoch: string }>('select epoch from feed_state');
  expect(renamed?.epoch).toMatch(/^[0-9a-f]{8}$/);
  expect(renamed?.epoch).not.toBe(old?.epoch);
  await into.drop();
});
