import { eq, inArray } from 'drizzle-orm';
import { type ChoiceSource, RULE_ACTIONS } from '#contract/rules/companyRules/ruleActions.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Executor } from '../../../db/client.ts';
import { cannedReplies, reasons, roles } from '../../../db/tables/index.ts';
import type { Content } from '../rules.ts';
import {
  type FixedNames,
  filterSources,
  fixedIds,
  fixedNames,
  fixesSomebody,
  NO_SOURCES,
  type SourceOf,
  withFixed,
} from './fixedChoices.ts';
import type { Line } from './part.ts';
import { portableRoleKey } from './roleParts.ts';

/** How definitions of a kind name rows: by their own keys and ids where they are stored, by codes and names in a file. */
interface RowNames {
  /** A role by its key. */
  role: (key: string) => string;
  /** A row by the list that it is chosen from (`x-escolha`); what cannot be found becomes 0, which no row has. */
  chosen: (source: ChoiceSource, value: unknown) => unknown;
  /** A choice that a dashboard fixes of a filter of its report. */
  fixed: FixedNames;
}

/**
 * How a row is named in a file, by the list that it is chosen from: by its own key, which is the same everywhere; by its code or
 * title instead of its id; or not at all, where only this installation has it.
 */
const NAMED_BY = {
  setores: 'KEY',
  tiposTicket: 'KEY',
  camposTicket: 'KEY',
  perfis: 'KEY',
  cadastros: 'KEY',
  modelosEmail: 'KEY',
  respostas: 'CODE',
  motivosFinalizacao: 'CODE',
  motivosAbertura: 'CODE',
  atendentes: 'NONE',
  vendedores: 'NONE',
  webhooks: 'NONE',
} as const satisfies Record<ChoiceSource, 'KEY' | 'CODE' | 'NONE'>;

type CodedSource = {
  [S in ChoiceSource]: (typeof NAMED_BY)[S] extends 'CODE' ? S : never;
}[ChoiceSource];
const isCoded = (source: ChoiceSource): source is CodedSource => NAMED_BY[source] === 'CODE';
const isOwn = (source: ChoiceSource) => NAMED_BY[source] === 'NONE';

/** As definitions leave this installation. A rule that names a person or a webhook says so by 0. */
export async function namesToTravel(db: Executor, lines: readonly Line[] = []): Promise<RowNames> {
  const [known, texts, sources] = await Promise.all([
    db.select().from(roles),
    rowTexts(db),
    filterSources(db),
  ]);
  const fixed = await fixedNames(db, dashboardsIn(lines), sources, 'id');
  const byKey = new Map(known.map((role) => [role.key, portableRoleKey(role)]));
  return {
    role: (key) => byKey.get(key) ?? key,
    chosen(source, value) {
      if (isOwn(source)) return 0;
      return isCoded(source) ? (texts[source].find(({ id }) => id === value)?.text ?? 0) : value;
    },
    fixed,
  };
}

/**
 * As they stand here once the rows that arrive with them are written. An id in a file is that of another installation's row. All lines
 * are of one file.
 */
export async function namesHere(db: Executor, lines: readonly Line[] = []): Promise<RowNames> {
  const [known, texts, sources] = await Promise.all([
    db.select().from(roles),
    rowTexts(db),
    filterSources(db, lines),
  ]);
  const fixed = lines.some(({ fixesIds }) => fixesIds)
    ? fixedIds(sources)
    : await fixedNames(db, dashboardsIn(lines), sources, 'name');
  const byPortable = new Map(known.map((role) => [portableRoleKey(role), role.key]));
  return {
    role: (key) => byPortable.get(key) ?? key,
    chosen: (source, value) =>
      isCoded(source) ? (texts[source].find(({ text }) => text === value)?.id ?? 0) : value,
    fixed,
  };
}

const dashboardsIn = (lines: readonly Line[]): Content[] =>
  lines.flatMap(({ tipo, conteudo }) => (tipo === 'dashboards' ? [conteudo] : []));

async function rowTexts(db: Executor): Promise<Record<CodedSource, { id: number; text: string }[]>> {
  const reasonsFor = (kind: 'ABERTURA' | 'FINALIZACAO') =>
    db.select({ id: reasons.id, text: reasons.code }).from(reasons).where(eq(reasons.kind, kind));
  const [openings, ends, replies] = await Promise.all([
    reasonsFor('ABERTURA'),
    reasonsFor('FINALIZACAO'),
    db.select({ id: cannedReplies.id, text: cannedReplies.title }).from(cannedReplies),
  ]);
  return { motivosAbertura: openings, motivosFinalizacao: ends, respostas: replies };
}

/** The same content with its rows named otherwise. */
export function renamed(kind: DefinitionKind, content: Content, names: RowNames): Content {
  if (kind === 'rules') return renamedRule(content, names);
  const lists = kind === 'dashboards' ? ['perfis', 'paginaInicialDe', 'noMenuDe'] : [];
  const changed = lists.flatMap((list) =>
    isTexts(content[list]) ? [[list, content[list].map(names.role)] as const] : [],
  );
  const rights =
    kind === 'records' && isRecord(content.direitos)
      ? [
          [
            'direitos',
            Object.fromEntries(Object.entries(content.direitos).map(([key, all]) => [names.role(key), all])),
          ] as const,
        ]
      : [];
  const named = { ...content, ...Object.fromEntries([...changed, ...rights]) };
  return kind === 'dashboards' ? withFixed(named, names.fixed) : named;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function renamedRule(content: Content, names: RowNames): Content {
  const actions = Array.isArray(content.entao) ? content.entao : null;
  return {
    ...content,
    ...(typeof content.papel === 'string' && { papel: names.role(content.papel) }),
    ...(actions && {
      entao: actions.map((action) => (isRecord(action) ? renamedAction(action, names) : action)),
    }),
  };
}

function renamedAction(action: Readonly<Record<string, unknown>>, names: RowNames) {
  const fields = fieldsOf(action.acao);
  return Object.fromEntries(
    Object.entries(action).map(([field, value]) => {
      const source = Object.hasOwn(fields, field) ? sourceOf(fields[field]) : null;
      return [field, source ? names.chosen(source, value) : value];
    }),
  );
}

const fieldsOf = (action: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  typeof action === 'string' && Object.hasOwn(RULE_ACTIONS, action)
    ? RULE_ACTIONS[action as keyof typeof RULE_ACTIONS].campos.properties
    : {};

function sourceOf(field: Readonly<Record<string, unknown>> | undefined): ChoiceSource | null {
  const source = field?.['x-escolha'];
  return typeof source === 'string' && Object.hasOwn(NAMED_BY, source) ? (source as ChoiceSource) : null;
}

/** What a rule or dashboard names that cannot travel; '' for nothing. */
export function namesOwnRows(
  kind: DefinitionKind,
  content: Content,
  filterSource: SourceOf = NO_SOURCES,
): string {
  if (kind === 'dashboards' && fixesSomebody(content, filterSource))
    return 'Fica: um bloco fixa uma pessoa ou um cliente. Tire esse filtro fixo para ele poder ir.';
  if (kind !== 'rules' || !Array.isArray(content.entao)) return '';
  const found = content.entao.filter(isRecord).flatMap((action) =>
    Object.entries(fieldsOf(action.acao)).flatMap(([field, schema]) => {
      const source = sourceOf(schema);
      return source && isOwn(source) && action[field] !== undefined ? [source] : [];
    }),
  );
  if (found.length === 0) return '';
  return found.includes('webhooks')
    ? 'Fica: cita um webhook, que só existe nesta instalação.'
    : 'Fica: cita uma pessoa. Escolha um setor ou um rodízio para ela poder ir.';
}

const UNCHANGED: FixedNames = (_report, _filter, value) => value;

/** The keys of the roles that a content names. */
export function rolesIn(kind: DefinitionKind, content: Content): string[] {
  const found = new Set<string>();
  renamed(kind, content, {
    role: (key) => {
      found.add(key);
      return key;
    },
    chosen: (_, value) => value,
    fixed: UNCHANGED,
  });
  return [...found];
}

/** The ids of the reasons that a content names. */
export function reasonsIn(kind: DefinitionKind, content: Content): number[] {
  const found = new Set<number>();
  renamed(kind, content, {
    role: (key) => key,
    chosen: (source, value) => {
      const isReason = source === 'motivosFinalizacao' || source === 'motivosAbertura';
      if (isReason && typeof value === 'number') found.add(value);
      return value;
    },
    fixed: UNCHANGED,
  });
  return [...found];
}

export const reasonCodes = (db: Executor, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .select({ code: reasons.code })
        .from(reasons)
        .where(inArray(reasons.id, [...ids]));
