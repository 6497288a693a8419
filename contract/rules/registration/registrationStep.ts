import { normalizeEmail } from '../contact.ts';
import { type ChangeWords, changesBetween } from '../definitions/changes.ts';
import type { DefinitionChange, JsonSchema } from '../definitions/definition.ts';
import { escapePointer } from '../definitions/jsonLines.ts';
import { normalizeDocument } from '../documents.ts';
import { fieldSchemas, pointerParts } from '../forms/fieldSchemas.ts';
import type { UiSchema } from '../forms/formDefinition.ts';
import { isRecord } from '../jsonRecord.ts';
import { normalizePhone } from '../phone.ts';
import type { CalendarDate } from '../time/calendarDate.ts';

/** Document 000 (service area) and document 001 (call-center) each have their own registration rules. */
export const REGISTRATION_AREAS = ['SAC', 'CALLCENTER'] as const;
export type RegistrationArea = (typeof REGISTRATION_AREAS)[number];

/** The steps in order. `campos-adicionais` is drawn from schemas/fields/cliente.json and has no file of its own. */
export const REGISTRATION_STEPS = [
  'documento',
  'empresa',
  'contatos',
  'enderecos',
  'campos-adicionais',
] as const;
export type RegistrationStepName = (typeof REGISTRATION_STEPS)[number];

/**
 * What a step's schema may refer to besides its own data. The server fills it in and discards what a client sends. It is part
 * of the step's data under `contexto`, so that rules are plain if/then (docs/domain.md 14.4).
 */
export interface RegistrationContext {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  temFiliais: boolean;
  temAtividades: boolean;
  temComoConheceu: boolean;
  /** Parameter permiteCadastroCpfSemIE. */
  permiteCpfSemIE: boolean;
  /** Unless it was made optional by inputsOpcionaisCadastroCliente.tabela_preco. */
  tabelaPrecoObrigatoria: boolean;
  /** Latest possible date of birth. */
  hoje: CalendarDate;
}

/** A file of schemas/registration/: `sac-empresa.json`, `callcenter-contatos.json`. */
export interface RegistrationStep {
  formato: 1;
  /** `<area>-<etapa>` in lower case, which is also the file's name. */
  id: string;
  area: RegistrationArea;
  etapa: Exclude<RegistrationStepName, 'campos-adicionais'>;
  titulo: string;
  descricao?: string;
  schema: JsonSchema;
  ui: UiSchema;
  /** `espera`: 'valido', or exactly the pointers that must be rejected. */
  testes: { nome: string; dados: Record<string, unknown>; espera: 'valido' | string[] }[];
}

/** A registration on the wire, and a part of it. */
export type Part = Readonly<Record<string, unknown>>;

/** Fields at the root of a registration; all other fields of a step are in the step's own part. */
const AT_ROOT = [
  'documento',
  'enderecoCobranca',
  'enderecoEntrega',
  'referenciasComerciais',
  'dadosBancarios',
] as const;
export const isAtRoot = (name: string) => (AT_ROOT as readonly string[]).includes(name);

interface Sliced {
  etapa: RegistrationStepName;
  schema: JsonSchema;
}

/** The part on the wire that holds a step's own fields. */
export const partOf = (etapa: string): string => (etapa === 'campos-adicionais' ? 'camposAdicionais' : etapa);

/** The data validated by a step's schema: its own part, the root fields it uses, and the context. */
export function sliceOf({ etapa, schema }: Sliced, registration: Part, contexto: object): Part {
  const own = registration[partOf(etapa)];
  const rooted = AT_ROOT.filter(
    (name) => registration[name] !== undefined && fieldSchemas(schema, `/${name}`).length > 0,
  ).map((name) => [name, registration[name]] as const);
  const isPart = isRecord(own);
  return { ...(isPart ? own : {}), ...Object.fromEntries(rooted), contexto };
}

/** Converts a step's '/referenciasComerciais/0/nome' to its wire form 'referenciasComerciais.0.nome'. */
export function wireField(etapa: RegistrationStepName, pointer: string): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  return (isAtRoot(path[0] ?? '') ? path : [partOf(etapa), ...path]).join('.');
}

/**
 * Normalises a step's data for its schema: blanks are removed, e-mails are in lower case, documents and phones have no mask,
 * and numbers and ticks sent as text (a multipart body, a foreign client) are converted. Values that still do not fit are
 * left unchanged for the schema to reject.
 */
export const readSlice = (schema: JsonSchema, data: Part): Part =>
  withoutExempted(read(schema, data, '') as Part);

function read(schema: JsonSchema, value: unknown, pointer: string): unknown {
  if (Array.isArray(value)) return value.map((one, index) => read(schema, one, `${pointer}/${index}`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const found = read(schema, one, `${pointer}/${key}`);
        return found === undefined || found === null || found === '' ? [] : [[key, found]];
      }),
    );
  return scalar(fieldSchemas(schema, pointer), value);
}

const FORMATS: Record<string, (text: string) => string> = {
  email: normalizeEmail,
  phone: normalizePhone,
  cpf: normalizeDocument,
  cnpj: normalizeDocument,
  cpfCnpj: normalizeDocument,
  cep: (text) => text.replace(/[.\-\s]/g, ''),
  cnae: (text) => text.replace(/[./\-\s]/g, ''),
};

const TICKS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function scalar(fields: readonly JsonSchema[], value: unknown): unknown {
  const types = fields.map(({ type }) => type);
  const normalize = FORMATS[String(fields.find(({ format }) => format)?.format)];
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === '') return undefined;
  if (types.includes('boolean')) return TICKS[String(text)] ?? text;
  if (types.includes('integer') || types.includes('number'))
    return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (types.includes('string') && typeof text === 'number') return String(text);
  return typeof text === 'string' && normalize ? normalize(text) : text;
}

/** An exempt customer has no number; one that was typed before the box was ticked is ignored. */
function withoutExempted(data: Part): Part {
  if (data.isento !== true) return data;
  const { inscricao: _, ...rest } = data;
  return rest;
}

/** A field's title, by its pointer in the data: '/email' → 'E-mail'. */
export function fieldTitle(schema: JsonSchema, pointer: string): string {
  const title = fieldSchemas(schema, pointer).find((each) => typeof each.title === 'string')?.title;
  return typeof title === 'string' ? title : (pointerParts(pointer).at(-1) ?? pointer);
}

const schemaOf = (step: unknown): JsonSchema => (isRecord(step) && isRecord(step.schema) ? step.schema : {});

/** Wording for comparing two versions of a registration step. */
export const registrationWords: ChangeWords = {
  identity: ['nome'],
  label: ['title', 'nome'],
  silent: ['schema', 'properties'],
  lists: { required: { orderWithin: true } },
  naming(key, value, step) {
    const named = (pointer: string) => `'${fieldTitle(schemaOf(step), pointer)}'`;
    if ((key === 'required' || key === 'ui:order') && typeof value === 'string' && value !== '*')
      return named(`/${escapePointer(value)}`);
    if (key === 'pattern' && value === '\\S') return 'não só espaços';
    if (key !== 'espera') return undefined;
    if (value === 'valido') return 'aceito';
    return Array.isArray(value) ? `recusado em ${value.map(String).map(named).join(', ')}` : undefined;
  },
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    schema: 'regras',
    ui: 'desenho',
    testes: 'exemplos',
    nome: 'nome',
    espera: 'resultado esperado',
    dados: 'dados',
    properties: 'campos',
    items: 'item da lista',
    required: 'obrigatórios',
    title: 'rótulo',
    description: 'ajuda',
    type: 'tipo',
    maxLength: 'tamanho máximo',
    minLength: 'mínimo de caracteres',
    minimum: 'menor valor',
    maximum: 'maior valor',
    maxItems: 'máximo de itens',
    minItems: 'mínimo de itens',
    pattern: 'expressão',
    format: 'formato',
    enum: 'opções',
    allOf: 'condições',
    if: 'se',
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema.
    then: 'então',
    else: 'senão',
    'ui:order': 'ordem dos campos',
    'ui:widget': 'como se preenche',
    'ui:options': 'apresentação',
    'ui:enumNames': 'rótulos das opções',
    largo: 'ocupa a largura toda',
    origem: 'de onde vêm as opções',
    dependeDe: 'depende de',
    'x-mensagens': 'mensagens',
  },
};

interface Step {
  schema: JsonSchema;
  ui: Record<string, unknown>;
}

/** The layout of an added or removed field is not reported separately. */
export function registrationChanges(before: Step, after: Step): DefinitionChange[] {
  const shared = (ui: unknown, pointer: string): unknown => {
    if (!isRecord(ui)) return ui;
    const inBoth = (name: string) =>
      [before, after].every(
        ({ schema }) => fieldSchemas(schema, `${pointer}/${escapePointer(name)}`).length > 0,
      );
    const isKept = (name: string) => name.startsWith('ui:') || name === 'items' || inBoth(name);
    return Object.fromEntries(
      Object.entries(ui)
        .filter(([name]) => isKept(name))
        .map(([name, inner]) => {
          if (name === 'ui:order' && Array.isArray(inner))
            return [name, inner.filter((each) => each === '*' || inBoth(String(each)))];
          if (name.startsWith('ui:')) return [name, inner];
          return [name, shared(inner, `${pointer}/${name === 'items' ? '0' : escapePointer(name)}`)];
        }),
    );
  };
  return changesBetween(
    { ...before, ui: shared(before.ui, '') },
    { ...after, ui: shared(after.ui, '') },
    registrationWords,
  );
}
