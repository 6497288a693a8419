import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre';
import sharp from 'sharp';
import { cleanFileName } from '#server/adapters/files/cleanFileName.ts';
import { type FileStore, MissingFile, newFileId } from '#server/adapters/files/fileStore.ts';
import { EXTENSIONS } from '#server/adapters/files/inspect.ts';
import { folderStore, s3Store, sign } from '#server/adapters/files/openFileStore.ts';
import { receiveUpload, sweepSpool } from '#server/adapters/files/receiveUpload.ts';
import { type FakeS3, startFakeS3 } from '../../support/servers/startFakeS3.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const files = folderStore(dataDir);

const receive = (name: string, content: Buffer | Readable, maxBytes = 1_000_000) =>
  receiveUpload(
    { name, content: Buffer.isBuffer(content) ? Readable.from([content]) : content },
    { maxBytes, accept: EXTENSIONS },
    { files, dataDir },
  );
const read = async (store: FileStore, id: string) => buffer(await store.get(id));
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = (store: FileStore, bytes: Buffer, id = newFileId()) =>
  store.put(() => Readable.from([bytes]), { id, size: bytes.length, sha256: hashOf(bytes) }).then(() => id);
const spooled = () => readdirSync(path.join(dataDir, 'uploads'));

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const NOTE = '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe"><NFe/></nfeProc>';
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } });

/** The smallest compound file with one directory sector that names a stream. */
function compoundFile(stream: string): Buffer {
  const file = Buffer.alloc(512 * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 0x1e);
  file.writeUInt32LE(1, 0x30);
  file.fill(0xff, 0x4c, 512);
  file.writeUInt32LE(0, 0x4c);
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffe, 512 + 4);
  ['Root Entry', stream].forEach((name, index) => {
    const at = 1024 + index * 128;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 0x40);
  });
  return file;
}

/** The servers that these tests simulate listen on this machine. */
const HERE = { privateHosts: ['127.0.0.1'] };

describe('upload', () => {
  it('is stored under a random name, and its metadata is returned', async () => {
    const file = await receive('Nota Ção.pdf', PDF);
    expect(file).toEqual({
      storedAs: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Nota Ção.pdf',
      mime: 'application/pdf',
      size: PDF.length,
      sha256: hashOf(PDF),
    });
    expect(await read(files, file.storedAs)).toEqual(PDF);
    expect(spooled()).toEqual([]);
  });

  it('removes EXIF data from a picture, and rotates it upright', async () => {
    const exif = { IFD0: { Make: 'Telefone Secreto' }, IFD3: { GPSLatitudeRef: 'S' } };
    const taken = await picture().jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(taken).metadata()).exif?.includes('Telefone Secreto')).toBe(true);
    const file = await receive('foto.JPEG', taken);
    const kept = await read(files, file.storedAs);
    const { exif: left, orientation, width, height } = await sharp(kept).metadata();
    expect({ left, orientation, width, height, mime: file.mime }).toEqual({
      left: undefined,
      orientation: undefined,
      width: 20,
      height: 40,
      mime: 'image/jpeg',
    });
    expect(file.sha256).toBe(hashOf(kept));
  });

  it('removes what is hidden behind the end of a picture', async () => {
    const png = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    const file = await receive('foto.png', png);
    expect((await read(files, file.storedAs)).includes('<script>')).toBe(false);
  });

  it.each([
    ['planilha.xlsx', async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [['x']] }] }))],
    ['planilha.xls', async () => compoundFile('Workbook')],
    ['carta.doc', async () => compoundFile('WordDocument')],
    ['nota.xml', async () => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${NOTE}`)],
    ['nota-sem-declaracao.xml', async () => Buffer.from(`\uFEFF<!-- oi -->\n${NOTE}`)],
    ['FOTO.JPG', () => picture().jpeg().toBuffer()],
  ])('is accepted when its content matches its name: %s', async (name, make) => {
    expect((await receive(name, await make())).name).toBe(name);
  });

  it.each([
    ['virus.exe', async () => Buffer.from('MZ'), 'ARQUIVO_NAO_ACEITO'],
    ['sem-ending', async () => PDF, 'ARQUIVO_NAO_ACEITO'],
    ['foto.jpg', async () => PDF, 'ARQUIVO_TIPO_FALSO'],
    ['foto.jpg', () => picture().png().toBuffer(), 'ARQUIVO_TIPO_FALSO'],
    ['nota.pdf', async () => Buffer.from('<html><script>alert(1)</script>'), 'ARQUIVO_TIPO_FALSO'],
    ['carta.doc', async () => compoundFile('Workbook'), 'ARQUIVO_TIPO_FALSO'],
    ['carta.docx', async () => Buffer.from('PK\u0003\u0004'), 'ARQUIVO_TIPO_FALSO'],
    ['nota.xml', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'ARQUIVO_TIPO_FALSO'],
    ['nota.xml', async () => Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><x/>'), 'ARQUIVO_TIPO_FALSO'],
    ['nota.xml', async () => Buffer.from('texto'), 'ARQUIVO_TIPO_FALSO'],
    ['foto.png', async () => (await picture().png().toBuffer()).subarray(0, 60), 'IMAGEM_DANIFICADA'],
    ['vazio.pdf', async () => Buffer.alloc(0), 'ARQUIVO_VAZIO'],
  ])('is rejected when its content or type is not accepted: %s (%#)', async (name, make, code) => {
    await expect(receive(name, await make())).rejects.toMatchObject({ code });
    expect(spooled()).toEqual([]);
  });

  it('is rejected when its pixels would fill the memory', async () => {
    const bomb = await picture(12_000, 8_000).png({ compressionLevel: 9 }).toBuffer();
    await expect(receive('bomba.png', bomb)).rejects.toMatchObject({ code: 'IMAGEM_GRANDE' });
  });

  it('is rejected at the first byte over the limit, however much would follow', async () => {
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += 65_536;
        this.push(Buffer.alloc(65_536, 'a'));
      },
    });
    await expect(receive('grande.pdf', endless, 5 * 1_048_576)).rejects.toMatchObject({
      status: 413,
      message: 'Tamanho máximo de arquivo é de 5MB',
    });
    expect(sent).toBeLessThan(6 * 1_048_576);
    expect(spooled()).toEqual([]);
  });

  it('leaves nothing permanently when the process is killed halfway', async () => {
    const [old, fresh] = ['old', 'fresh'].map((name) => path.join(dataDir, 'uploads', name)) as [
      string,
      string,
    ];
    for (const file of [old, fresh]) writeFileSync(file, 'x');
    const now = new Date();
    utimesSync(old, new Date('2026-01-01'), new Date('2026-01-01'));
    // The disk's clock may differ.
    utimesSync(fresh, now, now);
    await sweepSpool(dataDir, now);
    expect(spooled()).toEqual(['fresh']);
    rmSync(fresh);
  });

  it('gets a name that is safe to show and to save', () => {
    expect(cleanFileName('C:\\fotos\\../../etc/pass\u0000wd')).toBe('passwd');
    expect(cleanFileName('nota\u202Efdp.exe')).toBe('notafdp.exe');
    expect(cleanFileName(' .. ')).toBe('arquivo');
    expect(cleanFileName(`${'a'.repeat(300)}.pdf`)).toMatch(/^a{196}\.pdf$/);
  });
});

describe('folder for files', () => {
  it('returns what was stored, and removes it', async () => {
    const id = await put(files, PDF);
    expect(await read(files, id)).toEqual(PDF);
    await files.remove(id);
    await files.remove(id);
    await expect(files.get(id)).rejects.toThrow(MissingFile);
  });

  it('stores nothing of a content that breaks off', async () => {
    const id = newFileId();
    const broken = () =>
      Readable.from(
        (function* () {
          yield 'início';
          throw new Error('broke off');
        })(),
      );
    await expect(files.put(broken, { id, size: 9, sha256: '' })).rejects.toThrow('broke off');
    await expect(files.get(id)).rejects.toThrow(MissingFile);
  });

  it('accepts no path as a name', async () => {
    writeFileSync(path.join(dataDir, 'segredo'), 'x');
    await expect(async () => files.get('../segredo')).rejects.toThrow(MissingFile);
    await expect(async () => files.remove('../segredo')).rejects.toThrow(MissingFile);
    expect(existsSync(path.join(dataDir, 'segredo'))).toBe(true);
  });
});

describe('S3 for files', () => {
  it('signs requests as its documentation shows', () => {
    const { authorization } = sign(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
      },
      {
        region: 'us-east-1',
        accessKey: 'AKIAIOSFODNN7EXAMPLE',
        secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      new Date('2013-05-24T00:00:00Z'),
    );
    expect(authorization).toContain(
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  let stand: FakeS3;
  let store: FileStore;
  beforeAll(async () => {
    stand = await startFakeS3();
    const { endpoint } = stand;
    store = s3Store(
      { endpoint, region: 'sa-east-1', bucket: 'anexos', accessKey: 'k', secretKey: 's' },
      HERE,
    );
  });
  afterAll(() => stand.close());

  it('returns what was stored, and removes it', async () => {
    const id = await put(store, PDF);
    expect([...stand.objects.keys()]).toEqual([`/anexos/${id}`]);
    expect(await read(store, id)).toEqual(PDF);
    await store.remove(id);
    await store.remove(id);
    await expect(store.get(id)).rejects.toThrow(MissingFile);
  });

  it('retries after a failure, from the start of the content', async () => {
    stand.fail(2);
    const id = await put(store, PDF);
    expect(await read(store, id)).toEqual(PDF);
  });

  it('says what to check when it refuses', async () => {
    const stranger = s3Store(
      {
        endpoint: stand.endpoint,
        region: 'x',
        bucket: 'anexos',
        accessKey: 'outra',
        secretKey: 's',
      },
      HERE,
    );
    await expect(put(stranger, PDF)).rejects.toThrow(/403.*S3_BUCKET/);
  });
});
