import type { CatalogRow } from '../../../../contract/catalogs/catalog.ts';
import type { ReportSchedule } from '../../../../contract/sac/reportDesk.ts';

export const scheduleStates: readonly CatalogRow[] = [
  { value: 'ATIVO', label: 'Ativo', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'COM_AVISO', label: 'Com aviso', color: 'aviso', icon: 'Warning' },
  { value: 'REVISAR', label: 'Revisar filtros', color: 'aviso', icon: 'Warning' },
  { value: 'PARADO', label: 'Parado', color: 'secundaria', icon: 'Block' },
];

export function stateOf({ ativo, erro, desatualizado }: ReportSchedule): string {
  if (desatualizado) return 'REVISAR';
  if (!ativo) return 'PARADO';
  return erro ? 'COM_AVISO' : 'ATIVO';
}
