import AddOutlined from '@mui/icons-material/AddOutlined';
import ContactPhoneOutlined from '@mui/icons-material/ContactPhoneOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MAX_PICKUP_ROWS, type PickupParty, type PickupRow, pickupRoutes } from '#contract/sac/pickups.ts';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { listCount, useList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { PersonalGate, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { GenerateDialog } from './GenerateDialog.tsx';
import { PartyDialog } from './PartyDialog.tsx';
import { PickupDialog } from './PickupDialog.tsx';
import { PickupSelection, usePrintOrder } from './pickupActions.tsx';
import { PickupTabs, pickupColumns, pickupFilters } from './pickupTable.tsx';

/** `/coletas`: the pickups; `/coletas/12` opens one over the list, `/coletas/gerar` the tickets waiting for a pickup. */
export function PickupList() {
  const { opened } = usePickupAddress();
  if (opened === undefined) return <UnknownPath />;
  return (
    <RequirePermission permission="SAC_COLETAS">
      <List />
    </RequirePermission>
  );
}

function List() {
  const list = useList<PickupRow>('coletas', { field: 'dtCriacao', order: 'DESC' });
  const { can } = useCan();
  const { opened, addressOf, open, close } = usePickupAddress();
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING_TICKED);
  const [party, setParty] = useState<PickupParty | null>(null);
  const untick = useCallback(() => setTicked(NOTHING_TICKED), []);
  const { values, setValues } = useFilterValues(list, untick);
  const rowLink = useCallback(({ id }: PickupRow) => addressOf(id), [addressOf]);
  const rowActions = useRowActions(setParty);
  const mayGenerate = can('COLETAS_GERAR');
  const generate = useCallback(() => open('gerar'), [open]);
  return (
    <Page
      title={{ menu: 'Coletas' }}
      count={listCount(list, ['coleta', 'coletas'])}
      actions={
        mayGenerate && (
          <Button variant="contained" startIcon={<AddOutlined />} onClick={generate}>
            Gerar coletas
          </Button>
        )
      }
      fill
    >
      <ListTable
        list={list}
        mostRows={MAX_PICKUP_ROWS}
        values={values}
        onValues={setValues}
        views="coletas"
        sums="coletas"
        noun={['coleta', 'coletas']}
        columnsKey="colunas-coletas"
        columns={pickupColumns}
        filters={pickupFilters()}
        search={{ key: 'termo', placeholder: 'Coleta, ticket, cliente ou responsável' }}
        tabs={<PickupTabs values={values} onChange={setValues} />}
        live={{ list: 'coletas', words: ['coleta nova', 'coletas novas'] }}
        rowLink={rowLink}
        rowActions={rowActions}
        actionsWidth={72}
        selection={
          can('COLETAS_CONFIRMAR') ? { ids: ticked, onChange: setTicked, label: tickLabel } : undefined
        }
        bulk={<PickupSelection ids={ticked} onClear={untick} />}
        hint="outro número ou nome"
        empty={
          <EmptyState
            title="Ainda não há coletas"
            text="Gere coletas dos tickets que aguardam na etapa de coleta."
            actions={
              mayGenerate && (
                <Button variant="contained" onClick={generate}>
                  Gerar coletas
                </Button>
              )
            }
          />
        }
      />
      {typeof opened === 'number' && <PickupDialog id={opened} onClose={close} onParty={setParty} />}
      {opened === 'gerar' && <GenerateDialog onClose={close} />}
      {party && <PartyDialog party={party} onClose={() => setParty(null)} />}
    </Page>
  );
}

const NOTHING_TICKED: ReadonlySet<RowId> = new Set();
const tickLabel = ({ id }: PickupRow) => `Selecionar coleta ${id}`;

/** What the address opens over the list: `null` for nothing, `undefined` for an invalid address. */
type OpenPickup = number | 'gerar' | null | undefined;

/** `/coletas`, `/coletas/12`, `/coletas/gerar`: the address contains what is open, along with the list's filters. */
function usePickupAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const addressOf = useCallback((segment: number | 'gerar') => `/coletas/${segment}${search}`, [search]);
  // Adds no entry to the history, in which 'back' would open and close the same pickup for ever.
  const close = useCallback(() => navigate(`/coletas${search}`, { replace: true }), [navigate, search]);
  const open = useCallback(
    (segment: number | 'gerar') => navigate(addressOf(segment)),
    [navigate, addressOf],
  );
  return { opened: openedBy(pathname), addressOf, open, close };
}

function openedBy(pathname: string): OpenPickup {
  const segment = pathname.replace(/^\/coletas\/?/, '').replace(/\/$/, '');
  if (segment === '') return null;
  if (segment === 'gerar') return 'gerar';
  return /^\d{1,9}$/.test(segment) ? Number(segment) : undefined;
}

/** Buttons at the end of a row: the responsible party, and printing the order. */
function useRowActions(onParty: (party: PickupParty) => void) {
  const { print } = usePrintOrder();
  return useCallback(
    (row: PickupRow) => (
      <>
        <IconButton
          size="small"
          aria-label={`Ver responsável pela coleta ${row.id}`}
          title="Ver responsável"
          onClick={() => onParty(row.responsavel)}
        >
          <ContactPhoneOutlined fontSize="small" />
        </IconButton>
        <PersonalGate route={pickupRoutes.order}>
          <IconButton
            size="small"
            aria-label={`Baixar ordem da coleta ${row.id}`}
            title="Baixar ordem"
            onClick={() => print(row)}
          >
            <PrintOutlined fontSize="small" />
          </IconButton>
        </PersonalGate>
      </>
    ),
    [onParty, print],
  );
}
