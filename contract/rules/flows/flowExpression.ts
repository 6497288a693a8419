import { blankValues } from '../../expression/blankValues.ts';
import type { Operation } from '../../expression/operations.ts';
import { sentenceOf } from '../../expression/sentence.ts';
import { argumentsOf, call, type Expression, type Literal, pathsOf } from '../../expression/tree.ts';
import { type TypeOf, typing } from '../../expression/typing.ts';
import type { MapEntities } from '../../map/entity.ts';
import { ENTITIES } from '../../map/index.ts';
import { fieldType, resolvePath } from '../../map/paths.ts';
import type { FileProblem } from '../problem.ts';
import type { ColumnType } from '../reports/report.ts';
import type { Flow } from './flow.ts';
import {
  type FactKind,
  type FactValue,
  type FlowCondition,
  type FlowFact,
  flowFact,
} from './flowCondition.ts';

/** The entity whose paths a condition may read. */
export const FLOW_ENTITY = 'tickets';

/** Begins the paths of the facts, which only a step's work has, such as how many lines it approved. */
const FACT = 'fato.';

export const factPath = (fact: FlowFact): string => FACT + fact;

/** The fact that a path names. */
export const factOfPath = (path: string) =>
  path.startsWith(FACT) ? flowFact.find(({ value }) => value === path.slice(FACT.length)) : undefined;

const FACT_TYPES: Readonly<Record<FactKind, ColumnType>> = {
  SIM_NAO: 'LOGICO',
  NUMERO: 'INTEIRO',
  TEXTO: 'TEXTO',
};

/**
 * What conditions may read: the facts, and every field of the ticket and of what it refers to, as long as that is one. Personal
 * data decides no way that a ticket takes.
 */
export const flowTypeOf =
  (entities: MapEntities): TypeOf =>
  (path) => {
    const fact = factOfPath(path);
    if (fact) return { tipo: FACT_TYPES[fact.kind], titulo: fact.label };
    const found = resolvePath(entities, FLOW_ENTITY, path);
    if (!found || found.many || found.campo.pessoal) return undefined;
    return fieldType(found);
  };

const STANDARD = flowTypeOf(ENTITIES);

const isGroup = (node: Expression): node is Extract<Expression, { faz: Operation }> =>
  'faz' in node && (node.faz === 'todas' || node.faz === 'alguma' || node.faz === 'nenhuma');

/** The parts of a flow's conditions, or of those of the ways out of one step, that only the database can judge, each once. */
export const judgedParts = ({ transicoes }: Flow, stepKey?: string): Expression[] =>
  partsOf(placedExpressions(transicoes, stepKey).map(({ expression }) => expression));

/** The parts of expressions that only the database can judge, each once. */
export function partsOf(expressions: readonly Expression[]): Expression[] {
  const found = new Map<string, Expression>();
  const visit = (node: Expression): void => {
    if (isGroup(node)) node.de.forEach(visit);
    else if (!asFact(node)) found.set(JSON.stringify(node), node);
  };
  expressions.forEach(visit);
  return [...found.values()];
}

const oldParts = (condition: FlowCondition): readonly FlowCondition[] => {
  if ('todas' in condition) return condition.todas;
  if ('alguma' in condition) return condition.alguma;
  return 'nenhuma' in condition ? condition.nenhuma : [];
};

/** What a part is worth for one ticket; `null` is neither true nor false. */
export type JudgePart = (part: Expression) => boolean | null;

const ALWAYS: FlowCondition = { todas: [] };
const NEVER: FlowCondition = { alguma: [] };

/**
 * The flow for a ticket in a step. The parts of the ways out of it are judged, and what is left are conditions over the facts: those
 * that a form is about to change can still be judged where the form is, and nobody is sent what a condition is about. Other ways stay
 * open: what they ask may have changed before the ticket gets there.
 */
export const resolvedFlow = (flow: Flow, stepKey: string, judge: JudgePart): Flow => ({
  ...flow,
  transicoes: flow.transicoes.map((transition) => ({
    ...transition,
    condicao:
      transition.condicao &&
      resolved(transition.condicao, transition.de === stepKey ? judge : NOT_YET, false),
  })),
});

/** `undefined`: the part stays as it is. */
type Judge = (part: Expression) => boolean | null | undefined;
const NOT_YET: Judge = () => undefined;

/**
 * @param denied whether the condition is asked to be false. What is empty is neither, so it counts as the one that does not help:
 *   exactly then a whole holds if its three values say so. Both forms of a condition have the same groups, so one rule serves both.
 */
function resolved(condition: FlowCondition, judge: Judge, denied: boolean): FlowCondition {
  if ('expressao' in condition) return resolvedTree(condition.expressao, judge, denied);
  const parts = () =>
    oldParts(condition).map((part) => resolved(part, judge, denied !== 'nenhuma' in condition));
  if ('todas' in condition) return { todas: parts() };
  if ('alguma' in condition) return { alguma: parts() };
  return 'nenhuma' in condition ? { nenhuma: parts() } : condition;
}

function resolvedTree(node: Expression, judge: Judge, denied: boolean): FlowCondition {
  if (isGroup(node)) {
    const parts = node.de.map((part) => resolvedTree(part, judge, denied !== (node.faz === 'nenhuma')));
    if (node.faz === 'todas') return { todas: parts };
    return node.faz === 'alguma' ? { alguma: parts } : { nenhuma: parts };
  }
  const fact = asFact(node);
  if (fact) return fact;
  const value = judge(node);
  if (value === undefined) return { expressao: node };
  return (value ?? denied) ? ALWAYS : NEVER;
}

/** A comparison of a fact with written values, as a condition over facts; null if it is none. */
function asFact(node: Expression): FlowCondition | null {
  if ('campo' in node) {
    const fact = factOfPath(node.campo);
    return fact?.kind === 'SIM_NAO' ? { fato: fact.value, igual: true } : null;
  }
  const [left, ...rest] = argumentsOf(node);
  const fact = left && 'campo' in left ? factOfPath(left.campo) : undefined;
  if (!fact || !('faz' in node)) return null;
  const written = rest.flatMap((part) => ('lista' in part ? part.lista : [part]));
  const values = written.map((part) => factValue(part, fact.kind));
  return values.every((value) => value !== null) ? factComparison(fact.value, node.faz, values) : null;
}

function factValue(node: Expression | Literal, kind: FactKind): FactValue | null {
  if (kind === 'SIM_NAO') return 'logico' in node ? node.logico : null;
  if (kind === 'TEXTO') return 'texto' in node ? node.texto : null;
  return 'numero' in node && Number.isFinite(Number(node.numero)) ? Number(node.numero) : null;
}

function factComparison(fato: FlowFact, faz: Operation, values: readonly FactValue[]): FlowCondition | null {
  const [value = '', to = ''] = values;
  if (faz === 'igual') return { fato, igual: value };
  if (faz === 'diferente') return { fato, diferente: value };
  if (faz === 'em') return { alguma: values.map((igual) => ({ fato, igual })) };
  if (typeof value !== 'number') return null;
  const above: FlowCondition = {
    alguma: [
      { fato, igual: value },
      { fato, maior_que: value },
    ],
  };
  if (faz === 'maior') return { fato, maior_que: value };
  if (faz === 'menor') return { fato, menor_que: value };
  if (faz === 'maior_igual') return above;
  if (faz === 'menor_igual') return { nenhuma: [{ fato, maior_que: value }] };
  return faz === 'entre' && typeof to === 'number'
    ? { todas: [above, { nenhuma: [{ fato, maior_que: to }] }] }
    : null;
}

/** A condition as it is edited. The old form says the same as the tree that it becomes. */
export function asExpression(condition: FlowCondition): Expression {
  if ('expressao' in condition) return condition.expressao;
  if ('todas' in condition) return call('todas', ...condition.todas.map(asExpression));
  if ('alguma' in condition) return call('alguma', ...condition.alguma.map(asExpression));
  if ('nenhuma' in condition) return call('nenhuma', ...condition.nenhuma.map(asExpression));
  const field: Expression = { campo: factPath(condition.fato) };
  if ('igual' in condition) return call('igual', field, literalOf(condition.igual));
  if ('diferente' in condition) return call('diferente', field, literalOf(condition.diferente));
  return 'maior_que' in condition
    ? call('maior', field, literalOf(condition.maior_que))
    : call('menor', field, literalOf(condition.menor_que));
}

function literalOf(value: FactValue): Literal {
  if (typeof value === 'boolean') return { logico: value };
  return typeof value === 'number' ? { numero: String(value) } : { texto: value };
}

/** What is wrong in the expressions of a flow, at their nodes. */
export const expressionProblems = (flow: Flow, typeOf: TypeOf): FileProblem[] =>
  placedExpressions(flow.transicoes).flatMap(({ expression, pointer }) =>
    [...typing(expression, typeOf, 'LOGICO').problems, ...blankValues(expression)].map((problem) => ({
      ...problem,
      pointer: pointer + problem.pointer,
    })),
  );

interface PlacedExpression {
  expression: Expression;
  /** In the flow. */
  pointer: string;
}

/** The expressions of a flow, or those of the ways out of one step, with the place of each. */
export const placedExpressions = (transicoes: Flow['transicoes'], stepKey?: string): PlacedExpression[] =>
  transicoes.flatMap(({ de, condicao }, index) =>
    stepKey === undefined || de === stepKey ? placedIn(condicao, `/transicoes/${index}/condicao`) : [],
  );

function placedIn(condition: FlowCondition | null, pointer: string): PlacedExpression[] {
  if (!condition) return [];
  if ('expressao' in condition) return [{ expression: condition.expressao, pointer: `${pointer}/expressao` }];
  const key = (['todas', 'alguma', 'nenhuma'] as const).find((each) => each in condition);
  return oldParts(condition).flatMap((part, index) => placedIn(part, `${pointer}/${key}/${index}`));
}

/** The paths that a flow's conditions read, with the place of each. */
export const flowPaths = (flow: Flow): { path: string; pointer: string }[] =>
  placedExpressions(flow.transicoes).flatMap(({ expression, pointer }) =>
    pathsOf(expression).map((path) => ({ path, pointer })),
  );

/** The keys of ticket types that a condition compares the ticket's own with. */
export function comparedTypes(condition: FlowCondition | null): string[] {
  if (!condition) return [];
  const found: string[] = [];
  const visit = (node: Expression): void => {
    const [left, ...rest] = argumentsOf(node);
    if (left && 'campo' in left && TYPE_PATHS.has(left.campo))
      for (const value of rest.flatMap((part) => ('lista' in part ? part.lista : [part])))
        if ('texto' in value) found.push(value.texto);
    argumentsOf(node).forEach(visit);
  };
  visit(asExpression(condition));
  return found;
}

const TYPE_PATHS: ReadonlySet<string> = new Set([factPath('tipo'), 'tipo_chave']);

/** A condition as a sentence: 'O ticket tem produtos: sim, e Valor é maior que R$ 5.000,00'. */
export const conditionText = (condition: FlowCondition | null, typeOf: TypeOf = STANDARD): string =>
  condition ? sentenceOf(asExpression(condition), typeOf) : 'Sempre';
