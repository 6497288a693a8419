import InputAdornment from '@mui/material/InputAdornment';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FileRef } from '#contract/config/platform.ts';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { wizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { currentInitialLoad } from '#data/session.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { FilePicker } from '../../components/files/FilePicker.tsx';
import { type UploadStatus, uploadObstacle } from '../../components/files/fileRules.ts';
import { useUnsaved } from '../../components/frame/unsaved.ts';
import { MaskedField } from '../../components/inputs/MaskedField.tsx';
import { MASKS, type MaskKind, masksWhole } from '../../components/inputs/masks.tsx';
import { numberText, readTypedNumber } from '../../components/inputs/NumberField.tsx';
import type { Reading } from '../store/FormFields.ts';
import { useBufferedInput, useForm } from '../store/formContext.ts';
import { isPlainObject } from '../store/paths.ts';
import { Group } from './ChoiceWidgets.tsx';
import { fieldProps, textOf, type Widget, type WidgetProps } from './widgetProps.ts';

interface TextKind {
  multiline?: boolean;
  /** Converts the typed text to the stored value. */
  keep?: (text: string) => string;
  inputMode?: 'email';
  autoComplete?: string;
}

const textWidget =
  ({ multiline = false, keep = (text) => text, inputMode, autoComplete = 'off' }: TextKind): Widget =>
  (props: WidgetProps) => {
    const typing = useBufferedInput({
      pointer: props.pointer,
      format: textOf,
      read: (text) => ({ value: keep(text) || undefined }),
      change: props.change,
      setProblem: props.setProblem,
    });
    return (
      <TextField
        immediate
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

/** Addresses are stored in lower case and trimmed (document 000, section 5). */
export const EmailWidget = textWidget({
  keep: (text) => text.trim().toLowerCase(),
  inputMode: 'email',
  autoComplete: 'email',
});

/** Lengths at which errors are shown as soon as the last character is typed, instead of only on blur. */
const WHOLE: Partial<Record<MaskKind, number>> = { cpf: 11, cnpj: 14, cpfCnpj: 14, cnae: 7 };

/** Stored without its mask; pasted text is accepted in any notation. */
const maskWidget =
  (kind: MaskKind): Widget =>
  (props: WidgetProps) => {
    const { store } = useForm();
    const typing = useBufferedInput({
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
        immediate
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

interface NumberStyle {
  places?: number;
  fixed?: boolean;
  before?: string;
  after?: string;
}

interface NumberKind {
  /** Maximum number of decimals. */
  places: number | undefined;
  /** Minimum number of decimals displayed, e.g. for money; existing decimals are never hidden. */
  least: number | undefined;
  /** Whether the value is a JSON number; otherwise it is decimal text with a point. */
  asNumber: boolean;
}

function readingOf(text: string, { places, asNumber }: NumberKind): Reading {
  const read = readTypedNumber(text, { places });
  if (read.problem !== undefined || read.value === null) return { value: undefined, problem: read.problem };
  if (!asNumber) return { value: read.value };
  const number = Number(read.value);
  // A JSON number holds about fifteen digits; a value that would be altered is refused.
  return parseDecimal(String(number)) === read.value
    ? { value: number }
    : { value: undefined, problem: 'Número com dígitos demais' };
}

/** The value as displayed when the field is not being edited. */
const shownNumber = (value: unknown, { least }: NumberKind) =>
  value === undefined || value === null || value === '' ? '' : numberText(String(value), least);

const numberWidget =
  ({ places, fixed = false, before, after }: NumberStyle): Widget =>
  (props: WidgetProps) => {
    const { schema, options } = props;
    const isInteger = schema.type === 'integer' || places === 0;
    const kind = useMemo<NumberKind>(
      () => ({
        places: isInteger ? 0 : (options.casas ?? places),
        least: fixed ? places : undefined,
        asNumber: schema.type === 'number' || schema.type === 'integer',
      }),
      [isInteger, options.casas, schema.type],
    );
    const format = useCallback((value: unknown) => shownNumber(value, kind), [kind]);
    const typing = useBufferedInput({
      pointer: props.pointer,
      format,
      read: (text) => readingOf(text, kind),
      change: props.change,
      setProblem: props.setProblem,
    });
    return (
      <TextField
        immediate
        {...fieldProps(props)}
        value={typing.text}
        placeholder={props.placeholder ?? ''}
        onChange={(event) => typing.type(event.target.value)}
        onBlur={typing.leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typing.flush();
        }}
        slotProps={{
          htmlInput: {
            inputMode: kind.places === 0 ? 'numeric' : 'decimal',
            autoComplete: 'off',
            style: { fontVariantNumeric: 'tabular-nums' },
          },
          input: {
            ...(before && {
              startAdornment: <InputAdornment position="start">{before}</InputAdornment>,
            }),
            ...(after && { endAdornment: <InputAdornment position="end">{after}</InputAdornment> }),
          },
        }}
      />
    );
  };

export const NumberWidget = numberWidget({});

export const IntegerWidget = numberWidget({ places: 0 });

export const MoneyWidget = numberWidget({ places: 2, fixed: true, before: 'R$' });

export const PercentWidget = numberWidget({ places: 2, after: '%' });

/** A field that accepts texts and spreadsheets must say so, because the server would otherwise refuse them. */
const uploadDocument: typeof uploadFile = (file, options) =>
  uploadFile(file, { ...options, purpose: 'CADASTRO' });

const isFile = (value: unknown): value is FileRef => isPlainObject(value) && typeof value.id === 'string';

/** Files are uploaded when chosen; the form holds only references to them (docs/domain.md 14.6). */
export const FileWidget = (props: WidgetProps) => {
  const { store } = useForm();
  const { schema, options, pointer } = props;
  const isList = schema.type === 'array';
  const files = (isList ? props.value : [props.value]) as unknown;
  const stored = (Array.isArray(files) ? files : []).filter(isFile);
  const { maxBytes } = wizardLimits(currentInitialLoad()?.parametros ?? {});
  const obstacle = useRef<string>(undefined);
  const [isSending, setSending] = useState(false);
  const report = (status: UploadStatus) => {
    setSending(status.going + status.stopped > 0);
    obstacle.current = uploadObstacle(status, maxBytes) ?? undefined;
    props.setProblem(obstacle.current);
  };
  useEffect(() => {
    const say = (text: string | undefined) => {
      if (store.errors.setLocal(pointer, text)) store.notify();
    };
    say(obstacle.current);
    // Uploads end with their field, so that one that is hidden meanwhile must not block the form.
    return () => say(undefined);
  }, [store, pointer]);
  return (
    <Group field={props}>
      {isSending && <UnsentFile />}
      <FilePicker
        label={props.label}
        required={props.required}
        files={stored}
        upload={options.tipos?.some((one) => /docx?|xlsx?$/i.test(one)) ? uploadDocument : uploadFile}
        maxBytes={maxBytes}
        maxCount={isList ? (options.maximo ?? Number(schema.maxItems ?? 6)) : 1}
        {...(options.tipos && {
          accept: options.tipos.map((one) => `.${one.replace(/^\./, '').toLowerCase()}`),
        })}
        disabled={props.disabled}
        onStatus={report}
        onChange={(next) => {
          const plain = next.map(({ id, nome, mime, tamanho }) => ({ id, nome, mime, tamanho }));
          props.change(isList ? (plain.length === 0 ? undefined : plain) : plain[0]);
        }}
      />
    </Group>
  );
};

/** A chosen file that is not on the server yet would be lost with the page, whatever its form says of its values. */
function UnsentFile() {
  useUnsaved(true);
  return null;
}
