import { sentenceOf } from '../../expression/sentence.ts';
import type { Expression, Literal } from '../../expression/tree.ts';
import type { FieldType } from '../../expression/typing.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import { fieldSchemas } from '../forms/fieldSchemas.ts';
import { isRecord } from '../jsonRecord.ts';
import { CONTEXT } from './stepCondition.ts';

/** What a condition of a step may ask about, with the values that it may have. */
export interface StepFact extends FieldType {
  path: string;
  values?: readonly { value: string; label: string }[];
  /** Whether only being filled in can be asked: its values are written in another way than they are shown. */
  isOpaque?: true;
}

const flag = (key: string, titulo: string): StepFact => ({
  path: `${CONTEXT}.${key}`,
  titulo,
  tipo: 'LOGICO',
});

/** What the server knows of who is registered. */
const CONTEXT_FACTS: readonly StepFact[] = [
  {
    ...{ path: `${CONTEXT}.tipo`, titulo: 'Quem se cadastra', tipo: 'TEXTO' },
    values: [
      { value: 'PF', label: 'pessoa física' },
      { value: 'PJ', label: 'pessoa jurídica' },
    ],
  },
  flag('simulacao', 'Cliente simulação'),
  flag('temFiliais', 'Há filiais'),
  flag('temAtividades', 'Há atividades'),
  flag('temComoConheceu', "Há 'Como conheceu'"),
  flag('permiteCpfSemIE', 'CPF sem IE é permitido'),
  flag('tabelaPrecoObrigatoria', 'Tabela de preço é exigida'),
];

/** The context, and the fields of the step with these names. */
export const stepFacts = (schema: JsonSchema, ui: unknown, names: readonly string[]): readonly StepFact[] => [
  ...CONTEXT_FACTS,
  ...names.flatMap((name) => factOf(schema, isRecord(ui) ? ui[name] : undefined, name)),
];

function factOf(root: JsonSchema, ui: unknown, name: string): StepFact[] {
  const declared = fieldSchemas(root, `/${name}`);
  const schema: JsonSchema = Object.assign({}, ...declared.toReversed());
  const titulo = typeof schema.title === 'string' ? schema.title : name;
  const fact = { path: name, titulo };
  if (name.includes('.')) return [];
  if (schema.type === 'boolean') return [{ ...fact, tipo: 'LOGICO' }];
  if (schema.type === 'integer') return [{ ...fact, tipo: 'INTEIRO' }];
  if (schema.type === 'number') return [{ ...fact, tipo: 'DECIMAL' }];
  if (schema.type !== 'string') return [];
  if (Array.isArray(schema.enum)) {
    const names = isRecord(ui) && isRecord(ui['ui:enumNames']) ? ui['ui:enumNames'] : {};
    const values = schema.enum.map(String).map((value) => ({ value, label: String(names[value] ?? value) }));
    return [{ ...fact, tipo: 'TEXTO', values }];
  }
  const options = isRecord(ui) && isRecord(ui['ui:options']) ? ui['ui:options'] : {};
  const isOpaque = schema.format !== undefined || options.origem !== undefined;
  return [{ ...fact, tipo: 'TEXTO', ...(isOpaque && { isOpaque }) }];
}

/** A condition of a step as a sentence: 'Quem se cadastra é igual a pessoa jurídica, e Cliente simulação: não'. */
export function stepConditionText(condition: Expression, facts: readonly StepFact[]): string {
  const typeOf = (path: string) => facts.find((fact) => fact.path === path);
  return sentenceOf(withLabels(condition, typeOf), typeOf);
}

function withLabels(node: Expression, typeOf: (path: string) => StepFact | undefined): Expression {
  if (!('faz' in node)) return node;
  const [left] = node.de;
  const values = left && 'campo' in left ? typeOf(left.campo)?.values : undefined;
  const labelled = <T extends Expression | Literal>(part: T): T =>
    'texto' in part
      ? { ...part, texto: values?.find(({ value }) => value === part.texto)?.label ?? part.texto }
      : part;
  return {
    ...node,
    de: node.de.map((part) =>
      'lista' in part ? { lista: part.lista.map(labelled) } : withLabels(labelled(part), typeOf),
    ),
  };
}
