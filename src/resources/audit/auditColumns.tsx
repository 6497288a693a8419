import { auditActions, auditEntities } from '../../../contract/catalogs/auditNames.ts';
import { AuditEntry } from '../../../contract/config/audit.ts';
import { auditDifferences } from '../../../contract/rules/auditDifference.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

export const actionName = ({ acao }: AuditEntry): string => auditActions[acao] ?? acao;
export const recordName = ({ entidade, registro }: AuditEntry): string =>
  `${auditEntities[entidade] ?? entidade} ${registro}`;

/** The fields that changed, in one line. */
const fieldsOf = ({ antes, depois }: AuditEntry): string =>
  auditDifferences(antes, depois)
    .map(({ field }) => field)
    .join(', ') || '—';

export const auditColumns: readonly Column<AuditEntry>[] = [
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
