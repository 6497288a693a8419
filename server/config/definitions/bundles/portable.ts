import { eq, inArray } from 'drizzle-orm';
import { RULE_ACTIONS } from '#contract/rules/companyRules/ruleActions.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { isItem } from '#contract/rules/definitions/items.ts';
import type { Executor } from '../../../db/client.ts';
import { cannedReplies, reasons, roles } from '../../../db/tables/index.ts';
import type { Content } from '../rules.ts';
import { portableRoleKey } from './roleParts.ts';

/** How definitions of a kind name rows: by their own keys and ids where they are stored, by codes and names in a file. */
interface RowNames {
  /** A role by its key. */
  role: (key: string) => string;
  /** A row by the list that it is chosen from (`x-escolha`); what cannot be found becomes 0, which no row has. */
  chosen: (source: string, value: unknown) => unknown;
}

/** As a definition leaves this installation. People and webhooks are this installation's own: a rule that names one says so by 0. */
export async function namesToTravel(db: Executor): Promise<RowNames> {
  const [known, texts] = await Promise.all([db.select().from(roles), rowTexts(db)]);
  const byKey = new Map(known.map((role) => [role.key, portableRoleKey(role)]));
  return {
    role: (key) => byKey.get(key) ?? key,
    chosen: (source, value) =>
      OWN.includes(source) ? 0 : (texts[source]?.find(({ id }) => id === value)?.text ?? value),
  };
}

/** As it stands here once the rows that arrive with it are written. */
export async function namesHere(db: Executor): Promise<RowNames> {
  const [known, texts] = await Promise.all([db.select().from(roles), rowTexts(db)]);
  const byPortable = new Map(known.map((role) => [portableRoleKey(role), role.key]));
  return {
    role: (key) => byPortable.get(key) ?? key,
    chosen: (source, value) =>
      typeof value === 'string' && texts[source]
        ? (texts[source].find(({ text }) => text === value)?.id ?? 0)
        : value,
  };
}

/** Sources whose rows only one installation has. */
const OWN = ['atendentes', 'webhooks', 'vendedores'];

async function rowTexts(db: Executor): Promise<Record<string, { id: number; text: string }[]>> {
  const [ends, replies] = await Promise.all([
    db.select({ id: reasons.id, text: reasons.code }).from(reasons).where(eq(reasons.kind, 'FINALIZACAO')),
    db.select({ id: cannedReplies.id, text: cannedReplies.title }).from(cannedReplies),
  ]);
  return { motivosFinalizacao: ends, respostas: replies };
}

/** The same content with its rows named otherwise. */
export function renamed(kind: DefinitionKind, content: Content, names: RowNames): Content {
  if (kind === 'rules') return renamedRule(content, names);
  const lists = kind === 'dashboards' ? ['perfis', 'paginaInicialDe'] : [];
  const changed = lists.flatMap((list) =>
    isTexts(content[list]) ? [[list, content[list].map(names.role)] as const] : [],
  );
  const rights =
    kind === 'records' && isItem(content.direitos)
      ? [
          [
            'direitos',
            Object.fromEntries(Object.entries(content.direitos).map(([key, all]) => [names.role(key), all])),
          ] as const,
        ]
      : [];
  return { ...content, ...Object.fromEntries([...changed, ...rights]) };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function renamedRule(content: Content, names: RowNames): Content {
  const actions = Array.isArray(content.entao) ? content.entao : null;
  return {
    ...content,
    ...(typeof content.papel === 'string' && { papel: names.role(content.papel) }),
    ...(actions && {
      entao: actions.map((action) => (isItem(action) ? renamedAction(action, names) : action)),
    }),
  };
}

function renamedAction(action: Readonly<Record<string, unknown>>, names: RowNames) {
  const fields = fieldsOf(action.acao);
  return Object.fromEntries(
    Object.entries(action).map(([field, value]) => {
      const source = Object.hasOwn(fields, field) ? fields[field]?.['x-escolha'] : undefined;
      return [field, typeof source === 'string' ? names.chosen(source, value) : value];
    }),
  );
}

const fieldsOf = (action: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  typeof action === 'string' && Object.hasOwn(RULE_ACTIONS, action)
    ? RULE_ACTIONS[action as keyof typeof RULE_ACTIONS].campos.properties
    : {};

/** What a rule names that cannot travel; '' for nothing. */
export function namesOwnRows(kind: DefinitionKind, content: Content): string {
  if (kind !== 'rules' || !Array.isArray(content.entao)) return '';
  const found = content.entao
    .filter(isItem)
    .flatMap((action) =>
      Object.entries(fieldsOf(action.acao)).flatMap(([field, { 'x-escolha': source }]) =>
        typeof source === 'string' && OWN.includes(source) && action[field] !== undefined ? [source] : [],
      ),
    );
  if (found.length === 0) return '';
  return found.includes('webhooks')
    ? 'Fica: cita um webhook, que só existe nesta instalação.'
    : 'Fica: cita uma pessoa. Escolha um setor ou um rodízio para ela poder ir.';
}

/** The keys of the roles that a content names. */
export function rolesIn(kind: DefinitionKind, content: Content): string[] {
  const found = new Set<string>();
  renamed(kind, content, {
    role: (key) => {
      found.add(key);
      return key;
    },
    chosen: (_, value) => value,
  });
  return [...found];
}

/** The ids of the reasons that a content names. */
export function reasonsIn(kind: DefinitionKind, content: Content): number[] {
  const found = new Set<number>();
  renamed(kind, content, {
    role: (key) => key,
    chosen: (source, value) => {
      if (source === 'motivosFinalizacao' && typeof value === 'number') found.add(value);
      return value;
    },
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
