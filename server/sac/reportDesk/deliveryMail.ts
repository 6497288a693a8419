import { formatCount } from '../../../contract/rules/format.ts';
import type { ReportFile } from './deliver.ts';

interface Parts {
  receiver: string;
  title: string;
  schedule: string;
  file: ReportFile;
  publicUrl: string;
}

/** How long the file of a run is kept. */
export const FILE_DAYS = 30;

/** No file travels by e-mail: its address asks who wants it first. */
export function deliveryMail({ receiver, title, schedule, file, publicUrl }: Parts) {
  return {
    subject: `${title}: ${schedule}`,
    text: [
      `Olá, ${receiver}.`,
      `O relatório "${title}" ficou pronto, com ${formatCount(file.rows, 'linha', 'linhas')} do que o seu acesso permite ver.`,
      file.filters,
      file.cut ? 'Há mais linhas do que o limite do arquivo: o resultado está cortado.' : '',
      'Para baixar o arquivo, entre no console por este endereço:',
      `${publicUrl}/relatorios/historico?execucao=${file.runId}`,
      `O arquivo fica guardado por ${FILE_DAYS} dias.`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}
