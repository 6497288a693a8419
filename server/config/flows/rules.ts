import { and, eq, inArray, sql } from 'drizzle-orm';
import { ENTITIES } from '#contract/map/index.ts';
import { changesBetween } from '#contract/rules/definitions/changes.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import {
  comparedTypes,
  expressionProblems,
  FLOW_ENTITY,
  flowPaths,
  flowTypeOf,
  judgedParts,
  partsOf,
  placedExpressions,
} from '#contract/rules/flows/flowExpression.ts';
import { flowProblems } from '#contract/rules/flows/flowProblems.ts';
import { flowWords } from '#contract/rules/flows/flowWords.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import type { Executor } from '../../db/client.ts';
import { sectors, tickets, ticketTypes } from '../../db/tables/index.ts';
import { entitiesWithAdded } from '../../map/addedFields.ts';
import type { SourcedEntities } from '../../map/sourcedEntity.ts';
import { usedPath } from '../../map/usedPath.ts';
import { auditMany } from '../../writing/audit.ts';
import type { KindDeps, KindRules } from '../definitions/rules.ts';
import { extraFieldsWith } from '../fields/queries.ts';
import { conditionSql, conditionStatements } from './conditionSql.ts';

/** Ticket flows (schemas/flows). A ticket keeps the version it was opened with. */
export const flowKind: KindRules = {
  kind: 'flows',
  readsDatabase: true,
  keyOf: (content) => String(content.chave ?? ''),
  titleOf: (content) => String(content.descricao ?? ''),
  descriptionOf: (content) => {
    const { etapas } = contentOf('flows', content);
    return Array.isArray(etapas) ? etapas.map(({ descricao }) => descricao).join(' → ') : '';
  },
  problems: async (content, deps) => [
    ...flowProblems(contentOf('flows', content)).map((problem) => ({
      ...problem,
      severity: 'ERRO' as const,
    })),
    ...(deps
      ? [
          ...(await pathProblems(deps, contentOf('flows', content))),
          ...(await askedProblems(deps, contentOf('flows', content))),
          ...(await sectorProblems(deps.db, contentOf('flows', content))),
        ]
      : []),
  ],
  changes: (before, after) => changesBetween(before, after, flowWords),
  uses: async (content) => flowUses(contentOf('flows', content)),
  dependents: async (db, key) => {
    const open = await db.$count(tickets, sql`${tickets.flowKey} = ${key} and ${tickets.finishedAt} is null`);
    const types = await db
      .select({ name: ticketTypes.description, active: ticketTypes.active })
      .from(ticketTypes)
      .where(eq(ticketTypes.flowKey, key));
    return [
      ...types.map(({ name, active }) => ({
        tipo: 'Tipo de ticket',
        nome: name,
        quantos: 1,
        impede: active,
      })),
      ...(open > 0 ? [{ tipo: 'Tickets', nome: 'em andamento neste fluxo', quantos: open }] : []),
    ];
  },
  whyNotArchived: async (db, key) => {
    const types = await db
      .select({ name: ticketTypes.description })
      .from(ticketTypes)
      .where(and(eq(ticketTypes.flowKey, key), eq(ticketTypes.active, true)));
    return types.length === 0
      ? null
      : `Tipos de ticket usam este fluxo: ${types.map(({ name }) => name).join(', ')}. Mude-os antes.`;
  },
  // Creates missing sectors, since no step works for a sector that does not exist.
  onPublish: async (tx, content, { authorId }) => {
    const keys = [...new Set(contentOf('flows', content).etapas.map(({ setor }) => setor))];
    const insertedRows = await tx
      .insert(sectors)
      .values(keys.map(sectorRow))
      .onConflictDoNothing()
      .returning({ id: sectors.id, key: sectors.key, name: sectors.name });
    await auditMany(
      tx,
      { user: null, ip: '', requestId: 'fluxos', now: () => new Date() },
      insertedRows.map(({ id, key, name }) => ({
        action: 'CRIAR',
        entity: 'sectors',
        entityId: id,
        after: { chave: key, nome: name },
        ...(authorId !== null && { personId: authorId }),
      })),
    );
  },
};

/** The sectors of its steps, the ticket types that its conditions compare with, and the fields that they read. */
function flowUses(flow: Flow): DefinitionUse[] {
  const { etapas, transicoes } = flow;
  const wholeUse = { field: '', value: '' };
  return [
    ...etapas.map(({ setor }, index) => ({
      ...{ kind: 'sectors' as const, key: setor, ...wholeUse },
      pointer: `/etapas/${index}/setor`,
    })),
    ...askedFields(flow).map(({ chave, pointer }) => ({
      ...{ kind: 'fields' as const, key: 'ticket', field: chave, value: '' },
      pointer,
    })),
    ...transicoes.flatMap(({ condicao }, index) =>
      comparedTypes(condicao).map((key) => ({
        ...{ kind: 'ticketTypes' as const, key, ...wholeUse },
        pointer: `/transicoes/${index}/condicao`,
      })),
    ),
    ...flowPaths(flow).flatMap(({ path, pointer }) => usedPath(FLOW_ENTITY, path, pointer)),
  ];
}

/** The extra fields that the steps ask for, each where it stands. */
const askedFields = ({ etapas }: Flow) =>
  etapas.flatMap(({ campos = [] }, index) =>
    campos.map(({ chave }, at) => ({ chave, pointer: `/etapas/${index}/campos/${at}/chave` })),
  );

/** Nobody could fill in what does not exist, or is calculated. What is archived is said by the uses. */
async function askedProblems({ db, arriving }: KindDeps, flow: Flow): Promise<DefinitionProblem[]> {
  const asked = askedFields(flow);
  const fields = asked.length > 0 ? ((await extraFieldsWith(db, 'ticket', arriving))?.campos ?? []) : [];
  return asked.flatMap(({ chave, pointer }) => {
    const field = fields.find((each) => each.chave === chave);
    const message = !field
      ? `Não há um campo adicional de tickets "${chave}". Escolha um que exista, ou crie-o antes.`
      : field.formula
        ? `'${field.titulo}' é calculado por uma fórmula, e ninguém o preenche. Escolha outro campo.`
        : null;
    return message ? [{ pointer, message, severity: 'ERRO' as const }] : [];
  });
}

/** What the expressions read may be a field that an administrator added, which only the database knows. */
async function pathProblems({ db, arriving }: KindDeps, flow: Flow): Promise<DefinitionProblem[]> {
  if (flowPaths(flow).length === 0) return [];
  const entities = { ...ENTITIES, ...(await entitiesWithAdded(db, arriving)) };
  const found = expressionProblems(flow, flowTypeOf(entities));
  const problems = found.length > 0 ? found : await judgingProblems(flow, entities);
  return problems.map((problem) => ({ ...problem, severity: 'ERRO' }));
}

/** Every page of a ticket and every move waits for the conditions of a step. */
const MOST_PARTS = 200;

/** What the database would not judge, or not in time. Each step is asked about as its tickets will ask. */
async function judgingProblems(flow: Flow, entities: SourcedEntities): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [index, { chave, descricao }] of flow.etapas.entries()) {
    const parts = judgedParts(flow, chave);
    if (parts.length > MOST_PARTS) {
      const message = `Os caminhos que saem de ${descricao} perguntam ${parts.length} coisas sobre o ticket; o limite é ${MOST_PARTS}. Junte valores numa lista, ou divida a etapa.`;
      problems.push({ pointer: `/etapas/${index}`, message });
      continue;
    }
    const statements = await conditionStatements(parts.map((part) => conditionSql(part, entities)));
    const judged = new Set(statements.flatMap(({ judges }) => judges));
    const refused = new Set(parts.filter((_, at) => !judged.has(at)).map((part) => JSON.stringify(part)));
    for (const { expression, pointer } of placedExpressions(flow.transicoes, chave))
      if (partsOf([expression]).some((part) => refused.has(JSON.stringify(part))))
        problems.push({ pointer, message: TOO_LARGE });
  }
  return problems;
}

const TOO_LARGE =
  'Esta condição é grande demais para ser julgada a cada passo. Use listas menores, contas menos encaixadas ou menos campos de outros cadastros.';

/** A mistyped sector would be created on publication, and tickets would wait there for nobody. */
async function sectorProblems(db: Executor, { etapas }: Flow): Promise<DefinitionProblem[]> {
  const keys = [...new Set(etapas.map(({ setor }) => setor))];
  const storedSectors = await db
    .select({ key: sectors.key, active: sectors.active })
    .from(sectors)
    .where(inArray(sectors.key, keys));
  return etapas.flatMap(({ setor }, index) => {
    const active = storedSectors.find(({ key }) => key === setor)?.active;
    if (active) return [];
    const message =
      active === false
        ? `O setor ${setor} não está em uso. Escolha outro, ou ponha-o em uso em Cadastros → Setores.`
        : `Não há setor ${setor}: ele será criado ao publicar, sem ninguém. Confira a chave, ou ponha pessoas nele depois.`;
    return [{ pointer: `/etapas/${index}/setor`, message, severity: 'AVISO' as const }];
  });
}

/** Departments that every installation starts with; flows may add more. */
export const STANDARD_SECTORS: Record<string, string> = {
  SAC: 'SAC',
  DEVOLUCAO: 'Devoluções',
  FISCAL: 'Fiscal',
  LOGISTICA: 'Logística',
  RECEBIMENTO: 'Recebimento',
  FINANCEIRO: 'Financeiro',
  COMERCIAL: 'Comercial',
  QUALIDADE: 'Qualidade',
};

export const sectorRow = (key: string) => ({ key, name: STANDARD_SECTORS[key] ?? key });
