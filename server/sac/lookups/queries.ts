import { and, asc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { NamedOption } from '#contract/sac/lookups.ts';
import type { Option } from '#contract/sac/tickets/ticketCatalog.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import {
  branches,
  carriers,
  customers,
  reasons,
  regions,
  representatives,
  sectors,
  ticketTypes,
} from '../../db/tables/index.ts';
import { branchScope, customerScope, isConsumer, isOutside } from '../../session/scope.ts';
import { plainText } from '../../text/plainText.ts';
import type { ReasonRow } from '../ticketCatalog/queries.ts';

/** A representative finds only their own name. */
export async function representativeOptions(db: Executor, user: User): Promise<NamedOption[]> {
  if (isConsumer(user)) return [];
  const own = user.type === 'REPRESENTANTE' ? eq(representatives.id, user.representativeId ?? 0) : undefined;
  return db
    .select({ id: representatives.id, nome: representatives.name })
    .from(representatives)
    .where(and(eq(representatives.active, true), own))
    .orderBy(sql`${representatives.name} collate pt_br`, asc(representatives.id));
}

/** Includes inactive carriers, since a list may be filtered by them. */
export async function carrierOptions(db: Executor, user: User): Promise<NamedOption[]> {
  if (isConsumer(user)) return [];
  return db
    .select({ id: carriers.id, nome: carriers.tradeName })
    .from(carriers)
    .orderBy(sql`${carriers.tradeName} collate pt_br`, asc(carriers.id));
}

/** Which sectors the company has is not revealed to people outside it. */
export async function sectorOptions(db: Executor, user: User): Promise<Option[]> {
  if (isOutside(user)) return [];
  return db
    .select({ id: sectors.id, desc: sectors.name })
    .from(sectors)
    .where(eq(sectors.active, true))
    .orderBy(sql`${sectors.name} collate pt_br`, asc(sectors.id));
}

/** A representative finds only the regions of their own customers. */
export async function regionOptions(db: Executor, user: User): Promise<Option[]> {
  if (isConsumer(user)) return [];
  return db
    .select({ id: regions.id, desc: regions.name })
    .from(regions)
    .where(user.type === 'REPRESENTANTE' ? livesThere(db, user) : undefined)
    .orderBy(sql`${regions.name} collate pt_br`, asc(regions.id));
}

const livesThere = (db: Executor, user: User): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(customers)
      .where(and(eq(customers.regionId, regions.id), customerScope(user))),
  );

export const ownBranches = (db: Executor, user: User) =>
  db
    .select({ idFil: branches.id, razSoc: branches.legalName, fant: branches.tradeName })
    .from(branches)
    .where(branchScope(user))
    .orderBy(asc(branches.id));

/** The final reasons for tickets of a type; without a type, those that apply to every type. */
export const finalReasons = (db: Executor, typeKey?: string): Promise<ReasonRow[]> => {
  const ofType = db
    .select({ id: ticketTypes.id })
    .from(ticketTypes)
    .where(eq(ticketTypes.key, typeKey ?? ''));
  const ofFlow = db
    .select({ key: ticketTypes.flowKey })
    .from(ticketTypes)
    .where(eq(ticketTypes.key, typeKey ?? ''));
  return db
    .select()
    .from(reasons)
    .where(
      and(
        eq(reasons.active, true),
        eq(reasons.kind, 'FINALIZACAO'),
        or(isNull(reasons.typeId), typeKey === undefined ? undefined : inArray(reasons.typeId, ofType)),
        or(isNull(reasons.flowKey), typeKey === undefined ? undefined : inArray(reasons.flowKey, ofFlow)),
      ),
    )
    .orderBy(asc(reasons.position), asc(reasons.id));
};

/** The words of a search text, at most eight, since more would only cost time. */
export const searchWords = (text: string): string[] =>
  plainText(text).trim().split(/\s+/).filter(Boolean).slice(0, 8);
