import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import type { UploadPurpose } from '#contract/config/platform.ts';
import {
  addDecimals,
  type Decimal,
  isPositive,
  parseDecimal,
  subtractDecimals,
} from '#contract/rules/decimal.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { formatQuantity, QUANTITY_MAX, QUANTITY_MAX_PLACES } from '#contract/rules/quantity.ts';
import { wizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { currentInitialLoad } from '#data/session.ts';
import { FilePicker } from '#ui/components/files/FilePicker.tsx';
import type { StoredFile } from '#ui/components/files/fileRules.ts';
import { readTypedNumber } from '#ui/components/inputs/NumberField.tsx';
import { useTypedProblem } from '#ui/components/inputs/typedGate.ts';
import { useTypedText } from '#ui/components/inputs/useTypedText.ts';
import type { StepFormProps } from '../stepFormProps.ts';

interface CountFieldProps {
  /** What it counts; shown where there are no column headings. */
  label: string;
  /** The accessible name, including the line: 'Avaria de ARROZ'. */
  name: string;
  /** '' for none, and for invalid input, in which case the step is blocked. */
  value: Decimal;
  onChange: (value: Decimal) => void;
  disabled: boolean;
  invalid?: boolean;
  /** Enter moves to the same column of the next line; lists name the column by this value. */
  column: string;
}

/**
 * A count that may be zero, with minus, plus and the arrow keys. Uses plain elements, because a hundred lines have six of
 * them each; they are styled once by their list.
 */
export function CountField({
  label,
  name,
  value,
  onChange,
  disabled,
  invalid = false,
  column,
}: CountFieldProps) {
  const typed = useTypedText<Decimal>({
    value: value || null,
    onChange: (next) => onChange(next ?? ''),
    format: formatQuantity,
    read: (text) => readTypedNumber(text, { places: QUANTITY_MAX_PLACES, min: '0', max: QUANTITY_MAX }),
  });
  const ref = useTypedProblem(typed.problem, typed.onRefused);
  const press = (direction: 1 | -1) => {
    const present = parseDecimal(value) ?? '0';
    const less = isPositive(subtractDecimals(present, '1')) ? subtractDecimals(present, '1') : '0';
    typed.forget();
    onChange(direction === 1 ? addDecimals(present, '1') : less);
  };
  return (
    <div className="count">
      <span className="count-label" aria-hidden>
        {label}
      </span>
      <span className="stepper" data-invalid={invalid || typed.shownProblem !== undefined || undefined}>
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Diminuir ${name}`}
          disabled={disabled}
          onClick={() => press(-1)}
        >
          −
        </button>
        <input
          ref={ref}
          aria-label={name}
          aria-invalid={invalid || typed.shownProblem !== undefined}
          title={typed.shownProblem}
          data-column={column}
          inputMode="decimal"
          autoComplete="off"
          disabled={disabled}
          value={typed.text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => typed.type(target.value)}
          onBlur={typed.leave}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            press(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Aumentar ${name}`}
          disabled={disabled}
          onClick={() => press(1)}
        >
          +
        </button>
      </span>
      {typed.shownProblem && (
        <span className="problem" role="alert">
          {typed.shownProblem}
        </span>
      )}
    </div>
  );
}

interface StepFilesProps {
  /** Heading shown above, when the label is more detailed than needed there. */
  title?: string;
  label: string;
  required: boolean;
  files: readonly StoredFile[];
  onChange: (files: StoredFile[]) => void;
  accept?: readonly string[];
  purpose?: UploadPurpose;
  error?: string | undefined;
}

/** Files of a step's dialog, uploaded as they are chosen. */
export function StepFiles(props: StepFilesProps) {
  const { title, label, required, files, onChange, accept, purpose, error } = props;
  const { maxBytes } = wizardLimits(currentInitialLoad()?.parametros ?? {});
  return (
    <div>
      <Typography variant="body2" aria-hidden sx={{ fontWeight: 500, mb: 1, color: 'text.secondary' }}>
        {title ?? label}
        {required && ' *'}
      </Typography>
      <FilePicker
        label={label}
        required={required}
        files={files}
        onChange={(next) => onChange([...next])}
        upload={(file, options) => uploadFile(file, { ...options, ...(purpose && { purpose }) })}
        maxBytes={maxBytes}
        {...(accept && { accept })}
        error={error}
      />
    </div>
  );
}

/** Reports what a step's form finds missing or wrong, by the rules that the server applies again. */
export function useStepProblems(
  { onProblems }: Pick<StepFormProps, 'onProblems'>,
  problems: readonly Problem[],
): void {
  useEffect(() => onProblems(problems));
}
