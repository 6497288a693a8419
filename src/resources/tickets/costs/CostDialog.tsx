import { textsOf } from '#contract/rules/problem.ts';
import { lookupRoutes, type NamedOption } from '#contract/sac/lookups.ts';
import {
  type CostInput,
  costKind,
  costProblems,
  ticketCostRoutes,
} from '#contract/sac/tickets/ticketCosts.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import type { Values } from '#ui/editing/commandFields.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { OptionField } from '../shared/items/OptionField.tsx';

interface CostDialogProps {
  ticket: Ticket;
  onDone: (text: string) => void;
  onClose: () => void;
}

const route = ticketCostRoutes.create;

/** Adds a cost. In most cases the ticket's carrier is asked to pay. */
export const CostDialog = ({ ticket: { id, transportadora }, ...act }: CostDialogProps) => (
  <CommandDialog
    route={route}
    params={{ idTicket: id }}
    read={() => ({
      tipo: '',
      responsavel_id: transportadora && { id: transportadora.id, nome: transportadora.razSoc },
    })}
    fields={({ tipo, responsavel }) => ({
      tipo: { choices: costKind, required: true },
      valor: { money: true, required: true },
      responsavel: { radios: true, clears: ['responsavel_id'] },
      responsavel_id: {
        input: <PayerInput kind={responsavel as CostInput['responsavel']} />,
        hidden: responsavel === 'EMPRESA',
        sent: ({ id: payer }: NamedOption) => payer,
      },
      descricao: {
        required: tipo === 'OUTRO',
        hint: responsavel === 'EMPRESA' ? undefined : 'Vai no e-mail de cobrança.',
      },
    })}
    check={(value) => textsOf(costProblems(costOf(value)))}
    title="Incluir custo"
    confirmLabel="Incluir"
    {...act}
  />
);

/** What the rule judges; without an amount it reports that as missing. */
const costOf = ({ tipo, valor, responsavel, responsavel_id, descricao }: Values): CostInput => ({
  tipo: String(tipo),
  valor: String(valor ?? ''),
  responsavel: responsavel as CostInput['responsavel'],
  responsavel_id: (responsavel_id as NamedOption | null)?.id ?? null,
  descricao: String(descricao),
});

function PayerInput({ kind }: { kind: CostInput['responsavel'] }) {
  const isCarrier = kind === 'TRANSPORTADORA';
  const lookup = useRoute(isCarrier ? lookupRoutes.carriers : lookupRoutes.representatives, {});
  const { value, problem, set } = useBodyField(route, 'responsavel_id');
  return (
    <OptionField<NamedOption>
      label={isCarrier ? 'Transportadora' : 'Representante'}
      required
      options={lookup.data}
      nameOf={({ nome }) => nome}
      value={(value ?? null) as NamedOption | null}
      onChange={set}
      error={problem}
      failure={lookup.error && !lookup.data ? errorText(lookup.error) : undefined}
    />
  );
}
