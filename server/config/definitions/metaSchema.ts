import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { valueText } from '#contract/rules/definitions/items.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { ROOT } from '../../root.ts';

/** The definition files shipped with this version of the console. */
export const schemasFolder = path.join(ROOT, 'schemas');

const compiled = new Map<string, ValidateFunction>();

/**
 * One for all. These files are the release's own: `npm run schemas:check` checks them against the JSON Schema standard, whose
 * validator takes longer to compile than any of theirs.
 */
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  validateSchema: false,
  code: { optimize: false },
});

/** No list in a definition is this long; lists with unique items are compared pairwise. */
const MAX_ITEMS = 2_000;

/** Problems found by the meta-schemas in schemas/meta/, in Portuguese; empty when the shape is right. */
export function metaSchemaProblems(meta: string, content: unknown): FileProblem[] {
  const long = longList(content, '');
  if (long !== null)
    return [{ pointer: long, message: `Uma lista tem no máximo ${MAX_ITEMS} itens. Retire os demais.` }];
  const validate = validatorOf(meta);
  return validate(content) ? [] : schemaProblems(validate.errors ?? []);
}

/** The pointer of the first list that is too long. */
function longList(value: unknown, at: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value) && value.length > MAX_ITEMS) return at;
  for (const [key, below] of Object.entries(value)) {
    const found = longList(below, `${at}/${escapePointer(key)}`);
    if (found !== null) return found;
  }
  return null;
}

const metaFile = (meta: string) => path.join(schemasFolder, 'meta', `${meta}.schema.json`);

/** A meta-schema as it stands in its file. */
export const metaSchema = (meta: string): Record<string, unknown> =>
  JSON.parse(readFileSync(metaFile(meta), 'utf8'));

function validatorOf(meta: string): ValidateFunction {
  const compiledValidator = compiled.get(meta);
  if (compiledValidator) return compiledValidator;
  if (!existsSync(metaFile(meta))) throw new Error(`no meta-schema ${meta}`);
  const validate = ajv.compile(metaSchema(meta));
  compiled.set(meta, validate);
  return validate;
}

/** A sentence with an example for each pattern in schemas/meta, shown instead of the pattern. */
export const PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Z][A-Z0-9_]{1,59}$':
    'Use de 2 a 60 letras maiúsculas sem acento, números e _, começando por uma letra: TROCA_PARCIAL.',
  '^[a-z][a-zA-Z0-9]{1,39}$':
    'Use de 2 a 40 letras sem acento e números, começando por uma minúscula: dataDaVisita.',
  '^[a-z][a-z0-9_]{0,59}$':
    'Use até 60 letras minúsculas sem acento, números e _, começando por uma letra: data_inicio.',
  '^[a-z][a-z0-9_]{0,119}(\\.[a-z][a-z0-9_]{0,119}){0,4}$':
    'Use a chave de um campo, ou o caminho até ele com pontos, de no máximo 5 partes: cliente.uf.',
  '^[a-z][a-z0-9_]{0,59}(=[a-z][a-z0-9_]{0,59})?$':
    'Use a chave de outro filtro: regiao. Se a origem a chama por outro nome, as duas: regiao=regiao_id.',
  '^[a-z][a-z0-9_]{0,119}$':
    'Use até 120 letras minúsculas sem acento, números e _, começando por uma letra: criado_em.',
  '^[A-Z][A-Z0-9_-]{0,39}$':
    'Use até 40 letras maiúsculas sem acento, números, _ e hífens, começando por uma letra: SUPERVISOR.',
  '^([01]\\d|2[0-3]):[0-5]\\d$':
    'Use hora e minuto, com dois algarismos cada: 08:30. "24:00" não existe: use "00:00".',
  '^[a-z][a-z0-9-]{1,59}$':
    'Use de 2 a 60 letras minúsculas sem acento, números e hífens, começando por uma letra: contratos-comodato.',
  '^[a-z][a-z0-9-]{0,39}$':
    'Use até 40 letras minúsculas sem acento, números e hífens, começando por uma letra: comercial.',
  '^cadastro-[a-z][a-z0-9-]{1,59}$': 'Use cadastro- e a chave do cadastro: cadastro-contratos-comodato.',
  '^[a-zA-Z][a-zA-Z0-9_]{0,59}$':
    'Use até 60 letras sem acento, números e _, começando por uma letra: endereco.',
  '^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$':
    'Use até 60 letras sem acento, números, pontos, _ e hífens, começando por letra ou número: NORTE.',
  '^[a-zA-Z]+$': 'Use só letras sem acento, como em minLength.',
  '^[a-zA-Z]{1,40}$': 'Use até 40 letras sem acento.',
  '^/': 'Comece por uma barra: /razaoSocial.',
  '^#/\\$defs/[a-zA-Z][a-zA-Z0-9_]{0,59}$':
    'Cite só um esquema de $defs, por "#/$defs/" e o nome dele: "#/$defs/endereco".',
  '^(sac|callcenter)-(documento|empresa|contatos|enderecos)$':
    'Use sac- ou callcenter- e a etapa (documento, empresa, contatos ou enderecos): sac-empresa.',
  '^(?!(agendados|historico)$)[a-z0-9][a-z0-9-]{0,79}$':
    'Use até 80 letras minúsculas sem acento, números e hífens: clientes-por-regiao. "agendados" e "historico" são páginas do console.',
  '^[a-z0-9][a-z0-9-]{0,79}\\.sql$':
    'Use o nome de um arquivo .sql em letras minúsculas sem acento, números e hífens: clientes-por-regiao.sql.',
};

const texts: Record<string, (params: Params) => string> = {
  required: ({ missingProperty }) => `Falta a chave "${missingProperty}". Inclua-a.`,
  additionalProperties: ({ additionalProperty }) =>
    `A chave "${additionalProperty}" não existe aqui. Corrija o nome ou retire-a.`,
  unevaluatedProperties: ({ unevaluatedProperty }) =>
    `A chave "${unevaluatedProperty}" não existe aqui. Corrija o nome ou retire-a.`,
  type: ({ type }) =>
    `Use ${[type]
      .flat()
      .map((name) => types[String(name)] ?? name)
      .join(' ou ')}.`,
  enum: ({ allowedValues }) => `Use um destes valores: ${listOf(allowedValues)}.`,
  const: ({ allowedValue }) => `Use o valor ${valueText(allowedValue)}.`,
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? 'O texto não tem o formato pedido.',
  minLength: ({ limit }) => (limit === 1 ? 'Preencha o texto.' : `Use pelo menos ${limit} caracteres.`),
  maxLength: ({ limit }) => `Use no máximo ${limit} caracteres.`,
  minimum: ({ limit }) => `Use ${limit} ou mais.`,
  maximum: ({ limit }) => `Use ${limit} ou menos.`,
  minItems: ({ limit }) => `Inclua pelo menos ${limit} na lista.`,
  maxItems: ({ limit }) => `Deixe no máximo ${limit} na lista.`,
  uniqueItems: ({ i, j }) => `Os itens ${j} e ${i} são iguais. Retire um.`,
  oneOf: () => 'Use só uma das formas descritas para esta chave.',
  anyOf: () => 'O valor não tem nenhuma das formas descritas para esta chave.',
  dependentRequired: ({ missingProperty, property }) =>
    `Com "${property}" é preciso também "${missingProperty}".`,
};

const textOf = ({ keyword, params }: ErrorObject): string =>
  texts[keyword]?.(params) ?? 'O valor não é aceito aqui. Veja a descrição da chave.';

/** Converts ajv errors to pointers and Portuguese messages; errors that only repeat others are dropped. */
export const schemaProblems = (errors: readonly ErrorObject[]): FileProblem[] =>
  errors
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => ({ pointer: pointerOf(error), message: textOf(error) }));

/** For an unexpected or missing key the pointer includes that key, because the control that fixes it is there. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const key = params.additionalProperty ?? params.unevaluatedProperty ?? params.missingProperty;
  return key === undefined ? instancePath : `${instancePath}/${escapePointer(String(key))}`;
}

const types: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  integer: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista [...]',
  object: 'um grupo {...}',
  null: 'null',
};

type Params = Record<string, unknown>;

const listOf = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => valueText(value)).join(', ') : '';
