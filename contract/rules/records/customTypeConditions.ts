import {
  branchField,
  type CustomField,
  type CustomTypeDefinition,
  customerField,
  ticketField,
} from '../../records/customType.ts';
import { personalKind } from '../../records/fields/personalFields.ts';
import { ownerFields } from '../../records/recordScope.ts';
import { conditionProblems } from '../fields/conditionProblems.ts';
import type { FileProblem } from '../problem.ts';

/** Conditions of the record's own fields; those by which records are found, named or seen are always there. */
export function conditionsOfType(definition: CustomTypeDefinition): FileProblem[] {
  const { campos, codigo, nome, situacao } = definition;
  const place = {
    facts: [],
    isPersonal: (field: CustomField) => personalKind(field) !== null,
    // Whoever is shown a mask would see and save the wrong fields.
    asksPersonal: false,
  };
  const columnKeys = new Set([
    ...[...codigo, nome, situacao],
    ...[customerField(campos), branchField(campos), ticketField(campos)],
    ...(['FILIAL', 'CLIENTE'] as const).flatMap((reach) => ownerFields({ campos }, reach)),
  ]);
  return [
    ...conditionProblems(campos, '/campos', place),
    ...campos.flatMap((field, index) => {
      const pointer = (key: string) => `/campos/${index}/${key}`;
      const { titulo, visivelSe, formula, fixo, origem } = field;
      return [
        ...(visivelSe && columnKeys.has(field.chave)
          ? [
              at(
                pointer('visivelSe'),
                `Por '${titulo}' cada registro é reconhecido ou visto: ele aparece sempre.`,
              ),
            ]
          : []),
        ...(visivelSe && (fixo || origem === 'ERP')
          ? [
              at(
                pointer('visivelSe'),
                'Um campo que vem do ERP, ou que não muda depois de criado, aparece sempre.',
              ),
            ]
          : []),
        ...(formula && (columnKeys.has(field.chave) || fixo || origem)
          ? [
              at(
                pointer('formula'),
                `'${titulo}' é preenchido por quem cria o registro, e não por uma fórmula.`,
              ),
            ]
          : []),
        ...(field.arquivado ? [] : conditionProblems(field.campos ?? [], pointer('campos'), place)),
        ...(field.campos ?? []).flatMap((inner, each) =>
          inner.arquivado ? [] : ofItem(field, inner, `${pointer('campos')}/${each}`),
        ),
      ];
    }),
  ];
}

/** A field of an item asks the others of the same item. By its key an item is recognised, so that it is always there. */
function ofItem({ codigo = [] }: CustomField, inner: CustomField, pointer: string): FileProblem[] {
  return [
    ...(inner.visivelSe && codigo.includes(inner.chave)
      ? [at(`${pointer}/visivelSe`, `Por '${inner.titulo}' cada item é reconhecido: ele aparece sempre.`)]
      : []),
    ...(inner.formula
      ? [at(`${pointer}/formula`, 'Só um campo do próprio registro tem fórmula, e não o de um item.')]
      : []),
  ];
}

const at = (pointer: string, message: string): FileProblem => ({ pointer, message });
