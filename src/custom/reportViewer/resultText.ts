import { formatDateTime } from '../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { ReportResult } from '../../../contract/sac/reports.ts';
import { ownZone } from '../../dataProvider/session.ts';

const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '0,8 s', '12,0 s', '1 min 20 s'. */
export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${oneDecimal.format(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

const rowsText = (rows: number): string => formatCount(rows, 'linha', 'linhas');

/** '132 linhas · 0,8 s · gerado em 21/11/2026 14:32' */
export const factsText = ({ linhas, milissegundos, gerado }: ReportResult): string =>
  [
    rowsText(linhas.length),
    secondsText(milissegundos),
    `gerado em ${formatDateTime(gerado, ownZone())}`,
  ].join(' · ');

export const cutText = ({ limite }: ReportResult): string =>
  `Resultado cortado: há mais linhas do que as ${formatCount(limite, 'linha', 'linhas').replace(/ linhas?$/, '')} que cabem na tela. Os totais contam todas. Restrinja os filtros ou exporte o relatório.`;
