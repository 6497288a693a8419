import type { JsonSchema } from '../definitions/definition.ts';
import { fieldSchemas } from '../forms/fieldSchemas.ts';
import type { RegistrationStepName } from './registrationStep.ts';

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
