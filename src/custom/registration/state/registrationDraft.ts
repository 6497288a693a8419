import { formatDocument } from '#contract/rules/documents.ts';
import { type DraftAnswer, isBlank, readFields } from '#contract/rules/draftReading.ts';
import { formatCount } from '#contract/rules/format.ts';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { isAtRoot, partOf } from '#contract/rules/registration/registrationStep.ts';
import { listText } from '#contract/rules/text.ts';
import type { RegistrationForms } from '#contract/sac/registration.ts';
import type { RegistrationData } from '#src/resources/customers/shared/useRegistration.ts';
import { type DraftFields, untyped } from '#ui/drafts/draftTexts.ts';

/** A registration in progress, in the form in which the server stores the draft. */
export interface RegistrationDraft {
  tipo: 'PF' | 'PJ';
  /** 'Cliente Simulação': fewer fields are required. */
  simulacao: boolean;
  data: RegistrationData;
  /** The current step. */
  step: string;
  /** Index of the furthest step reached. */
  furthest: number;
  /** Whether the delivery address was copied from the billing address and neither has changed since. */
  linked: boolean;
  /** Id of the first contact whose data this registration started from. */
  taken: number | null;
}

export const FIRST_STEP = 'documento';

export const emptyDraft: RegistrationDraft = {
  tipo: 'PJ',
  simulacao: false,
  data: {},
  step: FIRST_STEP,
  furthest: 0,
  linked: false,
  taken: null,
};

/** Reads a saved registration as far as possible; one without any input counts as none. */
export function savedRegistration(content: unknown): DraftAnswer<RegistrationDraft> {
  const reading = readFields(emptyDraft, content, {
    tipo: (value) => value === 'PF' || value === 'PJ',
    taken: (value) => value === null || typeof value === 'number',
  });
  if (reading === null || reading === 'nothing') return reading;
  return reading.complete && isBlank(reading.value.data) ? 'nothing' : reading;
}

/** How what stands in a registration's draft is called: by the forms of its steps. */
export const registrationFields =
  (steps: readonly FormStep[]): DraftFields =>
  (pointer) => {
    const [, first = '', part = '', ...rest] = pointer.split('/');
    if (first !== 'data') return Object.hasOwn(emptyDraft, first) ? [untyped] : [];
    if (part === '') return [{}];
    // The forms of people and companies call it differently, and which is meant may have changed.
    if (part === 'documento') return [{ title: 'CPF ou CNPJ' }];
    const at = isAtRoot(part) ? [part, ...rest] : rest;
    const named = steps.filter(({ etapa }) => isAtRoot(part) || partOf(etapa) === part);
    if (at.length === 0) return named.map(({ titulo }) => ({ title: titulo }));
    return named.flatMap(({ formulario }) => fieldSchemas(formulario.schema, `/${at.join('/')}`));
  };

/** A string at a path in the registration: `textAt(data, 'empresa', 'razaoSocial')`. */
export function textAt(data: RegistrationData, ...path: string[]): string {
  const value = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), data);
  return typeof value === 'string' ? value : '';
}

/** Number of entries in a list of the registration. */
const countAt = (data: RegistrationData, key: string): number =>
  Array.isArray(data[key]) ? data[key].length : 0;

/** Whether two values have the same content, ignoring empty keys. */
export const sameContent = (left: unknown, right: unknown): boolean =>
  JSON.stringify(withoutEmptyValues(left)) === JSON.stringify(withoutEmptyValues(right));

function withoutEmptyValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyValues);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    isBlank(inner) ? [] : [[key, withoutEmptyValues(inner)] as const],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const PARTS: [string, string][] = [
  ['empresa', 'os dados da empresa'],
  ['contatos', 'os contatos'],
  ['enderecoCobranca', 'o endereço de cobrança'],
  ['enderecoEntrega', 'o endereço de entrega'],
  ['camposAdicionais', 'os campos adicionais'],
];

const LISTS: [string, string, string][] = [
  ['referenciasComerciais', 'referência comercial', 'referências comerciais'],
  ['dadosBancarios', 'conta bancária', 'contas bancárias'],
];

/** Lists what would be discarded: 'os contatos, 2 referências comerciais e 1 anexo'. Empty when there is nothing. */
export function losses(data: RegistrationData): string {
  const files = countAt(data, 'anexos') + countAt(isRecord(data.empresa) ? data.empresa : {}, 'anexos');
  const texts = [
    ...PARTS.flatMap(([key, words]) => (isBlank(data[key]) ? [] : [words])),
    ...LISTS.flatMap(([key, one, many]) => {
      const count = countAt(data, key);
      return count > 0 && !isBlank(data[key]) ? [formatCount(count, one, many)] : [];
    }),
    ...(files > 0 ? [formatCount(files, 'anexo', 'anexos')] : []),
  ];
  return listText(texts);
}

const SUMMARIES: Record<string, (data: RegistrationData) => string> = {
  documento: (data) => formatDocument(textAt(data, 'documento')),
  empresa: (data) => textAt(data, 'empresa', 'nomeFantasia') || textAt(data, 'empresa', 'razaoSocial'),
  contatos: (data) => textAt(data, 'contatos', 'nomeContato') || textAt(data, 'contatos', 'email'),
  enderecos: (data) =>
    [textAt(data, 'enderecoCobranca', 'cidade'), textAt(data, 'enderecoCobranca', 'uf')]
      .filter(Boolean)
      .join('/'),
  'campos-adicionais': ({ camposAdicionais }) => {
    const filled = isRecord(camposAdicionais)
      ? Object.values(camposAdicionais).filter((value) => !isBlank(value)).length
      : 0;
    return filled > 0 ? formatCount(filled, 'campo', 'campos') : '';
  },
};

/** A step's input on one line; '' when there is none. */
export const stepSummary = (etapa: string, data: RegistrationData): string => SUMMARIES[etapa]?.(data) ?? '';

export type FormStep = RegistrationForms['etapas'][number];

type Slice = Record<string, unknown>;

/** The value of a step's form: its own fields, and the context that its conditions refer to. */
export function sliceOf(step: FormStep, data: RegistrationData, contexto: Slice): Slice {
  const own = data[partOf(step.etapa)];
  const rooted = rootKeys(step).flatMap((key) =>
    data[key] === undefined ? [] : [[key, data[key]] as const],
  );
  return {
    ...step.inicial,
    ...(isRecord(own) ? own : {}),
    ...Object.fromEntries(rooted),
    contexto,
  };
}

/** The registration updated with the current value of a step's form. */
export function withSlice(step: FormStep, data: RegistrationData, slice: Slice): RegistrationData {
  const { contexto: _, ...fields } = slice;
  const entries = Object.entries(fields);
  const own = entries.filter(([key]) => !isAtRoot(key));
  const part = partOf(step.etapa);
  const removedKeys = new Set([...rootKeys(step), part]);
  return {
    ...Object.fromEntries(Object.entries(data).filter(([key]) => !removedKeys.has(key))),
    ...Object.fromEntries(entries.filter(([key]) => isAtRoot(key))),
    ...(own.length > 0 && { [part]: Object.fromEntries(own) }),
  };
}

/** A step's root keys, wherever its schema declares them, since some may be inside a condition. */
const rootKeys = ({ formulario }: FormStep): string[] => [
  ...new Set(propertyNames(formulario.schema).filter(isAtRoot)),
];

/** The registration as sent: the input, plus the defaults of steps that were not edited. */
export const wholeData = (steps: readonly FormStep[], data: RegistrationData): RegistrationData =>
  steps.reduce((whole, step) => withSlice(step, whole, sliceOf(step, data, {})), data);

/**
 * The step that contains a field named on the wire ('empresa.razaoSocial', 'enderecoCobranca.cep'), and the path within that
 * step.
 */
export function placeOfField(
  field: string,
  steps: readonly FormStep[],
): { etapa: string; path: string } | null {
  const [first = '', ...rest] = field.split('.');
  const own = steps.find(({ etapa }) => partOf(etapa) === first && !isAtRoot(first));
  if (own && rest.length > 0) return { etapa: own.etapa, path: rest.join('.') };
  const root = steps.find((step) => rootKeys(step).includes(first));
  if (root) return { etapa: root.etapa, path: field };
  return own ? { etapa: own.etapa, path: '' } : null;
}

/** The messages of a refusal by step, each with its path within the step's form. */
export function textsByStep(
  fields: Readonly<Record<string, string>>,
  steps: readonly FormStep[],
): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const [field, text] of Object.entries(fields)) {
    const place = placeOfField(field, steps);
    if (!place) continue;
    // An error without a matching form field is covered by the message above the form.
    texts[place.etapa] = { ...texts[place.etapa], ...(place.path && { [place.path]: text }) };
  }
  return texts;
}

function propertyNames(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const own = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const branches = [schema.then, schema.else, ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
  return [...own, ...branches.flatMap(propertyNames)];
}

/** Only the fields that the forms ask for, since a company registry returns more. */
export function pickFormFields(steps: readonly FormStep[], data: RegistrationData): RegistrationData {
  const names = (part: string) =>
    new Set(
      steps
        .filter(({ etapa }) => partOf(etapa) === part)
        .flatMap(({ formulario }) => propertyNames(formulario.schema)),
    );
  const roots = new Set(steps.flatMap(rootKeys));
  const keptEntries = Object.entries(data).flatMap(([key, value]) => {
    if (isAtRoot(key)) return roots.has(key) ? [[key, value] as const] : [];
    if (!isRecord(value)) return [];
    const namesOfPart = names(key);
    return [
      [key, Object.fromEntries(Object.entries(value).filter(([name]) => namesOfPart.has(name)))] as const,
    ];
  });
  return Object.fromEntries(keptEntries);
}

/** A field's title on its form, or its key when no step declares it. */
export function fieldTitle(field: string, steps: readonly FormStep[]): string {
  const place = placeOfField(field, steps);
  const step = steps.find(({ etapa }) => etapa === place?.etapa);
  const last = field.split('.').at(-1) ?? field;
  return titleIn(step?.formulario.schema, last) ?? last;
}

function titleIn(schema: unknown, name: string): string | undefined {
  if (Array.isArray(schema)) return firstOf(schema, (one) => titleIn(one, name));
  if (!isRecord(schema)) return undefined;
  const own = isRecord(schema.properties) ? schema.properties[name] : undefined;
  if (isRecord(own) && typeof own.title === 'string') return own.title;
  return firstOf(Object.values(schema), (one) => titleIn(one, name));
}

function firstOf<T>(items: readonly unknown[], found: (item: unknown) => T | undefined): T | undefined {
  for (const item of items) {
    const result = found(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
