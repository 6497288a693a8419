import visuallyHidden from '@mui/utils/visuallyHidden';
import { type CSSProperties, useMemo, useRef } from 'react';
import { codeLines, codesOf } from '#contract/records/fields/fieldSchema.ts';
import { recordText, standardValues } from '#contract/records/fields/normalizeRecord.ts';
import { hasNoMask } from '#contract/records/fields/personalFields.ts';
import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { isOwnType } from '#contract/records/index.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import { type RecordTypeView, recordRoutes, type StoredRecord } from '#contract/records/routes/records.ts';
import type { FieldChecks } from '#contract/rules/draftReading.ts';
import { type DraftName, draftName } from '#contract/rules/drafts.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { fieldsOf as namesIn } from '#ui/drafts/draftTexts.ts';
import { type FormFields, RecordForm } from '#ui/editing/RecordForm.tsx';
import { SchemaForm, type SchemaFormHandle } from '#ui/schemaForm/SchemaForm.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { AuthoredLabels } from '#ui/words.ts';

const { create, update, remove } = recordRoutes;

interface RecordEditorProps {
  type: RecordTypeView;
  /** Absent for a new record. */
  record: StoredRecord | undefined;
  /** Where to go after saving or removing; a callback when there is no page to leave. */
  backTo: string | (() => void);
  /** Initial values of a new record, beyond its fields' defaults, and a name for its draft. */
  begins?: { values: Readonly<Record<string, unknown>>; draft: DraftName } | undefined;
}

/** Edits one record with the form of its type: draft, errors at their fields, conflicts, removal. */
export function RecordEditor({ type, record, backTo, begins }: RecordEditorProps) {
  const { chave, titulo, pode } = type;
  const form = useRef<SchemaFormHandle<Record<string, unknown>>>(null);
  const words = useMemo(() => fieldWords(type), [type]);
  const name = `${titulo.genero === 'f' ? 'esta' : 'este'} ${titulo.um}`;
  return (
    <AuthoredLabels value={isOwnType(type)}>
      <RecordForm<WrittenRecord, object, StoredRecord>
        draft={record || !begins ? draftName('record', chave, record?.id) : begins.draft}
        name={name}
        routes={pode.excluir ? { create, update, remove } : { create, update }}
        params={{ chave }}
        record={record}
        empty={{ ...emptyRecord(type), ...begins?.values }}
        written={(stored) => writtenOf(type, stored)}
        checks={draftChecks(type)}
        bodyOf={(value) => sentRecord(type, value, record)}
        ready={() => form.current?.validate() ?? true}
        labels={words}
        fields={namesIn(type.formulario.schema)}
        saveLabel={record ? `Salvar ${titulo.um}` : `Criar ${titulo.um}`}
        backTo={backTo}
        {...(record && pode.excluir && { removal: removalOf(type, name) })}
      >
        {(fields) => (
          <RecordFieldsForm
            type={type}
            fields={fields}
            record={record}
            handle={form}
            disabled={record !== undefined && !pode.alterar}
          />
        )}
      </RecordForm>
    </AuthoredLabels>
  );
}

const removalOf = ({ situacao }: RecordTypeView, name: string) => ({
  title: `Excluir ${name}?`,
  text: situacao
    ? 'Se outros registros o citam, ele não é apagado: fica arquivado, e deixa de ser oferecido.'
    : 'Se outros registros o citam, a exclusão é recusada.',
});

interface RecordFieldsFormProps {
  type: RecordTypeView;
  fields: FormFields<WrittenRecord>;
  /** The saved record, whose fields that are set only once are read-only. */
  record: StoredRecord | undefined;
  handle: React.RefObject<SchemaFormHandle<Record<string, unknown>> | null>;
  disabled: boolean;
}

/** The type's form for the record being edited, with the server's errors at their fields. */
function RecordFieldsForm({ type, fields, record, handle, disabled }: RecordFieldsFormProps) {
  const { value, setAll } = fields;
  const errors = fields.takeErrors();
  const isExisting = record !== undefined;
  const shown = useMemo(() => formValue(value), [value]);
  const stored = useMemo(() => record && formValue(writtenOf(type, record)), [type, record]);
  const seesPersonal = useCan().can('DADOS_PESSOAIS');
  const form = useMemo(
    () => (isExisting ? withReadOnlyFields(type, seesPersonal) : type.formulario),
    [type, isExisting, seesPersonal],
  );
  // On mount, the form reports its initial value; only a real edit counts as a change worth a draft.
  const change = (next: Record<string, unknown>) => {
    const written = writtenForm(type, next);
    if (!isSame(written, value)) setAll(written);
  };
  const byPointer = useMemo(
    () => Object.fromEntries(Object.entries(errors).map(([path, text]) => [`/${path}`, text])),
    [errors],
  );
  return (
    <>
      {/* Gives the group headings inside the form a parent heading. */}
      <h2 style={visuallyHidden as CSSProperties}>Campos</h2>
      <SchemaForm
        ref={handle}
        form={form}
        standard={!isOwnType(type)}
        value={shown}
        stored={stored}
        onChange={change}
        errors={byPointer}
        idPrefix={`cadastro-${type.chave}`}
        disabled={disabled}
      />
    </>
  );
}

/** Disables fields that are set only once, that the ERP controls, or that came empty for lack of a permission. */
function withReadOnlyFields(
  { formulario, campos }: RecordTypeView,
  seesPersonal: boolean,
): RecordTypeView['formulario'] {
  const { ui } = formulario;
  const closed = Object.entries(campos as RecordFields).flatMap(([key, field]) => {
    const help = closedHelp(field, seesPersonal);
    if (help === undefined) return [];
    const own = ui[key] as object | undefined;
    return [[key, { ...own, 'ui:disabled': true, ...(help && { 'ui:help': help }) }]];
  });
  return { ...formulario, ui: { ...ui, ...Object.fromEntries(closed) } };
}

/** Why a field is read-only, or '' when it needs no explanation; undefined when it is editable. */
function closedHelp(field: RecordField, seesPersonal: boolean): string | undefined {
  if (!seesPersonal && hasNoMask(field))
    return 'Oculto: são dados pessoais, que seu perfil não vê. O que está gravado fica.';
  if (field.origem === 'ERP') return 'Vem do ERP e só muda por lá.';
  return field.fixo ? '' : undefined;
}

/** A record being edited: every field is present, with `null` for an empty one. */
type WrittenRecord = Record<string, unknown>;

const fieldsOf = (type: RecordTypeView) => type.campos as RecordFields;

/** The empty value of a field: lists and groups start as empty containers. */
const nothing = ({ tipo }: RecordField): unknown => (tipo === 'LISTA' ? [] : tipo === 'GRUPO' ? {} : null);

const withEveryField = (type: RecordTypeView, data: Record<string, unknown>): WrittenRecord => ({
  ...Object.fromEntries(
    Object.entries(fieldsOf(type)).map(([key, field]) => [key, data[key] ?? nothing(field)]),
  ),
  [EXTERNAL_CODES]: data[EXTERNAL_CODES] ?? [],
});

const writtenOf = (type: RecordTypeView, record: StoredRecord): WrittenRecord =>
  withEveryField(type, { ...record, [EXTERNAL_CODES]: codeLines(record[EXTERNAL_CODES]) });

const emptyRecord = (type: RecordTypeView): WrittenRecord =>
  withEveryField(type, standardValues(fieldsOf(type)));

/** The form's representation, without the keys of empty fields. */
const formValue = (written: WrittenRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));

const writtenForm = (type: RecordTypeView, value: Record<string, unknown>): WrittenRecord =>
  withEveryField(type, value);

/**
 * The request body, with `null` for an empty field. For an existing record only edited fields are sent, so that what another
 * user changed elsewhere meanwhile is preserved.
 */
function sentRecord(type: RecordTypeView, written: WrittenRecord, record: StoredRecord | undefined) {
  const read = record && writtenOf(type, record);
  const changed = Object.entries(written).filter(([key, value]) => !read || !isSame(value, read[key]));
  const dados = Object.fromEntries(changed);
  if (EXTERNAL_CODES in dados)
    dados[EXTERNAL_CODES] = codesOf(written[EXTERNAL_CODES], record?.[EXTERNAL_CODES]);
  return { dados };
}

/** Deep equality that ignores key order and empty values, because a form orders a group's fields in its own way. */
const isSame = (a: unknown, b: unknown): boolean => valueKey(a) === valueKey(b);

function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .map(([key, one]) => [key, valueKey(one)] as const)
    .filter(([, one]) => one !== 'null')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? 'null' : `{${entries.map((pair) => pair.join(':')).join()}}`;
}

/** The shape that a stored draft's value must have to fit its field. */
const draftChecks = (type: RecordTypeView): FieldChecks<WrittenRecord> => ({
  ...Object.fromEntries(
    Object.entries(fieldsOf(type)).map(([key, { tipo }]) => [key, (value: unknown) => fits(tipo, value)]),
  ),
  [EXTERNAL_CODES]: (value) => fits('LISTA', value),
});

function fits(tipo: RecordField['tipo'], value: unknown): boolean {
  if (tipo === 'LISTA') return Array.isArray(value);
  if (tipo === 'GRUPO') return isRecord(value);
  return value === null || typeof value !== 'object';
}

/** The field labels and value formatting for the conflict view. */
const fieldWords = (type: RecordTypeView) =>
  Object.fromEntries(
    Object.entries(fieldsOf(type)).map(([key, field]) => [
      key,
      { label: field.titulo, show: (value: unknown) => recordText(field, value) || '(vazio)' },
    ]),
  );
