import type { FileProblem } from '../rules/problem.ts';
import type { Operation } from './operations.ts';
import { argumentsOf, type Expression, type Literal } from './tree.ts';

const COMPARING: ReadonlySet<Operation> = new Set([
  ...(['igual', 'diferente', 'maior', 'maior_igual', 'menor', 'menor_igual'] as const),
  ...(['entre', 'em', 'contem', 'comeca_com'] as const),
]);

const MISSING = 'Escolha um valor, ou pergunte se está vazio.';

/**
 * The texts that comparisons lack, at their nodes. An empty one has a type, but nothing is ever compared with it on purpose: whether
 * a field is empty is asked by `vazio`.
 */
export function blankValues(expression: Expression): FileProblem[] {
  const found: FileProblem[] = [];
  const judge = (value: Expression | Literal, pointer: string) => {
    if ('texto' in value && value.texto.trim() === '') found.push({ pointer, message: MISSING });
  };
  const visit = (node: Expression, pointer: string) => {
    for (const [index, part] of argumentsOf(node).entries()) {
      const at = `${pointer}/de/${index}`;
      if ('faz' in node && COMPARING.has(node.faz)) {
        judge(part, at);
        if ('lista' in part)
          for (const [place, value] of part.lista.entries()) judge(value, `${at}/lista/${place}`);
      }
      visit(part, at);
    }
  };
  visit(expression, '');
  return found;
}
