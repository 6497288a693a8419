import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { DEFINITION_KINDS } from '#contract/rules/definitions/definition.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { kindRules } from '#server/config/definitions/kinds.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { definitions, definitionVersions, reportRuns } from '#server/db/tables/index.ts';
import { runToFile } from '#server/sac/reports/queries.ts';
import { FIELD, HOSTILE, HOSTILE_FIELDS } from '../../support/hostileDefinitions.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { whileMonitored } from '../../support/wakeful.ts';

let server: TestServer;
let persons: TestPeople;
let admin: string;
let runner: string;
let folder: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  admin = await server.sessionOf(persons.people.ADMIN);
  runner = await server.sessionOf(persons.people.GERENTE);
  folder = await mkdtemp(path.join(os.tmpdir(), 'hostil-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Private memory of a reader that plans and runs nothing of note, in bytes. */
const LITTLE = 100 * 1024 * 1024;
/** `/healthz` is answered within a second, in milliseconds. */
const HEALTH_LIMIT = 1_000;

/** Rejected with messages, while all other requests are answered in time. */
async function quietly(work: () => Promise<void>) {
  const { longestCpuBurst, memory } = await whileMonitored(server, work);
  expect(longestCpuBurst).toBeLessThan(HEALTH_LIMIT);
  expect(memory).toBeLessThan(LITTLE);
}

const post = (url: string, body: object, token = admin) => server.call('POST', url, { token, body });

const all = DEFINITION_KINDS.flatMap((kind) =>
  Object.entries(HOSTILE[kind]).map(([name, hostile]) => ({ kind, name, ...hostile })),
);

describe.each(all)('$kind: $name', ({ kind, content, taken }) => {
  const key = kindRules(kind).keyOf(content);

  it('is rejected, or harmless, while it is typed', () =>
    quietly(async () => {
      for (const body of [{ conteudo: content }, { texto: JSON.stringify(content), testar: true }]) {
        const { status, body: answer } = await post(`/config/definicoes/${kind}/verificar`, body);
        if (status === 200) {
          const errors = answer.problemas.filter(
            ({ gravidade, ponteiro }: { gravidade: string; ponteiro: string }) =>
              gravidade === 'ERRO' && !ponteiro.startsWith('/testes/'),
          );
          expect(errors.length > 0).toBe(!taken);
        } else {
          // Too deep or too large for any request body.
          expect([status, taken]).toEqual([422, undefined]);
        }
      }
    }));

  it('is rejected, or harmless, when it is published', () =>
    quietly(async () => {
      const draft = await server.call('PUT', `/config/definicoes/${kind}/${key}/rascunho`, {
        token: admin,
        body: { versao: 0, conteudo: content },
      });
      if (draft.status !== 200) {
        expect([draft.status, taken]).toEqual([422, undefined]);
        return;
      }
      const { versao } = draft.body.data;
      const url = `/config/definicoes/${kind}/${key}`;
      const { status, body } = await post(`${url}/publicar`, { versao, nota: 'hostil' });
      // Accepted definitions are reported as wrong by their own example: nothing matches it.
      expect([status, body.code]).toEqual([422, 'DEFINICAO_INVALIDA']);
      await server.deps.db.delete(definitions).where(eq(definitions.key, key));
    }));

  it('is rejected, or harmless, as a file', () =>
    quietly(async () => {
      await mkdir(path.join(folder, kind), { recursive: true });
      const file = path.join(folder, kind, `${key}.json`);
      await writeFile(file, JSON.stringify(content));
      try {
        const validator = { ...server.deps, user: null };
        const { added, broken, postponed } = await loadDefinitions(server.deps.db, folder, validator);
        expect([added, broken.length, postponed]).toEqual([[], 1, []]);
      } finally {
        await rm(file);
      }
    }));
});

/** Versions are never deleted. */
let version = 0;

describe.each(Object.entries(HOSTILE.reports))(
  'report published before the limits existed: %s',
  (_, { content }) => {
    const report = content as unknown as ReportDefinition;
    beforeAll(async () => {
      const { db } = server.deps;
      version += 1;
      const name = { kind: 'reports', key: report.id } as const;
      await db.delete(definitions).where(eq(definitions.key, report.id));
      await db.insert(definitionVersions).values({ ...name, version, content, hash: 'x', source: 'ESTUDIO' });
      await db.insert(definitions).values({ ...name, publishedVersion: version, origin: 'PROPRIA' });
    });

    it('is refused to its readers, to its author, in a preview and on schedule', () =>
      quietly(async () => {
        for (const token of [runner, admin]) {
          const { status, body } = await post(`/sac/relatorios/${report.id}`, {}, token);
          expect([status, body.code]).toEqual([422, 'RELATORIO_RECUSADO']);
        }
        const preview = await post('/config/relatorios-previa', { conteudo: content, filtros: {} });
        expect([preview.status, preview.body.code]).toEqual([422, 'RELATORIO_RECUSADO']);
        const user = { id: persons.people.GERENTE, type: 'GERENTE', grants: [], branchIds: [] } as never;
        const order = { user, values: {}, format: 'CSV', scheduleId: null } as const;
        const published = { key: report.id, version: 1, hash: 'x', content: report };
        await expect(runToFile(server.deps, { ...order, report: published })).rejects.toMatchObject({
          code: 'RELATORIO_RECUSADO',
        });
        expect(await server.deps.db.select().from(reportRuns)).toEqual([]);
      }));
  },
);

describe('list that is too long', () => {
  const many = Array.from({ length: 19_000 }, (_, index) => `x${index}`);

  it('is rejected at its place before its items are compared', () =>
    quietly(async () => {
      const content = { ...(HOSTILE.reports['a cube of seven']?.content as Content), saidas: many };
      const { body } = await post('/config/definicoes/reports/verificar', { conteudo: content });
      expect(body.problemas).toEqual([expect.objectContaining({ ponteiro: '/saidas', gravidade: 'ERRO' })]);
    }));
});

describe('form in a preview', () => {
  it.each(Object.entries(HOSTILE_FIELDS))('%s', (_, { field, taken }) =>
    quietly(async () => {
      const schema = { type: 'object', properties: { [FIELD]: field } };
      const { status } = await post('/config/formularios/previa', { schema, ui: {} });
      expect(status).toBe(taken ? 200 : 422);
      // The parameters of a report are a form as well.
      const conteudo = {
        ...(HOSTILE.reports['a cube of seven']?.content as Content),
        parametros: { schema, ui: {} },
      };
      const preview = await post('/config/relatorios-previa', { conteudo, filtros: {} });
      expect(preview.status).toBe(422);
    }),
  );
});
