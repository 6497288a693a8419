import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import type { AgendaKind } from '#contract/catalogs/callCenter.ts';
import { CallFailure } from '#data/http.ts';
import { currentInitialLoad, ownToday } from '#data/session.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { CustomerField } from '#src/resources/customers/shared/CustomerField.tsx';
import { FieldProblemsContext } from '#ui/components/fieldProblems.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';
import { textBesideFields } from '#ui/shell/states/StateMessage.tsx';
import { type MomentDraft, MomentFields, momentText } from './AgendaFields.tsx';
import { seesOthersAgendas, useAgendaRefresh } from './agendaTexts.tsx';
import { confirmedBy, useContactReason } from './ConfirmContact.tsx';

const Field = fieldsOf(agendaRoutes.create);

interface NewAgendaDialogProps {
  idCli?: number;
  idOrcamento?: number;
  /** The day chosen in the calendar. */
  dia?: string;
  onClose: () => void;
  onCreated?: (id: number) => void;
}

/** Schedules a contact with a customer. */
export function NewAgendaDialog({ idCli, idOrcamento, dia, onClose, onCreated }: NewAgendaDialogProps) {
  const titleId = useId();
  const notify = useNotify();
  const refresh = useAgendaRefresh();
  const form = useNewAgenda({ idCli, idOrcamento, dia }, async ({ id = 0, message }) => {
    notify(message, { type: 'success' });
    onCreated?.(id);
    onClose();
    await refresh();
  });
  const { draft, change, errors } = form;
  const problems = useMemo(
    () => ({ texts: errors as Record<string, string>, shown: new Set<string>() }),
    [errors],
  );
  return (
    <DialogFrame
      open
      onClose={form.busy ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      fullScreen="phone"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Nova agenda</DialogTitle>
      <DialogContent dividers>
        <Box
          component="form"
          id={`${titleId}-form`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
          sx={{ display: 'grid', gap: 4 }}
        >
          {form.problem && (
            <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
              {form.problem}
            </Alert>
          )}
          {idCli === undefined && (
            <CustomerField
              value={draft.customer}
              onChange={(customer) => change({ customer })}
              error={errors.idCli}
            />
          )}
          <FieldProblemsContext value={problems}>
            <HeldForm value={draft} set={change}>
              <Field name="assunto" />
              <Field name="descricao" />
              <MomentFields
                value={draft.moment}
                onChange={(moment) => change({ moment })}
                error={errors.data_agendada}
                help="No horário da filial que atende o cliente"
              />
              <Field name="tipo" />
            </HeldForm>
          </FieldProblemsContext>
          {form.leads && (
            <SellerField
              label="Colaborador"
              value={draft.idColab}
              onChange={(idColab) => change({ idColab })}
              error={errors.idColab}
            />
          )}
          {form.why.field(errors.confirmar)}
          {idOrcamento !== undefined && <Alert severity="info">Ligada ao orçamento {idOrcamento}.</Alert>}
        </Box>
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={form.busy}>Cancelar</CloseButton>
        <Button type="submit" form={`${titleId}-form`} variant="contained" loading={form.busy}>
          Agendar
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

interface SellerFieldProps {
  label: string;
  /** '' means the signed-in person. */
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}

/** The person who is to make the contact; offered only to those who may assign agendas to others. */
function SellerField({ label, value, onChange, error }: SellerFieldProps) {
  const { data: sellers = [] } = useRoute(salesLookupRoutes.sellerNames, {});
  const me = currentInitialLoad()?.colaborador.id;
  return (
    <ChoiceField
      label={label}
      value={value}
      onChange={(id) => onChange(id ?? '')}
      error={Boolean(error)}
      helperText={error}
      choices={sellers
        .filter(({ id }) => id !== me)
        .map(({ id, nome }) => ({ value: String(id), label: nome }))}
      none="Eu"
    />
  );
}

interface NewAgendaFor {
  idCli?: number | undefined;
  idOrcamento?: number | undefined;
  dia?: string | undefined;
}

interface Draft {
  customer: AsyncOption | null;
  assunto: string;
  descricao: string;
  moment: MomentDraft;
  tipo: AgendaKind;
  /** '' means the signed-in person. */
  idColab: string;
}

const FIELDS = ['idCli', 'assunto', 'data_agendada', 'idColab', 'confirmar'] as const;
type Errors = Partial<Record<(typeof FIELDS)[number], string>>;

/** State, validation and submission of the new-agenda form. A retried submission does not create a second agenda. */
function useNewAgenda(
  wanted: NewAgendaFor,
  onCreated: (data: { id?: number; message: string }) => Promise<void>,
) {
  const [draft, setDraft] = useState<Draft>({
    customer: null,
    assunto: '',
    descricao: '',
    moment: { day: wanted.dia && wanted.dia >= ownToday() ? wanted.dia : ownToday(), time: '' },
    tipo: 'A',
    idColab: '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const command = useCommand();
  const why = useContactReason([draft.customer?.value, draft.moment, draft.tipo]);
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setErrors({});
  };
  const submit = async () => {
    const missing = problemsOf(draft, wanted);
    setErrors(missing);
    setProblem(undefined);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const { data } = await command(agendaRoutes.create, {
        body: { ...bodyOf(draft, wanted), ...confirmedBy(why.reason) },
      });
      await onCreated(data);
    } catch (error) {
      if (error instanceof CallFailure) setErrors(error.fields);
      setProblem(textBesideFields(error, [...FIELDS]));
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, why, errors, problem, busy, submit, leads: seesOthersAgendas() };
}

function problemsOf({ customer, assunto, moment }: Draft, { idCli }: NewAgendaFor): Errors {
  return {
    ...(idCli === undefined && !customer && { idCli: 'Escolha o cliente.' }),
    ...(!assunto.trim() && { assunto: 'Informe o assunto.' }),
    ...(!momentText(moment) && { data_agendada: 'Informe o dia e a hora.' }),
  };
}

const bodyOf = ({ customer, assunto, descricao, moment, tipo, idColab }: Draft, wanted: NewAgendaFor) => ({
  idCli: wanted.idCli ?? Number(customer?.value),
  assunto: assunto.trim(),
  data_agendada: momentText(moment) ?? '',
  tipo,
  ...(descricao.trim() && { descricao: descricao.trim() }),
  ...(idColab && { idColab: Number(idColab) }),
  ...(wanted.idOrcamento !== undefined && { idOrcamento: wanted.idOrcamento }),
});
