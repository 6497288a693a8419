import { and, desc, eq, sql } from 'drizzle-orm';
import { type DefinitionBundle, definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { listText } from '#contract/rules/text.ts';
import type { Context } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { amongTexts } from '../../../db/conditions.ts';
import { definitionBundleItems, definitionBundleParts, definitionBundles } from '../../../db/tables/index.ts';
import { conflict, invalid, notFound, Refusal, refused } from '../../../errors.ts';
import { requireProof } from '../../../session/currentUser.ts';
import { audit } from '../../../writing/audit.ts';
import { command } from '../../../writing/command.ts';
import { kindRules } from '../kinds.ts';
import { nameOf } from '../offers.ts';
import { type DefinitionRow, namesOf, needsSecondPerson } from '../present.ts';
import { auditPublication } from '../publish.ts';
import { type Content, ownKinds } from '../rules.ts';
import { changes } from '../versions.ts';
import { chosenLines, refuseLines } from './exchange.ts';
import { changedItems, isPartItem, itemsOf, standingOf } from './items.ts';
import { lineName, STORED_OTHERWISE } from './judge.ts';
import { lockedRows, writeLine } from './lines.ts';
import type { DefinitionLine, Line, PartLine } from './part.ts';
import { ownParts, partRules } from './parts.ts';
import { isSame, soundPart } from './soundPart.ts';
import { isDefinitionLine, isPart, writeInOrder } from './stages.ts';

const MAX_BUNDLES = 100;

type Publish = Input<typeof definitionFileRoutes.publishFile>['body'];

/** Publishes the chosen lines of a file in one transaction, each judged together with the others. */
export const publishFile = command(
  definitionFileRoutes.publishFile,
  {
    async prepare(ctx, { body }) {
      if (await needsSecondPerson(ctx.db))
        throw new Refusal(
          403,
          'SEGUNDA_PESSOA',
          'Aqui outra pessoa publica o que você trouxe. Importe como rascunhos, e peça que sejam publicados.',
        );
      const lines = chosenLines(body);
      if (lines.some((line) => isPart(line) && partRules(line.tipo).proof)) requireProof(ctx.user, ctx.now());
      await refuseLines(ctx, lines, { given: (line) => givenBeside(body, line) });
      return lines;
    },
    async work(tx, ctx, { body }, lines) {
      const { titulo, nota } = body;
      const definitionLines = lines.filter(isDefinitionLine);
      const rows = await lockedRows(tx, definitionLines.map(lineName));
      requireUnchanged(definitionLines, rows, body.escolhidas);
      const [bundle] = await tx
        .insert(definitionBundles)
        .values({ title: titulo.trim(), note: nota.trim(), authorId: ctx.user.id, createdAt: ctx.now() })
        .returning({ id: definitionBundles.id });
      if (!bundle) throw new Error('the bundle was not written');
      let position = 0;
      const parts: WrittenPart[] = [];
      await writeInOrder(tx, ctx, lines, {
        judge: async (named) => named,
        async part(line, all) {
          const { found, problems } = soundPart(line, all);
          if (found && isSame(found, line)) return;
          // What was sound in the trial may have changed since.
          if (problems.length > 0 || (found?.version ?? 0) !== chosenOf(body, line)?.versao)
            throw changedSince(line);
          position += 1;
          const beside = { standing: found, given: givenBeside(body, line) };
          await partRules(line.tipo).write(tx, { ...ctx, db: tx }, line, beside);
          parts.push({ line, position, before: found?.content ?? null });
        },
        async definition(line, arriving) {
          const written = await writeLine(tx, ctx, line, {
            rows,
            arriving,
            note: nota.trim() || titulo.trim(),
          });
          // What is published already is not the bundle's to undo.
          if (!written) return;
          const { row, before, number } = written;
          position += 1;
          await tx.insert(definitionBundleItems).values({
            ...{ bundleId: bundle.id, position, kind: line.tipo, key: line.chave },
            ...{ version: number, versionBefore: row.publishedVersion },
          });
          await auditPublication(tx, ctx, row, {
            ...{ action: 'PUBLICAR', before, content: line.conteudo, number, note: nota, bundle: titulo },
          });
        },
      });
      await rememberParts(tx, ctx, bundle.id, parts);
      if (position === 0)
        throw refused('SEM_MUDANCAS', 'Tudo isto já é o que está publicado: não há o que mudar.');
      await audit(tx, ctx, {
        ...{ action: 'PUBLICAR', entity: 'definition_bundles', entityId: bundle.id },
        after: { titulo, nota, definicoes: position },
      });
      return { id: bundle.id };
    },
  },
  async ({ id }, ctx) => ({ data: await bundleById(ctx, id) }),
);

const chosenOf = ({ escolhidas }: Publish, { tipo, chave }: Line) =>
  escolhidas.find((one) => one.tipo === tipo && one.chave === chave);

const givenBeside = (body: Publish, line: Line) => ({ receivers: chosenOf(body, line)?.destinatarios ?? [] });

interface WrittenPart {
  line: PartLine;
  position: number;
  before: Content | null;
}

/** As they stand once everything is written, so that a later change can be told. */
async function rememberParts(tx: Tx, ctx: Context, bundleId: number, parts: readonly WrittenPart[]) {
  const standing = await standingOf(
    tx,
    ctx,
    parts.map(({ line }) => line.tipo),
  );
  for (const { line, position, before } of parts) {
    const now = standing(line.tipo, line.chave);
    if (!now) throw invalid({ escolhidas: `${titleOf(line)}: ${STORED_OTHERWISE}` });
    await tx.insert(definitionBundleParts).values({
      ...{ bundleId, position, kind: line.tipo, key: line.chave },
      ...{ content: now.content, contentBefore: before },
    });
  }
}

/** The sentences that the publisher read were about these versions. */
function requireUnchanged(
  lines: readonly DefinitionLine[],
  rows: ReadonlyMap<string, DefinitionRow>,
  chosen: Publish['escolhidas'],
): void {
  const changed = lines.filter(({ tipo, chave }) => {
    const read = chosen.find((one) => one.tipo === tipo && one.chave === chave)?.versao;
    return (rows.get(nameOf(tipo, chave))?.version ?? 0) !== read;
  });
  if (changed.length > 0) throw changedSince(...changed);
}

const changedSince = (...lines: Line[]) =>
  conflict(
    `${listText(lines.map(titleOf))}: mudou depois da conferência. Escolha o arquivo de novo para conferir outra vez.`,
  );

const titleOf = (line: Line): string =>
  (isPart(line)
    ? partRules(line.tipo).titleOf(line.conteudo)
    : isDefinitionLine(line) && kindRules(line.tipo).titleOf(line.conteudo)) || line.chave;

/** The newest bundles of which the person may read every kind. */
export async function bundles(
  _: Input<typeof definitionFileRoutes.bundles>,
  { db, user }: Context,
): Promise<DefinitionBundle[]> {
  return shownBundles(db, await bundleRows(db, user).limit(MAX_BUNDLES));
}

export async function bundle(
  { params }: Input<typeof definitionFileRoutes.bundle>,
  ctx: Context,
): Promise<Output<typeof definitionFileRoutes.bundle>> {
  const shown = await bundleById(ctx, params.id);
  const items = await itemsOf(ctx.db, ctx, params.id);
  return {
    data: {
      ...shown,
      itens: items.map((item) => ({
        ...{ tipo: item.kind, chave: item.key, titulo: item.title, criada: item.before === null },
        mudancas: isPartItem(item)
          ? partRules(item.kind)
              .changes(item.before, item.content)
              .map(({ pointer, sentence }) => ({ ponteiro: pointer, frase: sentence }))
          : changes(item.kind, item.before ?? undefined, item.content),
      })),
      obstaculos: shown.desfeito
        ? ['Este pacote já foi desfeito.']
        : [
            ...changedItems(items),
            ...(allows(ctx.user.grants, 'CONFIGURACAO_PUBLICAR')
              ? []
              : ['Quem desfaz um pacote precisa poder publicar definições.']),
          ],
    },
  };
}

const bundleRows = (db: Executor, user: Context['user'], id?: number) => {
  const hidden = (
    items: typeof definitionBundleItems | typeof definitionBundleParts,
    own: readonly string[],
  ) =>
    sql`exists (select from ${items} where ${items.bundleId} = ${definitionBundles.id}
      and not ${amongTexts(items.kind, own)})`;
  return db
    .select({
      bundle: definitionBundles,
      count: sql<number>`(${db.$count(definitionBundleItems, eq(definitionBundleItems.bundleId, definitionBundles.id))}
        + ${db.$count(definitionBundleParts, eq(definitionBundleParts.bundleId, definitionBundles.id))})::int`,
    })
    .from(definitionBundles)
    .where(
      and(
        sql`not ${hidden(definitionBundleItems, ownKinds(user))}`,
        sql`not ${hidden(definitionBundleParts, ownParts(user))}`,
        id === undefined ? undefined : eq(definitionBundles.id, id),
      ),
    )
    .orderBy(desc(definitionBundles.createdAt), desc(definitionBundles.id));
};

async function shownBundles(
  db: Executor,
  rows: Awaited<ReturnType<typeof bundleRows>>,
): Promise<DefinitionBundle[]> {
  const names = await namesOf(
    db,
    rows.flatMap(({ bundle: { authorId, undoneBy } }) => [authorId, undoneBy]),
  );
  return rows.map(({ bundle: { id, title, note, authorId, createdAt, undoneAt, undoneBy }, count }) => ({
    ...{ id, titulo: title, nota: note, quantas: count },
    autor: names.get(authorId) ?? null,
    quando: createdAt.toISOString(),
    desfeito: undoneAt && { autor: names.get(undoneBy ?? 0) ?? null, quando: undoneAt.toISOString() },
  }));
}

export async function bundleById({ db, user }: Context, id: number): Promise<DefinitionBundle> {
  const [shown] = await shownBundles(db, await bundleRows(db, user, id));
  if (!shown) throw notFound();
  return shown;
}
