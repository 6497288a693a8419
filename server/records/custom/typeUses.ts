import { type CustomField, type CustomTypeDefinition, inUse } from '#contract/records/customType.ts';
import { isStandardReference } from '#contract/records/index.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import type { DefinitionUse, Offer, OfferedField, ValueForm } from '#contract/rules/definitions/uses.ts';
import { campoTypes } from '#contract/rules/fields/campo.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { canBeReferred } from './customScope.ts';

/** The company's own types that a type's fields cite. */
export const referenceUses = (fields: readonly CustomField[], at: string): DefinitionUse[] =>
  fields.flatMap(({ referencia, campos = [], arquivado }, index) => {
    const pointer = `${at}/${index}`;
    if (arquivado) return [];
    const isOwn = referencia !== undefined && !isStandardReference(referencia);
    return [
      ...(isOwn
        ? [
            {
              kind: 'records' as const,
              key: referencia,
              field: '',
              value: '',
              pointer: `${pointer}/referencia`,
            },
          ]
        : []),
      ...referenceUses(campos, `${pointer}/campos`),
    ];
  });

const FORMS: Partial<Record<CustomField['tipo'], ValueForm>> = {
  INTEIRO: 'INTEIRO',
  DECIMAL: 'DECIMAL',
  DINHEIRO: 'DECIMAL',
  PERCENTUAL: 'DECIMAL',
  DATE: 'DATA',
  INSTANTE: 'MOMENTO',
  CHECKBOX: 'LOGICO',
  LISTA: 'LISTA',
  MULTISELECT: 'LISTA',
};

/** The fields that reports read of every record, beside those of its type. */
const OF_EVERY_RECORD: readonly [string, OfferedField][] = [
  ['registroId', { title: 'Código interno', form: 'INTEIRO' }],
  ['registroArquivado', { title: 'Arquivado', form: 'LOGICO' }],
  ['registroCriadoEm', { title: 'Criado em', form: 'DATA' }],
  ['registroAtualizadoEm', { title: 'Atualizado em', form: 'DATA' }],
];

/** Kinds that read the fields of records; all others name the records alone. */
const READERS: ReadonlySet<DefinitionKind> = new Set(['reports', 'rules']);

/** What others find in a type: reports and rules its fields, panels its tab, forms and other types its records. */
export function offerOf(type: CustomTypeDefinition, to: DefinitionKind): Offer {
  const name = `"${upperFirst(type.titulo.muitos)}"`;
  if (to === 'panels')
    return type.noPainelDoCliente
      ? { fields: new Map() }
      : { refusal: `${name} não aparece no painel do cliente.` };
  if (!READERS.has(to))
    return canBeReferred(type)
      ? { fields: new Map() }
      : {
          refusal: `${name} não pode ser citado: é reconhecido por mais de um campo, ou por outro cadastro.`,
        };
  const shown = inUse(type.campos).filter(({ sigiloso }) => !sigiloso);
  return { fields: new Map([...OF_EVERY_RECORD, ...shown.flatMap(reportFields)]) };
}

/** A reference is read in three ways: by name, by code and by internal number. */
function reportFields({ chave, titulo, tipo, opcoes }: CustomField): [string, OfferedField][] {
  const field: OfferedField = {
    title: titulo,
    form: FORMS[tipo] ?? 'TEXTO',
    ...(campoTypes[tipo].options && opcoes && { values: opcoes.map(({ valor }) => valor) }),
  };
  if (tipo !== 'REFERENCIA') return [[chave, field]];
  return [
    [chave, field],
    [`${chave}Codigo`, { title: `${titulo} (código)`, form: 'TEXTO' }],
    [`${chave}Id`, { title: `${titulo} (código interno)`, form: 'INTEIRO' }],
  ];
}
