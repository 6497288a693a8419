import type { ErrorObject } from 'ajv';
import { partKinds } from '#contract/rules/definitions/bundleParts.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { Refusal } from '../../../errors.ts';
import { validatorCompiler } from '../../../plugins/compilers.ts';
import { textsByField } from '../../../plugins/errors.ts';
import { plainTexts } from '../../../text/plainText.ts';
import { type Content, contentHash } from '../rules.ts';
import { error } from '../validate.ts';
import type { Line, PartLine, StandingPart } from './part.ts';
import { partRules } from './parts.ts';

/** Whether a line says what stands. */
export const isSame = (
  standing: Pick<StandingPart, 'content'>,
  { conteudo }: Pick<Line, 'conteudo'>,
): boolean => contentHash(standing.content) === contentHash(conteudo);

/** The row that stands for a line, and what is wrong with the line itself. */
export function soundPart({ tipo, chave, conteudo }: PartLine, all: readonly StandingPart[]) {
  const rules = partRules(tipo);
  const [found = null, ...more] = all.filter(({ key }) => key === chave);
  const shape = shapeProblems(tipo, conteudo);
  if (shape.length > 0) return { found, problems: shape.map((text) => error('', text)) };
  const problems: DefinitionProblem[] = [];
  if (rules.keyOf(conteudo) !== chave)
    problems.push(
      error(
        '',
        `O conteúdo é de "${rules.titleOf(conteudo)}", e a linha fala de ${found ? `"${rules.titleOf(found.content)}"` : 'outro item'}. Exporte o arquivo de novo.`,
      ),
    );
  if (more.length > 0)
    problems.push(
      error(
        '',
        `Há mais de um registro com este nome em ${partKinds[tipo].plural}. Mude o nome de um deles.`,
      ),
    );
  // The noun's command would store another text, under another key.
  const isNew = !found || !isSame(found, { conteudo });
  if (isNew && contentHash(plainTexts(conteudo)) !== contentHash(conteudo))
    problems.push(error('', 'Um texto tem caracteres invisíveis, que o console não guarda. Retire-os.'));
  const refusal = rules.refusal?.(conteudo);
  if (refusal) problems.push(error('', refusal));
  return { found, problems };
}

function shapeProblems(kind: PartLine['tipo'], content: Content): string[] {
  const validate = validatorCompiler({
    schema: partRules(kind).schema,
    method: 'POST',
    url: '',
    httpPart: 'body',
  });
  const { error: thrown } = validate(content) as { error?: Error & { ajv?: ErrorObject[] } };
  if (!thrown) return [];
  if (thrown instanceof Refusal) return [thrown.message];
  return [...new Set(Object.values(textsByField(thrown.ajv ?? [], undefined)))];
}
