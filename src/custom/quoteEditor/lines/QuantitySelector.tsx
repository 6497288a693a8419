import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Tooltip from '@mui/material/Tooltip';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import {
  isWholeOnly,
  minimumOf,
  type PackLimits,
  soldInText,
  steppedQuantity,
  typedPackQuantity,
} from '#contract/rules/orders/packaging.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { useTypedProblem } from '#ui/components/inputs/typedGate.ts';
import { useKeptText } from '#ui/entry/entryQueue.ts';

interface QuantitySelectorProps {
  /** The product. */
  name: string;
  value: Decimal;
  limits: PackLimits;
  disabled?: boolean;
  /** The server's error for the quantity. */
  problem?: string | undefined;
  onCommit: (value: Decimal) => void;
  /** Called when the person undid a refused input. */
  onForget?: (() => void) | undefined;
  /** Called when a valid quantity was confirmed with Enter. */
  onDone?: (() => void) | undefined;
  /** Storage key under which unconfirmed digits survive a reload. */
  kept?: string;
  /** What is counted: the code of the packaging, or its choice. */
  unit: ReactNode;
}

/** An item's quantity, committed on Enter or blur, and only when changed and valid (document 002 section 2). */
export function QuantitySelector(props: QuantitySelectorProps) {
  const { name, value, limits, disabled = false, onCommit } = props;
  const [typed, setTyped] = useKeptText(props.kept);
  const sent = useRef<string>(undefined);
  const shown = useRef({ value, refused: props.problem !== undefined });
  const refused = props.problem !== undefined;
  // The server's word is the shown one as soon as it comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: typed text is discarded when the value or its error changes
  useEffect(() => {
    const before = shown.current;
    shown.current = { value, refused };
    if (!refused && (before.value !== value || before.refused)) setTyped(undefined);
  }, [value, refused]);
  const read = typed === undefined ? null : typedPackQuantity(typed, limits);
  const typedFault = read && !read.ok ? read.problem.message : undefined;
  const problem = typedFault ?? props.problem;
  const field = useTypedProblem(typedFault);
  const takeBack = () => {
    setTyped(undefined);
    if (refused) props.onForget?.();
  };
  const commit = () => {
    if (!read) return;
    if (!read.ok) return;
    // Enter commits and then moves the focus, whose blur must not commit a second time.
    if (sent.current === typed) return;
    sent.current = typed;
    if (compareDecimals(read.value, value) === 0) takeBack();
    else onCommit(read.value);
  };
  const type = (text: string) => {
    sent.current = undefined;
    setTyped(text);
  };
  const press = (up: boolean) => {
    const next = steppedQuantity(value, up, limits);
    if (next !== value) onCommit(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      takeBack();
    }
    if (event.key === '+' || event.key === '-') {
      event.preventDefault();
      press(event.key === '+');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    commit();
    if (!read || read.ok) props.onDone?.();
  };
  return (
    <Box>
      <Box
        aria-hidden
        sx={{
          display: { sm: 'none' },
          fontSize: 13,
          fontWeight: 500,
          color: 'text.secondary',
          mb: 1,
        }}
      >
        Quantidade
      </Box>
      <Tooltip open={Boolean(problem)} title={problem ?? ''} placement="top" arrow>
        <Box
          component="form"
          onSubmit={submit}
          sx={{
            display: 'flex',
            alignItems: 'center',
            border: 1,
            borderColor: problem ? 'error.main' : 'divider',
            borderRadius: 1,
          }}
        >
          <IconButton
            size="small"
            aria-label="Diminuir"
            // The field's + and - do the same, so that a line is not two tab stops longer.
            tabIndex={-1}
            disabled={disabled || value === minimumOf(limits)}
            onClick={() => press(false)}
          >
            <RemoveIcon fontSize="small" />
          </IconButton>
          <InputBase
            inputRef={field}
            value={typed ?? formatQuantity(value)}
            disabled={disabled}
            onChange={(event) => type(event.target.value)}
            onBlur={commit}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.target.select()}
            inputProps={{
              'aria-label': `Quantidade de ${name}`,
              'aria-invalid': Boolean(problem),
              inputMode: isWholeOnly(limits) ? 'numeric' : 'decimal',
              autoComplete: 'off',
              'aria-keyshortcuts': '+ -',
              'data-cart-quantity': '',
            }}
            sx={{
              flex: '1 1 40px',
              minWidth: 32,
              '& input': { textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
            }}
          />
          <IconButton
            size="small"
            aria-label="Aumentar"
            tabIndex={-1}
            disabled={disabled}
            onClick={() => press(true)}
          >
            <AddIcon fontSize="small" />
          </IconButton>
          <Box sx={{ ml: 'auto', px: 1, fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {props.unit}
          </Box>
        </Box>
      </Tooltip>
      <Box sx={{ fontSize: 11, lineHeight: '14px', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {soldInText(limits)}
      </Box>
      <span
        role="alert"
        style={{ position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }}
      >
        {problem}
      </span>
    </Box>
  );
}
