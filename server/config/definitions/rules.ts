import { createHash } from 'node:crypto';
import { allows } from '#contract/permissions.ts';
import type { GivenRights } from '#contract/records/routes/typeRights.ts';
import {
  DEFINITION_KINDS,
  type DefinitionChange,
  type DefinitionKind,
  type DefinitionProblem,
  definitionKinds,
} from '#contract/rules/definitions/definition.ts';
import { sortedKeys } from '#contract/rules/definitions/jsonLines.ts';
import type { DefinitionUse, Offer } from '#contract/rules/definitions/uses.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import type { Context, Deps, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { forbidden } from '../../errors.ts';
import type { Arriving, Content } from './arriving.ts';
import type { FileText } from './folder.ts';

export { type Arriving, arrivingOf, type Content } from './arriving.ts';
export { metaSchemaProblems, schemasFolder } from './metaSchema.ts';
export { problemOf } from './problemOf.ts';

/** Reads a file referenced by the definition. */
export type ReadBeside = (name: string) => Promise<FileText>;

/** What depends on a definition. */
export interface Dependent {
  tipo: string;
  nome: string;
  quantos: number;
  /** Whether the definition cannot be archived because of it. */
  impede?: boolean;
}

/** The rules of one kind of definition. The meta-schema checks the shape before any of these run. */
export interface KindRules {
  kind: DefinitionKind;
  /** Whether `problems` finds more with a database; otherwise what it found without one is not checked again. */
  readsDatabase: boolean;
  keyOf: (content: Content) => string;
  titleOf: (content: Content) => string;
  descriptionOf: (content: Content) => string;
  /** Includes files that the definition refers to (SQL of a report). */
  fromFile?: (content: Content, read: ReadBeside) => Promise<{ content: Content; problems: FileProblem[] }>;
  /** The content as it is stored, with what the database would not keep written out. */
  stored?: (content: Content) => Content;
  /**
   * Rules that a meta-schema cannot express, including the definition's own tests. `deps` null: only checks that need no
   * database.
   */
  problems: (content: Content, deps: KindDeps | null) => Promise<DefinitionProblem[]>;
  /**
   * Reasons why `after` cannot replace `before`, such as records that a change of type would invalidate, or references to
   * missing definitions.
   */
  transition?: (
    before: Content | null,
    after: Content,
    db: Executor,
    arriving?: Arriving,
  ) => Promise<DefinitionProblem[]>;
  /** The content to publish when an older one or the standard is restored after `now`; unchanged if this is absent. */
  restored?: (now: Content, older: Content) => Content;
  /** Sentences describing the differences, from `before` to `after`. */
  changes: (before: Content, after: Content) => DefinitionChange[];
  /** What uses the definition, with counts. */
  dependents: (db: Executor, key: string, content: Content | null) => Promise<Dependent[]>;
  /**
   * What the content uses of other definitions, as they are together with what arrives; all of it stays published for as long as
   * this is.
   */
  uses: (content: Content, db: Executor, arriving?: Arriving) => Promise<DefinitionUse[]>;
  /** What definitions of another kind find in a published content; absent if none refers to this kind. */
  offers?: (content: Content, to: DefinitionKind) => Offer;
  /** The definition under whose name others use what this kind offers, beside what that one offers itself. */
  offersAs?: { readonly kind: DefinitionKind; readonly key: string };
  /** A sentence about what else still needs it; `null` when it may be archived. */
  whyNotArchived?: (db: Executor, key: string) => Promise<string | null>;
  /**
   * Refuses a publisher who lacks what this change needs beyond the permission of the kind: one that changes who may do what.
   * `before` is what is published until then, if anything.
   */
  requireRights?: (ctx: Context, before: Content | null, after: Content) => void | Promise<void>;
  /**
   * Gives roles what the publisher chose, within the publishing transaction; refused for a kind without it. `first`: nothing was
   * published before.
   */
  giveRights?: (
    tx: Tx,
    ctx: Context,
    content: Content,
    chosen: { rights: readonly GivenRights[]; first: boolean },
  ) => Promise<void>;
  /** Writes dependent rows within the publishing transaction. */
  onPublish?: (tx: Tx, content: Content, publication: Publication) => Promise<void>;
  /** Writes dependent rows within the transaction that puts a definition into the archive, or takes it out. */
  onArchive?: (tx: Tx, ctx: Context, key: string) => Promise<void>;
}

export interface Publication {
  version: number;
  /** What was published until then, if anything. */
  before: Content | null;
  /** `null`: the release itself. */
  authorId: number | null;
  /** Whether all of it is taken back: then indexes and derived values, which refuse nothing, are left as they are. */
  isTrial: boolean;
}

/** `user` is the one who asks; `null` when a file is checked. */
export type KindDeps = Pick<Deps, 'db' | 'pool' | 'settings' | 'now'> & {
  user: User | null;
  /** Contents that would be published together with this one, by `kind/key`. */
  arriving?: Arriving;
  /** Skips the tests that read live data; they run on request and before publishing. */
  withoutTests?: boolean;
  /** Aborts the check. */
  signal?: AbortSignal;
};

/** Each kind has its own permission; the route's permission only opens the studio. */
export function requireKind(user: User, kind: DefinitionKind): void {
  const { permission } = definitionKinds[kind];
  if (!allows(user.grants, permission)) throw forbidden(permission);
}

export const ownKinds = (user: User): DefinitionKind[] =>
  DEFINITION_KINDS.filter((kind) => allows(user.grants, definitionKinds[kind].permission));

/** `tests`: includes those that read live data. */
export const kindDeps = (
  { db, pool, settings, now, user }: Context,
  { tests = false, arriving }: { tests?: boolean | undefined; arriving?: Arriving | undefined } = {},
): KindDeps => ({
  db,
  pool,
  settings,
  now,
  user,
  withoutTests: !tests,
  ...(arriving && { arriving }),
});

/** SHA-256 of a content with sorted keys, so that different notations of the same content are equal. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalText(content)).digest('hex');

/** JSON with sorted keys. */
export const canonicalText = (value: unknown): string => JSON.stringify(sortedKeys(value)) ?? '';
