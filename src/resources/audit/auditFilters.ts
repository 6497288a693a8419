import { auditActions, auditEntities } from '../../../contract/catalogs/auditNames.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { namedOptions } from '../../custom/customers/lookupOptions.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

/** Who, what, on which record, when. */
export function auditFilters(): Filter[] {
  return [
    { key: 'entidade', label: 'Registro', kind: 'select', pinned: true, options: options(auditEntities) },
    { key: 'acao', label: 'Ação', kind: 'select', pinned: true, options: options(auditActions) },
    {
      key: 'pessoa',
      label: 'Quem',
      kind: 'select',
      pinned: true,
      options: laterOptions('pessoa', lookupRoutes.attendants, {}, namedOptions),
    },
    { key: 'periodo', label: 'Quando', kind: 'dateRange', pinned: true, fromKey: 'dtIni', toKey: 'dtFim' },
  ];
}
