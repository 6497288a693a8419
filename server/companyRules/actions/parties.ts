import { type AnyColumn, and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { MapEntity } from '#contract/map/entity.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { asCompany } from '../../db/guard/asCompany.ts';
import {
  branches,
  customerBranches,
  customerSellers,
  people,
  representatives,
} from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { ROW_TWICE, rowsOf, sqlOfPaths } from '../../map/rowPaths.ts';
import { receivesNotices } from '../../writing/noticeTo.ts';
import { keyOf, ownTypes, passesGuard, type Statement, withValues } from '../judge.ts';
import type { Acting } from './acting.ts';

interface Parties {
  customerId: number | null;
  branchId: number | null;
  representativeId: number | null;
  /** Who works on the record: its operator, seller or person. */
  personId: number | null;
}

/** Where an entity says it, by the names that its fields have in the map. */
const COLUMNS: Readonly<Record<keyof Parties, readonly string[]>> = {
  customerId: ['cliente_id'],
  branchId: ['filial_id'],
  representativeId: ['representante_id'],
  personId: ['operador_id', 'vendedor_id', 'pessoa_id'],
};

/** Whose record it is, as the map says. */
export async function partiesOf({ tx, entity, entities, recordId }: Acting): Promise<Parties> {
  const mapEntity = entities[entity];
  const asked = (Object.keys(COLUMNS) as (keyof Parties)[]).flatMap((party) => {
    const path = mapEntity && pathTo(mapEntity, party);
    return path ? [{ party, path }] : [];
  });
  const nobody: Parties = { customerId: null, branchId: null, representativeId: null, personId: null };
  if (asked.length === 0) return nobody;
  const { view, only } = rowsOf(entity, mapEntity, 't');
  const field = sqlOfPaths(entities, entity);
  const statement: Statement = {
    text: [
      `select ${asked.map(({ party, path }) => `(${field(path)})::text as ${party.toLowerCase()}`).join(', ')} from (select t.* from relatorio.${view} as t where ${[...only, `${keyOf(entity, entities, 't')} = `].join(' and ')}`,
      `) as r ${ROW_TWICE}`,
    ],
    types: ['integer'],
  };
  if (!(await passesGuard(statement))) throw new Error(`the guard refused the parties of ${entity}`);
  const { rows } = await asCompany(
    tx,
    () => tx.execute<Record<string, string | null>>(withValues(statement, [recordId])),
    ownTypes(entities),
  );
  for (const { party } of asked) nobody[party] = Number(rows[0]?.[party.toLowerCase()] ?? 0) || null;
  return nobody;
}

function pathTo({ campos, relacoes }: MapEntity, party: keyof Parties): string | undefined {
  const own = COLUMNS[party].find((column) => Object.hasOwn(campos, column));
  if (own || party !== 'customerId') return own;
  const [relation] = Object.entries(relacoes).find(([, { alvo }]) => alvo === 'clientes') ?? [];
  return relation && `${relation}.cliente_id`;
}

export async function customerOf(acting: Acting): Promise<{ id: number; parties: Parties }> {
  const parties = await partiesOf(acting);
  if (parties.customerId === null) throw refused('SEM_CLIENTE', 'O registro não é de cliente algum.');
  return { id: parties.customerId, parties };
}

/** Who works on the record, or else the customer's first seller. */
export async function responsibleOf(acting: Acting, parties: Parties): Promise<number | null> {
  if (parties.personId !== null) return parties.personId;
  return parties.customerId === null ? null : sellerOf(acting, parties.customerId);
}

/** The seller of a customer who is told where nobody else is named. */
export const firstSellerOf = (customerId: AnyColumn): SQL =>
  sql`(select min(${people.id}) from ${customerSellers} join ${people} on ${people.id} = ${customerSellers.personId}
    where ${customerSellers.customerId} = ${customerId} and ${receivesNotices})`;

export async function sellerOf({ tx }: Acting, customerId: number): Promise<number | null> {
  const [seller] = await tx
    .select({ id: people.id })
    .from(customerSellers)
    .innerJoin(people, eq(people.id, customerSellers.personId))
    .where(and(eq(customerSellers.customerId, customerId), eq(people.active, true)))
    .orderBy(asc(people.id))
    .limit(1);
  return seller?.id ?? null;
}

export async function emailOfPerson({ tx }: Acting, id: number | null): Promise<string> {
  if (id === null) return '';
  const [row] = await tx
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.id, id), eq(people.active, true), ne(people.email, '')));
  return row?.email ?? '';
}

export async function emailOfRepresentative({ tx }: Acting, id: number | null): Promise<string> {
  if (id === null) return '';
  const [row] = await tx
    .select({ email: representatives.email })
    .from(representatives)
    .where(eq(representatives.id, id));
  return row?.email ?? '';
}

/** The record's branch, or else the customer's first one, with its time zone. */
export async function branchOf({ tx }: Acting, customerId: number, ofRecord: number | null) {
  const [first] =
    ofRecord === null
      ? await tx
          .select({ id: customerBranches.branchId })
          .from(customerBranches)
          .where(eq(customerBranches.customerId, customerId))
          .orderBy(asc(customerBranches.branchId))
          .limit(1)
      : [{ id: ofRecord }];
  if (!first) throw refused('SEM_FILIAL', 'O cliente não é de filial alguma.');
  const [branch] = await tx
    .select({ zone: branches.timeZone })
    .from(branches)
    .where(eq(branches.id, first.id));
  return { branchId: first.id, zone: branch?.zone ?? DEFAULT_TIME_ZONE };
}
