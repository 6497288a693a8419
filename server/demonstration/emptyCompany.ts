import { and, eq, inArray, isNotNull, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { readServiceParameters } from '../config/parameters/rules.ts';
import type { Tx } from '../db/client.ts';
import { takeBackTerms } from '../db/seed/demo/sales/terms.ts';
import * as tables from '../db/tables/index.ts';
import { emptiedTables } from './fates.ts';

interface Keeper {
  /** The person whose account is kept. */
  personId: number;
  /**
   * Whether that account was newly created; otherwise the person making the request keeps their account, session and
   * response.
   */
  isNew: boolean;
  idempotencyKey: string | null;
}

/**
 * Removes everything that happened, and the people involved, in one transaction. Ids are not reset: the audit log still
 * mentions record 12 of the demonstration, which must never become one of the company's own records.
 */
export async function emptyCompany(tx: Tx, keeper: Keeper): Promise<void> {
  const names = sql.join(
    emptiedTables.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(sql`truncate table ${names}`);
  await emptyFiles(tx, keeper);
  await removePeople(tx, keeper);
  // People reference customers, and tables referenced from outside the list cannot be truncated.
  await tx.delete(tables.customers);
  await tx.delete(tables.representatives);
  await tx.delete(tables.regions);
  await resetParameters(tx);
  await takeBackTerms(tx);
  await beginFeed(tx);
}

/** The hourly sweep removes them from the store, and tries again if it was interrupted. */
const emptyFiles = (tx: Tx, { personId }: Keeper) =>
  tx.update(tables.files).set({ ownerId: personId, linkedAt: null, createdAt: new Date(0) });

/** Definition versions never change and name the person who published them: those people are kept, but cannot sign in. */
async function removePeople(tx: Tx, { personId, isNew, idempotencyKey }: Keeper): Promise<void> {
  const { people, sessions, savedViews, idempotencyKeys, definitions, definitionVersions, importPresets } =
    tables;
  const { externalIdentities, passkeys, recoveryCodes, secondFactors } = tables;
  const others = ne(people.id, personId);
  await tx.delete(sessions).where(isNew ? undefined : ne(sessions.personId, personId));
  await tx.update(sessions).set({ viewAsId: null, viewAsUntil: null });
  await tx.delete(secondFactors).where(ne(secondFactors.personId, personId));
  await tx.delete(recoveryCodes).where(ne(recoveryCodes.personId, personId));
  await tx.delete(passkeys).where(ne(passkeys.personId, personId));
  await tx.delete(externalIdentities).where(ne(externalIdentities.personId, personId));
  await tx.delete(savedViews).where(ne(savedViews.ownerId, personId));
  await tx
    .delete(idempotencyKeys)
    .where(
      not(
        and(
          eq(idempotencyKeys.personId, personId),
          eq(idempotencyKeys.key, idempotencyKey ?? ''),
        ) as NonNullable<ReturnType<typeof and>>,
      ),
    );
  await tx.update(importPresets).set({ updatedBy: personId });
  await tx.update(definitions).set({ draftAuthorId: personId }).where(isNotNull(definitions.draftAuthorId));
  const authors = tx
    .select({ id: definitionVersions.authorId })
    .from(definitionVersions)
    .where(isNotNull(definitionVersions.authorId));
  await tx
    .update(people)
    .set({ customerId: null, representativeId: null })
    .where(or(isNotNull(people.customerId), isNotNull(people.representativeId)));
  await tx
    .update(people)
    .set({ active: false, passwordHash: 'nenhuma', version: sql`${people.version} + 1` })
    .where(and(others, inArray(people.id, authors)));
  await tx.delete(people).where(and(others, notInArray(people.id, authors)));
}

/** Branches had parameters of their own; the name of the demonstration company belongs to no one. */
async function resetParameters(tx: Tx): Promise<void> {
  const { parameters, installation } = tables;
  await tx.delete(parameters).where(ne(parameters.branchId, 0));
  const { nomeEmpresa } = readServiceParameters({});
  await tx
    .update(parameters)
    .set({ value: nomeEmpresa, version: sql`${parameters.version} + 1` })
    .where(
      and(
        eq(parameters.area, 'GERAL'),
        eq(parameters.key, 'nomeEmpresa'),
        sql`${parameters.value} = (select ${installation.facts} -> 'empresa' from ${installation})`,
      ),
    );
  await tx.update(installation).set({
    demo: false,
    facts: sql`${installation.facts} - '{empresa,senha,pessoas,passosPulados,pastaNfe,ensaio}'::text[]`,
  });
}

/** Starts a new feed: a reader with a cursor of the old one gets 410 and reads everything again. */
const beginFeed = (tx: Tx) =>
  tx.update(tables.feedState).set({ epoch: sql`substr(md5(gen_random_uuid()::text), 1, 8)`, last: 0 });
