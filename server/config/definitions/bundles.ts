import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type DefinitionBundle, definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { listText } from '#contract/rules/text.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitionBundleItems, definitionBundles, definitions } from '../../db/tables/index.ts';
import { conflict, notFound, Refusal, refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { writeArchived } from './archive.ts';
import { chosenLines, type Line } from './exchange.ts';
import { kindRules } from './kinds.ts';
import { amongNames, nameOf } from './offers.ts';
import { type DefinitionRow, namesOf, needsSecondPerson, versionRow } from './present.ts';
import { auditPublication, originAfter, refuseUnsound, writeContent } from './publish.ts';
import { publishedDefinition } from './queries.ts';
import { type Arriving, type Content, ownKinds } from './rules.ts';
import { changes } from './versions.ts';

const MAX_BUNDLES = 100;

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
      const lines = await chosenLines(ctx, { body });
      for (const { tipo, chave, conteudo } of lines)
        await kindRules(tipo).requireRights?.(
          ctx,
          (await publishedDefinition<Content>(ctx.db, tipo, chave))?.content ?? null,
          conteudo,
        );
      await runTests(ctx, lines);
      return lines;
    },
    async work(tx, ctx, { body }, lines) {
      const { titulo, nota } = body;
      const rows = await lockedRows(
        tx,
        lines.map(({ tipo, chave }) => nameOf(tipo, chave)),
      );
      requireUnchanged(lines, rows, body.escolhidas);
      const [bundle] = await tx
        .insert(definitionBundles)
        .values({ title: titulo.trim(), note: nota.trim(), authorId: ctx.user.id, createdAt: ctx.now() })
        .returning({ id: definitionBundles.id });
      if (!bundle) throw new Error('the bundle was not written');
      const arriving = arrivingFrom(lines);
      let position = 0;
      for (const { tipo, chave, conteudo } of await usedFirst(tx, lines, arriving)) {
        const row = rows.get(nameOf(tipo, chave)) ?? (await newRow(tx, ctx, { tipo, chave }));
        const before = (await versionRow(tx, row, row.publishedVersion))?.content as Content | undefined;
        const number = await writeContent(tx, ctx, row, {
          ...{ content: conteudo, source: 'IMPORTACAO', note: nota.trim() || titulo.trim(), arriving },
          columns: (locked) => originAfter(locked, conteudo),
        });
        // What is published already is not the bundle's to undo.
        if (number === null) continue;
        position += 1;
        await tx.insert(definitionBundleItems).values({
          ...{ bundleId: bundle.id, position, kind: tipo, key: chave },
          ...{ version: number, versionBefore: row.publishedVersion },
        });
        await auditPublication(tx, ctx, row, {
          ...{ action: 'PUBLICAR', before, content: conteudo, number, note: nota, bundle: titulo },
        });
      }
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

/** As before any publication; of what uses something that arrives, tests could not find it yet. */
async function runTests(ctx: Context, lines: readonly Line[]): Promise<void> {
  const arriving = arrivingFrom(lines);
  for (const { tipo, chave, conteudo } of lines) {
    const uses = await kindRules(tipo).uses(conteudo, ctx.db, arriving);
    const itself = nameOf(tipo, chave);
    if (uses.map(({ kind, key }) => nameOf(kind, key)).some((used) => used !== itself && arriving.has(used)))
      continue;
    const name = { kind: tipo, key: chave };
    const published = await publishedDefinition<Content>(ctx.db, tipo, chave);
    await refuseUnsound(ctx, name, published?.content ?? null, conteudo, arriving);
  }
}

const arrivingFrom = (lines: readonly Line[]): Arriving =>
  new Map(lines.map((line) => [nameOf(line.tipo, line.chave), line.conteudo]));

/** Of the rows that exist, locked in one order, so that two bundles never wait for each other. */
async function lockedRows(tx: Tx, names: readonly string[]): Promise<Map<string, DefinitionRow>> {
  const rows = await tx
    .select()
    .from(definitions)
    .where(amongNames(definitions, names))
    .orderBy(definitions.kind, definitions.key)
    .for('update');
  return new Map(rows.map((row) => [nameOf(row.kind, row.key), row]));
}

/** The sentences that the publisher read were about these versions. */
function requireUnchanged(
  lines: readonly Line[],
  rows: ReadonlyMap<string, DefinitionRow>,
  chosen: Input<typeof definitionFileRoutes.publishFile>['body']['escolhidas'],
): void {
  const changed = lines.filter(({ tipo, chave }) => {
    const read = chosen.find((one) => one.tipo === tipo && one.chave === chave)?.versao;
    return (rows.get(nameOf(tipo, chave))?.version ?? 0) !== read;
  });
  if (changed.length > 0)
    throw conflict(
      `${listText(changed.map(titleOf))}: mudou depois da conferência. Escolha o arquivo de novo para conferir outra vez.`,
    );
}

const titleOf = ({ tipo, chave, conteudo }: Line): string => kindRules(tipo).titleOf(conteudo) || chave;

async function newRow(tx: Tx, ctx: Context, { tipo, chave }: Pick<Line, 'tipo' | 'chave'>) {
  const [row] = await tx
    .insert(definitions)
    .values({ kind: tipo, key: chave, origin: 'PROPRIA', updatedAt: ctx.now() })
    .onConflictDoNothing()
    .returning();
  if (!row) throw conflict(`Já existe uma definição com a chave "${chave}". Confira o arquivo outra vez.`);
  return row;
}

/** What is used comes before what uses it; a circle stays in the order of the file. */
async function usedFirst(tx: Tx, lines: readonly Line[], arriving: Arriving): Promise<Line[]> {
  const byName = new Map(lines.map((line) => [nameOf(line.tipo, line.chave), line]));
  const ordered = new Set<Line>();
  const begun = new Set<Line>();
  const place = async (line: Line): Promise<void> => {
    if (begun.has(line)) return;
    begun.add(line);
    for (const { kind, key } of await kindRules(line.tipo).uses(line.conteudo, tx, arriving)) {
      const used = byName.get(nameOf(kind, key));
      if (used) await place(used);
    }
    ordered.add(line);
  };
  for (const line of lines) await place(line);
  return [...ordered];
}

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
  const items = await itemsOf(ctx.db, params.id);
  return {
    data: {
      ...shown,
      itens: items.map(({ kind, key, title, before, content }) => ({
        ...{ tipo: kind, chave: key, titulo: title, criada: before === null },
        mudancas: changes(kind, before ?? undefined, content),
      })),
      obstaculos: shown.desfeito
        ? ['Este pacote já foi desfeito.']
        : [
            ...changedSince(items),
            ...(allows(ctx.user.grants, 'CONFIGURACAO_PUBLICAR')
              ? []
              : ['Quem desfaz um pacote precisa poder publicar definições.']),
          ],
    },
  };
}

const bundleRows = (db: Executor, user: Context['user'], id?: number) => {
  const hidden = db
    .select({ one: sql`1` })
    .from(definitionBundleItems)
    .where(
      and(
        eq(definitionBundleItems.bundleId, definitionBundles.id),
        sql`not ${inArray(definitionBundleItems.kind, ownKinds(user))}`,
      ),
    );
  return db
    .select({
      bundle: definitionBundles,
      count: db.$count(definitionBundleItems, eq(definitionBundleItems.bundleId, definitionBundles.id)),
    })
    .from(definitionBundles)
    .where(and(sql`not exists ${hidden}`, id === undefined ? undefined : eq(definitionBundles.id, id)))
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

async function bundleById({ db, user }: Context, id: number): Promise<DefinitionBundle> {
  const [shown] = await shownBundles(db, await bundleRows(db, user, id));
  if (!shown) throw notFound();
  return shown;
}

interface Item {
  kind: DefinitionKind;
  key: string;
  version: number;
  versionBefore: number | null;
  title: string;
  content: Content;
  before: Content | null;
  row: DefinitionRow;
}

/** What a bundle published, as it was published: what is used first. */
async function itemsOf(db: Executor, bundleId: number): Promise<Item[]> {
  const rows = await db
    .select({ item: definitionBundleItems, row: definitions })
    .from(definitionBundleItems)
    .innerJoin(
      definitions,
      and(eq(definitions.kind, definitionBundleItems.kind), eq(definitions.key, definitionBundleItems.key)),
    )
    .where(eq(definitionBundleItems.bundleId, bundleId))
    .orderBy(definitionBundleItems.position);
  const items: Item[] = [];
  for (const { item, row } of rows) {
    const content = (await versionRow(db, item, item.version))?.content as Content;
    const before = (await versionRow(db, item, item.versionBefore))?.content ?? null;
    const title = kindRules(item.kind).titleOf(content) || item.key;
    items.push({ ...item, row, title, content, before: before as Content | null });
  }
  return items;
}

/** What each definition goes back to, by name; those that came with the bundle have nothing. */
const contentsBefore = (items: readonly Item[]): Map<string, Content> =>
  new Map(
    items.flatMap(({ kind, key, content, before }) =>
      before ? [[nameOf(kind, key), kindRules(kind).restored?.(content, before) ?? before] as const] : [],
    ),
  );

const changedSince = (items: readonly Item[]): string[] =>
  items.flatMap(({ title, version, row }) =>
    row.archivedAt
      ? [`"${title}" está no arquivo. Desarquive antes.`]
      : row.publishedVersion === version
        ? []
        : [`"${title}" mudou depois deste pacote. Volte-a na página dela à versão ${version} antes.`],
  );

/**
 * Everything goes back in one transaction: what uses before what is used, so that nothing is in use when it is archived. What
 * the contents from before the bundle use is judged as they are together.
 */
export const undoBundle = command(
  definitionFileRoutes.undoBundle,
  {
    async prepare(ctx, { params }) {
      await bundleById(ctx, params.id);
      const items = await itemsOf(ctx.db, params.id);
      const returning = contentsBefore(items);
      for (const { kind, key, content } of items) {
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
  const names = (await itemsOf(tx, params.id)).map(({ kind, key }) => nameOf(kind, key));
  await lockedRows(tx, names);
  const items = (await itemsOf(tx, params.id)).reverse();
  const obstacles = changedSince(items);
  if (obstacles.length > 0) throw refused('PACOTE_MUDOU', obstacles.join(' '));
  const returning = contentsBefore(items);
  for (const { kind, key, row, content, versionBefore } of items) {
    const back = returning.get(nameOf(kind, key));
    if (!back || versionBefore === null) {
      await writeArchived(tx, ctx, row, true);
      continue;
    }
    const number = await writeContent(tx, ctx, row, {
      ...{ content: back, source: 'RETORNO', fromVersion: versionBefore, note: body.nota.trim() },
      arriving: returning,
      columns: (locked) => originAfter(locked, back),
    });
    await auditPublication(tx, ctx, row, {
      ...{
        action: 'VOLTAR_VERSAO',
        before: content,
        content: back,
        number,
        note: body.nota,
        bundle: titulo,
      },
    });
  }
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
