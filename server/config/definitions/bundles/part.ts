import { createHash } from 'node:crypto';
import type { TSchema } from '@sinclair/typebox';
import type { BundleKind, PartKind } from '#contract/rules/definitions/bundleParts.ts';
import type { DefinitionChange, DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { foldedText } from '#contract/rules/text.ts';
import type { Context, User } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import type { Content } from '../rules.ts';

/** A line of a file: a definition, or a row of another noun. */
export interface Line {
  tipo: BundleKind;
  chave: string;
  conteudo: Content;
  /** Whether its file is of before the choices that dashboards fix were named otherwise than by id. */
  fixesIds?: true;
}
export type DefinitionLine = Line & { tipo: DefinitionKind };
export type PartLine = Line & { tipo: PartKind };

/** A row as it travels: what names other rows does so by their codes and names, never by their ids. */
export interface StandingPart {
  key: string;
  title: string;
  content: Content;
  /** Its id, where it has one. */
  id: number;
  version: number;
  /** Why it cannot travel; `null` if it can. */
  stays: string | null;
}

/** What a file does not say and the person does. */
export interface GivenBeside {
  /** Who receives a report that is sent from now on. */
  receivers: readonly number[];
}

/** How the rows of one noun travel. Every write goes through the noun's own command, with its rights, audit and announcements. */
export interface PartRules {
  kind: PartKind;
  schema: TSchema;
  /** Whether its own command asks for a recent proof of identity. */
  proof?: true;
  keyOf: (content: Content) => string;
  titleOf: (content: Content) => string;
  /** All that stand here and the person sees. */
  standing: (db: Executor, user: User) => Promise<StandingPart[]>;
  /** A sentence about why a sound content may not arrive; `null` if it may. */
  refusal?: (content: Content) => string | null;
  changes: (before: Content | null, after: Content) => DefinitionChange[];
  /** Creates it, or changes the one that stands. */
  write: (
    tx: Tx,
    ctx: Context,
    line: PartLine,
    beside: { standing: StandingPart | null; given: GivenBeside },
  ) => Promise<void>;
  /** Removes what a bundle brought; refused with a sentence while anything uses it. */
  remove: (tx: Tx, ctx: Context, standing: StandingPart) => Promise<void>;
}

const KEY = /^[A-Za-z0-9][\w-]{0,79}$/;
const LONGEST = 60;
const mark = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6);

/** The key of something that has a name alone: 'Pós-venda (SP)' → 'pos-venda-sp'. Names that are read alike have one key. */
export function keyOfName(name: string): string {
  const folded = foldedText(name);
  const slug = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return slug !== '' && slug.length <= LONGEST
    ? slug
    : `${slug.slice(0, LONGEST).replace(/-+$/, '') || 'x'}-${mark(folded)}`;
}

/** The key of something with a code: the code itself, where it can be a key. */
export const keyOfCode = (code: string): string =>
  KEY.test(code) ? code : `${keyOfName(code).slice(0, LONGEST)}-${mark(code)}`;
