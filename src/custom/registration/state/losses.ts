import { isBlank, isRecord } from '../../../../contract/rules/draftReading.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { countAt, type RegistrationData } from './registrationDraft.ts';

const PARTS: [string, string][] = [
  ['empresa', 'os dados da empresa'],
  ['contatos', 'os contatos'],
  ['enderecoCobranca', 'o endereço de cobrança'],
  ['enderecoEntrega', 'o endereço de entrega'],
  ['camposAdicionais', 'os campos adicionais'],
];

const LISTS: [string, string, string][] = [
  ['referenciasComerciais', 'referência comercial', 'referências comerciais'],
  ['dadosBancarios', 'conta bancária', 'contas bancárias'],
];

/** What would be thrown away, in words: 'os contatos, 2 referências comerciais e 1 anexo'. Empty: nothing. */
export function losses(data: RegistrationData): string {
  const files = countAt(data, 'anexos') + countAt(isRecord(data.empresa) ? data.empresa : {}, 'anexos');
  const texts = [
    ...PARTS.flatMap(([key, words]) => (isBlank(data[key]) ? [] : [words])),
    ...LISTS.flatMap(([key, one, many]) => {
      const count = countAt(data, key);
      return count > 0 && !isBlank(data[key]) ? [formatCount(count, one, many)] : [];
    }),
    ...(files > 0 ? [formatCount(files, 'anexo', 'anexos')] : []),
  ];
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}` : (texts[0] ?? '');
}
