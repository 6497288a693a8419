import TextField from '@mui/material/TextField';
import { useTyped } from '../store/useTyped.ts';
import { fieldProps, textOf, type Widget, type WidgetProps } from './widgetProps.ts';

interface TextKind {
  multiline?: boolean;
  /** What is kept of what was typed. */
  keep?: (text: string) => string;
  inputMode?: 'email';
  autoComplete?: string;
}

const textWidget =
  ({ multiline = false, keep = (text) => text, inputMode, autoComplete = 'off' }: TextKind): Widget =>
  (props: WidgetProps) => {
    const typing = useTyped({
      pointer: props.pointer,
      format: textOf,
      read: (text) => ({ value: keep(text) || undefined }),
      change: props.change,
      setProblem: props.setProblem,
    });
    return (
      <TextField
        {...fieldProps(props)}
        value={typing.text}
        placeholder={props.placeholder ?? ''}
        onChange={(event) => typing.type(event.target.value)}
        onBlur={typing.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
        }}
        {...(multiline && { multiline: true, minRows: 3, maxRows: 12 })}
        slotProps={{
          htmlInput: {
            autoComplete,
            ...(inputMode && { inputMode, autoCapitalize: 'none', spellCheck: false }),
          },
        }}
      />
    );
  };

export const TextWidget = textWidget({});
export const TextareaWidget = textWidget({ multiline: true });
/** Addresses are kept in lower case without blanks around them (document 000, section 5). */
export const EmailWidget = textWidget({
  keep: (text) => text.trim().toLowerCase(),
  inputMode: 'email',
  autoComplete: 'email',
});
