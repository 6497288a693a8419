import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useEffect, useId } from 'react';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { quoteSituation, quoteSituationOf } from '#contract/catalogs/orderStatus.ts';
import { MAX_DESCRIPTION_LENGTH } from '#contract/rules/customers/serviceForm.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownToday, ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FormDialog, useSave } from '#src/resources/customers/shared/FormDialog.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { type RecordDraft, useRecordDraft } from './useRecordDraft.ts';

interface ServiceRecordDialogProps {
  idCli: number;
  idOrcamento?: number;
  /** Explains why the dialog opened automatically. */
  notice?: string;
  onClose: () => void;
  onRegistered?: () => void;
}

/** Registers a conversation with a customer; if one is already in progress, it is continued and ended. */
export function ServiceRecordDialog(props: ServiceRecordDialogProps) {
  const { idCli, idOrcamento, notice, onClose, onRegistered } = props;
  const pending = useRoute(serviceRecordRoutes.pending, {}).data?.data ?? null;
  const own = pending?.cliente.id === idCli ? pending : null;
  const draft = useRecordDraft(idCli, idOrcamento ?? own?.orcamento_id ?? null, () => {
    onRegistered?.();
    onClose();
  });
  return (
    <FormDialog
      title="Registrar atendimento"
      problem={draft.problem}
      busy={draft.busy}
      changed={draft.touched}
      width="sm"
      saveLabel="Registrar"
      onSubmit={draft.submit}
      onClose={onClose}
    >
      {notice && <Alert severity="info">{notice}</Alert>}
      {own && (
        <Alert severity="info">
          Continuando o atendimento iniciado às {localTime(own.inicio, ownZone())}.
        </Alert>
      )}
      {pending && !own && (
        <Alert severity="warning">
          Você tem um atendimento em andamento com {pending.cliente.fant}. Ele continua em andamento.
        </Alert>
      )}
      <RecordFields idCli={idCli} draft={draft} />
      {!pending && !draft.touched && <StartLater idCli={idCli} onStarted={onClose} />}
    </FormDialog>
  );
}

/** Starts the conversation now; it stays in progress, and visible on every screen, until it is registered. */
function StartLater({ idCli, onStarted }: { idCli: number; onStarted: () => void }) {
  const refetch = useRefetch();
  const start = useSave(serviceRecordRoutes.start, () => {
    void refetch(serviceRecordRoutes.start);
    onStarted();
  });
  return (
    <div>
      {start.problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {start.problem}
        </Alert>
      )}
      <Button
        size="small"
        startIcon={<PlayArrowOutlined />}
        loading={start.busy}
        loadingPosition="start"
        onClick={() => void start.send({ body: { cliente_id: idCli } })}
      >
        Iniciar agora e registrar depois
      </Button>
    </div>
  );
}

/** The reason for the conversation, what was said, what became of the quote, and the next contact. */
function RecordFields({ idCli, draft }: { idCli: number; draft: RecordDraft }) {
  const { form, change, errors } = draft;
  const reasons = useRoute(serviceRecordRoutes.reasons, {}, { staleTime: 600_000 });
  const { can } = useCan();
  return (
    <>
      <QueriedChoice
        label="Motivo"
        required
        autoFocus
        query={reasons}
        value={form.motivo}
        error={errors.motivo_id}
        onChange={(motivo) => change({ motivo })}
      />
      <TextField
        label="Descrição"
        multiline
        minRows={3}
        value={form.descricao}
        onChange={(event) => change({ descricao: event.target.value })}
        error={Boolean(errors.descricao)}
        helperText={errors.descricao}
        slotProps={{ htmlInput: { maxLength: MAX_DESCRIPTION_LENGTH } }}
      />
      {(draft.fixedQuote || can('CLIENTE_ORCAMENTOS')) && <QuoteFields idCli={idCli} draft={draft} />}
      <DateField
        label="Data de retorno"
        value={form.retorno || null}
        min={ownToday()}
        onChange={(day) => change({ retorno: day ?? '' })}
        error={Boolean(errors.data_retorno)}
        helperText={errors.data_retorno ?? 'Cria uma agenda sua para esse dia.'}
      />
      {draft.whyContact(errors.confirmar)}
    </>
  );
}

/** The quote discussed, and whether it is lost. */
function QuoteFields({ idCli, draft }: { idCli: number; draft: RecordDraft }) {
  const { form, change, errors, readQuote } = draft;
  const quotes = useRoute(quoteRoutes.ofCustomerHere, { params: { idCli }, query: { take: 100 } });
  const rows = quotes.data?.itens ?? [];
  const version = rows.find(({ id }) => id === form.orcamento)?.versao;
  useEffect(() => readQuote(version), [readQuote, version]);
  const known = form.orcamento !== null && !rows.some(({ id }) => id === form.orcamento);
  const options = [
    ...(known ? [{ id: form.orcamento ?? 0, desc: `Orçamento ${form.orcamento}` }] : []),
    ...rows.map(({ id, vlTot }) => ({ id, desc: `Orçamento ${id} · ${formatMoney(vlTot, 2)}` })),
  ];
  if (options.length === 0 && !quotes.error) return null;
  return (
    <>
      <QueriedChoice
        label="Orçamento"
        query={{
          data: known || quotes.data ? options : undefined,
          error: quotes.error,
          refetch: quotes.refetch,
        }}
        value={form.orcamento}
        error={errors.orcamento_id}
        onChange={(orcamento) => change({ orcamento, situacao: null, motivoPerda: null })}
        {...(!draft.fixedQuote && { none: 'Nenhum' })}
      />
      {form.orcamento !== null && <SituationFields draft={draft} />}
    </>
  );
}

function SituationFields({ draft }: { draft: RecordDraft }) {
  const { form, change, errors } = draft;
  const labelId = useId();
  const reasons = useRoute(
    quoteRoutes.lossReasons,
    {},
    { enabled: form.situacao === 'PERDIDO', staleTime: 600_000 },
  );
  return (
    <>
      <div>
        <FormLabel id={labelId}>Situação do orçamento</FormLabel>
        <RadioGroup
          row
          aria-labelledby={labelId}
          value={form.situacao ?? ''}
          onChange={(_, value) => change({ situacao: quoteSituationOf(value), motivoPerda: null })}
        >
          {quoteSituation.map(({ value, label }) => (
            <FormControlLabel key={value} value={value} label={label} control={<Radio />} />
          ))}
        </RadioGroup>
      </div>
      {form.situacao === 'PERDIDO' && (
        <QueriedChoice
          label="Motivo da perda"
          required
          query={reasons}
          value={form.motivoPerda}
          error={errors.motivoPerda}
          onChange={(motivoPerda) => change({ motivoPerda })}
        />
      )}
    </>
  );
}

interface QueriedChoiceProps {
  label: string;
  query: {
    data: readonly { id: number; desc: string }[] | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
  required?: boolean;
  autoFocus?: boolean;
  /** Label for no selection; when omitted, a selection is required. */
  none?: string;
}

/** A choice from a server-side list, with a retry if the list failed to load. */
function QueriedChoice({ query, value, error, onChange, none, ...field }: QueriedChoiceProps) {
  const options = query.data ?? [];
  if (query.error && !query.data)
    return (
      <div role="alert">
        Não foi possível carregar {field.label.toLowerCase()}.{' '}
        <Button size="small" onClick={() => void query.refetch()}>
          Tentar novamente
        </Button>
      </div>
    );
  return (
    <ChoiceField
      {...field}
      value={value}
      onChange={onChange}
      error={Boolean(error)}
      helperText={error}
      choices={options.map(({ id, desc }) => ({ value: id, label: desc }))}
      none={none}
    />
  );
}
