import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { MASKS, type MaskKind } from '../../components/inputs/masks.ts';
import { useTyped } from '../store/useTyped.ts';
import { fieldProps, textOf, type Widget, type WidgetProps } from './widgetProps.ts';

/** Kept without its mask; a paste of any form is taken. */
const maskWidget =
  (kind: MaskKind): Widget =>
  (props: WidgetProps) => {
    const typing = useTyped({
      value: props.value,
      format: (value) => MASKS[kind].plain(textOf(value)),
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
        onChange={typing.type}
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
