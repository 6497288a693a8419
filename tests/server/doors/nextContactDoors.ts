import { agendaReasons, agendas, incomingCalls } from '#server/db/tables/index.ts';
import type { TestAnswer } from '../../support/servers/server.ts';
import type { World } from './world.ts';

type Door = (part: object) => Promise<TestAnswer>;

/** The contact at that moment after one that was made, and after a call that came in. */
export async function nextContactDoors(world: World, at: string): Promise<Door[]> {
  const { db } = world.server.deps;
  const idCli = world.customerIds.first;
  const [made] = await db
    .insert(agendas)
    .values({
      ...{ customerId: idCli, branchId: world.branchIds[0], representativeId: world.representativeId },
      ...{ personId: world.people.VENDEDOR, subject: 'Ligar' },
      scheduledAt: new Date(`${world.wednesday}T19:00:00Z`),
    })
    .returning();
  const [ended] = await db.select().from(agendaReasons);
  const [rung] = await db
    .insert(incomingCalls)
    .values({
      ...{ personId: world.people.VENDEDOR, line: '204', number: '11987654321', status: 'ATENDIDA' },
      ...{ callKey: crypto.randomUUID(), startedAt: new Date(`${world.today}T13:00:00Z`) },
    })
    .returning();
  const finish = { idMotivoFinalizacao: ended?.id, proxima: at };
  const settled = { versao: 1, desfecho: 'RETORNAR', idCli, retorno: at };
  return [
    (part) => world.call('PUT', `agendas/${made?.id}`, { ...finish, ...part }),
    (part) => world.call('POST', `ligacoes-recebidas/${rung?.id}/desfecho`, { ...settled, ...part }),
  ];
}
