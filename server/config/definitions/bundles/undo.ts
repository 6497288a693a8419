import { and, eq, isNull } from 'drizzle-orm';
import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { Input } from '#contract/route.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { definitionBundles } from '../../../db/tables/index.ts';
import { refused } from '../../../errors.ts';
import { requireProof } from '../../../session/currentUser.ts';
import { audit } from '../../../writing/audit.ts';
import { command } from '../../../writing/command.ts';
import { writeArchived } from '../archive.ts';
import { kindRules } from '../kinds.ts';
import { nameOf } from '../offers.ts';
import { auditPublication, originAfter, writeContent } from '../publish.ts';
import type { Content } from '../rules.ts';
import { bundleById } from './bundles.ts';
import {
  changedItems,
  contentsBefore,
  type DefinitionItem,
  isDefinitionItem,
  isPartItem,
  itemsOf,
  type PartItem,
} from './items.ts';
import { lockedRows } from './lines.ts';
import { partRules } from './parts.ts';

/**
 * Everything goes back in one transaction: what uses before what is used, so that nothing is in use when it is archived. What
 * the contents from before the bundle use is judged as they are together.
 */
export const undoBundle = command(
  definitionFileRoutes.undoBundle,
  {
    async prepare(ctx, { params }) {
      await bundleById(ctx, params.id);
      const items = await itemsOf(ctx.db, ctx, params.id);
      if (items.some((item) => isPartItem(item) && partRules(item.kind).proof))
        requireProof(ctx.user, ctx.now());
      const returning = contentsBefore(items);
      for (const { kind, key, content } of items.filter(isDefinitionItem)) {
        const back = returning.get(nameOf(kind, key));
        if (back) await kindRules(kind).requireRights?.(ctx, content, back);
      }
    },
    work: writeUndone,
  },
  async ({ id }, ctx) => ({ data: await bundleById(ctx, id) }),
);

async function writeUndone(
  tx: Tx,
  ctx: Context,
  { params, body }: Input<typeof definitionFileRoutes.undoBundle>,
) {
  const [found] = await tx
    .select()
    .from(definitionBundles)
    .where(and(eq(definitionBundles.id, params.id), isNull(definitionBundles.undoneAt)))
    .for('update');
  const { desfeito, titulo } = await bundleById({ ...ctx, db: tx }, params.id);
  if (!found || desfeito) throw refused('JA_DESFEITO', 'Este pacote já foi desfeito.');
  const written = (await itemsOf(tx, ctx, params.id)).filter(isDefinitionItem);
  await lockedRows(
    tx,
    written.map(({ kind, key }) => nameOf(kind, key)),
  );
  const items = (await itemsOf(tx, ctx, params.id)).reverse();
  const obstacles = changedItems(items);
  if (obstacles.length > 0) throw refused('PACOTE_MUDOU', obstacles.join(' '));
  const returning = contentsBefore(items);
  for (const item of items)
    if (isPartItem(item)) await undoPart(tx, ctx, item);
    else if (isDefinitionItem(item))
      await undoDefinition(tx, ctx, item, { returning, note: body.nota, titulo });
  await tx
    .update(definitionBundles)
    .set({ undoneAt: ctx.now(), undoneBy: ctx.user.id })
    .where(eq(definitionBundles.id, params.id));
  await audit(tx, ctx, {
    ...{ action: 'DESFAZER', entity: 'definition_bundles', entityId: params.id },
    after: { nota: body.nota },
  });
  return { id: params.id };
}

/** The row as it was before, written by its own command; one that came with the bundle is removed unless something uses it by now. */
async function undoPart(tx: Tx, ctx: Context, { kind, key, before, standing }: PartItem): Promise<void> {
  if (!standing) throw new Error(`${kind}/${key} is gone`);
  const within = { ...ctx, db: tx };
  if (before === null) return partRules(kind).remove(tx, within, standing);
  const line = { tipo: kind, chave: key, conteudo: before };
  await partRules(kind).write(tx, within, line, { standing, given: { receivers: [] } });
}

interface Undoing {
  returning: ReadonlyMap<string, Content>;
  note: string;
  titulo: string;
}

async function undoDefinition(
  tx: Tx,
  ctx: Context,
  { kind, key, row, content, versionBefore }: DefinitionItem,
  { returning, note, titulo }: Undoing,
): Promise<void> {
  const back = returning.get(nameOf(kind, key));
  if (!back || versionBefore === null) return writeArchived(tx, ctx, row, true);
  const number = await writeContent(tx, ctx, row, {
    ...{ content: back, source: 'RETORNO', fromVersion: versionBefore, note: note.trim() },
    arriving: returning,
    columns: (locked) => originAfter(locked, back),
  });
  await auditPublication(tx, ctx, row, {
    ...{ action: 'VOLTAR_VERSAO', before: content, content: back, number, note, bundle: titulo },
  });
}
