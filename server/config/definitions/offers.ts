import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { DEFINITION_KINDS, type DefinitionKind } from '#contract/rules/definitions/definition.ts';
import type { Offer } from '#contract/rules/definitions/uses.ts';
import { inCampoFormat } from '#contract/rules/fields/campoFormat.ts';
import type { Executor } from '../../db/client.ts';
import { definitions, definitionVersions } from '../../db/tables/index.ts';
import { kindRules } from './kinds.ts';
import type { DefinitionName } from './present.ts';
import type { Arriving, Content } from './rules.ts';

export const publishedContents = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      kind: definitions.kind,
      key: definitions.key,
      archivedAt: definitions.archivedAt,
      content: sql<Content>`${definitionVersions.content}`.mapWith((content: Content) =>
        inCampoFormat(content),
      ),
    })
    .from(definitions)
    .innerJoin(
      definitionVersions,
      and(
        eq(definitionVersions.kind, definitions.kind),
        eq(definitionVersions.key, definitions.key),
        eq(definitionVersions.version, definitions.publishedVersion),
      ),
    )
    .where(condition);

/** The rows of these definitions, by `kind/key`. */
export const amongNames = (
  { kind, key }: { kind: AnyPgColumn; key: AnyPgColumn },
  names: readonly string[],
) => sql`${kind} || '/' || ${key} = any(${sql.param([...names])}::text[])`;

export const nameOf = (kind: string, key: string) => `${kind}/${key}`;
export const isKind = (kind: string): kind is DefinitionKind => DEFINITION_KINDS.some((one) => one === kind);

/** The rows of a definition and of all that offer something under its name. */
export const isOffering = ({ kind, key }: DefinitionName) =>
  or(
    and(eq(definitions.kind, kind), eq(definitions.key, key)),
    ...DEFINITION_KINDS.filter((one) => isOfferedAs(one, { kind, key })).map((one) =>
      eq(definitions.kind, one),
    ),
  );

const isOfferedAs = (kind: DefinitionKind, { kind: as, key }: DefinitionName): boolean => {
  const { offersAs } = kindRules(kind);
  return offersAs?.kind === as && offersAs.key === key;
};

export interface Part extends DefinitionName {
  content: Content;
  archived: boolean;
}

/**
 * The contents that together make what is found under a name, itself first: the fields of customers are also those that steps
 * of the registration ask for. What stands for itself alone is also given when it is archived.
 */
export async function offering(
  db: Executor,
  name: DefinitionName,
  arriving: Arriving | undefined,
): Promise<Part[]> {
  const parts = new Map<string, Part>();
  for (const { kind, key, archivedAt, content } of await publishedContents(db, isOffering(name)))
    parts.set(nameOf(kind, key), { kind, key, content, archived: archivedAt !== null });
  for (const [one, content] of arriving ?? []) {
    const [kind = '', key = ''] = one.split('/');
    if (isKind(kind) && (one === nameOf(name.kind, name.key) || isOfferedAs(kind, name)))
      parts.set(one, { kind, key, content, archived: false });
  }
  const itself = nameOf(name.kind, name.key);
  return [...parts]
    .filter(([one, { archived }]) => one === itself || !archived)
    .sort(([a], [b]) => Number(b === itself) - Number(a === itself) || a.localeCompare(b))
    .map(([, part]) => part);
}

/** What contents offer together; `null` if there is none. */
export function offerOf(parts: readonly Pick<Part, 'kind' | 'content'>[], to: DefinitionKind): Offer | null {
  const [first, ...more] = parts.map(
    ({ kind, content }): Offer => kindRules(kind).offers?.(content, to) ?? { fields: new Map() },
  );
  if (!first || 'refusal' in first) return first ?? null;
  const added = more.flatMap((offer) => ('fields' in offer ? [...offer.fields] : []));
  return { fields: new Map([...added.reverse(), ...first.fields]) };
}
