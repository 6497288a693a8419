import type { PathOf } from '#contract/expression/parse.ts';
import type { Campo } from '#contract/rules/fields/campo.ts';
import { pathsOfField } from '#contract/rules/fields/judgedFields.ts';
import type { RecordFact } from '#contract/rules/fields/recordFacts.ts';
import { type ConditionField, fieldNames } from '#ui/condition/fields.ts';

/** What the conditions and the formula of a field may ask: the fields beside it, and what is known of the record. */
export interface AskedFields {
  fields: readonly ConditionField[];
  pathOf: PathOf;
}

const BESIDE = 'Campos daqui';
const RECORD = 'O registro';

export function askedFields(
  campo: Campo,
  campos: readonly Campo[],
  facts: readonly RecordFact[],
): AskedFields {
  const beside = campos
    .filter(({ chave, arquivado }) => chave !== campo.chave && !arquivado)
    .flatMap((each) =>
      pathsOfField(each.chave, each).map((type) => ({
        ...type,
        group: BESIDE,
        words: each.grupo ?? '',
        ...(each.tipo !== 'MULTISELECT' && each.opcoes && { values: optionsOf(each) }),
      })),
    );
  const fields = [...beside, ...facts.map((fact) => ({ ...fact, group: RECORD, words: RECORD }))];
  return { fields, pathOf: fieldNames(fields).pathOf };
}

const optionsOf = ({ opcoes = [] }: Campo) =>
  opcoes.map(({ valor, rotulo, arquivada }) => ({
    value: valor,
    label: arquivada ? `${rotulo} (arquivada)` : rotulo,
  }));
