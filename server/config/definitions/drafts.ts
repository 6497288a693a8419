import type { definitionRoutes } from '#contract/config/definitions.ts';
import type { Input } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { definitions } from '../../db/tables/index.ts';
import { conflict, invalid, notFound, refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { kindRules } from './kinds.ts';
import { audited, type DefinitionName, detail, isDefinition, lockDefinition } from './present.ts';
import type { Content } from './rules.ts';
import { storedContent, unstorableProblems } from './validate.ts';

/** Stores an administrator's draft. It may contain errors; only publishing requires a valid one. */
export async function saveDraft({ params, body }: Input<typeof definitionRoutes.saveDraft>, ctx: Context) {
  const name = { kind: params.tipo, key: params.chave };
  const content = storedContent(name.kind, body.conteudo);
  requireKey(name, content);
  const [unstorable] = unstorableProblems(content);
  if (unstorable) throw invalid({ conteudo: `${unstorable.pointer}: ${unstorable.message}` });
  await ctx.db.transaction(async (tx) => {
    if (body.versao === 0) return createDefinition(tx, ctx, name, content);
    await writeDraft(tx, ctx, name, content, body.versao);
  });
  return { data: await detail(ctx, name) };
}

/** The key is used in the file name, in every link and in everything stored by it. */
function requireKey({ kind, key }: DefinitionName, content: Content): void {
  const written = kindRules(kind).keyOf(content);
  if (written !== key)
    throw invalid({
      conteudo: `A chave no conteúdo é "${written}", mas esta definição é "${key}". A chave nunca muda.`,
    });
}

export async function createDefinition(tx: Tx, ctx: Context, name: DefinitionName, content: Content) {
  const insertedRows = await tx
    .insert(definitions)
    .values({ ...name, origin: 'PROPRIA', updatedAt: ctx.now(), ...draftColumns(ctx, content, null) })
    .onConflictDoNothing()
    .returning({ key: definitions.key });
  if (insertedRows.length === 0)
    throw conflict(`Já existe uma definição com a chave "${name.key}". Escolha outra chave.`);
  await audit(tx, ctx, {
    action: 'CRIAR',
    ...audited(name),
    after: { titulo: kindRules(name.kind).titleOf(content) },
  });
}

export async function writeDraft(
  tx: Tx,
  ctx: Context,
  name: DefinitionName,
  content: Content,
  versao: number,
) {
  const row = await lockDefinition(tx, name, versao);
  if (row.archivedAt) throw refused('ARQUIVADO', 'Esta definição está arquivada. Desarquive-a para mudá-la.');
  await tx
    .update(definitions)
    .set({ ...draftColumns(ctx, content, row.draftBase ?? row.publishedVersion), version: row.version + 1 })
    .where(isDefinition(name));
}

const draftColumns = (ctx: Context, draft: Content, draftBase: number | null) => ({
  draft,
  draftBase,
  draftAuthorId: ctx.user.id,
  draftAt: ctx.now(),
});
export const noDraft = { draft: null, draftBase: null, draftAuthorId: null, draftAt: null };

/** A definition that was never published is deleted along with its draft. */
export async function discardDraft(
  { params, query }: Input<typeof definitionRoutes.discardDraft>,
  ctx: Context,
) {
  const name = { kind: params.tipo, key: params.chave };
  const before = await detail(ctx, name);
  await ctx.db.transaction(async (tx) => {
    const row = await lockDefinition(tx, name, query.versao);
    if (row.draft === null) throw notFound();
    if (row.publishedVersion === null) await tx.delete(definitions).where(isDefinition(name));
    else
      await tx
        .update(definitions)
        .set({ ...noDraft, version: row.version + 1 })
        .where(isDefinition(name));
    await audit(tx, ctx, {
      action: 'DESCARTAR_RASCUNHO',
      ...audited(name),
      before: { titulo: before.titulo },
    });
  });
  return {
    data: before.publicado ? await detail(ctx, name) : { ...before, rascunho: null, temRascunho: false },
  };
}
