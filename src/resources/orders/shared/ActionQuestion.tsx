import { useState } from 'react';
import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import { useRoute } from '#data/useRoute.ts';
import { searchCustomers } from '#src/resources/customers/shared/CustomerField.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useFieldProblem } from '#ui/components/fieldProblems.ts';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ImpedimentDialog, useImpediments } from './Impediments.tsx';
import { OfferPreview } from './OfferPreview.tsx';
import { ACTION_TEXTS, type ActionInput } from './runAction.ts';

interface ActionQuestionProps {
  action: OrderAction;
  view: Pick<OrderView, 'id' | 'isPedido'> & { cliente: Pick<OrderView['cliente'], 'email'> };
  onRun: (input: ActionInput) => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before an action, together with the input it needs. */
export function ActionQuestion({ action, view, onRun, onClose }: ActionQuestionProps) {
  const [input, setInput] = useState<ActionInput>({});
  const { label, ask, tone } = ACTION_TEXTS[action];
  const what = view.isPedido ? 'pedido' : 'orçamento';
  const change = (part: ActionInput) => setInput((before) => ({ ...before, ...part }));
  const { pending, texts } = useImpediments(action, view.id);
  if (texts.length > 0)
    return <ImpedimentDialog action={action} id={view.id} texts={texts} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={action === 'CANCELAR' ? `Cancelar o pedido ${view.id}?` : `${label}: ${what} ${view.id}`}
      text={ask ?? TEXTS[action]}
      confirmLabel={label}
      cancelLabel={action === 'CANCELAR' ? 'Manter pedido' : 'Cancelar'}
      disabled={pending}
      {...(tone && { tone })}
      onConfirm={() => onRun(input)}
      onCancel={onClose}
    >
      <Fields action={action} view={view} input={input} onChange={change} />
      {TOLD.includes(action) && <OfferPreview id={view.id} pricesAnew={!AS_PROPOSED.includes(action)} />}
    </ConfirmDialog>
  );
}

/** These leave untouched lines as they were proposed. */
const AS_PROPOSED: readonly OrderAction[] = ['SALVAR_PEDIDO', 'REABRIR'];

/** What these actions do depends on what moved since the proposal. */
const TOLD: readonly OrderAction[] = [
  'RENOVAR',
  'REABRIR',
  'DUPLICAR',
  'SALVAR_PEDIDO',
  'VOLTAR_ORCAMENTO',
  'RECUPERAR_B2B',
  'RECUPERAR_FV',
  'IMPORTAR_FV',
];

const TEXTS: Partial<Record<OrderAction, string>> = {
  PERDER: 'O orçamento é encerrado. O motivo fica no histórico e nos relatórios.',
  CANCELAR: 'O estoque reservado é devolvido e o link de pagamento deixa de valer.',
  ENVIAR_EMAIL: 'O PDF vai em anexo.',
  TRANSFERIR: 'Endereço de entrega e frete são escolhidos de novo quando o cliente muda.',
};

interface FieldsProps extends Pick<ActionQuestionProps, 'action' | 'view'> {
  input: ActionInput;
  onChange: (part: ActionInput) => void;
}

function Fields({ action, view, input, onChange }: FieldsProps) {
  if (action === 'PERDER') return <LossFields input={input} onChange={onChange} />;
  if (action === 'TRANSFERIR') return <TransferFields id={view.id} input={input} onChange={onChange} />;
  if (action === 'ENVIAR_EMAIL')
    return (
      <>
        <TextField
          label="E-mail"
          type="email"
          value={input.email ?? ''}
          placeholder={view.cliente.email}
          helperText={view.cliente.email ? `Sem preencher, vai para ${view.cliente.email}` : undefined}
          onChange={(event) => onChange({ email: event.target.value })}
          fullWidth
          sx={{ mt: 4 }}
          slotProps={{ htmlInput: { maxLength: 100 }, inputLabel: { shrink: true } }}
        />
        <NoteField label="Mensagem" value={input.mensagem} onChange={(mensagem) => onChange({ mensagem })} />
      </>
    );
  if (action === 'CANCELAR')
    return <NoteField label="Motivo" value={input.motivo} onChange={(motivo) => onChange({ motivo })} />;
  return null;
}

interface TransferFieldsProps {
  id: number;
  input: ActionInput;
  onChange: (part: ActionInput) => void;
}

/** The recipient of the quote: another customer, another seller, or both. */
function TransferFields({ id, input, onChange }: TransferFieldsProps) {
  const [customer, setCustomer] = useState<AsyncOption | null>(null);
  const { data: sellers = [] } = useRoute(quoteRoutes.people, { params: { id } });
  return (
    <div style={{ marginTop: 16 }}>
      <AsyncAutocomplete
        label="Para o cliente"
        hint="Código, nome, CNPJ ou CPF"
        load={searchCustomers}
        value={customer}
        onChange={(value) => {
          setCustomer(value);
          onChange({ clienteId: value ? Number(value.value) : 0 });
        }}
      />
      <ChoiceField
        label="Para o vendedor"
        value={input.idColab ?? null}
        onChange={(idColab) => onChange({ idColab })}
        fullWidth
        sx={{ mt: 4 }}
        choices={sellers.map((person) => ({ value: person.id, label: person.nome }))}
      />
      <NoteField label="Observação" value={input.motivo} onChange={(motivo) => onChange({ motivo })} />
    </div>
  );
}

interface LossFieldsProps {
  input: ActionInput;
  onChange: (part: ActionInput) => void;
}

/** Why the quote was lost. */
export function LossFields({ input, onChange }: LossFieldsProps) {
  const { data = [], error } = useRoute(quoteRoutes.lossReasons, {});
  const problem = useFieldProblem('motivoId', input.motivoId);
  return (
    <>
      <ChoiceField
        required
        label="Motivo da perda"
        value={input.motivoId ?? null}
        onChange={(motivoId) => onChange({ motivoId })}
        error={error !== null || Boolean(problem)}
        helperText={error ? 'Os motivos não puderam ser carregados.' : problem}
        fullWidth
        sx={{ mt: 4 }}
        choices={data.map(({ id, desc }) => ({ value: id, label: desc }))}
      />
      <NoteField label="Observação" value={input.motivo} onChange={(motivo) => onChange({ motivo })} />
    </>
  );
}

interface NoteFieldProps {
  label: string;
  value: string | undefined;
  onChange: (text: string) => void;
}

const NoteField = ({ label, value, onChange }: NoteFieldProps) => (
  <TextField
    label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
    multiline
    minRows={2}
    fullWidth
    sx={{ mt: 4 }}
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);
