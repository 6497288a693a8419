import { desc, eq, sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { PartKind } from '#contract/rules/definitions/bundleParts.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import type { UsedKind } from '#contract/rules/definitions/uses.ts';
import {
  createdAt,
  definitionContent,
  emptyArray,
  identity,
  instant,
  updatedAt,
  version,
} from '../columns.ts';
import { people } from '../people/people.ts';

/**
 * What administrators define: one row for each report, set of extra fields, registration step and flow. The version named by
 * `publishedVersion` is in effect; the draft beside it has no effect.
 */
export const definitions = pgTable(
  'definitions',
  {
    kind: text('kind').$type<DefinitionKind>().notNull(),
    /** Equal to the file's name; never changes. */
    key: text('key').notNull(),
    /** `null` while it was never published. */
    publishedVersion: integer('published_version'),
    /** PADRAO follows its file; COPIA was a standard one until it was changed here; PROPRIA has no file. */
    origin: text('origin').$type<'PADRAO' | 'COPIA' | 'PROPRIA'>().notNull(),
    /** Hash of the file version that a COPIA is based on. */
    baseHash: text('base_hash'),
    /** Hash of the file's current content if it is valid; differs from `baseHash` once the base of a copy has changed. */
    fileHash: text('file_hash'),
    fileContent: definitionContent('file_content'),
    draft: definitionContent('draft'),
    draftAuthorId: integer('draft_author_id').references(() => people.id),
    draftAt: instant('draft_at'),
    /** The published version that the draft began from; `null` for none. */
    draftBase: integer('draft_base'),
    archivedAt: instant('archived_at'),
    /** The version whose uses are stored, and how they were read; anything else is read again. */
    usesRead: text('uses_read'),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
);

/** Every version that was ever published. A trigger refuses update and delete. */
export const definitionVersions = pgTable(
  'definition_versions',
  {
    kind: text('kind').$type<DefinitionKind>().notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    content: definitionContent('content').notNull(),
    hash: text('hash').notNull(),
    source: text('source').$type<'ARQUIVO' | 'ESTUDIO' | 'IMPORTACAO' | 'RETORNO'>().notNull(),
    /** The older version that a RETORNO publishes again. */
    fromVersion: integer('from_version'),
    /** `null` if the version comes from a file and has no author. */
    authorId: integer('author_id').references(() => people.id),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key, t.version] }),
    index('definition_versions_at_idx').on(desc(t.createdAt)),
  ],
);

/** What the published version of each definition uses of others, place by place (contract/rules/definitions/uses.ts). */
export const definitionUses = pgTable(
  'definition_uses',
  {
    id: identity(),
    kind: text('kind').$type<DefinitionKind>().notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    usedKind: text('used_kind').$type<UsedKind>().notNull(),
    usedKey: text('used_key').notNull(),
    usedField: text('used_field').notNull(),
    usedValue: text('used_value').notNull(),
    pointer: text('pointer').notNull(),
    unsure: boolean('unsure').notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.kind, t.key],
      foreignColumns: [definitions.kind, definitions.key],
    }).onDelete('cascade'),
    index('definition_uses_user_idx').on(t.kind, t.key),
    index('definition_uses_used_idx').on(t.usedKind, t.usedKey),
  ],
);

/** Definitions that were published together from a file, and can go back together. */
export const definitionBundles = pgTable(
  'definition_bundles',
  {
    id: identity(),
    title: text('title').notNull(),
    note: text('note').notNull().default(''),
    authorId: integer('author_id')
      .notNull()
      .references(() => people.id),
    createdAt: createdAt(),
    undoneAt: instant('undone_at'),
    undoneBy: integer('undone_by').references(() => people.id),
  },
  (t) => [index('definition_bundles_at_idx').on(desc(t.createdAt))],
);

/** A version that a bundle published, in the order of its publication: what is used comes before what uses it. */
export const definitionBundleItems = pgTable(
  'definition_bundle_items',
  {
    bundleId: integer('bundle_id')
      .notNull()
      .references(() => definitionBundles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: text('kind').$type<DefinitionKind>().notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    /** What was published until then; `null` for what came with the bundle. */
    versionBefore: integer('version_before'),
  },
  (t) => [
    primaryKey({ columns: [t.bundleId, t.kind, t.key] }),
    foreignKey({
      columns: [t.kind, t.key, t.version],
      foreignColumns: [definitionVersions.kind, definitionVersions.key, definitionVersions.version],
    }),
  ],
);

/** What a bundle wrote beside definitions, as it travels in a file: before and after. Its rows keep no versions of their own. */
export const definitionBundleParts = pgTable(
  'definition_bundle_parts',
  {
    bundleId: integer('bundle_id')
      .notNull()
      .references(() => definitionBundles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: text('kind').$type<PartKind>().notNull(),
    key: text('key').notNull(),
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    /** `null` for what came with the bundle. */
    contentBefore: jsonb('content_before').$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.bundleId, t.kind, t.key] })],
);

/** Files below schemas/ that could not be loaded or that nothing reads, with their problems; removed once they are fixed. */
export const definitionFiles = pgTable('definition_files', {
  /** Path below schemas/, e.g. `reports/x.json`. */
  file: text('file').primaryKey(),
  /** `null` for what lies outside the folders of the kinds. */
  kind: text('kind').$type<DefinitionKind>(),
  problems: jsonb('problems')
    .$type<{ pointer: string; message: string; line?: number }[]>()
    .notNull()
    .default(emptyArray),
  seenAt: instant('seen_at').notNull().defaultNow(),
});

/** Every version of a flow; a ticket pins one (docs/domain.md 3). */
export const flows = pgView('flows').as((qb) =>
  qb
    .select({
      key: definitionVersions.key,
      version: definitionVersions.version,
      hash: definitionVersions.hash,
      content: definitionVersions.content,
      createdAt: definitionVersions.createdAt,
    })
    .from(definitionVersions)
    .where(eq(definitionVersions.kind, sql`'flows'`)),
);

/** A compiled validator of a form schema, by the hash of the schema: the module that browsers load. */
export const formValidators = pgTable(
  'form_validators',
  {
    hash: text('hash').primaryKey(),
    code: text('code').notNull(),
    createdAt: createdAt(),
    /** Whether it belongs to a draft being previewed. */
    preview: boolean('preview').notNull().default(false),
    /** Extended while its address is handed out; swept afterwards. */
    keptUntil: instant('kept_until').notNull().default(sql`now() + interval '7 days'`),
  },
  (t) => [index('form_validators_kept_idx').on(t.keptUntil)],
);

/**
 * Results of checking files below schemas/, by hash of their content and the checker's version, so that no process checks the
 * same file twice.
 */
export const definitionVerdicts = pgTable(
  'definition_verdicts',
  {
    hash: text('hash').primaryKey(),
    problems: jsonb('problems')
      .$type<{ pointer: string; message: string; severity: 'ERRO' | 'AVISO' }[]>()
      .notNull(),
    validatedAt: instant('judged_at').notNull().defaultNow(),
  },
  (t) => [index('definition_verdicts_judged_idx').on(t.validatedAt)],
);
