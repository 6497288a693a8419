import { auditActions, auditEntities } from '../../../contract/catalogs/auditNames.ts';
import { AuditEntry, auditDifferences } from '../../../contract/config/people/audit.ts';
import { lookupRoutes } from '../../../contract/sac/lookups.ts';
import { RequirePermission } from '../../custom/console/RequirePermission.tsx';
import { namedOptions } from '../../custom/customers/CustomerLabel.tsx';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import { type Filter, laterOptions } from '../../ui/components/FilterBar/filters.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';

/** `/auditoria`: every write, newest first; read-only. */
export function AuditList() {
  return (
    <RequirePermission permission="AUDITORIA">
      <Log />
    </RequirePermission>
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

/** Filters by person, action, record and time. */
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

export const actionName = ({ acao }: AuditEntry): string => auditActions[acao] ?? acao;

export const recordName = ({ entidade, registro }: AuditEntry): string =>
  `${auditEntities[entidade] ?? entidade} ${registro}`;

/** The changed fields on one line. */
const fieldsOf = ({ antes, depois }: AuditEntry): string =>
  auditDifferences(antes, depois)
    .map(({ field }) => field)
    .join(', ') || '—';

const auditColumns: readonly Column<AuditEntry>[] = [
  fieldColumn(AuditEntry, 'quando', {
    width: 170,
    card: 'fact',
    render: ({ quando }) => <RelativeDate value={quando} exact />,
  }),
  {
    id: 'pessoa',
    label: 'Quem',
    width: 200,
    card: 'fact',
    render: ({ pessoa }) => pessoa?.nome ?? 'Sistema',
  },
  { id: 'acao', label: 'O que fez', width: 190, card: 'title', render: actionName },
  fieldColumn(AuditEntry, 'registro', { width: 190, card: 'corner', render: recordName }),
  { id: 'campos', label: 'Campos', minWidth: 220, render: fieldsOf },
  fieldColumn(AuditEntry, 'ip', { width: 150, render: ({ ip }) => ip || '—' }),
];
