import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customers } from '#server/db/tables/index.ts';
import { testCpf } from '../../../support/people.ts';
import { type DoorTable, notApplicable, type TICKET_RULES } from '../doorTable.ts';
import { NO_IMPORT, NO_SYSTEM } from './reasons.ts';
import type { TicketWorld } from './ticketWorld.ts';

const CNPJS = ['45997418000153', '60746948000112', '33000167000101', '12ABC34501DE35'];
const warranty = (world: TicketWorld, documento: string) => ({
  tipo: 'GARANTIA',
  idTipo: world.types.get('GARANTIA'),
  idCli: null,
  motivo1: 1085,
  motivo2: null,
  mensagem: 'Parou de funcionar.',
  itensAvulsos: [{ produto_id: world.productIds[0] }],
  consumidorFinal: {
    documento,
    nome: 'Joana Prado',
    email: 'joana@exemplo.com.br',
    telefone: '(11) 98888-7777',
    data_nascimento: '1990-05-01',
  },
});

const COMPLETABLE = [true, 'Este documento tem um pré-cadastro. Continue para completá-lo.'];

/** Whether the ticket says that its customer can be completed, and the registration lets them be. */
async function canBeCompleted(world: TicketWorld, id: number): Promise<unknown[]> {
  const shown = (await world.get(`tickets/${id}`, 'OPERADOR')).body.data;
  const [customer] = await world.server.deps.db
    .select()
    .from(customers)
    .where(eq(customers.id, (await world.ticket(id)).customerId));
  const may = await world.get(`clientes/consulta/${customer?.document}/permite-cadastrar`, 'OPERADOR');
  return [shown.cliente.cadastroIncompleto ?? shown.cadastroIncompleto, may.body.message ?? may.body.error];
}

export const warrantyDoors: Pick<DoorTable<keyof typeof TICKET_RULES, TicketWorld>, 'warrantyCustomer'> = {
  warrantyCustomer: {
    FORM: async (world) => {
      for (const document of [testCpf(4001), CNPJS[0] as string]) {
        const { body } = await world.open(warranty(world, document));
        expect([document, body.errors, await canBeCompleted(world, body.data.id)]).toEqual([
          document,
          undefined,
          COMPLETABLE,
        ]);
      }
    },
    IMPORT: NO_IMPORT,
    BULK: notApplicable('Warranty tickets are opened one by one, each with its consumer.'),
    COPY: async (world) => {
      // No ticket becomes a warranty ticket without a consumer whom its form knows.
      const id = await world.addTicket({ typeId: world.types.get('ATENDIMENTO') ?? 0 });
      const { idTipo, motivo1, mensagem, itensAvulsos } = warranty(world, '');
      const change = { idTipo, motivo1, mensagem, itensAvulsos, motivo: 'É garantia' };
      expect((await world.move(id, 'reclassificar', change)).body.errors).toMatchObject({
        idTipo: 'Este tipo é só de consumidor final. Abra outro ticket para ele.',
      });
    },
    MAIL: notApplicable('A mail opens tickets of customers who are known, and waits for a person otherwise.'),
    AUTOMATION: notApplicable('No automation opens tickets, so none brings a customer.'),
    DRAFT: async (world) => {
      // Two desks write down the same buyer at once: one record, which either can complete.
      const body = warranty(world, CNPJS[1] as string);
      const answers = await Promise.all([world.open(body), world.open(body)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const again = await world.open(body);
      const ids = [...answers, again].flatMap((answer) => (answer.body.data?.id as number | undefined) ?? []);
      expect(ids).toHaveLength(2);
      const owners = await Promise.all(ids.map(async (id) => (await world.ticket(id)).customerId));
      expect(new Set(owners).size).toBe(1);
      for (const id of ids) expect(await canBeCompleted(world, id)).toEqual(COMPLETABLE);
    },
    SYSTEM: NO_SYSTEM,
  },
};
