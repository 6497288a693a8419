import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import type { RecordTypeView } from '#contract/records/routes/records.ts';
import { formOf } from './formOf.ts';

/** A type as returned by its call to a person who may write. */
export const viewOf = (type: AnyRecordType, more: Partial<RecordTypeView> = {}): RecordTypeView => {
  const { schema, ui } = recordForm(type);
  const {
    chave,
    titulo,
    icone,
    grupo,
    descricao,
    codigo,
    nome,
    busca,
    situacao = null,
    lista,
    campos,
  } = type;
  const plain = { chave, titulo, icone, grupo, descricao, codigo, nome, busca, situacao, lista, campos };
  return {
    ...(plain as unknown as RecordTypeView),
    pode: { criar: true, alterar: true, excluir: true, importar: true },
    veTodos: true,
    formulario: formOf(schema, ui) as unknown as RecordTypeView['formulario'],
    ...more,
  };
};
