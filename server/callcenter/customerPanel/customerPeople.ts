import type { Static } from '@sinclair/typebox';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Supervisor } from '../../../contract/callcenter/customerPanel.ts';
import type { Executor } from '../../db/client.ts';
import { customerSellers, customers, people, representatives } from '../../db/tables/index.ts';

/** Who represents a customer, below who supervises them. */
export async function supervisorsOf(db: Executor, id: number): Promise<Static<typeof Supervisor>[]> {
  const [found] = await db
    .select({ representative: representatives, supervisor: people })
    .from(customers)
    .innerJoin(representatives, eq(representatives.id, customers.representativeId))
    .leftJoin(people, eq(people.id, representatives.supervisorId))
    .where(eq(customers.id, id));
  if (!found) return [];
  const { representative, supervisor } = found;
  return [
    {
      id: supervisor?.id ?? null,
      nome: supervisor?.name ?? '',
      email: supervisor?.email ?? '',
      ...phonesOf(supervisor?.phone ?? ''),
      representantes: [
        {
          id: representative.id,
          nome: representative.name,
          email: representative.email,
          telefone: representative.phone,
          celular: representative.mobile,
        },
      ],
    },
  ];
}

/** A person has one number: with eleven digits it is a mobile. */
const phonesOf = (number: string) =>
  number.length === 11 ? { telefone: '', celular: number } : { telefone: number, celular: '' };

export const sellersOf = (db: Executor, id: number) =>
  db
    .select({ codOp: people.id, nome: people.name, email: people.email, matErp: people.employeeNumber })
    .from(customerSellers)
    .innerJoin(people, eq(people.id, customerSellers.personId))
    .where(and(eq(customerSellers.customerId, id), eq(people.active, true)))
    .orderBy(sql`${people.name} collate pt_br`, asc(people.id));
