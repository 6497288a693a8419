import type { Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { type Campo, campoTypes } from '#contract/rules/fields/campo.ts';
import { judgedByKey } from '#contract/rules/fields/fieldValues.ts';
import { judgedTypes, kindOf, typeOfResult } from '#contract/rules/fields/judgedFields.ts';
import { WrittenExpression } from '#ui/condition/WrittenExpression.tsx';
import { useKnown } from '../parts/PanelField.tsx';
import type { CampoEditing } from './campoEditing.ts';
import { withFormula } from './campoEdits.ts';
import { askedFields } from './campoFields.ts';

interface FormulaPropertyProps extends CampoEditing {
  campos: readonly Campo[];
}

/** By what a field is calculated. Until it is published, its type follows the result. */
export function FormulaProperty(props: FormulaPropertyProps) {
  const { campo, at, campos, published, onChange, problems, readOnly } = props;
  const isKnown = useKnown(`${at}/formula`);
  if (!isKnown || !campo.formula) return null;
  const asked = askedFields(campo, campos, []);
  const change = (formula: Expression) => {
    const tipo = published ? campo.tipo : resultType(formula, campos, props);
    onChange(withFormula(campo, formula, tipo ?? campo.tipo));
  };
  const kind = kindOf(campo);
  return (
    <WrittenExpression
      pointer={`${at}/formula`}
      label="Fórmula"
      help={`Uma conta com os outros campos: [Quantidade] * [Preço]. O resultado é do tipo ${campoTypes[campo.tipo].label.toLowerCase()}.`}
      value={campo.formula}
      onChange={change}
      fields={asked.fields}
      pathOf={asked.pathOf}
      problems={problems}
      readOnly={readOnly}
      {...(published && kind && { wanted: kind })}
    />
  );
}

/** The type of field that a formula results in; null if it has none. */
export function resultType(
  formula: Expression,
  campos: readonly Campo[],
  { place }: Pick<CampoEditing, 'place'>,
): Campo['tipo'] | null {
  const { typed } = typing(formula, judgedTypes(judgedByKey(campos)));
  return typed && typeOfResult(typed.tipo, place.types);
}

/** What a new formula begins with: the first number beside it. */
export function firstFormula(campo: Campo, campos: readonly Campo[]): Expression {
  const number = campos.find(
    ({ chave, tipo, arquivado }) => chave !== campo.chave && !arquivado && campoTypes[tipo].number,
  );
  return number ? { campo: number.chave } : { numero: '0' };
}
