import { type CustomField, type CustomTypeDefinition, inUse } from '#contract/records/customType.ts';
import { pathsInText, type RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsInUse } from '#contract/rules/fields/fieldValues.ts';
import { writtenValue } from '#contract/rules/fields/writtenValue.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import type { KindDeps } from '../config/definitions/rules.ts';
import { extraFieldsOf, extraFieldsWith, validatedFields } from '../config/fields/queries.ts';

/** The added fields of tickets that a rule may fill in: a formula fills in its own, and a rule has no files. */
export const fillableFields = (definition: ExtraFieldsDefinition | null): ExtraField[] =>
  fieldsInUse(definition ?? { campos: [] }).filter(({ formula, tipo }) => !formula && tipo !== 'ARQUIVO');

/** The fields of a company's own type that a rule may fill in: no lists, nothing confidential, and no formulas. */
export const writableFields = ({ campos }: CustomTypeDefinition): readonly CustomField[] =>
  inUse(campos).filter(({ tipo, sigiloso, formula }) => tipo !== 'LISTA' && !sigiloso && !formula);

/** Fields that actions cannot fill in, and constants that their fields do not take. */
export async function filledFieldProblems(
  { db, arriving }: KindDeps,
  actions: readonly RuleAction[],
): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const [index, action] of actions.entries()) {
    if (action.acao !== 'CAMPO') continue;
    const fields = fillableFields(await extraFieldsWith(db, 'ticket', arriving));
    const field = fields.find(({ chave }) => chave === action.campo);
    const pointer = `/entao/${index}`;
    if (!field)
      problems.push({
        pointer: `${pointer}/campo`,
        message: 'Este campo não existe mais, guarda arquivos ou é calculado por uma fórmula. Escolha outro.',
      });
    else if (pathsInText(action.valor).length === 0) {
      const message = await constantProblem(db, field, action.valor);
      if (message) problems.push({ pointer: `${pointer}/valor`, message });
    }
  }
  return problems;
}

async function constantProblem(
  db: KindDeps['db'],
  field: ExtraField,
  text: string,
): Promise<string | undefined> {
  const read = writtenValue(field, text);
  if ('problem' in read) return read.problem;
  const published = (await extraFieldsOf(db, 'ticket'))?.campos.some(({ chave }) => chave === field.chave);
  if (!published) return undefined;
  const given = { [field.chave]: read.value };
  return (await validatedFields(db, 'ticket', given, { before: {} })).errors[field.chave];
}
