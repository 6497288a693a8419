import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import {
  type CustomerGroup,
  customerGroupRoutes,
  type GroupFigures,
  GroupMember,
} from '#contract/callcenter/customers/customerGroups.ts';
import { field } from '#contract/field.ts';
import { formatMoney, formatNumber } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { CustomerPanelLink, customerText } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { LinkGroupDialog } from '#src/resources/customers/shared/group/LinkGroupDialog.tsx';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
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
  // Those that the person may see.
  const shown = FIGURES.filter(([name]) => group.soma[name] !== undefined);
  return (
    <Box component="section" aria-labelledby={labelId} sx={{ minWidth: 0 }}>
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
      <Scroller tabIndex={0} role="group" aria-label={`Números do grupo ${group.nome}`}>
        <Figures>
          <thead>
            <tr>
              <td />
              {group.membros.map((member) => (
                <th key={member.id} scope="col">
                  <CustomerPanelLink id={member.id}>{customerText(member)}</CustomerPanelLink>
                </th>
              ))}
              <th scope="col">Soma</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(([name, read]) => (
              <tr key={name}>
                <th scope="row">{field(GroupMember, name).label}</th>
                {group.membros.map((member) => (
                  <td key={member.id}>{read(member)}</td>
                ))}
                <td>
                  <strong>{read(group.soma)}</strong>
                </td>
              </tr>
            ))}
            {may && (
              <tr>
                <th scope="row">
                  <span style={visuallyHidden}>Ações</span>
                </th>
                {group.membros.map((member) => (
                  <td key={member.id}>
                    <Button
                      size="small"
                      color="inherit"
                      aria-label={`Tirar ${customerText(member)} do grupo`}
                      onClick={() => setAsked(member.id)}
                    >
                      Tirar
                    </Button>
                  </td>
                ))}
                <td />
              </tr>
            )}
          </tbody>
        </Figures>
      </Scroller>
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

const Scroller = styled('div')({ overflowX: 'auto' });

/** The names of the figures stay in sight while the customers are scrolled. */
const Figures = styled('table')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { padding: '6px 8px', textAlign: 'right', borderTop: `1px solid ${components.linha}` },
    '& td': { whiteSpace: 'nowrap' },
    '& thead th, & thead td': { borderTop: 0, fontWeight: 500, minWidth: 110, verticalAlign: 'bottom' },
    '& th[scope=row], & thead td': {
      position: 'sticky',
      left: 0,
      minWidth: 120,
      textAlign: 'left',
      fontWeight: 400,
      color: components.textoSecundario,
      backgroundColor: components.fundo,
    },
  };
});
