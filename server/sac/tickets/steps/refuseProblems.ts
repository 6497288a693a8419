import { type Problem, textsOf } from '../../../../contract/rules/problem.ts';
import { invalid } from '../../../errors.ts';

/** Throws 422 with all the texts; the message states the first one and how many more there are. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const texts = textsOf(problems);
  const [first = '', ...more] = Object.values(texts);
  const rest =
    more.length === 1 ? ' Há mais um ponto a corrigir.' : ` Há mais ${more.length} pontos a corrigir.`;
  throw invalid(texts, more.length > 0 ? first + rest : first);
}
