import TextField from '@mui/material/TextField';
import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { MASKS, type MaskKind, masksWhole } from '../../components/inputs/masks.tsx';
import { useForm, useTyped } from '../store/formContext.ts';
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

/** With the last character it is told at once what is wrong, not only when the field is left. */
const WHOLE: Partial<Record<MaskKind, number>> = { cpf: 11, cnpj: 14, cpfCnpj: 14, cnae: 7 };

/** Kept without its mask; a paste of any form is taken. */
const maskWidget =
  (kind: MaskKind): Widget =>
  (props: WidgetProps) => {
    const { store } = useForm();
    const typing = useTyped({
      pointer: props.pointer,
      format: textOf,
      read: (text) =>
        masksWhole(MASKS[kind], text)
          ? { value: text || undefined }
          : { value: undefined, problem: MASKS[kind].asks },
      change: props.change,
      setProblem: props.setProblem,
    });
    return (
      <MaskedField
        {...fieldProps(props)}
        kind={kind}
        value={typing.text}
        {...(props.placeholder && { placeholder: props.placeholder })}
        onChange={(text) => {
          typing.type(text);
          if (MASKS[kind].plain(text).length !== WHOLE[kind]) return;
          typing.flush();
          store.touch(props.pointer);
        }}
        onBlur={typing.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
        }}
      />
    );
  };

export const CpfWidget = maskWidget('cpf');
export const CnpjWidget = maskWidget('cnpj');
export const CpfCnpjWidget = maskWidget('cpfCnpj');
export const CepWidget = maskWidget('cep');
export const PhoneWidget = maskWidget('phone');
export const CnaeWidget = maskWidget('cnae');
