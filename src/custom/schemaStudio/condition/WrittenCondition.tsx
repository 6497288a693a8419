import type { Problem } from '#contract/config/definitions.ts';
import { type PathOf, parseExpression } from '#contract/expression/parse.ts';
import { printExpression } from '#contract/expression/print.ts';
import type { Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { useTypedProblem } from '#ui/components/inputs/typedGate.ts';
import { type ParseResult, useTypedText } from '#ui/components/inputs/useTypedText.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { problemAt } from '../parts/PropertyFields.tsx';
import type { ConditionField } from './fields.ts';

interface WrittenConditionProps {
  pointer: string;
  value: Expression;
  onChange: (value: Expression) => void;
  fields: readonly ConditionField[];
  pathOf: PathOf;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** A condition as text. */
export function WrittenCondition(props: WrittenConditionProps) {
  const { pointer, value, onChange, fields, pathOf, problems, readOnly } = props;
  const titleOf = (path: string) => fields.find((field) => field.path === path)?.titulo;
  const typed = useTypedText<string>({
    value: JSON.stringify(value),
    format: (tree) => printExpression(JSON.parse(tree), { titleOf, pathOf }),
    read: (text) => readCondition(text, pathOf, fields),
    onChange: (tree) => tree !== null && onChange(JSON.parse(tree)),
    live: true,
    keptAs: pointer,
  });
  const ref = useTypedProblem(typed.problem, typed.onRefused);
  const error = typed.shownProblem ?? problemAt(problems, pointer, true);
  return (
    <div data-pointer={pointer}>
      <TextField
        label="Condição escrita"
        inputRef={ref}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.leave}
        error={error !== undefined}
        helperText={error ?? 'Campos entre colchetes, textos entre aspas: [Valor] - [Custo] > 5.000'}
        disabled={readOnly}
        multiline
        fullWidth
      />
    </div>
  );
}

function readCondition(text: string, pathOf: PathOf, fields: readonly ConditionField[]): ParseResult<string> {
  const { expression, problem } = parseExpression(text, pathOf);
  if (problem) {
    const isCut = problem.start === text.length;
    const written = text.slice(problem.start, problem.end);
    return isCut
      ? { problem: problem.message, partial: true }
      : { problem: `${problem.message} Em "${written}", ${problem.start + 1}ª letra.`, partial: true };
  }
  const [wrong] = typing(
    expression,
    (path) => fields.find((field) => field.path === path),
    'LOGICO',
  ).problems;
  return wrong ? { problem: wrong.message, partial: true } : { value: JSON.stringify(expression) };
}
