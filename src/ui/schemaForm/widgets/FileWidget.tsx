import type { FileRef } from '../../../../contract/config/platform.ts';
import { sizeExceededMessage } from '../../../../contract/rules/files.ts';
import { wizardLimits } from '../../../../contract/rules/tickets/ticketWizard.ts';
import { currentLoad } from '../../../dataProvider/session.ts';
import { uploadFile } from '../../../dataProvider/upload.ts';
import { FilePicker, type FilePickerStatus } from '../../components/files/FilePicker.tsx';
import { useForm } from '../store/formContext.ts';
import { isPlainObject } from '../store/paths.ts';
import { Group } from './ChoiceWidgets.tsx';
import type { WidgetProps } from './widgetProps.ts';

/** Files are sent when they are chosen; the form holds only what they are called (FORMS.md 6). */
export const FileWidget = (props: WidgetProps) => {
  const { store } = useForm();
  const { schema, options, pointer } = props;
  const isList = schema.type === 'array';
  const files = (isList ? props.value : [props.value]) as unknown;
  const stored = (Array.isArray(files) ? files : []).filter(isFile);
  const { maxBytes } = wizardLimits(currentLoad()?.parametros ?? {});
  const report = (status: FilePickerStatus) => {
    if (store.errors.setLocal(pointer, statusProblem(status, maxBytes))) store.notify();
  };
  return (
    <Group field={props}>
      <FilePicker
        label={props.label}
        files={stored}
        upload={options.tipos?.some((one) => /docx?|xlsx?$/i.test(one)) ? uploadDocument : uploadFile}
        maxBytes={maxBytes}
        maxCount={isList ? (options.maximo ?? Number(schema.maxItems ?? 6)) : 1}
        {...(options.tipos && {
          accept: options.tipos.map((one) => `.${one.replace(/^\./, '').toLowerCase()}`),
        })}
        onStatus={report}
        onChange={(next) => {
          const plain = next.map(({ id, nome, mime, tamanho }) => ({ id, nome, mime, tamanho }));
          props.change(isList ? (plain.length === 0 ? undefined : plain) : plain[0]);
        }}
      />
    </Group>
  );
};

/** A field that takes texts and spreadsheets says so, or the server would refuse them. */
const uploadDocument: typeof uploadFile = (file, options) =>
  uploadFile(file, { ...options, purpose: 'CADASTRO' });

const isFile = (value: unknown): value is FileRef => isPlainObject(value) && typeof value.id === 'string';

function statusProblem({ going, stopped, exceeded }: FilePickerStatus, maxBytes: number): string | undefined {
  if (exceeded) return sizeExceededMessage(maxBytes);
  if (going > 0) return 'Aguarde o envio dos arquivos';
  return stopped > 0 ? 'Um arquivo não foi enviado. Tente de novo ou retire-o' : undefined;
}
