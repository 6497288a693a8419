import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { returnRoutes } from '#contract/callcenter/orders/returns.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { chooseReason, shownLevels } from '#contract/rules/tickets/ticketType.ts';
import { type CustomerRow, customerRoutes } from '#contract/sac/customers.ts';
import { call } from '#data/call.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { customerOption } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { useIsNarrow } from '#ui/theme/windowWidth.ts';
import {
  EMPTY_FORM,
  type ExchangeForm,
  exchangeBody,
  exchangeProblem,
  exchangeTotal,
  type ReasonsOfForm,
  reasonsOf,
  withCustomer,
} from './exchangeForm.ts';
import { InvoicesPart } from './InvoicesPart.tsx';

interface NewExchangeDialogProps {
  onDone: () => void;
  onClose: () => void;
}

/** 'Nova solicitação': customer and branch, the reason, and the products of their invoices; it opens a ticket. */
export function NewExchangeDialog({ onDone, onClose }: NewExchangeDialogProps) {
  const titleId = useId();
  const isPhone = useIsNarrow();
  const reasonList = useRoute(returnRoutes.reasons, {});
  const reasons = reasonsOf(reasonList.data ?? []);
  const [form, setForm] = useState(EMPTY_FORM);
  const [tried, setTried] = useState(false);
  const { send, sending, problem: refusal, opened } = useCreation(onDone);
  const problem = exchangeProblem(form, reasons);
  const count = Object.keys(form.items).length;
  if (opened) return <OpenedDialog id={opened} onClose={onClose} />;
  return (
    <DialogFrame
      open
      onClose={sending ? undefined : onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Nova solicitação de troca</DialogTitle>
      <DialogContent dividers sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Section title="Cliente" level={3}>
          <CustomerPart form={form} onChange={setForm} />
        </Section>
        <Section title="Motivo" level={3} description="Por que o cliente quer trocar ou devolver.">
          <Failure answer={reasonList} />
          {(reasonList.data || !reasonList.error) && (
            <ReasonPart form={form} reasons={reasons} onChange={setForm} />
          )}
        </Section>
        <Section title="Produtos" level={3} description="Abra uma nota e inclua o que volta.">
          <InvoicesPart
            key={`${form.customer?.id} ${form.branchId}`}
            form={form}
            reasons={reasons}
            onChange={setForm}
          />
        </Section>
        {tried && (problem || refusal) && <Alert severity="error">{problem ?? refusal}</Alert>}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
        <Typography role="status" sx={{ mr: 'auto', pl: 2, whiteSpace: 'nowrap' }}>
          {formatCount(count, 'produto', 'produtos')} · {formatMoney(exchangeTotal(form), 2)}
        </Typography>
        <Unsaved active={form.customer !== null} />
        <CloseButton disabled={sending}>Cancelar</CloseButton>
        <Button
          variant="contained"
          loading={sending}
          onClick={() => {
            setTried(true);
            if (!problem) void send(exchangeBody(form));
          }}
        >
          Abrir solicitação
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

function useCreation(onDone: () => void) {
  const command = useCommand();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const send = async (body: ReturnType<typeof exchangeBody>) => {
    setSending(true);
    setProblem(null);
    try {
      const { data } = await command(returnRoutes.create, { body });
      setOpened(data.id ?? null);
      onDone();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setSending(false);
    }
  };
  return { send, sending, problem, opened };
}

const OpenedDialog = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <DialogFrame open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="troca-aberta">
    <DialogTitle id="troca-aberta">Solicitação aberta</DialogTitle>
    <DialogContent>O ticket {id} guarda os produtos e segue para a análise.</DialogContent>
    <DialogActions>
      <CloseButton>Ficar na lista</CloseButton>
      <Button variant="contained" component={Link} to={`/tickets/${id}`} autoFocus>
        Ir para o ticket
      </Button>
    </DialogActions>
  </DialogFrame>
);

interface ReasonPartProps {
  form: ExchangeForm;
  reasons: ReasonsOfForm;
  onChange: (form: ExchangeForm) => void;
}

/** The reason for the request; each choice opens the next level. */
function ReasonPart({ form, reasons: { tree }, onChange }: ReasonPartProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { md: '1fr 1fr' } }}>
      {shownLevels(tree, form.path).map(({ level, label, required, options, chosen }) => (
        <ChoiceField
          key={level}
          label={label}
          required={required}
          value={chosen?.id ?? null}
          onChange={(id: number | null) =>
            onChange({ ...form, path: chooseReason(tree, form.path, level, id) })
          }
          choices={options.map(({ id, descricao }) => ({ value: id, label: descricao }))}
          none={required ? undefined : 'Nenhum'}
        />
      ))}
      <TextField
        label="Mensagem"
        value={form.message}
        onChange={(event) => onChange({ ...form, message: event.target.value })}
        multiline
        minRows={2}
        sx={{ gridColumn: '1 / -1' }}
        helperText="O que o cliente disse; fica na conversa do ticket."
        slotProps={{ htmlInput: { maxLength: 20_000 } }}
      />
    </Box>
  );
}

interface Found extends AsyncOption {
  customer: CustomerRow;
}

interface CustomerPartProps {
  form: ExchangeForm;
  onChange: (form: ExchangeForm) => void;
}

/** The customer and the branch of the invoices. */
function CustomerPart({ form, onChange }: CustomerPartProps) {
  const { customer, branchId } = form;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { md: '1fr 1fr' } }}>
      <AsyncAutocomplete<Found>
        label="Cliente"
        hint="Código, nome ou documento"
        minLength={1}
        required
        autoFocus
        value={customer && foundOf(customer)}
        load={search}
        onChange={(found) => onChange(withCustomer(form, found?.customer ?? null))}
      />
      <ChoiceField
        label="Filial"
        required
        disabled={!customer}
        value={branchId ?? null}
        onChange={(id) => onChange({ ...form, branchId: id, items: {} })}
        helperText={customer ? undefined : 'Escolha primeiro o cliente.'}
        choices={(customer?.filiaisSac ?? []).map(({ idFil, razSoc }) => ({ value: idFil, label: razSoc }))}
      />
    </Box>
  );
}

async function search(q: string, signal: AbortSignal): Promise<Found[]> {
  const { itens } = await call(customerRoutes.list, { query: { q, take: 20 } }, { signal });
  return itens.map(foundOf);
}

const foundOf = (customer: CustomerRow): Found => ({
  ...customerOption(customer),
  customer,
});
