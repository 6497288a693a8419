import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { memo, useState } from 'react';
import { agendaSupervisionRoutes, type Capacities } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { formatCount } from '#contract/rules/format.ts';
import { shortWeekday, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import type { Conflict } from '#contract/sharedShapes.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { conflictOf, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { PHONE } from '#ui/theme/windowWidth.ts';
import { useAgendaRefresh } from '../shared/agendaTexts.tsx';
import { BalanceDialog } from './BalanceDialog.tsx';

/** `/agendas/capacidade`: each seller's daily capacity, compared with their pending agendas. */
export function CapacityPage() {
  return (
    <RequirePermission permission="AGENDA_SUPERVISAO">
      <Capacity />
    </RequirePermission>
  );
}

/** The fields' texts by person id; empty for the default. */
type Texts = Record<string, string>;

const textsOf = ({ vendedores }: Capacities): Texts =>
  Object.fromEntries(vendedores.map(({ id, propria, porDia }) => [id, propria ? String(porDia) : '']));

function Capacity() {
  const { data, error, isPending, refetch } = useRoute(agendaSupervisionRoutes.capacities, { query: {} });
  const [by, setBy] = useState<Conflict>();
  const form = useVersionedForm<Texts>({
    // The sellers' versions only increase, and so does their sum.
    versao: data?.vendedores.reduce((sum, { versao }) => sum + versao + 1, 0) ?? 0,
    initial: data ? textsOf(data) : {},
    by,
    read: textsOf,
  });
  const ids = Object.keys(form.value).filter((id) => form.value[id] !== form.base[id]);
  const [balancing, setBalancing] = useState(false);
  const notify = useNotify();
  const refresh = useAgendaRefresh();
  const save = useRouteCommand(agendaSupervisionRoutes.saveCapacities);
  const change = useStableCallback((id: number, text: string) => form.set({ [id]: text }));
  const count = ids.length;
  const wrong = ids
    .map((id) => form.value[id] ?? '')
    .some((text) => !/^\d{0,3}$/.test(text) || Number(text) > 500);
  const submit = async () => {
    const capacidades = ids.map((id) => ({
      idColab: Number(id),
      porDia: form.value[id] ? Number(form.value[id]) : null,
      versao: data?.vendedores.find((seller) => seller.id === Number(id))?.versao ?? 0,
    }));
    const answer = await save.mutateAsync({ body: { capacidades } }).catch((error: unknown) => {
      // The current values are refetched by the live update that follows every version conflict.
      setBy(conflictOf(error) ?? undefined);
      return null;
    });
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    await refetch();
  };
  return (
    <Page
      title="Capacidade de agendas"
      actions={
        <>
          {count > 0 && (
            <Button onClick={form.reset} disabled={save.isPending}>
              Descartar
            </Button>
          )}
          {count > 0 && (
            <Button
              variant="outlined"
              onClick={() => void submit()}
              loading={save.isPending}
              disabled={wrong || form.undecided}
            >
              {`Salvar ${formatCount(count, 'capacidade', 'capacidades')}`}
            </Button>
          )}
          <Button variant="contained" onClick={() => setBalancing(true)} disabled={!data}>
            Equilibrar
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <ConflictView
          conflict={form}
          name="a capacidade"
          labels={Object.fromEntries(
            (data?.vendedores ?? []).map(({ id, nome }) => [
              id,
              { label: nome, show: (text: string | undefined) => (text ? `${text} por dia` : 'o padrão') },
            ]),
          )}
        />
        {save.error && !form.open && <Alert severity="error">{save.error.message}</Alert>}
        {isPending && <ListSkeleton rows={8} />}
        <Failure answer={{ data, error, refetch }} />
        {data && data.vendedores.length === 0 && (
          <EmptyState
            title="Nenhum vendedor"
            text="Cadastre operadores, vendedores ou representantes em Pessoas."
          />
        )}
        {data && data.vendedores.length > 0 && (
          <>
            <Typography variant="body2" color="text.secondary">
              Agendas em aberto nos próximos {data.dias.length} dias úteis. Sem um número próprio vale o
              padrão de {data.padrao} por dia.
            </Typography>
            <LoadTable data={data} changed={form.value} onChange={change} />
          </>
        )}
      </Stack>
      {balancing && (
        <BalanceDialog
          onClose={() => setBalancing(false)}
          onDone={async () => {
            await Promise.all([refetch(), refresh()]);
          }}
        />
      )}
    </Page>
  );
}

interface LoadTableProps {
  data: Capacities;
  /** Input by person id; '' for the default. */
  changed: Readonly<Record<number, string>>;
  onChange: (id: number, text: string) => void;
}

const Frame = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    // Positions the texts for screen readers; otherwise they would widen the page.
    position: 'relative',
    overflowX: 'auto',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '& table': {
      borderCollapse: 'collapse',
      width: '100%',
      fontSize: 13,
      fontVariantNumeric: 'tabular-nums',
    },
    '& th, & td': {
      padding: '6px 8px',
      textAlign: 'left',
      whiteSpace: 'nowrap',
      borderBottom: `1px solid ${components.linha}`,
    },
    '& tbody tr:last-of-type > *': { borderBottom: 0 },
    '& thead th': { fontWeight: 600, color: components.textoSecundario },
    // The date is below its weekday, so that ten days fit on a desktop.
    '& thead th > span': { display: 'block', fontWeight: 400 },
    '& tbody th': { fontWeight: 500, position: 'sticky', left: 0, backgroundColor: components.superficie },
    [PHONE]: { '& tbody th': { whiteSpace: 'normal', maxWidth: 110 } },
    '& .bar': { height: 4, borderRadius: 2, backgroundColor: components.linha, marginTop: 2, minWidth: 40 },
    '& .bar > div': { height: '100%', borderRadius: 2, backgroundColor: actions.primaria.main },
    '& [data-over] .bar > div': { backgroundColor: actions.perigo.main },
    '& [data-over] > span': { color: actions.perigo.text, fontWeight: 600 },
    '& .unseen': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  };
});

/** A row per seller and a column per day; a day above capacity is marked by text and colour. */
const LoadTable = ({ data, changed, onChange }: LoadTableProps) => (
  <Frame role="region" aria-label="Carga por vendedor e dia" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Vendedor</th>
          <th scope="col">Por dia</th>
          <th scope="col">Atrasadas</th>
          {data.dias.map((day) => (
            <th key={day} scope="col">
              {shortWeekday(weekdayOf(day))} <span>{`${day.slice(8)}/${day.slice(5, 7)}`}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.vendedores.map((seller) => (
          <SellerLoads
            key={seller.id}
            seller={seller}
            standard={data.padrao}
            text={changed[seller.id] ?? (seller.propria ? String(seller.porDia) : '')}
            onChange={onChange}
          />
        ))}
      </tbody>
    </table>
  </Frame>
);

interface SellerLoadsProps extends Pick<LoadTableProps, 'onChange'> {
  seller: Capacities['vendedores'][number];
  /** What applies where the field is empty. */
  standard: number;
  text: string;
}

/** A key in one row's field draws that row alone. */
const SellerLoads = memo(({ seller, standard, text, onChange }: SellerLoadsProps) => (
  <tr>
    <th scope="row">{seller.nome}</th>
    <td>
      <NumberField
        size="small"
        value={text || null}
        onChange={(most) => onChange(seller.id, most ?? '')}
        max="999"
        placeholder={String(standard)}
        slotProps={{ htmlInput: { 'aria-label': `Capacidade de ${seller.nome}` } }}
        sx={{ width: 72 }}
      />
    </td>
    <td>{seller.atrasadas || '—'}</td>
    {seller.cargas.map(({ dia, total }) => (
      <Load key={dia} total={total} most={seller.porDia} />
    ))}
  </tr>
));

function Load({ total, most }: { total: number; most: number }) {
  const over = total > most;
  const share = most > 0 ? Math.min(1, total / most) : total > 0 ? 1 : 0;
  return (
    <td data-over={over || undefined} title={over ? `${total - most} acima da capacidade` : undefined}>
      <span>
        {total}
        {over && <span className="unseen"> acima da capacidade</span>}
        {over && <span aria-hidden> ▲</span>}
      </span>
      <Box className="bar" aria-hidden data-print="ink">
        <Box style={{ width: `${share * 100}%` }} />
      </Box>
    </td>
  );
}
