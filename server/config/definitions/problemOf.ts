import type { Problem } from '#contract/config/definitions.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';

/** A problem as the studio shows it. */
export const problemOf = ({
  pointer,
  message,
  severity,
  uses,
  ...rest
}: DefinitionProblem & { line?: number }): Problem => ({
  ponteiro: pointer,
  mensagem: message,
  gravidade: severity,
  ...(rest.line !== undefined && { linha: rest.line }),
  ...(uses && { usos: uses.map(({ kind, key, title }) => ({ tipo: kind, chave: key, titulo: title })) }),
});
