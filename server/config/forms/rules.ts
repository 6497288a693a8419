import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import { Refusal } from '../../errors.ts';

export { formAjv, ROOT } from './formAjv.ts';
export { formErrors, formProblems, schemaProblem } from './formProblems.ts';
export { validatorAddress } from './storedValidators.ts';

/**
 * Runs a definition's examples one after the other and returns their problems. Stops at the first that times out, since the
 * others would make the user wait just as long.
 */
export async function exampleProblems<E>(
  examples: readonly E[],
  validate: (example: E, index: number) => Promise<DefinitionProblem[]>,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const [index, example] of examples.entries())
    try {
      found.push(...(await validate(example, index)));
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      found.push({ pointer: `/testes/${index}`, message: failure.message, severity: 'ERRO' });
      break;
    }
  return found;
}
