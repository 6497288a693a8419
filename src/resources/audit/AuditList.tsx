import type { AuditEntry } from '../../../contract/config/audit.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { auditColumns } from './auditColumns.tsx';
import { auditFilters } from './auditFilters.ts';

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
