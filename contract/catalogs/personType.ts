import { type CatalogRow, catalogOf } from './catalog.ts';

/** Values of `colaborador.tipo` (docs/domain.md 1). */
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

/** Which records a person sees (docs/domain.md 1): all branches, own branches, own customers, own record. */
export type PersonScope = 'TODAS_FILIAIS' | 'FILIAIS' | 'CARTEIRA' | 'PROPRIO';

interface PersonTypeRow extends CatalogRow<PersonType> {
  scope: PersonScope;
}

export const personType = catalogOf<PersonTypeRow>('tipoPessoa')([
  {
    value: 'ADMIN',
    label: 'Administrador',
    color: 'perigo',
    icon: 'AdminPanelSettings',
    scope: 'TODAS_FILIAIS',
  },
  { value: 'GERENTE', label: 'Gerente', color: 'primaria', icon: 'ManageAccounts', scope: 'TODAS_FILIAIS' },
  {
    value: 'SUPERVISOR',
    label: 'Supervisor',
    color: 'primaria',
    icon: 'SupervisorAccount',
    scope: 'TODAS_FILIAIS',
  },
  { value: 'OPERADOR', label: 'Operador', color: 'informacao', icon: 'HeadsetMic', scope: 'FILIAIS' },
  { value: 'VENDEDOR', label: 'Vendedor', color: 'informacao', icon: 'PointOfSale', scope: 'FILIAIS' },
  { value: 'REPRESENTANTE', label: 'Representante', color: 'secundaria', icon: 'Badge', scope: 'CARTEIRA' },
  {
    value: 'CONSUMIDOR_FINAL',
    label: 'Consumidor final',
    color: 'secundaria',
    icon: 'AccountCircle',
    scope: 'PROPRIO',
  },
]);

/** Whether this type works on tickets for the company and is neither a customer nor a customer's representative. */
export const worksForCompany = (type: PersonType): boolean =>
  personType.some(({ value, scope }) => value === type && (scope === 'TODAS_FILIAIS' || scope === 'FILIAIS'));
