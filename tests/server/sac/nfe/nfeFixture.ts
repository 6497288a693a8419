import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { branches } from '#server/db/tables/index.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { recheckSome } from '#server/sac/nfe/kept/recheck.ts';
import { runNfeImport } from '#server/sac/nfe/runNfeImport.ts';
import { OWN_CNPJ } from '#tests/support/nfe/nfeFiles.ts';
import { type ZippedText, zipOf } from '#tests/support/nfe/zip.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '#tests/support/servers/server.ts';

export interface NfeFixture extends TestPeople {
  server: TestServer;
  token: string;
  work: WorkDeps;
  /** Uploads files and does the work; returns the resulting import. */
  importFiles: (...files: { name: string; content: string | Buffer }[]) => Promise<TestAnswer['body']>;
  /** Only uploads. */
  send: (files: { name: string; content: string | Buffer }[], token?: string) => Promise<TestAnswer>;
  /** Lets the kept notes follow what has changed, as the background does. */
  recheck: () => Promise<void>;
  get: (url: string) => Promise<TestAnswer['body']>;
  ownBranch: number;
  close: () => Promise<void>;
}

export async function nfeFixture(): Promise<NfeFixture> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-nfe-'));
  const server = await testServer({ dataDir });
  server.deps.files = folderStore(dataDir);
  const { db } = server.deps;
  const persons = await createPeople(db);
  const [own] = await db
    .insert(branches)
    .values({
      legalName: 'Empresa de Teste Ltda.',
      tradeName: 'Matriz',
      cnpj: OWN_CNPJ,
      city: 'São Paulo',
      state: 'SP',
      timeZone: 'America/Sao_Paulo',
    })
    .returning({ id: branches.id });
  const token = await server.sessionOf(persons.people.ADMIN);
  const work: WorkDeps = { ...server.deps, log: pino({ level: 'silent' }) as unknown as WorkDeps['log'] };
  const get: NfeFixture['get'] = async (url) =>
    (await server.call('GET', `/config/notas-xml/${url}`, { token })).body;
  const send: NfeFixture['send'] = (files, by = token) => {
    const { payload, type } = multipart(files);
    return server.call('POST', '/config/notas-xml/importacoes?finalidade=NFE', {
      token: by,
      body: payload,
      headers: { 'content-type': type },
    });
  };
  return {
    ...persons,
    server,
    token,
    work,
    send,
    get,
    ownBranch: own?.id ?? 0,
    async importFiles(...files) {
      const { status, body } = await send(files);
      if (status !== 200) throw new Error(JSON.stringify(body));
      await runNfeImport(work, body.data.id);
      return (await get(`importacoes/${body.data.id}`)).data;
    },
    recheck: async () => {
      while (await recheckSome(work));
    },
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const zip = (name: string, ...files: ZippedText[]) => ({ name, content: zipOf(files) });

function multipart(files: readonly { name: string; content: string | Buffer }[]) {
  const mark = 'limite-de-teste';
  const parts = [
    ...files.flatMap(({ name, content }, index) => [
      Buffer.from(
        `--${mark}\r\nContent-Disposition: form-data; name="arquivos[${index}]"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${mark}--\r\n`),
  ];
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${mark}` };
}

/** Quantities by outcome. */
export const outcomes = ({ contagem }: { contagem: { resultado: string; quantidade: number }[] }) =>
  Object.fromEntries(contagem.map(({ resultado, quantidade }) => [resultado, quantidade]));
