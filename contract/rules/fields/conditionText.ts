import { sentenceOf } from '../../expression/sentence.ts';
import { argumentsOf, type Expression, isExpression, type Literal } from '../../expression/tree.ts';
import { isRecord } from '../jsonRecord.ts';
import type { Campo } from './campo.ts';
import { judgedByKey } from './fieldValues.ts';
import { judgedTypes } from './judgedFields.ts';
import { factType } from './recordFacts.ts';

/** A condition or formula over fields as a sentence: 'Rota é igual a Sul, e Visitas é maior que 2'. */
export function conditionText(expression: unknown, campos: readonly Campo[]): string {
  if (!isExpression(expression)) return 'algo que não se lê';
  return sentenceOf(withLabels(expression, campos), judgedTypes(judgedByKey(campos)));
}

/** Wording of a condition or formula among the keys of a definition of fields; undefined for other keys. */
export const expressionWords = (key: string, value: unknown, definition: unknown): string | undefined =>
  EXPRESSIONS.has(key) && value !== undefined ? `"${conditionText(value, fieldsIn(definition))}"` : undefined;

const EXPRESSIONS: ReadonlySet<string> = new Set(['visivelSe', 'obrigatorioSe', 'formula']);

/** Those of the record come first, then those of the items of its lists. */
const fieldsIn = (definition: unknown): readonly Campo[] => {
  const own: readonly Campo[] =
    isRecord(definition) && Array.isArray(definition.campos)
      ? (definition.campos.filter(isRecord) as never)
      : [];
  const inner = own.flatMap(({ campos }) => (Array.isArray(campos) ? campos.filter(isRecord) : []) as never);
  const ownKeys = new Set(own.map(({ chave }) => chave));
  return [...own, ...inner.filter(({ chave }: Campo) => !ownKeys.has(chave))];
};

/** With the labels of options in the place of their values. */
function withLabels(node: Expression, campos: readonly Campo[]): Expression {
  if (!('faz' in node)) return node;
  const [left] = argumentsOf(node);
  const path = left && 'campo' in left ? left.campo : '';
  const labels = new Map([
    ...(factType(path)?.values ?? []).map(({ value, label }) => [value, label] as const),
    ...(campos.find(({ chave }) => chave === path)?.opcoes ?? []).map(
      ({ valor, rotulo }) => [valor, rotulo] as const,
    ),
  ]);
  const labelled = <T extends Expression | Literal>(value: T): T =>
    'texto' in value ? { ...value, texto: labels.get(value.texto) ?? value.texto } : value;
  return {
    ...node,
    de: node.de.map((part) =>
      'lista' in part ? { lista: part.lista.map(labelled) } : withLabels(labelled(part), campos),
    ),
  };
}
