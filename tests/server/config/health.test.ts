import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { slowStatements, timed, withoutValues } from '#server/db/slowStatements.ts';
import { backupRuns, outboxEmails, receivedEmails, serverNodes } from '#server/db/tables/index.ts';
import { confirmNode, NODE_ID } from '#server/telemetry/nodes.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { startFakeOidcProvider } from '../../support/signIn/oidcForger.ts';
import { settingsOf } from '../session/oidc/oidcFixture.ts';

let server: TestServer;
let few: TestPeople;
beforeAll(async () => {
  server = await testServer();
  few = await createPeople(server.deps.db);
});
afterAll(() => server.close());

describe('server health', () => {
  it('is for administrators only', async () => {
    const manager = await server.sessionOf(few.people.GERENTE);
    expect((await server.call('GET', '/config/saude', { token: manager })).status).toBe(403);
    expect((await server.call('GET', '/config/saude')).status).toBe(401);
  });

  it('reports processes, failures and the age of the last backup', async () => {
    const { db } = server.deps;
    const token = await server.sessionOf(few.people.ADMIN);
    await confirmNode(db, null, server.deps.settings);
    await db.insert(outboxEmails).values([
      { toAddress: 'a@b.c', subject: 's', bodyText: 't', attempts: 14 },
      { toAddress: 'a@b.c', subject: 's', bodyText: 't' },
    ]);
    // Only the first was set aside for good; the second is being read, the third waits for a person's choice.
    await db.insert(receivedEmails).values([
      { messageId: 'a', state: 'ESPERA', reason: 'ILEGIVEL', readAttempts: 2, detail: 'Demorou demais.' },
      { messageId: 'b', state: 'ESPERA', reason: 'ILEGIVEL', readAttempts: 1 },
      { messageId: 'c', state: 'ESPERA', reason: 'SEM_TICKET', detail: 'Vários clientes.' },
    ]);
    const never = await server.call('GET', '/config/saude', { token });
    expect(never.status).toBe(200);
    expect(never.body.data).toMatchObject({
      emails: { esperando: 1, desistiu: 1, naoLidos: 1 },
      copias: { ultima: null, atrasada: true, recentes: [] },
      comandosLentos: { fonte: 'PROCESSOS' },
    });
    expect(never.body.data.processos).toMatchObject([{ no: NODE_ID }]);
    const run = { kind: 'COPIA', fileName: 'a.tar.gz', release: '0.1.0' } as const;
    const ago = (hours: number) => new Date(server.deps.now().getTime() - hours * 3_600_000);
    await db.insert(backupRuns).values([
      { ...run, outcome: 'OK', startedAt: ago(30), finishedAt: ago(30) },
      { ...run, outcome: 'FALHOU', startedAt: ago(1), finishedAt: ago(1), reason: 'O disco está cheio.' },
    ]);
    const late = await server.call('GET', '/config/saude', { token });
    expect(late.body.data.copias).toMatchObject({ ultima: ago(30).toISOString(), atrasada: true });
    expect(late.body.data.copias.recentes[0]).toMatchObject({
      resultado: 'FALHOU',
      motivo: 'O disco está cheio.',
    });
    await db
      .insert(backupRuns)
      .values({ ...run, outcome: 'COM_FALTAS', startedAt: ago(2), finishedAt: ago(2) });
    const current = await server.call('GET', '/config/saude', { token });
    expect(current.body.data.copias).toMatchObject({ ultima: ago(2).toISOString(), atrasada: false });
  });

  it('names the settings that living consoles do not have alike, and no value', async () => {
    const { db, settings } = server.deps;
    const token = await server.sessionOf(few.people.ADMIN);
    await confirmNode(db, null, settings);
    await db.update(serverNodes).set({ id: 'outro-1', host: 'outra' });
    const of = async (other: Partial<typeof settings>) => {
      await confirmNode(db, null, { ...settings, ...other });
      const { body } = await server.call('GET', '/config/saude', { token });
      return body.data.configuracoesDiferentes;
    };
    // A machine has a port and folders of its own.
    expect(await of({ port: 4000, host: '0.0.0.0', dataDir: '/outra' })).toEqual([]);
    const smtp = { host: 'smtp.exemplo', port: 25, secure: false, from: 'a@b.c', pass: 'segredo' };
    expect(await of({ smtp, backupKey: 'uma senha bem longa' })).toEqual(['BACKUP_KEY', 'SMTP']);
    const stored = JSON.stringify(await db.select().from(serverNodes));
    for (const secret of ['segredo', 'uma senha', 'smtp.exemplo']) expect(stored).not.toContain(secret);
    // A console of a release before this one has no marks, and differs in its release already.
    await db.update(serverNodes).set({ settings: {} }).where(eq(serverNodes.id, 'outro-1'));
    expect(await of({ smtp })).toEqual([]);
    await db.delete(serverNodes).where(eq(serverNodes.id, 'outro-1'));
  });

  it("asks the company's provider, and names what leads to nothing", async () => {
    const { settings } = server.deps;
    const token = await server.sessionOf(few.people.ADMIN);
    const forger = await startFakeOidcProvider();
    const asked = async (more: object) => {
      Object.assign(settings, { oidc: settingsOf(forger.issuer, more) });
      return (await server.call('GET', '/config/saude', { token })).body.data.provedor;
    };
    try {
      expect(await asked({})).toEqual({
        nome: 'Conta da empresa',
        responde: true,
        motivo: '',
        semDestino: [],
      });
      const lost = await asked({
        roles: [
          ['balcao-sac', 'OPERADOR'],
          ['balcao-x', 'SUMIDO'],
        ],
        branches: new Map([
          ['SP', '11222333000181'],
          ['RJ', '11222333000343'],
        ]),
      });
      expect(lost.semDestino).toEqual([
        'O grupo "balcao-x" (OIDC_ROLES) leva ao perfil SUMIDO, que não existe.',
        'A filial "RJ" (OIDC_BRANCHES) leva ao CNPJ 11.222.333/0003-43, que não é de nenhuma filial.',
      ]);
    } finally {
      await forger.stop();
    }
    // It was asked before, and nobody remembers that.
    expect(await asked({})).toMatchObject({ responde: false, motivo: expect.stringMatching(/\S/) });
    Object.assign(settings, { oidc: undefined });
  });

  it('shows statements that took over a second, without their values', async () => {
    const { db } = server.deps;
    // Suites of one worker share the recorded statements, of which the worst are shown.
    let clock = performance.now();
    const slowed = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 100_000));
    await db.execute(sql`select 7, '529.982.247-25', ${'segredo'}::text`);
    slowed.mockRestore();
    const found = slowStatements().find(({ text }) => text === 'select ?, ?, $1::text');
    expect(found?.times).toBe(1);
    expect(found?.worstMs).toBeGreaterThanOrEqual(100_000);
    await confirmNode(db, null, server.deps.settings);
    const token = await server.sessionOf(few.people.ADMIN);
    const { body } = await server.call('GET', '/config/saude', { token });
    expect(body.data.comandosLentos.itens).toContainEqual(
      expect.objectContaining({ comando: 'select ?, ?, $1::text', vezes: 1 }),
    );
  });

  it('keeps names and placeholders, and removes what is between quotes', () => {
    expect(withoutValues(`select "a1" from t2 where x = 'O''Hara' and y = 12.5 and z = $3`)).toBe(
      'select "a1" from t2 where x = ? and y = ? and z = $3',
    );
  });

  it('passes on the result of a statement, and its failure', async () => {
    await expect(timed('select 1', async () => 7)).resolves.toBe(7);
    await expect(timed('select 1', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  });
});
