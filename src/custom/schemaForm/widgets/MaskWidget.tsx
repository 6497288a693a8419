import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { MASKS, type MaskKind } from '../../components/inputs/masks.ts';
import { useForm } from '../store/formContext.ts';
import { useTyped } from '../store/useTyped.ts';
import { fieldProps, textOf, type Widget, type WidgetProps } from './widgetProps.ts';

/** One function for life each: a new one would have the field look at its value again. */
const plainOf = Object.fromEntries(
  Object.entries(MASKS).map(([kind, mask]) => [kind, (value: unknown) => mask.plain(textOf(value))]),
) as Record<MaskKind, (value: unknown) => string>;

/** With the last character it is told at once what is wrong, not only when the field is left. */
const WHOLE: Partial<Record<MaskKind, number>> = { cpf: 11, cnpj: 14, cpfCnpj: 14, cnae: 7 };

/** Kept without its mask; a paste of any form is taken. */
const maskWidget =
  (kind: MaskKind): Widget =>
  (props: WidgetProps) => {
    const { store } = useForm();
    const typing = useTyped({
      pointer: props.pointer,
      format: plainOf[kind],
      read: (text) => ({ value: text || undefined }),
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
          if (plainOf[kind](text).length !== WHOLE[kind]) return;
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
