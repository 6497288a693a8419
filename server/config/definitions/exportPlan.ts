import { and, eq, isNull } from 'drizzle-orm';
import type { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { Input, Output } from '#contract/route.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { definitions, definitionUses } from '../../db/tables/index.ts';
import { kindRules } from './kinds.ts';
import { amongNames, isKind, nameOf, offering, offerOf, type Part } from './offers.ts';
import { ownKinds, requireKind } from './rules.ts';
import { completeUses } from './uses.ts';

type Plan = Output<typeof definitionFileRoutes.planExport>;

/** The chosen definitions and all that they use, directly or by another: the chosen ones first, then as they are met. */
export async function planExport(
  { body }: Input<typeof definitionFileRoutes.planExport>,
  { db, user }: Context,
): Promise<Plan> {
  for (const { tipo } of body.escolhidas) requireKind(user, tipo);
  await completeUses(db);
  const own = ownKinds(user);
  const chosen = new Set(body.escolhidas.map(({ tipo, chave }) => nameOf(tipo, chave)));
  const taken = new Map<string, Part & { users: Set<string> }>();
  const take = (part: Part, user?: string) => {
    const name = nameOf(part.kind, part.key);
    const known = taken.get(name) ?? { ...part, users: new Set<string>() };
    if (user !== undefined && user !== name) known.users.add(user);
    taken.set(name, known);
    return name;
  };
  for (const { tipo, chave } of body.escolhidas)
    for (const part of await offering(db, { kind: tipo, key: chave }, undefined))
      if (part.kind === tipo && part.key === chave && !part.archived) take(part);
  let next = [...taken.keys()];
  while (next.length > 0) {
    const met = new Set<string>();
    for (const { user, part } of await usedParts(db, next)) {
      const isNew = !taken.has(nameOf(part.kind, part.key));
      const name = take(part, user);
      if (isNew) met.add(name);
    }
    next = [...met];
  }
  const titleOf = ({ kind, key, content }: Part) => kindRules(kind).titleOf(content) || key;
  return [...taken].map(([name, part]) => ({
    ...{ tipo: part.kind, chave: part.key, titulo: titleOf(part) },
    escolhida: chosen.has(name),
    usadaPor: [...part.users].flatMap((user) => taken.get(user) ?? []).map(titleOf),
    levada: own.includes(part.kind),
  }));
}

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
  const known = new Map<string, Part[]>();
  const found: { user: string; part: Part }[] = [];
  for (const { kind, key, usedKind, usedKey, field } of uses) {
    if (!isKind(usedKind)) continue;
    const used = nameOf(usedKind, usedKey);
    const parts = known.get(used) ?? (await offering(db, { kind: usedKind, key: usedKey }, undefined));
    known.set(used, parts);
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
