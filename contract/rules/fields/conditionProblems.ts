import { blankValues } from '../../expression/blankValues.ts';
import { argumentsOf, type Expression, isExpression, type Literal, pathsOf } from '../../expression/tree.ts';
import { type TypeOf, typing } from '../../expression/typing.ts';
import { formatCount } from '../format.ts';
import type { FileProblem } from '../problem.ts';
import { type Campo, campoTypes } from './campo.ts';
import { judgedByKey } from './fieldValues.ts';
import { judgedTypes, keyOfPath, kindOf } from './judgedFields.ts';
import type { RecordFact } from './recordFacts.ts';

/** What the place of the fields says about their conditions. */
interface Place<Field extends Campo> {
  /** What may be asked of the record that the fields belong to. */
  facts: readonly RecordFact[];
  isPersonal: (field: Field) => boolean;
  /** Whether fields that are personal data themselves may ask for personal data. */
  asksPersonal: boolean;
}

const KEYS = ['visivelSe', 'obrigatorioSe', 'formula'] as const;
type Key = (typeof KEYS)[number];

/** Every form is sent with the conditions of its fields, so that they are bounded as a whole too. */
const MAX_PARTS = 4_000;

/** What is wrong in the conditions and formulas of fields, at their parts. Those of archived fields ask nothing. */
export function conditionProblems<Field extends Campo>(
  campos: readonly Field[],
  at: string,
  place: Place<Field>,
): FileProblem[] {
  const used = campos.filter(({ arquivado }) => !arquivado);
  const found = campos.flatMap((field, index) =>
    field.arquivado
      ? []
      : KEYS.flatMap((key) => {
          const given: unknown = field[key];
          if (given === undefined) return [];
          const pointer = `${at}/${index}/${key}`;
          if (!isExpression(given))
            return [{ pointer, message: 'Isto não está escrito como uma expressão. Refaça a condição.' }];
          return ofExpression(given, { field, key, pointer, campos, place });
        }),
  );
  if (found.length > 0) return found;
  const parts = used.reduce((sum, field) => sum + KEYS.reduce((own, key) => own + partsIn(field[key]), 0), 0);
  return parts > MAX_PARTS
    ? [
        {
          pointer: at,
          message: `As condições e fórmulas destes campos têm ${formatCount(parts, 'parte', 'partes')} ao todo, e o máximo é ${MAX_PARTS}. Simplifique algumas.`,
        },
      ]
    : [];
}

const partsIn = (node: Expression | undefined): number =>
  node ? 1 + argumentsOf(node).reduce((sum, part) => sum + partsIn(part), 0) : 0;

interface Asking<Field extends Campo> {
  field: Field;
  key: Key;
  pointer: string;
  campos: readonly Field[];
  place: Place<Field>;
}

function ofExpression<Field extends Campo>(expression: Expression, asking: Asking<Field>): FileProblem[] {
  const { field, key, pointer, campos, place } = asking;
  const placed = (problems: readonly FileProblem[]) =>
    problems.map((problem) => ({ ...problem, pointer: pointer + problem.pointer }));
  const { typed, problems } = typing(
    expression,
    readable(campos, place),
    key === 'formula' ? kindOf(field) : 'LOGICO',
  );
  // Its sentence says more than that the field may not be used.
  const named = placed(fieldsRead(expression).flatMap((read) => refusedRead(read, asking)));
  if (named.length > 0) return named;
  if (!typed) return placed(problems);
  const own = key === 'formula' ? formulaProblems(expression, field) : [];
  return [
    ...own.map(({ message, pointer: part }) => ({ message, pointer: pointer + part })),
    ...placed(blankValues(expression)),
    ...placed(unknownOptions(expression, campos)),
  ];
}

const readable = <Field extends Campo>(campos: readonly Field[], { facts }: Place<Field>): TypeOf => {
  const own = judgedTypes(judgedByKey(campos));
  return (path) => {
    const fact = facts.find((each) => each.path === path);
    return fact ?? (path.startsWith('registro.') ? undefined : own(path));
  };
};

interface Read {
  path: string;
  pointer: string;
}

/** The fields that an expression reads, each where it stands. */
function fieldsRead(expression: Expression): Read[] {
  const found: Read[] = [];
  const visit = (node: Expression, pointer: string): void => {
    if ('campo' in node) found.push({ path: node.campo, pointer: `${pointer}/campo` });
    for (const [index, part] of argumentsOf(node).entries()) visit(part, `${pointer}/de/${index}`);
  };
  visit(expression, '');
  return found;
}

function refusedRead<Field extends Campo>(
  { path, pointer }: Read,
  { field, key, campos, place }: Asking<Field>,
): FileProblem[] {
  const problem = (message: string) => [{ pointer, message }];
  if (place.facts.some((fact) => fact.path === path))
    return key === 'formula'
      ? problem('Uma fórmula calcula só com os campos deste formulário, porque o resto muda sem ela saber.')
      : [];
  const on = campos.find(({ chave }) => chave === keyOfPath(path));
  if (!on) return problem(`Não há um campo "${path}". Escolha um que exista.`);
  if (on === field) return problem('Um campo não pode depender de si mesmo.');
  if (on.arquivado) return problem(`O campo '${on.titulo}' está arquivado. Desarquive-o, ou escolha outro.`);
  if (on.tipo === 'LISTA')
    return problem(`'${on.titulo}' é uma lista de itens, e não um valor. Escolha outro campo.`);
  if (field.publico && !on.publico)
    return problem(`O campo '${on.titulo}' não é público: consumidores e representantes nunca veriam este.`);
  if (place.isPersonal(on) && !place.asksPersonal)
    return problem(`'${on.titulo}' é dado pessoal, e nem todos o veem. Escolha outro campo.`);
  if (place.isPersonal(on) && !place.isPersonal(field))
    return problem(
      `'${on.titulo}' é dado pessoal, e por este se saberia dele. Marque este também como dado pessoal.`,
    );
  if (key !== 'obrigatorioSe' && waitsFor(on, field, campos))
    return problem('Os campos dependem um do outro em círculo. Tire um deles da conta.');
  return [];
}

/** What has to be known before a field's value is: what shows it, and what calculates it. */
const keysBefore = ({ visivelSe, formula }: Campo): string[] =>
  [visivelSe, formula].flatMap((expression) =>
    isExpression(expression) ? pathsOf(expression).map(keyOfPath) : [],
  );

/** Whether `from` depends on `to`, possibly through other fields. */
function waitsFor(from: Campo, to: Campo, campos: readonly Campo[]): boolean {
  const seen = new Set<string>();
  const visit = (campo: Campo | undefined): boolean => {
    if (!campo || campo.arquivado || seen.has(campo.chave)) return false;
    seen.add(campo.chave);
    return keysBefore(campo).some(
      (key) => key === to.chave || visit(campos.find(({ chave }) => chave === key)),
    );
  };
  return visit(from);
}

/** Types that can hold what a formula gives. */
export const FORMULA_TYPES = [
  'TEXT',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'PERCENTUAL',
  'DATE',
  'INSTANTE',
  'CHECKBOX',
] as const;

function formulaProblems(expression: Expression, field: Campo): FileProblem[] {
  const moving = movingPart(expression);
  return [
    ...(FORMULA_TYPES.some((tipo) => tipo === field.tipo)
      ? []
      : [
          {
            pointer: '',
            message: `Um campo do tipo ${campoTypes[field.tipo].label.toLowerCase()} não guarda o resultado de uma fórmula.`,
          },
        ]),
    ...(moving
      ? [
          {
            pointer: moving,
            message:
              'O resultado é guardado quando o registro é salvo, e não muda com o dia. Conte os dias em um relatório.',
          },
        ]
      : []),
    ...(field.obrigatorio || field.obrigatorioSe || field.marcado || field.padrao !== undefined
      ? [
          {
            pointer: '',
            message: 'Ninguém preenche um campo com fórmula: ele não é obrigatório nem tem valor inicial.',
          },
        ]
      : []),
  ];
}

/** The pointer of the first part whose value changes by itself. */
function movingPart(node: Expression, pointer = ''): string | null {
  if ('faz' in node && (node.faz === 'hoje' || node.faz === 'agora')) return pointer || '/faz';
  for (const [index, part] of argumentsOf(node).entries()) {
    const found = movingPart(part, `${pointer}/de/${index}`);
    if (found) return found;
  }
  return null;
}

const COMPARING: ReadonlySet<string> = new Set(['igual', 'diferente', 'em']);

/** Values that a field with options is compared with and never has. */
function unknownOptions(expression: Expression, campos: readonly Campo[]): FileProblem[] {
  const found: FileProblem[] = [];
  const visit = (node: Expression, pointer: string): void => {
    const [left, right] = argumentsOf(node);
    if ('faz' in node && COMPARING.has(node.faz) && left && right && 'campo' in left) {
      const on = campos.find(({ chave }) => chave === left.campo);
      const optionValues = on && on.tipo !== 'MULTISELECT' && on.opcoes?.map(({ valor }) => valor);
      const judge = (value: Literal | Expression, at: string) => {
        if (
          optionValues &&
          'texto' in value &&
          !optionValues.includes(value.texto) &&
          value.texto.trim() !== ''
        )
          found.push({
            pointer: at,
            message: `"${value.texto}" não é uma opção de '${on.titulo}'. Escolha uma delas.`,
          });
      };
      if ('lista' in right)
        for (const [index, value] of right.lista.entries()) judge(value, `${pointer}/de/1/lista/${index}`);
      else judge(right, `${pointer}/de/1`);
    }
    for (const [index, part] of argumentsOf(node).entries()) visit(part, `${pointer}/de/${index}`);
  };
  visit(expression, '');
  return found;
}
