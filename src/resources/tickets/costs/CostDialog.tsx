import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useNotify } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import type { Route } from '#contract/route.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { lookupRoutes, type NamedOption } from '#contract/sac/lookups.ts';
import {
  type CostInput,
  costKind,
  costProblems,
  ticketCostRoutes,
} from '#contract/sac/tickets/ticketCosts.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import type { CallInput } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText, textBesideFields } from '#ui/shell/states/StateMessage.tsx';
import { OptionField } from '../shared/items/OptionField.tsx';

interface CostDialogProps {
  ticket: Ticket;
  onClose: () => void;
}

export function CostDialog({ ticket, onClose }: CostDialogProps) {
  const titleId = useId();
  const [form, setForm] = useState<CostForm>(() => startOf(ticket));
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const add = useCostCommand(ticketCostRoutes.create, onClose);
  useUnsaved(form.valor !== '' || form.descricao !== '');
  const texts = costTexts(form);
  const refused = failure instanceof CallFailure ? failure.fields : {};
  const unplaced = failure !== null && textBesideFields(failure, FIELDS);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sending || Object.keys(texts).length > 0) return;
    setSending(true);
    setFailure(null);
    try {
      await add({ params: { idTicket: ticket.id }, body: costInputOf(form) });
    } catch (error) {
      setFailure(error);
      setSending(false);
    }
  };
  return (
    <DialogFrame
      open
      onClose={sending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>Incluir custo</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          {unplaced && <Alert severity="error">{unplaced}</Alert>}
          <CostFields
            value={form}
            onChange={(part) => setForm((before) => ({ ...before, ...part }))}
            errors={{ ...(tried && texts), ...refused }}
          />
        </DialogContent>
        <DialogActions>
          <CloseButton disabled={sending}>Cancelar</CloseButton>
          <Button type="submit" variant="contained" loading={sending}>
            Incluir
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

/** Fields that display the server's errors. */
const FIELDS = ['tipo', 'valor', 'responsavel_id', 'descricao'];

/** In most cases the ticket's carrier is asked to pay. */
const startOf = ({ transportadora }: Ticket): CostForm => ({
  ...EMPTY_COST,
  payer: transportadora && { id: transportadora.id, nome: transportadora.razSoc },
});

type DoneRoute = Route & { response: { static: { data: { message: string } } } };

/** Sends a change of the costs, shows the server's message and refetches the page. A retry has the same key. */
export function useCostCommand<R extends DoneRoute>(route: R, onDone: () => void) {
  const notify = useNotify();
  const refetch = useRefetch();
  const command = useCommand();
  return async (input: CallInput<R>) => {
    const { data } = (await command(route, input)) as { data: { message: string } };
    notify(data.message, { type: 'success' });
    onDone();
    void refetch(route);
  };
}

interface CostFieldsProps {
  value: CostForm;
  onChange: (part: Partial<CostForm>) => void;
  errors: Readonly<Record<string, string>>;
}

const PAYERS: readonly { value: CostInput['responsavel']; label: string }[] = [
  { value: 'TRANSPORTADORA', label: 'Transportadora' },
  { value: 'REPRESENTANTE', label: 'Representante' },
  { value: 'EMPRESA', label: 'A empresa' },
];

function CostFields({ value, onChange, errors }: CostFieldsProps) {
  const payersId = useId();
  return (
    <>
      <ChoiceField
        label="Tipo do custo"
        required
        value={value.tipo}
        onChange={(tipo) => onChange({ tipo })}
        error={Boolean(errors.tipo)}
        helperText={errors.tipo}
        choices={costKind}
      />
      <MoneyField
        label="Valor"
        required
        value={value.valor}
        onChange={(valor) => onChange({ valor })}
        error={Boolean(errors.valor)}
        helperText={errors.valor}
      />
      <FormControl>
        <FormLabel id={payersId} sx={{ typography: 'subtitle2' }}>
          Quem paga
        </FormLabel>
        <RadioGroup
          row
          aria-labelledby={payersId}
          value={value.responsavel}
          onChange={(_event, next) =>
            onChange({ responsavel: next as CostInput['responsavel'], payer: null })
          }
        >
          {PAYERS.map(({ value: payer, label }) => (
            <FormControlLabel key={payer} value={payer} control={<Radio size="small" />} label={label} />
          ))}
        </RadioGroup>
      </FormControl>
      {value.responsavel !== 'EMPRESA' && (
        <PayerField
          kind={value.responsavel}
          value={value.payer}
          onChange={(payer) => onChange({ payer })}
          error={errors.responsavel_id}
        />
      )}
      <TextField
        label="Descrição"
        required={value.tipo === 'OUTRO'}
        value={value.descricao}
        onChange={({ target }) => onChange({ descricao: target.value })}
        error={Boolean(errors.descricao)}
        helperText={
          errors.descricao ?? (value.responsavel === 'EMPRESA' ? undefined : 'Vai no e-mail de cobrança.')
        }
        slotProps={{ htmlInput: { maxLength: 250 } }}
      />
    </>
  );
}

interface PayerFieldProps {
  kind: 'TRANSPORTADORA' | 'REPRESENTANTE';
  value: NamedOption | null;
  onChange: (payer: NamedOption | null) => void;
  error: string | undefined;
}

function PayerField({ kind, value, onChange, error }: PayerFieldProps) {
  const isCarrier = kind === 'TRANSPORTADORA';
  const lookup = useRoute(isCarrier ? lookupRoutes.carriers : lookupRoutes.representatives, {});
  return (
    <OptionField<NamedOption>
      label={isCarrier ? 'Transportadora' : 'Representante'}
      required
      options={lookup.data}
      nameOf={({ nome }) => nome}
      value={value}
      onChange={onChange}
      error={error}
      failure={lookup.error && !lookup.data ? errorText(lookup.error) : undefined}
    />
  );
}

/** The form of a new cost. */
interface CostForm {
  tipo: string;
  descricao: string;
  valor: Decimal | null;
  responsavel: CostInput['responsavel'];
  payer: { id: number; nome: string } | null;
}

const EMPTY_COST: CostForm = {
  tipo: '',
  descricao: '',
  valor: null,
  responsavel: 'TRANSPORTADORA',
  payer: null,
};

/** The request body; without an amount, the validation rule reports it as missing. */
const costInputOf = ({ tipo, descricao, valor, responsavel, payer }: CostForm): CostInput => ({
  tipo,
  valor: valor ?? '',
  responsavel,
  ...(descricao.trim() && { descricao: descricao.trim() }),
  ...(responsavel !== 'EMPRESA' && payer && { responsavel_id: payer.id }),
});

const costTexts = (form: CostForm): Record<string, string> => textsOf(costProblems(costInputOf(form)));
