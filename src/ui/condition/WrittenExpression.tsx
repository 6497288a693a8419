import Button from '@mui/material/Button';
import { type FocusEvent, useRef, useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { type Completion, type Completions, completionsAt } from '#contract/expression/completion.ts';
import { type PathOf, parseExpression } from '#contract/expression/parse.ts';
import { printExpression } from '#contract/expression/print.ts';
import type { Expression } from '#contract/expression/tree.ts';
import { type Kind, typing } from '#contract/expression/typing.ts';
import { problemAt } from '../components/inputs/PropertyFields.tsx';
import { useTypedProblem } from '../components/inputs/typedGate.ts';
import { type ParseResult, useTypedText } from '../components/inputs/useTypedText.ts';
import { TextField } from '../components/TextField.tsx';
import { type ConditionField, fieldNames } from './fields.ts';

interface WrittenExpressionProps {
  pointer: string;
  label: string;
  help: string;
  /** None yet: an empty text. */
  value: Expression | undefined;
  onChange: (value: Expression) => void;
  fields: readonly ConditionField[];
  pathOf: PathOf;
  problems: readonly Problem[];
  readOnly: boolean;
  /** What it has to result in; without it, anything. */
  wanted?: Kind;
  /** Why it cannot be kept although it is sound; '' if it can. */
  refused?: (expression: Expression) => string;
}

/** A condition or calculation as text, with what may be meant below it while it is typed. */
export function WrittenExpression(props: WrittenExpressionProps) {
  const { pointer, label, help, value, onChange, fields, pathOf, problems, readOnly } = props;
  const titleOf = (path: string) => fields.find((field) => field.path === path)?.titulo;
  const typed = useTypedText<string>({
    value: value === undefined ? null : JSON.stringify(value),
    format: (tree) => printExpression(JSON.parse(tree), { titleOf, pathOf }),
    read: (text) => readExpression(text, props),
    onChange: (tree) => tree !== null && onChange(JSON.parse(tree)),
    live: true,
    keptAs: pointer,
  });
  const input = useRef<HTMLTextAreaElement | HTMLInputElement>(null);
  const gate = useTypedProblem(typed.problem, typed.onRefused);
  const [meant, setMeant] = useState<Completions | null>(null);
  const titles = fields.map(({ path }) => fieldNames(fields).nameOf(path));
  const look = () => {
    const { value: text = '', selectionStart } = input.current ?? {};
    setMeant(completionsAt(text, selectionStart ?? text.length, titles));
  };
  const complete = ({ text }: Completion) => {
    if (!meant) return;
    const caret = meant.start + text.length;
    typed.type(typed.text.slice(0, meant.start) + text + typed.text.slice(meant.end));
    setMeant(null);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(caret, caret);
    });
  };
  const closeUnlessWithin = ({ relatedTarget }: FocusEvent) => {
    const isWithin = relatedTarget instanceof HTMLElement && relatedTarget.matches(COMPLETION);
    if (!isWithin) setMeant(null);
  };
  const error = typed.shownProblem ?? problemAt(problems, pointer, true);
  return (
    <div data-pointer={pointer}>
      <TextField
        immediate
        label={label}
        inputRef={(element) => {
          input.current = element;
          gate(element);
        }}
        value={typed.text}
        onChange={({ target }) => {
          typed.type(target.value);
          look();
        }}
        onSelect={look}
        onKeyDown={(event) => {
          const first = event.currentTarget.parentElement?.querySelector<HTMLElement>(COMPLETION);
          if (event.key !== 'ArrowDown' || !first) return;
          event.preventDefault();
          first.focus();
        }}
        onBlur={(event) => {
          typed.leave();
          closeUnlessWithin(event);
        }}
        error={error !== undefined}
        helperText={error ?? help}
        disabled={readOnly}
        multiline
        fullWidth
      />
      {meant && <CompletionList choices={meant.choices} onChoose={complete} onBlur={closeUnlessWithin} />}
    </div>
  );
}

const COMPLETION = '[data-completion]';

interface CompletionListProps {
  choices: readonly Completion[];
  onChoose: (choice: Completion) => void;
  onBlur: (event: FocusEvent) => void;
}

/** Reached with the arrow down, or by a click. */
const CompletionList = ({ choices, onChoose, onBlur }: CompletionListProps) => (
  <fieldset
    aria-label="Completar"
    style={{ display: 'flex', flexWrap: 'wrap', gap: 4, margin: '4px 0 0', padding: 0, border: 0 }}
  >
    {choices.map((choice) => (
      <Button
        key={choice.text}
        data-completion
        size="small"
        variant="outlined"
        color="inherit"
        // The text keeps the focus, and with it the caret.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(choice)}
        onBlur={onBlur}
      >
        {choice.label}
      </Button>
    ))}
  </fieldset>
);

type Reading = Pick<WrittenExpressionProps, 'pathOf' | 'fields' | 'wanted' | 'refused'>;

function readExpression(
  text: string,
  { pathOf, fields, wanted, refused = () => '' }: Reading,
): ParseResult<string> {
  if (text.trim() === '') return { problem: 'Escreva a conta, como [Quantidade] * [Preço].', partial: true };
  const { expression, problem } = parseExpression(text, pathOf);
  if (problem) {
    const isCut = problem.start === text.length;
    const written = text.slice(problem.start, problem.end);
    return isCut
      ? { problem: problem.message, partial: true }
      : { problem: `${problem.message} Em "${written}", ${problem.start + 1}ª letra.`, partial: true };
  }
  const [wrong] = typing(expression, (path) => fields.find((field) => field.path === path), wanted).problems;
  const obstacle = wrong?.message ?? refused(expression);
  return obstacle ? { problem: obstacle, partial: true } : { value: JSON.stringify(expression) };
}
