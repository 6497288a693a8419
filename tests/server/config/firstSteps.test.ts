import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { FirstStep } from '#contract/config/firstSteps.ts';
import { grantsOf } from '#contract/permissions.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { auditLog, invoices, outboxEmails, people, products, roles } from '#server/db/tables/index.ts';
import { roleFor } from '#server/session/roles.ts';
import { createPeople, testCpf } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const PATH = '/config/primeiros-passos';

let server: TestServer;
let admin: { id: number; token: string };
beforeAll(async () => {
  server = await testServer();
  await seedStandard(server.deps.db);
  const id = await person('ADMIN', 800, await roleFor(server.deps.db, 'ADMIN'));
  admin = { id, token: await server.sessionOf(id) };
});
afterAll(() => server?.close());

async function person(type: 'ADMIN' | 'SUPERVISOR', number: number, roleId: number): Promise<number> {
  const [row] = await server.deps.db
    .insert(people)
    .values({
      cpf: testCpf(number),
      name: 'Ada Primeira',
      email: 'ada@exemplo.com.br',
      type,
      roleId,
      passwordHash: 'nenhuma',
    })
    .returning({ id: people.id });
  return row?.id ?? 0;
}

const steps = async (token = admin.token) => {
  const { status, body } = await server.call('GET', PATH, { token });
  expect(status).toBe(200);
  const passos: FirstStep[] = body.data.passos;
  return {
    ...body.data,
    missing: passos.filter(({ essencial, feito }) => essencial && !feito).map(({ chave }) => chave),
    of: (key: string) => passos.find(({ chave }) => chave === key),
  };
};
const skip = (passo: string, pular: boolean, token = admin.token) =>
  server.call('POST', `${PATH}/${passo}/pular`, { token, body: { pular } });

describe('first steps of a company', () => {
  it('need the configuration module, and each step its own permission', async () => {
    const [role] = await server.deps.db
      .insert(roles)
      .values({
        key: 'SO_PESSOAS',
        name: 'Só pessoas',
        grants: grantsOf(['CONFIGURACAO', 'CONFIGURACAO_PESSOAS']),
      })
      .returning();
    const some = await server.sessionOf(await person('SUPERVISOR', 801, role?.id ?? 0));
    expect((await steps(some)).passos.map(({ chave }: FirstStep) => chave)).toEqual(['pessoas']);
    expect((await skip('filiais', true, some)).status).toBe(403);
    expect((await skip('pessoas', true, some)).status).toBe(200);
    expect((await skip('pessoas', false, some)).status).toBe(200);
    await server.deps.db.delete(people).where(eq(people.cpf, testCpf(801)));
    const [none] = await server.deps.db
      .insert(roles)
      .values({ key: 'NADA', name: 'Nada', grants: grantsOf(['SAC_HOME']) })
      .returning();
    const without = await server.sessionOf(await person('ADMIN', 802, none?.id ?? 0));
    expect((await server.call('GET', PATH, { token: without })).status).toBe(403);
    expect((await server.call('GET', PATH)).status).toBe(401);
  });

  it('lack everything essential in an empty company, and say what is ready', async () => {
    const empty = await steps();
    expect(empty.missing).toEqual(['filiais', 'pessoas', 'notas', 'clientes', 'produtos', 'precos', 'email']);
    expect([empty.faltam, empty.demonstracao, empty.smtp]).toEqual([7, false, false]);
    expect(empty.of('empresa')).toMatchObject({ feito: false, contagem: [] });
    expect(empty.of('atendimento')).toMatchObject({ feito: false, conferivel: true });
    expect(empty.of('pagamento').contagem[0].quantidade).toBeGreaterThan(0);
  });

  it('that the console ships are done once somebody looked at them', async () => {
    const review = (passo: string, conferido: boolean) =>
      server.call('POST', `${PATH}/${passo}/conferir`, { token: admin.token, body: { conferido } });
    expect((await review('filiais', true)).status).toBe(404);
    expect((await review('pagamento', true)).status).toBe(200);
    expect((await steps()).of('pagamento')).toMatchObject({ feito: true, conferivel: true });
    await review('pagamento', false);
    expect((await steps()).of('pagamento').feito).toBe(false);
  });

  it('can be skipped for the whole company, once, and resumed', async () => {
    expect((await skip('email', true)).body.data.faltam).toBe(6);
    expect((await skip('email', true)).body.data.faltam).toBe(6);
    const again = await steps();
    expect(again.of('email')).toMatchObject({ pulado: true, feito: false });
    const kept = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'installation'))
      .orderBy(auditLog.id);
    // Four from the previous tests and one from this one: setting the same value again is not a change.
    expect(kept.map(({ after }) => after)).toEqual([
      { passosPulados: ['pessoas'] },
      { passosPulados: [] },
      { passosConferidos: ['pagamento'] },
      { passosConferidos: [] },
      { passosPulados: ['email'] },
    ]);
    expect((await skip('email', false)).body.data.faltam).toBe(7);
    expect((await skip('nenhum', true)).status).toBe(404);
  });

  it('are completed by what the database contains', async () => {
    const { db } = server.deps;
    const { customerIds, branchIds } = await createPeople(db);
    await db.insert(products).values({ code: 'P1', description: 'Café', brand: '', salesClass: '' });
    expect((await steps()).missing).toEqual(['notas', 'precos', 'email']);
    await db.update(products).set({ price: '12.90' });
    await db.insert(invoices).values({
      key: '3'.repeat(44),
      number: 1,
      series: 1,
      branchId: branchIds[0],
      customerId: customerIds.first,
      issuedOn: '2026-11-01',
      total: '10.00',
    });
    await db.execute(
      sql`update parameters set value = '"Prado"'::jsonb where key = 'nomeEmpresa' and area = 'GERAL'`,
    );
    const done = await steps();
    expect(done.missing).toEqual(['email']);
    expect(done.of('empresa').feito).toBe(true);
    expect(done.of('pessoas').contagem).toEqual(
      expect.arrayContaining([
        { um: 'operador', muitos: 'operadores', quantidade: 1 },
        { um: 'consumidor final', muitos: 'consumidores finais', quantidade: 1 },
      ]),
    );
  });
});

describe('test e-mail', () => {
  const test = () => server.call('POST', '/config/emails/teste', { token: admin.token });

  it("is refused without SMTP, and with it goes to the person's own address", async () => {
    expect((await test()).body.code).toBe('SEM_SMTP');
    const smtp = { host: 'localhost', port: 25, secure: false, from: 'sac@exemplo.com.br' };
    const other = await testServer({ smtp });
    try {
      const { people: ids } = await createPeople(other.deps.db);
      const sent = await other.call('POST', '/config/emails/teste', {
        token: await other.sessionOf(ids.ADMIN),
      });
      expect([sent.status, sent.body.data.message]).toEqual([
        200,
        expect.stringContaining('admin@exemplo.com.br'),
      ]);
      expect(
        await other.deps.db
          .select({ to: outboxEmails.toAddress })
          .from(outboxEmails)
          .orderBy(outboxEmails.id),
      ).toEqual([{ to: 'admin@exemplo.com.br' }]);
      const operator = await other.sessionOf(ids.OPERADOR);
      expect((await other.call('POST', '/config/emails/teste', { token: operator })).status).toBe(403);
      expect(
        (await other.call('GET', PATH, { token: await other.sessionOf(ids.ADMIN) })).body.data.smtp,
      ).toBe(true);
    } finally {
      await other.close();
    }
  });
});
