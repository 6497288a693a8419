import { and, eq, isNull } from 'drizzle-orm';
import type { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import {
  type BundleKind,
  isPartKind,
  PART_KINDS,
  type PartKind,
  partKinds,
} from '#contract/rules/definitions/bundleParts.ts';
import { lowerFirst } from '#contract/rules/text.ts';
import type { Context, User } from '../../../context.ts';
import type { Executor } from '../../../db/client.ts';
import { definitions, definitionUses } from '../../../db/tables/index.ts';
import { forbidden } from '../../../errors.ts';
import { kindRules } from '../kinds.ts';
import { amongNames, isKind, nameOf, offering, offerOf, type Part } from '../offers.ts';
import { type Content, ownKinds, requireKind } from '../rules.ts';
import { completeUses } from '../uses.ts';
import { filterSources, fixedChoices, type SourceOf } from './fixedChoices.ts';
import type { StandingPart } from './part.ts';
import { ownParts, partRules } from './parts.ts';
import { namesOwnRows, namesToTravel, reasonCodes, reasonsIn, rolesIn } from './portable.ts';

type Plan = Output<typeof definitionFileRoutes.planExport>;

/** Something that a file may hold, with what is said of it. */
interface Taken {
  kind: BundleKind;
  key: string;
  title: string;
  content: Content;
  /** Why it stays; '' if it goes. */
  stays: string;
  users: Set<string>;
}

/** The chosen lines and all that they use, directly or by another: the chosen ones first, then as they are met. */
export async function planExport(
  { body }: Input<typeof definitionFileRoutes.planExport>,
  { db, user }: Context,
): Promise<Plan> {
  for (const { tipo } of body.escolhidas)
    if (isPartKind(tipo)) requirePart(user, tipo);
    else requireKind(user, tipo);
  await completeUses(db);
  const chosen = new Set(body.escolhidas.map(({ tipo, chave }) => nameOf(tipo, chave)));
  const standing = { parts: await standingParts(db, user), sourceOf: await filterSources(db) };
  const takenParts = new Map<string, Taken>();
  const take = (one: Omit<Taken, 'users'>, user?: string): boolean => {
    const name = nameOf(one.kind, one.key);
    const found = takenParts.get(name) ?? { ...one, users: new Set<string>() };
    if (user !== undefined && user !== name) found.users.add(user);
    const isNew = !takenParts.has(name);
    takenParts.set(name, found);
    return isNew;
  };
  for (const { tipo, chave } of body.escolhidas)
    for (const one of await found(db, standing, tipo, chave)) take(one);
  let next = [...takenParts.values()];
  while (next.length > 0) {
    const met: Taken[] = [];
    const meet = (one: Omit<Taken, 'users'>, user: string) => {
      const added = take(one, user) ? takenParts.get(nameOf(one.kind, one.key)) : undefined;
      if (added) met.push(added);
    };
    const definitionNames = next.filter(({ kind }) => isKind(kind)).map(({ kind, key }) => nameOf(kind, key));
    for (const { user, part } of await usedParts(db, definitionNames))
      meet(definitionOf(part, standing.sourceOf), user);
    for (const one of next)
      for (const { kind, key } of await besideOf(db, standing, one))
        for (const beside of await found(db, standing, kind, key)) meet(beside, nameOf(one.kind, one.key));
    next = met;
  }
  const [kinds, parts] = [ownKinds(user), ownParts(user)];
  return [...takenParts].map(([name, one]) => {
    const isOwn = isPartKind(one.kind) ? parts.includes(one.kind) : kinds.includes(one.kind);
    const stays = isOwn ? one.stays : 'Fica: o seu perfil não muda isto.';
    return {
      ...{ tipo: one.kind, chave: one.key, titulo: one.title, escolhida: chosen.has(name) },
      usadaPor: [...one.users].flatMap((user) => takenParts.get(user)?.title ?? []),
      levada: stays === '',
      aviso: stays || (isPartKind(one.kind) ? partKinds[one.kind].stays : ''),
    };
  });
}

/** What may travel beside definitions, of the kinds that the person may change, by title. */
export async function exportParts(
  _: unknown,
  { db, user }: Context,
): Promise<Output<typeof definitionFileRoutes.parts>> {
  const own = ownParts(user);
  const standing = await standingParts(db, user);
  return own
    .flatMap((tipo) =>
      standing(tipo).map(({ key, title, stays }) => ({ tipo, chave: key, titulo: title, fica: stays })),
    )
    .sort((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR'));
}

function requirePart(user: User, kind: PartKind): void {
  const { permission } = partKinds[kind];
  if (!allows(user.grants, permission)) throw forbidden(permission);
}

type Standing = (kind: PartKind) => readonly StandingPart[];

/** What stands here beside definitions, and from which lists filters are chosen. */
interface Known {
  parts: Standing;
  sourceOf: SourceOf;
}

async function standingParts(db: Executor, user: User): Promise<Standing> {
  const partsByKind = new Map<PartKind, readonly StandingPart[]>();
  for (const kind of PART_KINDS) partsByKind.set(kind, await partRules(kind).standing(db, user));
  return (kind) => partsByKind.get(kind) ?? [];
}

const definitionOf = ({ kind, key, content }: Part, sourceOf: SourceOf): Omit<Taken, 'users'> => ({
  ...{ kind, key, content, title: kindRules(kind).titleOf(content) || key },
  stays: namesOwnRows(kind, content, sourceOf),
});

/** What is found under a name: a definition that is not archived, or a row. */
async function found(
  db: Executor,
  { parts, sourceOf }: Known,
  kind: BundleKind,
  key: string,
): Promise<Omit<Taken, 'users'>[]> {
  if (isPartKind(kind))
    return parts(kind)
      .filter((one) => one.key === key)
      .map(({ title, content, stays }) => ({
        kind,
        key,
        title,
        content,
        stays: stays ? `Fica: ${lowerFirst(stays)}` : '',
      }));
  return (await offering(db, { kind, key }, undefined))
    .filter((part) => part.kind === kind && part.key === key && !part.archived)
    .map((part) => definitionOf(part, sourceOf));
}

type Name = { kind: BundleKind; key: string };

/** What a line needs or is needed with, beside the definitions that its uses name. */
async function besideOf(db: Executor, known: Known, { kind, key, content }: Taken): Promise<Name[]> {
  const named = (of: PartKind, test: (content: Content) => boolean): Name[] =>
    known
      .parts(of)
      .filter((one) => test(one.content))
      .map((one) => ({ kind: of, key: one.key }));
  switch (kind) {
    case 'types':
      return [
        { kind: 'flows', key: String(content.fluxo) },
        ...named('menus', ({ chave }) => chave === content.menu),
        ...named('reasons', ({ tipo }) => tipo === content.chave),
      ];
    case 'reasons':
      return [
        ...named('types', ({ chave }) => chave === content.tipo),
        ...named('reasons', ({ codigo }) => codigo === content.acima),
        ...(typeof content.fluxo === 'string' ? [{ kind: 'flows' as const, key: content.fluxo }] : []),
      ];
    case 'schedules':
      return [
        content.painel === undefined
          ? { kind: 'reports', key: String(content.relatorio) }
          : { kind: 'dashboards', key: String(content.painel) },
      ];
    case 'reports':
      return named('schedules', ({ relatorio }) => relatorio === key);
    case 'roles':
    case 'parameters':
    case 'menus':
    case 'boards':
      return [];
    default:
      return [
        ...(kind === 'flows'
          ? [
              ...named('types', ({ fluxo, ativo }) => fluxo === key && ativo !== false),
              ...named('reasons', ({ fluxo }) => fluxo === key),
            ]
          : []),
        ...(kind === 'dashboards' ? named('schedules', ({ painel }) => painel === key) : []),
        ...(await namedRows(db, known, { kind, key, content })),
      ];
  }
}

/** The rows that a definition names. The standard roles are in every installation, and go only when they are chosen. */
async function namedRows(
  db: Executor,
  { parts, sourceOf }: Known,
  { kind, key, content }: Pick<Taken, 'kind' | 'key' | 'content'>,
): Promise<Name[]> {
  if (!isKind(kind)) return [];
  const names = await namesToTravel(db);
  const keys = rolesIn(kind, content).map(names.role);
  const ids = [
    ...reasonsIn(kind, content),
    ...(kind === 'dashboards' ? fixedReasons(content, sourceOf) : []),
  ];
  const codes = (await reasonCodes(db, ids)).map(({ code }) => code);
  const types = await db
    .selectDistinct({ key: definitionUses.usedKey })
    .from(definitionUses)
    .where(
      and(
        eq(definitionUses.kind, kind),
        eq(definitionUses.key, key),
        eq(definitionUses.usedKind, 'ticketTypes'),
      ),
    );
  const typeKeys = types.map((one) => one.key);
  return [
    ...parts('roles')
      .filter((one) => keys.includes(one.key) && one.content.padrao !== true)
      .map((one) => ({ kind: 'roles' as const, key: one.key })),
    ...parts('reasons')
      .filter(({ content }) => codes.includes(String(content.codigo)))
      .map((one) => ({ kind: 'reasons' as const, key: one.key })),
    ...parts('types')
      .filter(({ content }) => typeKeys.includes(String(content.chave)))
      .map((one) => ({ kind: 'types' as const, key: one.key })),
  ];
}

const fixedReasons = (content: Content, sourceOf: SourceOf): number[] => {
  const chosen = fixedChoices(content, sourceOf);
  return [...(chosen.get('motivosAbertura') ?? []), ...(chosen.get('motivosProduto') ?? [])]
    .map(Number)
    .filter(Number.isSafeInteger);
};

/** What the published versions of these use, where it is published: of what several offer together, those that give the field. */
async function usedParts(db: Executor, names: readonly string[]) {
  const uses = await db
    .selectDistinct({
      ...{ kind: definitionUses.kind, key: definitionUses.key },
      ...{
        usedKind: definitionUses.usedKind,
        usedKey: definitionUses.usedKey,
        field: definitionUses.usedField,
      },
    })
    .from(definitionUses)
    .innerJoin(
      definitions,
      and(
        eq(definitions.kind, definitionUses.kind),
        eq(definitions.key, definitionUses.key),
        isNull(definitions.archivedAt),
      ),
    )
    .where(amongNames(definitionUses, names));
  const partsByKey = new Map<string, Part[]>();
  const found: { user: string; part: Part }[] = [];
  for (const { kind, key, usedKind, usedKey, field } of uses) {
    if (!isKind(usedKind)) continue;
    const used = nameOf(usedKind, usedKey);
    const parts = partsByKey.get(used) ?? (await offering(db, { kind: usedKind, key: usedKey }, undefined));
    partsByKey.set(used, parts);
    for (const part of parts)
      if (!part.archived && gives(part, { used, field, to: kind }))
        found.push({ user: nameOf(kind, key), part });
  }
  return found;
}

/** Of the definitions that offer something under another's name, only those that have the field itself. */
function gives(part: Part, { used, field, to }: { used: string; field: string; to: Part['kind'] }): boolean {
  if (nameOf(part.kind, part.key) === used) return true;
  const offer = offerOf([part], to);
  return offer !== null && 'fields' in offer && offer.fields.has(field);
}
