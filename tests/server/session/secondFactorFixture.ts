import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import {
  auditLog,
  loginFailures,
  outboxEmails,
  pendingSignIns,
  recoveryCodes,
  roles,
  secondFactors,
} from '#server/db/tables/index.ts';
import { createPeople, TEST_PASSWORD, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';
import { enrol } from '../../support/signIn/secondFactor.ts';

export const BASE = '/config/conta/segundo-fator';
export let server: TestServer;
export let persons: TestPeople;

/** A console with one person of each type, for the tests of one file. Nobody has a second factor when one begins. */
export function openFactors(): void {
  beforeAll(async () => {
    server = await testServer();
    persons = await createPeople(server.deps.db);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    const { db } = server.deps;
    for (const table of [loginFailures, secondFactors, recoveryCodes, pendingSignIns]) await db.delete(table);
    await db.update(roles).set({ demandsFactor: false });
  });
}

export const login = (
  cpf: string,
  senha = TEST_PASSWORD,
  options: { ip?: string; headers?: Record<string, string> } = {},
) => server.call('POST', '/login/sac', { body: { cpf, senha }, ...options });
export const second = (pendente: string, codigo: string, ip?: string) =>
  server.call('POST', '/login/segundo-fator', { body: { pendente, codigo }, ...(ip && { ip }) });
export const now = () => server.deps.now();
export const holds = async (token: string) =>
  (await server.call('GET', '/sac/validar-sessao', { token })).status === 200;
export const actions = async (personId: number) =>
  (
    await server.deps.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entityId, String(personId)))
      .orderBy(desc(auditLog.id))
  ).map(({ action }) => action);
export const lastMail = async () => {
  const [mail] = await server.deps.db.select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
  return mail;
};

/** The operator with a second factor, and no session yet. */
export async function withFactor() {
  const token = await server.sessionOf(persons.people.OPERADOR);
  return { ...(await enrol(server, token)), cpf: persons.cpfs.OPERADOR, token };
}
