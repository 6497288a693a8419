import * as Type from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import { personType } from '#contract/catalogs/personType.ts';
import { allows, DEFAULT_GRANTS, grantsOf, ownPermissions, ownTypesIn } from '#contract/permissions.ts';
import { Strict, Title } from '#contract/route.ts';
import {
  type Grantable,
  grantDifference,
  grantedBy,
  isGrantable,
  isModule,
  isStandardRole,
  moduleOf,
  standardOf,
} from '#contract/rules/access.ts';
import type { DefinitionChange } from '#contract/rules/definitions/definition.ts';
import { firstOfList, listText } from '#contract/rules/text.ts';
import type { Context } from '../../../context.ts';
import type { Executor, Tx } from '../../../db/client.ts';
import { roles } from '../../../db/tables/index.ts';
import { refused } from '../../../errors.ts';
import { customDefinitions } from '../../../records/custom/queries.ts';
import { deleteRole, writeNewRole, writeRole } from '../../roles/commands.ts';
import type { Content } from '../rules.ts';
import { keyOfName, type PartRules, type StandingPart } from './part.ts';

type RoleRow = typeof roles.$inferSelect;

interface RoleContent {
  /** The standard role that it is, or was copied from. */
  base: string;
  nome: string;
  permissoes: string[];
  exigeSegundoFator: boolean;
  /** Whether it is the standard role itself. */
  padrao: boolean;
}
const asRole = (content: Content) => content as unknown as RoleContent;

const schema = Strict({
  base: Type.Union(personType.map(({ value }) => Type.Literal(value))),
  nome: Title('Nome', 60),
  permissoes: Type.Array(Type.String({ maxLength: 80 }), { maxItems: 500, uniqueItems: true }),
  exigeSegundoFator: Type.Boolean(),
  padrao: Type.Boolean(),
});

/** A standard role is known by its key, which every installation has; any other by the role it copies and its name. */
const keyOf = ({ base, nome, padrao }: RoleContent): string => (padrao ? base : `${base}-${keyOfName(nome)}`);

/** The key under which a role travels; its own key has a number that counts the copies of this installation. */
export function portableRoleKey({ key, name }: Pick<RoleRow, 'key' | 'name'>): string {
  const base = standardOf(key);
  return base === null ? key : keyOf({ ...EMPTY, base, nome: name, padrao: isStandardRole(key) });
}
const EMPTY = { permissoes: [], exigeSegundoFator: false };

/** Permissions over a type of the company's own go by the type, which may not be there: they stay. */
const contentOf = ({ key, name, grants, demandsFactor }: RoleRow, base: string): RoleContent => ({
  base,
  nome: name,
  permissoes: grantedBy(grants).filter(isStandard).sort(),
  exigeSegundoFator: demandsFactor,
  padrao: isStandardRole(key),
});
const isStandard = (name: Grantable): boolean => ownTypesIn([name]).length === 0;

async function standing(db: Executor): Promise<StandingPart[]> {
  const rows = await db.select().from(roles).orderBy(roles.id);
  return rows.flatMap((row) => {
    const base = standardOf(row.key);
    if (base === null) return [];
    const content = contentOf(row, base);
    return [{ ...shown(row), key: keyOf(content), content: content as unknown as Content, stays: null }];
  });
}
const shown = ({ id, name, version }: RoleRow) => ({ id, version, title: name });

/** What a role may do beyond types of the company's own; those stay as the role has them, or follow from the rest. */
async function withOwn(tx: Tx, row: RoleRow, given: readonly string[]): Promise<string[]> {
  const said = ownTypesIn(row.grants.map(({ nome }) => nome));
  const following = grantsOf(given.filter(isGrantable), []);
  const own = (await customDefinitions(tx)).flatMap(({ content: { chave } }) =>
    ownPermissions(chave).filter((name) => allows(said.includes(chave) ? row.grants : following, name)),
  );
  return [...given, ...own];
}

async function write(
  tx: Tx,
  ctx: Context,
  { conteudo }: { conteudo: Content },
  { standing: before }: { standing: StandingPart | null },
): Promise<void> {
  const content = asRole(conteudo);
  const id = before?.id ?? (await createdRole(tx, ctx, content));
  const [row] = await tx.select().from(roles).where(eq(roles.id, id));
  if (!row) throw new Error('the role was not written');
  // Given back: a copy of the standard role may be all that was wanted.
  if (!before && roleChanges(contentOf(row, content.base), content).length === 0) return;
  await writeRole(tx, ctx, {
    params: { id },
    body: {
      nome: content.nome,
      permissoes: await withOwn(tx, row, content.permissoes),
      exigeSegundoFator: content.exigeSegundoFator,
      versao: before?.version ?? row.version,
    },
  });
}

async function createdRole(tx: Tx, ctx: Context, { base, nome, padrao }: RoleContent): Promise<number> {
  const [model] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.key, base));
  if (padrao || !model)
    throw refused('SEM_PERFIL_PADRAO', 'Aqui não há o perfil padrão de que este é cópia.');
  return (await writeNewRole(tx, ctx, { body: { nome, idPerfil: model.id } })).id;
}

/** 'Ganha Orçamentos: Editar e Excluir', a sentence for each module; what is lost is told in one. */
function roleChanges(before: RoleContent, after: RoleContent): DefinitionChange[] {
  const [old, now] = [before, after].map(({ permissoes }) => grantsOf(permissoes.filter(isGrantable)));
  const { incluidas, retiradas } = grantDifference(old ?? [], now ?? []);
  const lost = byModule(retiradas).map(({ title, actions }) =>
    actions.length > 0 ? `${title} (${firstOfList(actions, 3)})` : title,
  );
  return [
    ...(before.nome === after.nome
      ? []
      : [{ pointer: '/nome', sentence: `Nome: de '${before.nome}' para '${after.nome}'` }]),
    ...byModule(incluidas).map(({ module, title, actions }) => ({
      pointer: `/permissoes/${module}`,
      sentence: `Ganha ${title}${actions.length > 0 ? `: ${listText(actions)}` : ''}`,
    })),
    ...(lost.length > 0 ? [{ pointer: '/permissoes', sentence: `Perde ${listText(lost)}` }] : []),
    ...(before.exigeSegundoFator === after.exigeSegundoFator
      ? []
      : [
          {
            pointer: '/exigeSegundoFator',
            sentence: after.exigeSegundoFator
              ? 'Passa a exigir verificação em duas etapas'
              : 'Deixa de exigir verificação em duas etapas',
          },
        ]),
  ];
}

function byModule(names: readonly Grantable[]) {
  const titleOf = (name: Grantable) => permissionName(name, new Map());
  return [...new Set(names.map(moduleOf))].map((module) => ({
    module,
    title: titleOf(module),
    actions: names.filter((name) => !isModule(name) && moduleOf(name) === module).map(titleOf),
  }));
}

/** A new role, by what it has more and less than the standard role that it copies. */
function newRoleChanges(role: RoleContent): DefinitionChange[] {
  const base = personType.find(({ value }) => value === role.base);
  if (!base) return [];
  const model = { ...role, permissoes: [...DEFAULT_GRANTS[base.value]], exigeSegundoFator: false };
  return [{ pointer: '/base', sentence: `Cópia do perfil ${base.label}` }, ...roleChanges(model, role)];
}

/** Roles, by what they allow. Who has one is not in the file. */
export const roleParts: PartRules = {
  kind: 'roles',
  schema,
  proof: true,
  keyOf: (content) => keyOf(asRole(content)),
  titleOf: (content) => asRole(content).nome,
  standing,
  changes: (before, after) =>
    before ? roleChanges(asRole(before), asRole(after)) : newRoleChanges(asRole(after)),
  write,
  async remove(tx, ctx, { id }) {
    await deleteRole(tx, ctx, { params: { id } });
  },
};
