import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { MASKS, type MaskKind, masksWhole } from '../../components/inputs/masks.ts';
import { useForm } from '../store/formContext.ts';
import { useTyped } from '../store/useTyped.ts';
import { fieldProps, textOf, type Widget, type WidgetProps } from './widgetProps.ts';

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
