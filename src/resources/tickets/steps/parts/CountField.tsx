import {
  addDecimals,
  isPositive,
  parseDecimal,
  subtractDecimals,
} from '../../../../../contract/rules/decimal.ts';
import { QUANTITY_MAX_DIGITS } from '../../../../../contract/rules/quantity.ts';
import { type TypedDecimal, useTypedDecimal } from './typedDecimal.ts';

interface CountFieldProps {
  /** What it counts, shown where there are no column heads. */
  label: string;
  /** Of which line: 'Avaria de ARROZ'. */
  name: string;
  value: TypedDecimal;
  onChange: (value: TypedDecimal) => void;
  disabled: boolean;
  invalid?: boolean;
  /** Enter goes to the same field of the next line; lists name the column by it. */
  column: string;
}

/**
 * A count that may be zero, with minus, plus and the arrow keys. Plain elements: a hundred lines have six of them
 * each, and they are styled once by their list.
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
  const { shown, type, leave } = useTypedDecimal(value, onChange, QUANTITY_MAX_DIGITS);
  const press = (direction: 1 | -1) => {
    const present = parseDecimal(value) ?? '0';
    const less = isPositive(subtractDecimals(present, '1')) ? subtractDecimals(present, '1') : '0';
    leave();
    onChange(direction === 1 ? addDecimals(present, '1') : less);
  };
  return (
    <div className="count">
      <span className="count-label" aria-hidden>
        {label}
      </span>
      <span className="stepper" data-invalid={invalid || undefined}>
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
          aria-label={name}
          aria-invalid={invalid}
          data-column={column}
          inputMode="decimal"
          autoComplete="off"
          disabled={disabled}
          value={shown}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
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
    </div>
  );
}
