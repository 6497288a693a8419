import { and, eq, ne, sql } from 'drizzle-orm';
import { ADDED_FIELD, ownTypeOf } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { allows } from '#contract/permissions.ts';
import { type CompanyRule, isMacro } from '#contract/rules/companyRules/companyRule.ts';
import type { RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import { ruleProblems, textPaths } from '#contract/rules/companyRules/ruleProblems.ts';
import { ruleWords } from '#contract/rules/companyRules/ruleWords.ts';
import { changesBetween } from '#contract/rules/definitions/changes.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import { isStandardMail } from '#contract/rules/mails/mailTemplate.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { contentHash, type KindDeps, type KindRules } from '../config/definitions/rules.ts';
import type { Executor } from '../db/client.ts';
import {
  cannedReplies,
  companyRules,
  people,
  reasons,
  roles,
  sectors,
  webhooks,
} from '../db/tables/index.ts';
import { refused } from '../errors.ts';
import { mapFor } from '../map/queries.ts';
import type { SourcedEntities } from '../map/sourcedEntity.ts';
import { usedPath } from '../map/usedPath.ts';
import { requireProof } from '../session/currentUser.ts';
import { responsibilityProblem, ruleName } from './actor.ts';
import { filledFieldProblems } from './filledFields.ts';
import { isJudged } from './judge.ts';
import { openedProblems } from './openable.ts';
import { endWaiting } from './queue.ts';
import { closedPaths, countedIn, readPaths } from './readPaths.ts';
import { lookingFrom, switchOff } from './standing.ts';

/** Rules that the company wrote (schemas/rules). Whether one is on is stored apart from what it says. */
export const companyRuleKind: KindRules = {
  kind: 'rules',
  readsDatabase: true,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content, deps) => {
    const rule = contentOf('rules', content);
    if (!deps) return errors(isStandard(rule) ? ruleProblems(rule, ENTITIES) : []);
    const entities = await mapFor(deps.db, deps.user, deps.arriving);
    const found = [...ruleProblems(rule, entities), ...closedPaths(rule, entities)];
    return errors(found.length > 0 ? found : await storedProblems(deps, rule, entities));
  },
  changes: (before, after) => changesBetween(before, after, ruleWords),
  uses: async (content) => ruleUses(contentOf('rules', content)),
  dependents: async () => [],
  // Whoever publishes answers for what the rule does, also where nothing was published before.
  requireRights: async (ctx, _before, after) => {
    requireProof(ctx.user, ctx.now());
    const rule = contentOf('rules', after);
    // A rule without a role is refused by its problems.
    if (isMacro(rule) || !rule.papel) return;
    const problem = await responsibilityProblem(ctx.db, rule.papel, ctx.user);
    if (problem) throw refused('ALEM_DOS_SEUS_DIREITOS', problem);
  },
  onPublish: async (tx, content, { before, authorId }) => {
    const rule = contentOf('rules', content);
    const own = eq(companyRules.key, rule.id);
    if (isMacro(rule)) {
      // What was a rule before acts no more by itself.
      await tx.update(companyRules).set({ mode: 'DESLIGADA' }).where(own);
      await endWaiting(tx, rule.id);
      return;
    }
    // What another trigger, or another entity, would have met before is not made up for.
    if (before && contentHash(triggerOf(contentOf('rules', before))) !== contentHash(triggerOf(rule))) {
      const at = new Date();
      await tx
        .update(companyRules)
        .set({ since: at, ...lookingFrom(at) })
        .where(own);
    }
    if (authorId === null) return;
    const [row] = await tx
      .update(companyRules)
      .set({ responsibleId: authorId, version: sql`${companyRules.version} + 1` })
      .where(own)
      .returning({ personId: companyRules.personId });
    if (row)
      await tx
        .update(people)
        .set({ name: ruleName(rule.titulo) })
        .where(eq(people.id, row.personId));
  },
  onArchive: switchOff,
};

const triggerOf = ({ entidade, quando }: CompanyRule) => ({ entidade, quando });

const errors = (problems: readonly FileProblem[]): DefinitionProblem[] =>
  problems.map((problem) => ({ ...problem, severity: 'ERRO' }));

/** Whether everything that it reads stands in the map of the release. */
const isStandard = (rule: CompanyRule): boolean =>
  Object.hasOwn(ENTITIES, rule.entidade) &&
  readPaths(rule).every(({ path }) => !path.split('.').some((key) => key.startsWith(ADDED_FIELD)));

function ruleUses(rule: CompanyRule): DefinitionUse[] {
  const { entidade, entao } = rule;
  const wholeUse = { field: '', value: '' };
  const own = ownTypeOf(entidade);
  return [
    ...(own ? [{ kind: 'records' as const, key: own, ...wholeUse, pointer: '/entidade' }] : []),
    ...readPaths(rule).flatMap(({ path, pointer }) =>
      usedPath(entidade, countedIn(ENTITIES, entidade, path), pointer),
    ),
    ...entao.flatMap((action, index): DefinitionUse[] => {
      const pointer = `/entao/${index}`;
      if (action.acao === 'CAMPO')
        return [
          { kind: 'fields', key: 'ticket', field: action.campo, value: '', pointer: `${pointer}/campo` },
        ];
      if (action.acao === 'REGISTRO')
        return ['', ...Object.keys(action.valores)].map((field) => ({
          ...{ kind: 'records' as const, key: action.cadastro, field, value: '' },
          pointer: field ? `${pointer}/valores/${field}` : `${pointer}/cadastro`,
        }));
      if (action.acao === 'EMAIL_MODELO')
        return [{ kind: 'mails', key: action.modelo, ...wholeUse, pointer: `${pointer}/modelo` }];
      if (action.acao === 'RECLASSIFICAR' || action.acao === 'TICKET')
        return [{ kind: 'ticketTypes', key: action.tipo, ...wholeUse, pointer: `${pointer}/tipo` }];
      return 'setor' in action && action.setor
        ? [{ kind: 'sectors', key: action.setor, ...wholeUse, pointer: `${pointer}/setor` }]
        : [];
    }),
  ];
}

/** What only the database knows: the role, what it sees, and whom and what the actions name. */
async function storedProblems(
  deps: KindDeps,
  rule: CompanyRule,
  entities: SourcedEntities,
): Promise<FileProblem[]> {
  const { db } = deps;
  const role = isMacro(rule) ? null : await roleByKey(db, rule.papel ?? '');
  if (role === undefined)
    return [{ pointer: '/papel', message: 'O perfil desta regra não existe mais. Escolha outro.' }];
  // What a macro writes is masked as for whoever uses it.
  const personal =
    role === null || allows(role.grants, 'DADOS_PESSOAIS')
      ? []
      : textPaths(rule).flatMap(({ path, pointer }) => {
          const found = resolvePath(entities, rule.entidade, path);
          const message = `O perfil ${role.name} vê ${found?.titulo} mascarado. Tire-o do texto, ou escolha um perfil que o veja por inteiro.`;
          return found?.campo.pessoal ? [{ pointer, message }] : [];
        });
  const judged = (await isJudged(rule, entities)) ? [] : [{ pointer: '/se', message: TOO_LARGE }];
  return [
    ...personal,
    ...judged,
    ...(await namedProblems(db, rule.entao)),
    ...(await filledFieldProblems(deps, rule.entao)),
    ...(await openedProblems(deps, rule.entao)),
  ];
}

const roleByKey = async (db: Executor, key: string) =>
  (await db.select().from(roles).where(eq(roles.key, key)))[0];

const TOO_LARGE =
  'Esta condição é grande demais para ser julgada a cada evento. Use listas menores, contas menos encaixadas ou menos campos de outros cadastros.';

type Known = (db: Executor, value: never) => Promise<boolean>;

/** Whether what a field of an action names is there, by the field. */
const NAMED: Readonly<Record<string, Known>> = {
  setor: (db, key: string) =>
    isThere(db.$count(sectors, and(eq(sectors.key, key), eq(sectors.active, true)))),
  pessoa: (db, id: number) => isThere(db.$count(people, and(eq(people.id, id), eq(people.active, true)))),
  modelo: async (_db, key: string) => !isStandardMail(key),
  resposta: (db, id: number) => isThere(db.$count(cannedReplies, eq(cannedReplies.id, id))),
  webhook: (db, id: number) => isThere(db.$count(webhooks, eq(webhooks.id, id))),
  idMotivo: (db, id: number) => isReason(db, id),
  motivoAbertura: (db, id: number) => isReason(db, id),
};

const isReason = (db: Executor, id: number) =>
  isThere(db.$count(reasons, and(eq(reasons.id, id), ne(reasons.active, false))));

const isThere = async (count: PromiseLike<number>): Promise<boolean> => (await count) > 0;

async function namedProblems(db: Executor, actions: readonly RuleAction[]): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [index, action] of actions.entries())
    for (const [field, value] of Object.entries(action)) {
      const namedField = Object.hasOwn(NAMED, field) ? NAMED[field] : undefined;
      if (namedField && !(await namedField(db, value as never)))
        problems.push({
          pointer: `/entao/${index}/${field}`,
          message: 'O que foi escolhido aqui não existe mais, ou está fora de uso. Escolha de novo.',
        });
    }
  return problems;
}
