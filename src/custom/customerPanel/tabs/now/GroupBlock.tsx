import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import {
  type CustomerGroup,
  customerGroupRoutes,
  type GroupFigures,
  GroupMember,
} from '#contract/callcenter/customers/customerGroups.ts';
import { field } from '#contract/field.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatMoney, formatNumber } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { customerText } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { LinkGroupDialog } from '#src/resources/customers/shared/group/LinkGroupDialog.tsx';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

interface GroupBlockProps {
  idCli: number;
  group: CustomerGroup;
}

type Asked = 'ligar' | 'nome' | number | null;

/** The customers of a group and how each of them stands, side by side; each opens by one click. */
export function GroupBlock({ idCli, group }: GroupBlockProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const labelId = useId();
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const may = useCan().can('CLIENTES_UNIR');
  const columns = useMemo(() => [...CUSTOMER, ...figureColumns(group.soma)], [group.soma]);
  const close = () => setAsked(null);
  const done = (text: string) => {
    notify(text, { type: 'success' });
    close();
  };
  const leave = async (id: number) => {
    const { data } = await send(customerGroupRoutes.leave, { params: { idCli: id }, body: {} });
    void refetch(customerGroupRoutes.leave);
    done(data.message);
  };
  const sums = FIGURES.flatMap(([name, read]) =>
    group.soma[name] === undefined ? [] : [`${field(GroupMember, name).label}: ${read(group.soma)}`],
  );
  return (
    <Box component="section" aria-labelledby={labelId}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h3" component="h2" id={labelId} sx={{ flexGrow: 1 }}>
          Grupo {group.nome}
        </Typography>
        {may && (
          <>
            <Button size="small" color="inherit" onClick={() => setAsked('nome')}>
              Mudar o nome
            </Button>
            <Button size="small" variant="outlined" onClick={() => setAsked('ligar')}>
              Ligar outro cliente
            </Button>
          </>
        )}
      </Box>
      <DataTable
        label={`Clientes do grupo ${group.nome}`}
        columns={columns}
        rows={group.membros}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/clientes/${id}`}
        loading={false}
        empty={null}
        {...(may && {
          rowActions: (member: GroupMember) => (
            <Button
              size="small"
              color="inherit"
              aria-label={`Tirar ${member.fant} do grupo`}
              onClick={() => setAsked(member.id)}
            >
              Tirar
            </Button>
          ),
          actionsWidth: 90,
        })}
      />
      {sums.length > 0 && (
        <Typography variant="body2" sx={{ mt: 2 }}>
          <strong>Soma</strong> · {sums.join(' · ')}
        </Typography>
      )}
      {asked === 'ligar' && (
        <LinkGroupDialog idCli={idCli} proposedName={group.nome} onDone={done} onClose={close} />
      )}
      {asked === 'nome' && (
        <CommandDialog
          route={customerGroupRoutes.rename}
          params={{ idCli }}
          record={group}
          title="Mudar o nome do grupo"
          confirmLabel="Salvar"
          onDone={done}
          onClose={close}
        />
      )}
      {typeof asked === 'number' && (
        <ConfirmDialog
          open
          title="Tirar do grupo"
          text={`O cliente ${asked} deixa o grupo ${group.nome}. O cadastro dele e os dos outros ficam como estão.`}
          confirmLabel="Tirar"
          onConfirm={() => leave(asked)}
          onCancel={close}
        />
      )}
    </Box>
  );
}

const CUSTOMER: readonly Column<GroupMember>[] = [
  fieldColumn(GroupMember, 'fant', {
    // The customer, by whatever of it has a name.
    label: 'Cliente',
    minWidth: 220,
    card: 'title',
    render: customerText,
    second: ({ documento, cidade, uf }) =>
      [formatDocument(documento), [cidade, uf].filter(Boolean).join('/')].filter(Boolean).join(' · '),
  }),
];

const money = (value: string | undefined) => formatMoney(value ?? '0', 2);
const whole = (value: number | undefined) => formatNumber(String(value ?? 0), 0);

/** In the order in which they stand beside each other, with how each is written. */
const FIGURES: readonly (readonly [keyof GroupFigures, (figures: GroupFigures) => string])[] = [
  ['comprado', ({ comprado }) => money(comprado)],
  ['pedidos', ({ pedidos }) => whole(pedidos)],
  ['ultimoPedido', ({ ultimoPedido }) => (ultimoPedido ? formatCalendarDate(ultimoPedido) : 'Nunca')],
  ['emAberto', ({ emAberto }) => money(emAberto)],
  ['vencido', ({ vencido }) => money(vencido)],
  ['limite', ({ limite }) => money(limite)],
  ['utilizado', ({ utilizado }) => money(utilizado)],
  ['tickets', ({ tickets }) => whole(tickets)],
];

/** Those that the person may see. */
const figureColumns = (sum: GroupFigures): Column<GroupMember>[] =>
  FIGURES.filter(([name]) => sum[name] !== undefined).map(([name, read]) =>
    fieldColumn(GroupMember, name, { width: 150, card: 'fact', align: 'right', render: read }),
  );
