import { isRecord } from '../../../../contract/rules/draftReading.ts';
import { isAtRoot, partOf } from '../../../../contract/rules/registration/registrationStep.ts';
import type { RegistrationForms } from '../../../../contract/sac/registration.ts';
import type { RegistrationData } from './registrationDraft.ts';

export type FormStep = RegistrationForms['etapas'][number];
type Slice = Record<string, unknown>;

/** What a step's form is given: its own fields, and the context that its conditions ask about. */
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

/** The registration with what a step's form holds now. */
export function withSlice(step: FormStep, data: RegistrationData, slice: Slice): RegistrationData {
  const { contexto: _, ...fields } = slice;
  const entries = Object.entries(fields);
  const own = entries.filter(([key]) => !isAtRoot(key));
  const part = partOf(step.etapa);
  const gone = new Set([...rootKeys(step), part]);
  return {
    ...Object.fromEntries(Object.entries(data).filter(([key]) => !gone.has(key))),
    ...Object.fromEntries(entries.filter(([key]) => isAtRoot(key))),
    ...(own.length > 0 && { [part]: Object.fromEntries(own) }),
  };
}

/** The registration as it is sent: what was written, and what a step begins with where nobody wrote. */
export const wholeData = (steps: readonly FormStep[], data: RegistrationData): RegistrationData =>
  steps.reduce((whole, step) => withSlice(step, whole, sliceOf(step, data, {})), data);

/** The step that holds a field on the wire ('empresa.razaoSocial', 'enderecoCobranca.cep'), and its path in there. */
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

/** The texts of a refusal by step, each with the path that the step's form knows it by. */
export function textsByStep(
  fields: Readonly<Record<string, string>>,
  steps: readonly FormStep[],
): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const [field, text] of Object.entries(fields)) {
    const place = placeOfField(field, steps);
    if (!place) continue;
    // What no field of the form stands for is said in the sentence above it.
    texts[place.etapa] = { ...texts[place.etapa], ...(place.path && { [place.path]: text }) };
  }
  return texts;
}

/** Root keys of a step, wherever in its schema they are declared: a condition may hold them. */
const rootKeys = ({ formulario }: FormStep): string[] => [
  ...new Set(propertyNames(formulario.schema).filter(isAtRoot)),
];

function propertyNames(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const own = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  const branches = [schema.then, schema.else, ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
  return [...own, ...branches.flatMap(propertyNames)];
}

/** Only what the forms ask for: a company's registry knows more. */
export function onlyAsked(steps: readonly FormStep[], data: RegistrationData): RegistrationData {
  const names = (part: string) =>
    new Set(
      steps
        .filter(({ etapa }) => partOf(etapa) === part)
        .flatMap(({ formulario }) => propertyNames(formulario.schema)),
    );
  const roots = new Set(steps.flatMap(rootKeys));
  const asked = Object.entries(data).flatMap(([key, value]) => {
    if (isAtRoot(key)) return roots.has(key) ? [[key, value] as const] : [];
    if (!isRecord(value)) return [];
    const known = names(key);
    return [[key, Object.fromEntries(Object.entries(value).filter(([name]) => known.has(name)))] as const];
  });
  return Object.fromEntries(asked);
}

/** What a field is called on its form; its key when no step declares it. */
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
