import { and, eq } from 'drizzle-orm';
import { isPartKind, type PartKind } from '#contract/rules/definitions/bundleParts.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { definitionBundleItems, definitionBundleParts, definitions } from '../../../db/tables/index.ts';
import { kindRules } from '../kinds.ts';
import { nameOf } from '../offers.ts';
import { type DefinitionRow, versionRow } from '../present.ts';
import type { Content } from '../rules.ts';
import type { StandingPart } from './part.ts';
import { partRules } from './parts.ts';
import { isSame } from './soundPart.ts';

/** What stands here of some kinds, by kind and key. */
export async function standingOf(db: Executor, { user }: Pick<Context, 'user'>, kinds: readonly PartKind[]) {
  const partsByKind = new Map<PartKind, readonly StandingPart[]>();
  for (const kind of new Set(kinds)) partsByKind.set(kind, await partRules(kind).standing(db, user));
  return (kind: PartKind, key: string) => partsByKind.get(kind)?.find((one) => one.key === key) ?? null;
}

interface Shown {
  position: number;
  key: string;
  title: string;
  content: Content;
  before: Content | null;
}
export interface DefinitionItem extends Shown {
  kind: DefinitionKind;
  version: number;
  versionBefore: number | null;
  row: DefinitionRow;
}
export interface PartItem extends Shown {
  kind: PartKind;
  /** As it stands now; `null` if it is gone. */
  standing: StandingPart | null;
}
export type Item = DefinitionItem | PartItem;

export const isPartItem = (item: Item): item is PartItem => isPartKind(item.kind);
export const isDefinitionItem = (item: Item): item is DefinitionItem => !isPartKind(item.kind);

/** What a bundle wrote, as it wrote it: what is used first. */
export async function itemsOf(db: Executor, ctx: Pick<Context, 'user'>, bundleId: number): Promise<Item[]> {
  const rows = await db
    .select({ item: definitionBundleItems, row: definitions })
    .from(definitionBundleItems)
    .innerJoin(
      definitions,
      and(eq(definitions.kind, definitionBundleItems.kind), eq(definitions.key, definitionBundleItems.key)),
    )
    .where(eq(definitionBundleItems.bundleId, bundleId));
  const items: Item[] = [];
  for (const { item, row } of rows) {
    const arrived = await versionRow(db, item, item.version);
    if (!arrived) throw new Error(`${item.kind}/${item.key} has no version ${item.version}`);
    const { content } = arrived;
    const before = (await versionRow(db, item, item.versionBefore))?.content ?? null;
    const title = kindRules(item.kind).titleOf(content) || item.key;
    items.push({ ...item, row, title, content, before });
  }
  const parts = await db
    .select()
    .from(definitionBundleParts)
    .where(eq(definitionBundleParts.bundleId, bundleId));
  const standing = await standingOf(
    db,
    ctx,
    parts.map(({ kind }) => kind),
  );
  for (const { kind, key, position, content, contentBefore } of parts)
    items.push({
      ...{ kind, key, position, content, before: contentBefore },
      ...{ title: partRules(kind).titleOf(content) || key, standing: standing(kind, key) },
    });
  return items.sort((a, b) => a.position - b.position);
}

/** What each definition goes back to, by name; those that came with the bundle have nothing. */
export const contentsBefore = (items: readonly Item[]): Map<string, Content> =>
  new Map(
    items
      .filter(isDefinitionItem)
      .flatMap(({ kind, key, content, before }) =>
        before ? [[nameOf(kind, key), kindRules(kind).restored?.(content, before) ?? before] as const] : [],
      ),
  );

export const changedItems = (items: readonly Item[]): string[] =>
  items.flatMap((item) => {
    const { title } = item;
    if (isPartItem(item)) {
      if (!item.standing) return [`"${title}" foi excluído ou mudou de nome depois deste pacote.`];
      return isSame(item.standing, { conteudo: item.content })
        ? []
        : [`"${title}" mudou depois deste pacote. Ponha-o de novo como o pacote o deixou, ou mude-o à mão.`];
    }
    const { row, version } = item;
    if (row.archivedAt) return [`"${title}" está no arquivo. Desarquive antes.`];
    return row.publishedVersion === version
      ? []
      : [`"${title}" mudou depois deste pacote. Volte-a na página dela à versão ${version} antes.`];
  });
