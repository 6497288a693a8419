import { allows } from '../../../contract/permissions.ts';
import {
  DEFINITION_KINDS,
  type DefinitionChange,
  type DefinitionKind,
  type DefinitionProblem,
  definitionKinds,
} from '../../../contract/rules/definitions/definition.ts';
import type { FileProblem } from '../../../contract/rules/problem.ts';
import type { Context, Deps, User } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { forbidden } from '../../errors.ts';

export { canonicalText } from './hash.ts';

export { metaSchemaProblems, schemasFolder } from './metaSchema.ts';

export type Content = Record<string, unknown>;

/** What a kind knows about its definitions. The shape itself is judged by the meta-schema before any of this. */
export interface KindRules {
  kind: DefinitionKind;
  keyOf: (content: Content) => string;
  titleOf: (content: Content) => string;
  descriptionOf: (content: Content) => string;
  /** What a file names beside itself is taken in (SQL of a report). `read` answers `null` for a missing file. */
  fromFile?: (
    content: Content,
    read: (name: string) => Promise<string | null>,
  ) => Promise<{ content: Content; problems: FileProblem[] }>;
  /** Rules that a meta-schema cannot say; its own test entries among them. `deps` null: only what needs no database. */
  problems: (content: Content, deps: KindDeps | null) => Promise<DefinitionProblem[]>;
  /** What stands against following `before` by `after`: records that a change of type would spoil. */
  transition?: (before: Content | null, after: Content, db: Executor) => Promise<DefinitionProblem[]>;
  /** What an older content, or the standard, becomes when it is to hold again after `now`; itself where absent. */
  restored?: (now: Content, older: Content) => Content;
  /** Sentences, `before` first. */
  changes: (before: Content, after: Content) => DefinitionChange[];
  /** What uses it, counted. */
  dependents: (
    db: Executor,
    key: string,
    content: Content | null,
  ) => Promise<{ tipo: string; nome: string; quantos: number }[]>;
  /** The sentence that says what needs it; `null` when it may be archived. */
  whyNotArchived?: (db: Executor, key: string) => Promise<string | null>;
  /** In the transaction of a publication: rows that follow from it. */
  onPublish?: (tx: Tx, content: Content, version: number, authorId: number | null) => Promise<void>;
}

/** `user` is whoever asks; `null` when a file is judged. */
export type KindDeps = Pick<Deps, 'db' | 'pool' | 'settings' | 'now'> & {
  user: User | null;
  /** Without the tests that read live data: they run when somebody asks for them, and before publishing. */
  withoutTests?: boolean;
  /** Ends what is being judged. */
  signal?: AbortSignal;
};

/** Each kind has a permission of its own; the routes' only opens the studio. */
export function requireKind(user: User, kind: DefinitionKind): void {
  const { permission } = definitionKinds[kind];
  if (!allows(user.grants, permission)) throw forbidden(permission);
}

export const ownKinds = (user: User): DefinitionKind[] =>
  DEFINITION_KINDS.filter((kind) => allows(user.grants, definitionKinds[kind].permission));

/** `tests`: those that read live data too. */
export const kindDeps = ({ db, pool, settings, now, user }: Context, tests = false): KindDeps => ({
  db,
  pool,
  settings,
  now,
  user,
  withoutTests: !tests,
});
