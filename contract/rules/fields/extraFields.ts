/** What extra fields hang on. The name is the file's (schemas/fields/<entity>.json) and `entidade` on the wire. */
export const FIELD_ENTITIES = ['cliente', 'ticket'] as const;
export type FieldEntity = (typeof FIELD_ENTITIES)[number];

export const EXTRA_FIELD_TYPES = [
  'TEXT',
  'TEXTAREA',
  'INTEIRO',
  'DECIMAL',
  'DINHEIRO',
  'DATE',
  'SELECT',
  'RADIO',
  'MULTISELECT',
  'CHECKBOX',
  'EMAIL',
  'TELEFONE',
] as const;
export type ExtraFieldType = (typeof EXTRA_FIELD_TYPES)[number];

export interface ExtraFieldOption {
  valor: string;
  rotulo: string;
  /** No longer offered, still readable where it was chosen. */
  arquivada?: boolean;
}

/** A field that administrators added. `chave` never changes; everything else may. */
export interface ExtraField {
  chave: string;
  titulo: string;
  tipo: ExtraFieldType;
  ajuda?: string;
  /** Asked of new and changed records; old ones stay good. */
  obrigatorio?: boolean;
  opcoes?: ExtraFieldOption[];
  /** TEXT, TEXTAREA: most characters; MULTISELECT: most choices; numbers: most digits. */
  tamanho?: number;
  casas?: number;
  minimo?: number;
  maximo?: number;
  padrao?: unknown;
  grupo?: string;
  /** Shown, and asked, only while another field has one of these values. */
  visivelSe?: { campo: string; valores: (string | boolean)[] };
  /** Offered as a column, as a filter (indexed), in exports. */
  coluna?: boolean;
  filtravel?: boolean;
  exportar?: boolean;
  /** End consumers see and fill it too (tickets). */
  publico?: boolean;
  /** Tells something of a person (LGPD): whoever may not see personal data is not asked for it, and does not see it. */
  pessoal?: boolean;
  /** Out of forms; values stay readable in the record. */
  arquivado?: boolean;
}

/** A file of schemas/fields/. */
export interface ExtraFieldsDefinition {
  formato: 1;
  id: FieldEntity;
  titulo: string;
  descricao?: string;
  /** In the order in which they are shown. */
  campos: ExtraField[];
  testes?: { valores: Record<string, unknown>; espera: 'valido' | { campo: string }[] }[];
}

/** Values of a field of options, whether it takes one or several; a field that took one may take several since. */
export const chosenOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

/** What is offered: what is not archived, and what the record holds already. */
export function optionsFor({ opcoes = [] }: ExtraField, present?: unknown): ExtraFieldOption[] {
  const held = chosenOf(present);
  return opcoes.filter(({ valor, arquivada }) => !arquivada || held.includes(valor));
}
