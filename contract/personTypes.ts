/**
 * Values of `colaborador.tipo` (DOMAIN.md section 1). Kept apart from the table of modules, which is not part of the first
 * load.
 */
export const PERSON_TYPES = [
  'ADMIN',
  'GERENTE',
  'SUPERVISOR',
  'OPERADOR',
  'VENDEDOR',
  'REPRESENTANTE',
  'CONSUMIDOR_FINAL',
] as const;
export type PersonType = (typeof PERSON_TYPES)[number];
