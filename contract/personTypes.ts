/** `colaborador.tipo` (DOMAIN.md section 1). Apart from the table of modules, which the first load does without. */
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
