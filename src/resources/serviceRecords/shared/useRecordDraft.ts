import { type ReactNode, useState } from 'react';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { type RecordForm, recordProblems } from '#contract/rules/customers/serviceForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownZone } from '#data/session.ts';
import { confirmedBy, useContactReason } from '#src/resources/agendas/shared/ConfirmContact.tsx';
import { useSave } from '#src/resources/customers/shared/FormDialog.tsx';

export interface RecordDraft {
  form: RecordForm;
  change: (part: Partial<RecordForm>) => void;
  /** Stores the version of the chosen quote as it was read. */
  readQuote: (versao: number | undefined) => void;
  errors: Record<string, string>;
  problem: string | undefined;
  busy: boolean;
  touched: boolean;
  /** The field of why the next contact is planned although something speaks against it. */
  whyContact: (problem?: string) => ReactNode;
  /** Whether the quote was set by the component that opened the dialog. */
  fixedQuote: boolean;
  submit: () => void;
}

const NOTHING: RecordForm = {
  motivo: null,
  descricao: '',
  retorno: '',
  orcamento: null,
  situacao: null,
  motivoPerda: null,
};
const FIELDS = [
  'motivo_id',
  'descricao',
  'data_retorno',
  'orcamento_id',
  'situacaoOrcamento',
  'motivoPerda',
  'confirmar',
];

/** The details of a conversation, validated before sending by the same rules as on the server. */
export function useRecordDraft(idCli: number, quote: number | null, onDone: () => void): RecordDraft {
  const refetch = useRefetch();
  const [changes, setChanges] = useState<Partial<RecordForm>>({});
  const [versao, readQuote] = useState<number>();
  const form = { ...NOTHING, orcamento: quote, ...changes };
  const why = useContactReason([form.retorno, form.orcamento]);
  const save = useSave(serviceRecordRoutes.create, () => {
    void refetch(serviceRecordRoutes.create);
    onDone();
  });
  const submit = () => {
    const wrong = textsOf(recordProblems(form, clock()));
    if (Object.keys(wrong).length > 0) return save.setErrors(wrong);
    void save.send({ body: { ...bodyOf(form, idCli, versao), ...confirmedBy(why.reason) } });
  };
  const other = Object.keys(save.errors).find((key) => !FIELDS.includes(key));
  return {
    form,
    change: (part) => setChanges({ ...changes, ...part }),
    readQuote,
    errors: save.errors,
    problem: save.problem ?? (other === undefined ? undefined : save.errors[other]),
    busy: save.busy,
    touched: Object.keys(changes).length > 0,
    whyContact: why.field,
    fixedQuote: quote !== null,
    submit,
  };
}

const bodyOf = (form: RecordForm, cliente_id: number, versao: number | undefined) => ({
  cliente_id,
  motivo_id: form.motivo ?? 0,
  descricao: form.descricao,
  data_retorno: form.retorno || null,
  orcamento_id: form.orcamento,
  situacaoOrcamento: form.situacao,
  motivoPerda: form.motivoPerda,
  ...(form.situacao === 'PERDIDO' && versao !== undefined && { versao }),
});

function clock() {
  const zone = ownZone();
  return { date: localDate(Date.now(), zone), time: localTime(Date.now(), zone) };
}
