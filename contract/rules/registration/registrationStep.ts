import type { CalendarDate } from '../calendarDate.ts';
import { normalizeEmail, normalizePhone } from '../contact.ts';
import type { JsonSchema } from '../definitions/definition.ts';
import { normalizeDocument } from '../documents.ts';
import { fieldSchemas } from '../forms/fieldSchemas.ts';
import type { UiSchema } from '../forms/formDefinition.ts';

/** Document 000 (service area) and document 001 (call-center) register by rules of their own. */
export const REGISTRATION_AREAS = ['SAC', 'CALLCENTER'] as const;
export type RegistrationArea = (typeof REGISTRATION_AREAS)[number];

/** The steps in order. `campos-adicionais` is drawn from schemas/fields/cliente.json and has no file. */
export const REGISTRATION_STEPS = [
  'documento',
  'empresa',
  'contatos',
  'enderecos',
  'campos-adicionais',
] as const;
export type RegistrationStepName = (typeof REGISTRATION_STEPS)[number];

/**
 * What a step's schema may ask beside its own data; the server fills it in and throws away what a client sends.
 * It stands in the step's data under `contexto`, so that rules are plain if/then (FORMS.md 4).
 */
export interface RegistrationContext {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  temFiliais: boolean;
  temAtividades: boolean;
  temComoConheceu: boolean;
  /** Parameter permiteCadastroCpfSemIE. */
  permiteCpfSemIE: boolean;
  /** Not made optional by inputsOpcionaisCadastroCliente.tabela_preco. */
  tabelaPrecoObrigatoria: boolean;
  /** Nobody is born after it. */
  hoje: CalendarDate;
}

/** A file of schemas/registration/: `sac-empresa.json`, `callcenter-contatos.json`. */
export interface RegistrationStep {
  formato: 1;
  /** `<area>-<etapa>` in lower case; the file's name. */
  id: string;
  area: RegistrationArea;
  etapa: Exclude<RegistrationStepName, 'campos-adicionais'>;
  titulo: string;
  descricao?: string;
  schema: JsonSchema;
  ui: UiSchema;
  /** `espera`: 'valido', or the pointers that must be refused, and no others. */
  testes: { nome: string; dados: Record<string, unknown>; espera: 'valido' | string[] }[];
}

/** A registration on the wire, and a part of it. */
export type Part = Readonly<Record<string, unknown>>;

/** What stands at the root of a registration; every other field of a step stands in the step's own part. */
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

/** The part on the wire that holds the own fields of a step. */
export const partOf = (etapa: string): string => (etapa === 'campos-adicionais' ? 'camposAdicionais' : etapa);

/** The data that a step's schema judges: its own part, what it asks of the root, and the context. */
export function sliceOf({ etapa, schema }: Sliced, registration: Part, contexto: object): Part {
  const own = registration[partOf(etapa)];
  const rooted = AT_ROOT.filter(
    (name) => registration[name] !== undefined && fieldSchemas(schema, `/${name}`).length > 0,
  ).map((name) => [name, registration[name]] as const);
  const isPart = typeof own === 'object' && own !== null && !Array.isArray(own);
  return { ...(isPart ? own : {}), ...Object.fromEntries(rooted), contexto };
}

/** '/referenciasComerciais/0/nome' of a step as the wire says it: 'referenciasComerciais.0.nome'. */
export function wireField(etapa: RegistrationStepName, pointer: string): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  return (isAtRoot(path[0] ?? '') ? path : [partOf(etapa), ...path]).join('.');
}

/**
 * The data of a step as its schema means it: blanks are gone, e-mails in lower case, documents and phones without
 * mask, and numbers and ticks that came as text (a multipart body, a foreign client) are what they say. What still
 * does not fit is left as it is, for the schema to refuse.
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

/** Whoever is exempt has no number; one that was typed before the tick means nothing. */
function withoutExempted(data: Part): Part {
  if (data.isento !== true) return data;
  const { inscricao: _, ...rest } = data;
  return rest;
}
