import visuallyHidden from '@mui/utils/visuallyHidden';
import { type CSSProperties, useMemo, useRef } from 'react';
import { standardType } from '../../../contract/records/index.ts';
import type { RecordFields as Fields } from '../../../contract/records/recordField.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '../../../contract/records/routes.ts';
import { Forbidden } from '../../custom/console/Forbidden.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { type RecordFields, RecordForm } from '../../ui/editing/RecordForm.tsx';
import { SchemaForm, type SchemaFormHandle } from '../../ui/schemaForm/index.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { recordName } from './recordColumns.tsx';
import {
  draftChecks,
  emptyRecord,
  fieldWords,
  formValue,
  isSame,
  sentRecord,
  type WrittenRecord,
  writtenForm,
  writtenOf,
} from './recordDraft.ts';

interface RecordPageProps {
  type: RecordTypeView;
  /** `null`: a new one. */
  id: number | null;
}

/** `/cadastros/{chave}/{id}` and `/cadastros/{chave}/create`: one record, by the form of its type. */
export function RecordPage({ type, id }: RecordPageProps) {
  const permission = standardType(type.chave)?.permissoes.criar;
  if (id === null && !type.pode.criar)
    return <Forbidden what={`Criar ${type.titulo.um}`} {...(permission && { permission })} />;
  return id === null ? <RecordFrame type={type} record={undefined} /> : <Stored type={type} id={id} />;
}

function Stored({ type, id }: { type: RecordTypeView; id: number }) {
  const params = { chave: type.chave as RecordKey, id };
  const { data, error, isPending, refetch } = useRoute(recordRoutes.get, { params });
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => refetch()} />;
  return <RecordFrame type={type} record={data.data as StoredRecord} />;
}

function RecordFrame({ type, record }: { type: RecordTypeView; record: StoredRecord | undefined }) {
  const { chave, titulo } = type;
  const many = upperFirst(titulo.muitos);
  return (
    <Page
      title={record ? recordName(type, record) : `Criar ${titulo.um}`}
      crumbs={[{ label: many, to: `/cadastros/${chave}` }]}
      width="form"
    >
      <OneRecord type={type} record={record} />
    </Page>
  );
}

const { create, update, remove } = recordRoutes;

function OneRecord({ type, record }: { type: RecordTypeView; record: StoredRecord | undefined }) {
  const { chave, titulo, pode } = type;
  const form = useRef<SchemaFormHandle<Record<string, unknown>>>(null);
  const words = useMemo(() => fieldWords(type), [type]);
  const name = `${titulo.genero === 'f' ? 'esta' : 'este'} ${titulo.um}`;
  const backTo = `/cadastros/${chave}`;
  return (
    <RecordForm<WrittenRecord, object, StoredRecord>
      draft={`cadastro-${chave}`}
      name={name}
      routes={pode.excluir ? { create, update, remove } : { create, update }}
      params={{ chave }}
      record={record}
      empty={emptyRecord(type)}
      written={(stored) => writtenOf(type, stored)}
      checks={draftChecks(type)}
      bodyOf={(value) => sentRecord(type, value, record)}
      ready={() => form.current?.validate() ?? true}
      labels={words}
      saveLabel={record ? `Salvar ${titulo.um}` : `Criar ${titulo.um}`}
      backTo={backTo}
      {...(record && pode.excluir && { removal: removalOf(type, name) })}
    >
      {(fields) => (
        <RecordFieldsForm
          type={type}
          fields={fields}
          stands={record !== undefined}
          handle={form}
          disabled={record !== undefined && !pode.alterar}
        />
      )}
    </RecordForm>
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
  fields: RecordFields<WrittenRecord>;
  /** It stands already: what is set once can no longer be written. */
  stands: boolean;
  handle: React.RefObject<SchemaFormHandle<Record<string, unknown>> | null>;
  disabled: boolean;
}

/** The type's form over the record that is written; what the server refused stands at its fields. */
function RecordFieldsForm({ type, fields, stands, handle, disabled }: RecordFieldsFormProps) {
  const { value, setAll, errors } = fields;
  const shown = useMemo(() => formValue(value), [value]);
  const form = useMemo(() => (stands ? withoutFixed(type) : type.formulario), [type, stands]);
  // A form that stands reports what it holds: only what somebody wrote is a change, and worth a draft.
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
      {/* The headings of its groups stand below one of their own. */}
      <h2 style={visuallyHidden as CSSProperties}>Campos</h2>
      <SchemaForm
        ref={handle}
        form={form}
        value={shown}
        onChange={change}
        errors={byPointer}
        idPrefix={`cadastro-${type.chave}`}
        disabled={disabled}
      />
    </>
  );
}

function withoutFixed({ formulario, campos }: RecordTypeView): RecordTypeView['formulario'] {
  const fixed = Object.entries(campos as Fields).filter(([, { fixo }]) => fixo);
  const { ui } = formulario;
  return {
    ...formulario,
    ui: {
      ...ui,
      ...Object.fromEntries(
        fixed.map(([key]) => [key, { ...(ui[key] as object | undefined), 'ui:disabled': true }]),
      ),
    },
  };
}
