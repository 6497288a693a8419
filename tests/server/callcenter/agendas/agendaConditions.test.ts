import { expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { agendaCondition } from '#server/callcenter/agendas/queries.ts';
import { agendas, branches } from '#server/db/tables/index.ts';
import { personById } from '#server/session/currentUser.ts';
import { createPeople } from '#tests/support/people.ts';
import { testServer } from '#tests/support/servers/server.ts';

it('conditions over agendas count days by the clock of each branch, and ask for it once', async () => {
  const server = await testServer();
  const { db, now } = server.deps;
  const fixture = await createPeople(db);
  const token = await server.sessionOf(fixture.people.ADMIN);
  const zones = ['America/Sao_Paulo', 'America/Rio_Branco'];
  for (const [at, timeZone] of zones.entries())
    await db
      .update(branches)
      .set({ timeZone })
      .where(eq(branches.id, fixture.branchIds[at] ?? 0));
  const rows = await db
    .insert(agendas)
    .values(
      zones.map((subject, at) => ({
        ...{ customerId: fixture.customerIds.first, branchId: fixture.branchIds[at] ?? 0 },
        ...{ personId: fixture.people.OPERADOR, subject, scheduledAt: new Date('2026-03-10T03:30:00Z') },
      })),
    )
    .returning({ subject: agendas.subject });
  expect(rows).toHaveLength(2);
  const on = (data: string) => JSON.stringify({ faz: 'igual', de: [{ campo: 'data_agendada' }, { data }] });
  const found = async (day: string) => {
    const path = `/callcenter/agendas?condicao=${encodeURIComponent(on(day))}`;
    const { body } = await server.call('GET', path, { token });
    return body.itens.map(({ assunto }: { assunto: string }) => assunto);
  };
  expect(await found('2026-03-10')).toEqual(['America/Sao_Paulo']);
  expect(await found('2026-03-09')).toEqual(['America/Rio_Branco']);
  const user = await personById(db, fixture.people.ADMIN);
  if (!user) throw new Error('nobody asks');
  const condition = await agendaCondition({ db, now, user }, { condicao: on('2026-03-10') });
  const { sql } = db.select({ id: agendas.id }).from(agendas).where(condition).toSQL();
  expect(sql).not.toContain('"branches"');
  await server.close();
});
