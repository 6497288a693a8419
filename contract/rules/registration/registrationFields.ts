import type { DefinitionProblem, JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { type CampoOption, campoTypes } from '../fields/campo.ts';
import type { ExtraField, ExtraFieldType } from '../fields/extraField.ts';
import { presentValue } from '../fields/fieldValues.ts';
import { fieldSchemas } from '../forms/fieldSchemas.ts';
import type { FormWidget, UiSchema, WidgetOptions } from '../forms/formDefinition.ts';
import { isRecord } from '../jsonRecord.ts';
import { upperFirst } from '../text.ts';
import { fieldTitle, type Part, type RegistrationStep } from './registrationStep.ts';

/** Names for which the console has columns, lists or files of its own; `true` with everything inside. */
interface Placed {
  readonly [name: string]: true | Placed;
}

const ADDRESS: Placed = {
  cep: true,
  logradouro: true,
  numero: true,
  complemento: true,
  bairro: true,
  uf: true,
  ibge: true,
  cidade: true,
};

const PLACED: Readonly<Record<RegistrationStep['etapa'], Placed>> = {
  // This step sends the document alone (registrationFieldProblems).
  documento: { documento: true, contexto: true },
  empresa: {
    contexto: true,
    razaoSocial: true,
    nomeFantasia: true,
    dataNascimento: true,
    inscricao: true,
    isento: true,
    inscricaoMunicipal: true,
    cnae: true,
    suframa: true,
    filialId: true,
    atividade: true,
    comoConheceu: true,
    tabelaPreco: true,
    consumidorFinal: true,
    regimeEspecial: true,
    anexos: true,
    simulacao: true,
  },
  contatos: {
    contexto: true,
    nomeSocio: true,
    nomeContato: true,
    telefone1: true,
    celular1: true,
    celular2: true,
    whatsApp: true,
    email: true,
    emailNFe: true,
    emailBoleto: true,
    observacoes: true,
    referenciasComerciais: true,
  },
  enderecos: { contexto: true, enderecoCobranca: ADDRESS, enderecoEntrega: ADDRESS, dadosBancarios: true },
};

/** The lists whose items are stored as they are known; a field added inside them would be seen nowhere. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  referenciasComerciais: ['nome', 'telefone', 'cidade', 'uf'],
  dadosBancarios: ['banco', 'agencia', 'conta', 'contato'],
};

/** A field of a registration step for which the console has no place of its own, as an extra field of the customer. */
export interface RegistrationField extends ExtraField {
  etapa: RegistrationStep['etapa'];
  /** Where it is in the data of its step: `['enderecoCobranca', 'portaria']`. */
  caminho: readonly string[];
}

/**
 * The fields that steps ask for beyond what the console itself stores. They are kept with the customer's extra fields, so that
 * whatever shows those shows these. A field that both areas have is one field.
 */
export function registrationFields(steps: readonly RegistrationStep[]): RegistrationField[] {
  const found = new Map<string, RegistrationField>();
  for (const step of steps.filter(({ etapa }) => etapa !== 'documento'))
    for (const caminho of ownPaths(step.schema, [], PLACED[step.etapa])) {
      const field = asField(step, caminho);
      if (!found.has(field.chave)) found.set(field.chave, field);
    }
  return [...found.values()];
}

function ownPaths(root: JsonSchema, at: readonly string[], placed: Placed): string[][] {
  return namesWithin(root, pointerTo(at)).flatMap((name) => {
    const placement = Object.hasOwn(placed, name) ? placed[name] : undefined;
    const path = [...at, name];
    if (placement === true) return [];
    const isGroup = fieldSchemas(root, pointerTo(path)).some(({ properties }) => properties !== undefined);
    return isGroup && path.length <= DEEPEST ? ownPaths(root, path, placement ?? {}) : [path];
  });
}

const DEEPEST = 4;

const pointerTo = (path: readonly string[]): string => path.map((name) => `/${escapePointer(name)}`).join('');

const KEY_LENGTH = 40;

/** `['enderecoCobranca', 'porta_ria']` becomes 'enderecoCobrancaPortaRia', which is a key as extra fields have them. */
function keyOf(path: readonly string[]): string {
  const words = path.flatMap((name) => name.split(/[^A-Za-z0-9]+/)).filter(Boolean);
  const joined = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join('');
  return (joined.length < 2 ? `campo${upperFirst(joined)}` : joined).slice(0, KEY_LENGTH);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function asField(step: RegistrationStep, caminho: readonly string[]): RegistrationField {
  const { schema: root, etapa, titulo } = step;
  const declared = fieldSchemas(root, pointerTo(caminho));
  const schema: JsonSchema = Object.assign({}, ...declared.toReversed());
  const ui = uiAt(step.ui, caminho);
  const { origem, pessoal } = (ui['ui:options'] ?? {}) as WidgetOptions;
  const opcoes = optionsOf(schema, ui);
  const tipo = typeOf(schema, ui, opcoes !== undefined || origem !== undefined);
  const isPersonal =
    caminho.length > 1 ||
    PERSONAL_FORMATS.has(String(schema.format)) ||
    (pessoal ?? isOfPeople(etapa, { tipo, hasOptions: opcoes !== undefined || origem !== undefined }));
  const isExact = schema.type === 'string' || schema.type === 'boolean' || schema.type === 'array';
  return {
    chave: keyOf(caminho),
    etapa,
    caminho,
    titulo: caminho.map((_, index) => fieldTitle(root, pointerTo(caminho.slice(0, index + 1)))).join(': '),
    tipo,
    grupo: titulo,
    ...(typeof schema.description === 'string' && { ajuda: schema.description }),
    ...(campoTypes[tipo].options && { opcoes: opcoes ?? [] }),
    ...(typeof schema.maxLength === 'number' && { tamanho: schema.maxLength }),
    ...(isPersonal && { pessoal: true }),
    coluna: true,
    exportar: true,
    ...(campoTypes[tipo].filter === 'VALOR' && isExact && !origem && { filtravel: true }),
    ...(origem !== undefined && { fonte: origem }),
    cadastro: isEditable(schema, ui) ? { schema: ownRules(schema), ui: ownLayout(ui) } : null,
  };
}

/**
 * What is written freely in the step of contacts is about the people there, so it is personal unless the step says that it is
 * not; what is only chosen or ticked tells nobody apart.
 */
export const isOfPeople = (
  etapa: RegistrationStep['etapa'],
  { tipo, hasOptions }: { tipo: ExtraFieldType; hasOptions: boolean },
): boolean => etapa === 'contatos' && tipo !== 'CHECKBOX' && !hasOptions;

/** Formats whose values identify or locate a person. */
const PERSONAL_FORMATS: ReadonlySet<string> = new Set(['cpf', 'cpfCnpj', 'email', 'phone', 'cep']);

const uiAt = (ui: UiSchema, path: readonly string[]): UiSchema =>
  path.reduce<UiSchema>((at, name) => (at[name] ?? {}) as UiSchema, ui);

const itemsOf = ({ items }: JsonSchema): JsonSchema => (items ?? {}) as JsonSchema;

function optionsOf(schema: JsonSchema, ui: UiSchema): CampoOption[] | undefined {
  const values = schema.enum ?? itemsOf(schema).enum;
  if (!Array.isArray(values)) return undefined;
  const names = (ui['ui:enumNames'] ?? {}) as Readonly<Record<string, string>>;
  return values.map(String).map((valor) => ({ valor, rotulo: names[valor] ?? valor }));
}

const OF_FORMAT: Readonly<Record<string, ExtraFieldType>> = {
  date: 'DATE',
  email: 'EMAIL',
  phone: 'TELEFONE',
};

function typeOf({ type, format }: JsonSchema, ui: UiSchema, hasOptions: boolean): ExtraFieldType {
  const widget = ui['ui:widget'] as FormWidget | undefined;
  if (type === 'boolean') return 'CHECKBOX';
  if (hasOptions) return type === 'array' ? 'MULTISELECT' : widget === 'radio' ? 'RADIO' : 'SELECT';
  if (type === 'integer') return 'INTEIRO';
  if (type === 'number' || format === 'decimal') return widget === 'money' ? 'DINHEIRO' : 'DECIMAL';
  return OF_FORMAT[String(format)] ?? (widget === 'textarea' ? 'TEXTAREA' : 'TEXT');
}

/** Whether one input holds the whole value. Files and lists of groups are shown and stay as the registration left them. */
const isEditable = (schema: JsonSchema, ui: UiSchema): boolean =>
  ['string', 'boolean', 'integer', 'number'].includes(String(schema.type)) ||
  (schema.type === 'array' && (itemsOf(schema).enum !== undefined || ui['ui:widget'] === 'multiselect'));

/** What a value has to be in itself. What depends on the rest of the step is not asked for outside of it. */
const RULES = [
  'type',
  'format',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'items',
  'uniqueItems',
  'minItems',
  'maxItems',
  'x-mensagens',
];

const ownRules = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(RULES.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));

/** Without the other fields of its step, by whose values its options might be narrowed. */
function ownLayout(ui: UiSchema): UiSchema {
  const { dependeDe: _, ...options } = (ui['ui:options'] ?? {}) as WidgetOptions;
  const hidden = ui['ui:widget'] === 'hidden';
  return { ...ui, 'ui:widget': hidden ? 'text' : ui['ui:widget'], 'ui:options': options };
}

/** The values of these fields in the data of a registration's steps, by the fields' keys. */
export function registrationValues(
  fields: readonly RegistrationField[],
  parts: Readonly<Record<RegistrationStep['etapa'], Part>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ chave, etapa, caminho }) => {
      const value = caminho.reduce<unknown>(
        (at, name) => (isRecord(at) ? at[name] : undefined),
        parts[etapa],
      );
      return value === undefined ? [] : [[chave, value]];
    }),
  );
}

/** The data of the steps without these fields. */
export function withoutRegistrationFields<P extends Readonly<Record<string, Part>>>(
  fields: readonly RegistrationField[],
  parts: P,
): P {
  const left = fields.reduce<Readonly<Record<string, unknown>>>(
    (data, { etapa, caminho }) => without(data, [etapa, ...caminho]),
    parts,
  );
  return left as P;
}

function without(data: Part, [name = '', ...rest]: readonly string[]): Part {
  const inner = data[name];
  if (rest.length === 0) return Object.fromEntries(Object.entries(data).filter(([key]) => key !== name));
  return isRecord(inner) ? { ...data, [name]: without(inner, rest) } : data;
}

/** The stored values where a registration has them: by step, and then by their path in it. */
export function registrationParts(
  fields: readonly RegistrationField[],
  values: Part,
): Partial<Record<RegistrationStep['etapa'], Record<string, unknown>>> {
  const parts: Record<string, unknown> = {};
  for (const field of fields) {
    const { etapa, caminho } = field;
    const value = presentValue(field, values[field.chave]);
    if (value === undefined) continue;
    const names = [etapa, ...caminho];
    const last = names.pop() ?? '';
    const holder = names.reduce<Record<string, unknown>>((at, name) => {
      at[name] ??= {};
      return at[name] as Record<string, unknown>;
    }, parts);
    holder[last] = value;
  }
  return parts;
}

/** Fields added where their values would be seen nowhere, and keys that already mean another field. */
export function registrationFieldProblems(
  step: RegistrationStep,
  others: readonly RegistrationStep[],
  extra: readonly Pick<ExtraField, 'chave' | 'titulo'>[],
): DefinitionProblem[] {
  const elsewhere = registrationFields(others.filter(({ id }) => id !== step.id));
  const problem = (message: string): DefinitionProblem => ({ pointer: '/schema', message, severity: 'ERRO' });
  const own = ownPaths(step.schema, [], PLACED[step.etapa]).map((path) => asField(step, path));
  if (step.etapa === 'documento')
    return own.map(({ titulo }) =>
      problem(`A etapa do documento só envia o documento. Ponha o campo '${titulo}' na etapa da empresa.`),
    );
  return [
    ...Object.entries(LISTS).flatMap(([list, known]) =>
      namesWithin(step.schema, `/${list}/0`)
        .filter((name) => !known.includes(name))
        .map((name) =>
          problem(
            `O campo '${fieldTitle(step.schema, `/${list}/0/${name}`)}' está dentro de uma lista, e ali não seria visto em lugar nenhum. Ponha-o na própria etapa.`,
          ),
        ),
    ),
    ...own.flatMap((field, index) => {
      const same = [...own.slice(0, index), ...elsewhere].find(({ chave }) => chave === field.chave);
      const added = extra.find(({ chave }) => chave === field.chave);
      if (added)
        return [problem(`A chave '${field.chave}' já é do campo adicional '${added.titulo}'. Use outra.`)];
      if (!same || (samePlace(same, field) && same.tipo === field.tipo)) return [];
      return [problem(`A chave '${field.chave}' já é do campo '${same.titulo}' de outra etapa. Use outra.`)];
    }),
  ];
}

const samePlace = (a: RegistrationField, b: RegistrationField): boolean =>
  a.etapa === b.etapa && a.caminho.join('/') === b.caminho.join('/');

const namesWithin = (root: JsonSchema, pointer: string): string[] => [
  ...new Set(
    fieldSchemas(root, pointer).flatMap(({ properties }) => Object.keys((properties ?? {}) as object)),
  ),
];
