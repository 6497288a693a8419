import { auditActions, auditEntities } from '../../../contract/catalogs/auditNames.ts';
import type { AuditEntry } from '../../../contract/config/audit.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { namedOptions } from '../../custom/customers/lookupOptions.ts';
import type { Filter } from '../../ui/components/FilterBar/filters.ts';
import { laterOptions } from '../../ui/components/FilterBar/laterOptions.ts';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { auditColumns } from './auditColumns.tsx';

/** `/auditoria`: every write, newest first; it can be read and never changed. */
export function AuditList() {
  return (
    <Guarded permission="AUDITORIA">
      <Log />
    </Guarded>
  );
}

function Log() {
  return (
    <ResourceList<AuditEntry>
      resource="auditoria"
      title="Auditoria"
      noun={['registro', 'registros']}
      columns={auditColumns}
      perPage={50}
      sort={{ field: 'id', order: 'DESC' }}
      filters={auditFilters()}
      search={{ key: 'registro', label: 'Buscar por registro', placeholder: 'Número do registro' }}
      empty={{ title: 'Nada registrado ainda', text: 'Cada mudança feita no console aparece aqui.' }}
    />
  );
}

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

/** Who, what, on which record, when. */
function auditFilters(): Filter[] {
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
