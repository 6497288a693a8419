import { formatDocument } from '../../../../contract/rules/documents.ts';
import { isBlank, isRecord } from '../../../../contract/rules/draftReading.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { type RegistrationData, textAt } from './registrationDraft.ts';

/** What was written in a step, in one line; '' when nothing was. */
export const stepSummary = (etapa: string, data: RegistrationData): string => SUMMARIES[etapa]?.(data) ?? '';

const SUMMARIES: Record<string, (data: RegistrationData) => string> = {
  documento: (data) => formatDocument(textAt(data, 'documento')),
  empresa: (data) => textAt(data, 'empresa', 'nomeFantasia') || textAt(data, 'empresa', 'razaoSocial'),
  contatos: (data) => textAt(data, 'contatos', 'nomeContato') || textAt(data, 'contatos', 'email'),
  enderecos: (data) =>
    [textAt(data, 'enderecoCobranca', 'cidade'), textAt(data, 'enderecoCobranca', 'uf')]
      .filter(Boolean)
      .join('/'),
  'campos-adicionais': ({ camposAdicionais }) => {
    const filled = isRecord(camposAdicionais)
      ? Object.values(camposAdicionais).filter((value) => !isBlank(value)).length
      : 0;
    return filled > 0 ? formatCount(filled, 'campo', 'campos') : '';
  },
};
