import { asc, eq, isNull, or } from 'drizzle-orm';
import { definitionRoutes } from '#contract/config/definitions.ts';
import type { Input } from '#contract/route.ts';
import { definitionKinds } from '#contract/rules/definitions/definition.ts';
import type { Context } from '../../context.ts';
import { definitionFiles, definitions } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { writeArchived } from './archive.ts';
import { discardDraft, saveDraft } from './drafts.ts';
import { kindRules } from './kinds.ts';
import { metaSchema } from './metaSchema.ts';
import { againstPublished, detail, isDefinition, lockDefinition, summaries } from './present.ts';
import { problemOf } from './problemOf.ts';
import { followStandard, publish, rollBack, rollBackPlan } from './publish.ts';
import { publishedDefinition } from './queries.ts';
import { type Content, kindDeps } from './rules.ts';
import { isSound, validateContent, validateText } from './validate.ts';
import { changes, version, versions } from './versions.ts';

/** The studio, where administrators edit definitions as drafts, versions and files. */
export const definitionImplementation = implement(definitionRoutes, {
  async list({ params: { tipo } }, { db }) {
    const broken = await db
      .select()
      .from(definitionFiles)
      .where(or(eq(definitionFiles.kind, tipo), isNull(definitionFiles.kind)))
      .orderBy(asc(definitionFiles.file));
    return {
      itens: await summaries(db, tipo),
      quebrados: broken.map(({ file, seenAt, problems }) => ({
        arquivo: file,
        visto: seenAt.toISOString(),
        problemas: problems.map((problem) => problemOf({ ...problem, severity: 'ERRO' })),
      })),
    };
  },
  async get({ params }, ctx) {
    return { data: await detail(ctx, { kind: params.tipo, key: params.chave }) };
  },
  check,
  saveDraft,
  discardDraft,
  publish,
  versions,
  version,
  rollBackPlan,
  rollBack,
  followStandard,
  archive,
  unarchive,
  async metaSchema({ params: { tipo } }) {
    return metaSchema(definitionKinds[tipo].meta);
  },
});

/** Validates while the user types; nothing is stored. For text input, problems include line numbers. */
async function check({ params: { tipo }, body }: Input<typeof definitionRoutes.check>, ctx: Context) {
  const { content, problems } = await validateBody(tipo, body, ctx);
  const key = body.chave ?? (content ? kindRules(tipo).keyOf(content) : '');
  const published = await publishedDefinition<Content>(ctx.db, tipo, key);
  const base = await comparedWith(ctx, { kind: tipo, key }, body.com);
  const against =
    content && isSound(problems)
      ? await againstPublished(ctx.db, { kind: tipo, key }, published?.content ?? null, content)
      : [];
  return {
    problemas: [...problems, ...against].map(problemOf),
    mudancas: content ? changes(tipo, base === undefined ? published?.content : base, content) : [],
    conteudo: content,
  };
}

/** `undefined` for the published version. A draft that is gone counts as what would be opened in its place. */
async function comparedWith(
  { db }: Context,
  name: Parameters<typeof isDefinition>[0],
  com: Input<typeof definitionRoutes.check>['body']['com'],
): Promise<Content | undefined> {
  if (com === undefined || com === 'PUBLICADO') return undefined;
  const [row] = await db.select().from(definitions).where(isDefinition(name));
  return (com === 'PADRAO' ? row?.fileContent : row?.draft) ?? undefined;
}

async function validateBody(
  kind: Parameters<typeof kindRules>[0],
  body: Input<typeof definitionRoutes.check>['body'],
  ctx: Context,
) {
  if (body.texto !== undefined) return validateText(kind, body.texto, kindDeps(ctx, { tests: body.testar }));
  if (!body.conteudo) throw invalid({ conteudo: 'Envie o conteúdo, ou o texto dele.' });
  return {
    content: body.conteudo,
    problems: await validateContent(kind, body.conteudo, kindDeps(ctx, { tests: body.testar })),
  };
}

/** Archives a definition and keeps its versions. Refused while anything still needs it. */
async function archive({ params, body }: Input<typeof definitionRoutes.archive>, ctx: Context) {
  return setArchived({ kind: params.tipo, key: params.chave }, body.versao, ctx, true);
}

async function unarchive({ params, body }: Input<typeof definitionRoutes.unarchive>, ctx: Context) {
  return setArchived({ kind: params.tipo, key: params.chave }, body.versao, ctx, false);
}

async function setArchived(
  name: Parameters<typeof isDefinition>[0],
  versao: number,
  ctx: Context,
  archived: boolean,
) {
  await ctx.db.transaction(async (tx) =>
    writeArchived(tx, ctx, await lockDefinition(tx, name, versao), archived),
  );
  return { data: await detail(ctx, name) };
}
