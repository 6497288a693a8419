import { personType } from '../../../contract/catalogs/personType.ts';

export const audiences: readonly { value: string; label: string }[] = [
  { value: 'TODOS', label: 'Todos' },
  ...personType.map(({ value, label }) => ({ value, label })),
];

export const audienceLabel = (audience: string): string =>
  audiences.find(({ value }) => value === audience)?.label ?? audience;
