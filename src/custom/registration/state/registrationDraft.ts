import { formatDocument } from '../../../../contract/rules/documents.ts';
import { type DraftAnswer, isBlank, isRecord, readFields } from '../../../../contract/rules/draftReading.ts';
import { formatCount } from '../../../../contract/rules/format.ts';

/** What is written of a customer: `documento`, `empresa`, `contatos`, `enderecoCobranca`… as it is sent. */
export type RegistrationData = Readonly<Record<string, unknown>>;

/** A registration as it is written, and as the server keeps it meanwhile. */
export interface RegistrationDraft {
  tipo: 'PF' | 'PJ';
  /** 'Cliente Simulação': fewer fields are asked for. */
  simulacao: boolean;
  data: RegistrationData;
  /** The step that is being written. */
  step: string;
  /** The furthest one that was come to. */
  furthest: number;
  /** The delivery address was taken from the billing address, and neither was changed since. */
  linked: boolean;
  /** The first contact whose data it goes on from. */
  taken: number | null;
}

export const FIRST_STEP = 'documento';

export const emptyDraft: RegistrationDraft = {
  tipo: 'PJ',
  simulacao: false,
  data: {},
  step: FIRST_STEP,
  furthest: 0,
  linked: false,
  taken: null,
};

/** A saved registration, as far as it can be read; one in which nothing was written is none. */
export function savedRegistration(content: unknown): DraftAnswer<RegistrationDraft> {
  const reading = readFields(emptyDraft, content, {
    tipo: (value) => value === 'PF' || value === 'PJ',
    taken: (value) => value === null || typeof value === 'number',
  });
  if (reading === null || reading === 'nothing') return reading;
  return reading.whole && isBlank(reading.value.data) ? 'nothing' : reading;
}

/** A text of a part of the registration: `textAt(data, 'empresa', 'razaoSocial')`. */
export function textAt(data: RegistrationData, ...path: string[]): string {
  const value = path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), data);
  return typeof value === 'string' ? value : '';
}

/** How many entries a list of the registration has. */
const countAt = (data: RegistrationData, key: string): number =>
  Array.isArray(data[key]) ? data[key].length : 0;

/** Two values say the same to a person, whatever empty keys they carry. */
export const sameContent = (left: unknown, right: unknown): boolean =>
  JSON.stringify(essence(left)) === JSON.stringify(essence(right));

function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    isBlank(inner) ? [] : [[key, essence(inner)] as const],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

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
