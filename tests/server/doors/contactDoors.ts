import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { agendas } from '../../../server/db/tables/index.ts';
import { type DoorTable, notApplicable } from './doorTable.ts';
import type { World } from './world.ts';

const db = ({ server }: World) => server.deps.db;
const brazilian = (day: string) => day.split('-').reverse().join('/');

export const contactBody = (world: World, part: object = {}) => ({
  idCli: world.customerIds.first,
  assunto: 'Ligar',
  data_agendada: `${world.wednesday} 10:00`,
  ...part,
});
export const contactLine = (world: World, part: object = {}) => ({
  cliente: String(world.customerIds.first),
  data: brazilian(world.wednesday),
  hora: '10:00',
  assunto: 'Ligar',
  ...part,
});

export async function addAgenda(
  world: World,
  part: Partial<typeof agendas.$inferInsert> = {},
): Promise<number> {
  const [row] = await db(world)
    .insert(agendas)
    .values({
      customerId: world.customerIds.first,
      branchId: world.branchIds[0],
      representativeId: world.representativeId,
      personId: world.people.VENDEDOR,
      subject: 'Ligar',
      scheduledAt: new Date(`${world.wednesday}T13:00:00Z`),
      ...part,
    })
    .returning({ id: agendas.id });
  return row?.id ?? 0;
}

export const contactDoors: Pick<DoorTable, 'scheduledAhead'> = {
  scheduledAhead: {
    FORM: async (world) => {
      for (const data_agendada of ['2020-01-01 10:00', '2027-02-30 10:00']) {
        const refused = await world.call('POST', 'agendas', contactBody(world, { data_agendada }));
        expect([data_agendada, refused.status]).toEqual([data_agendada, 422]);
      }
    },
    IMPORT: async (world) => {
      const linhas = ['31/02/2027', '01/01/2020'].map((data) => contactLine(world, { data }));
      const { contagens } = (await world.call('POST', 'agendas/validar', { linhas })).body.data;
      expect(contagens).toMatchObject({ criados: 0, recusados: 2 });
    },
    BULK: async (world) => {
      const id = await addAgenda(world);
      const moved = { ids: [id], data: '2020-01-01', motivo: 'Feriado' };
      const { falhas } = (await world.call('POST', 'agendas/reagendar', moved)).body;
      expect(falhas.map((each: { id: number }) => each.id)).toEqual([id]);
    },
    COPY: notApplicable('A transfer keeps the time of the contact, and agendas are not copied.'),
    MAIL: notApplicable('No mail plans a contact, and no link in one does.'),
    AUTOMATION: notApplicable('An automation takes its days from tomorrow on and cannot name one.'),
    DRAFT: async (world) => {
      const id = await addAgenda(world);
      const change = (data_agendada: string) =>
        world.call('PUT', `agendas/${id}`, { versao: 1, data_agendada, motivo: 'Pediu' });
      expect((await change(`${world.wednesday} 11:00`)).status).toBe(200);
      expect((await change(`${world.wednesday} 12:00`)).status).toBe(409);
      const [row] = await db(world).select().from(agendas).where(eq(agendas.id, id));
      expect(row?.version).toBe(2);
    },
  },
};
