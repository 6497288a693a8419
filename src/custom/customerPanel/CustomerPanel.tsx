import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { CloseCross, DialogFrame, useDialogLeave } from '#ui/components/frame/DialogFrame.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { CustomerFacts } from './header/CustomerFacts.tsx';
import { QuickActions } from './header/QuickActions.tsx';
import { BodySkeleton, PanelBody } from './PanelBody.tsx';
import type { PanelPlace } from './panelPlace.ts';
import { PanelFailure } from './TabParts.tsx';
import { usePanelCustomer } from './usePanel.ts';

/** `/clientes/12/pedidos?item=345`: the panel as a page; the address identifies the open tab and the open item. */
export function CustomerPanelPage({ idCli }: { idCli: number }) {
  const answer = usePanelCustomer(idCli);
  const { data, error, refetch } = answer;
  const place = useAddress(idCli);
  const { search } = useLocation();
  const customer = data?.data;
  if (!customer)
    return (
      <Page title={`Cliente ${idCli}`}>
        {error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <BodySkeleton />}
      </Page>
    );
  // The code leads on to where everything of it is.
  if (customer.id !== idCli)
    return (
      <Navigate
        to={`/clientes/${customer.id}${place.aba ? `/${place.aba}` : ''}${search}`}
        replace
        state={{ unido: idCli }}
      />
    );
  const { fant, razSoc, legendas, motivoBloqueio } = customer;
  return (
    <Page
      title={fant || razSoc}
      aside={<LegendBadges codes={legendas.map(({ codigo }) => codigo)} blockReason={motivoBloqueio} />}
      actions={<QuickActions customer={customer} />}
    >
      <Failure answer={answer} />
      <CustomerFacts customer={customer} />
      <PanelBody customer={customer} place={place} />
    </Page>
  );
}

function useAddress(idCli: number): PanelPlace {
  const { aba } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const item = Number(search.get('item'));
  return useMemo(
    () => ({
      aba,
      item: Number.isInteger(item) && item > 0 ? item : null,
      // Closing an item adds no history entry; opening one does.
      go: (tab, next) =>
        navigate(`/clientes/${idCli}/${tab}${next ? `?item=${next}` : ''}`, {
          replace: tab === aba && !next,
        }),
      href: (tab) => `/clientes/${idCli}/${tab}`,
    }),
    [aba, item, idCli, navigate],
  );
}

interface CustomerPanelDialogProps {
  idCli: number;
  /** Key of the tab to open first. */
  tab?: string;
  onClose: () => void;
}

/** The customer panel over another screen, which keeps its state. */
export function CustomerPanelDialog({ idCli, tab, onClose }: CustomerPanelDialogProps) {
  const titleId = useId();
  const phone = useIsPhone();
  const answer = usePanelCustomer(idCli);
  const { data, error, refetch } = answer;
  const place = usePlace(tab);
  const customer = data?.data;
  const content = useTopOfTab(place.aba);
  return (
    <DialogFrame
      open
      onClose={onClose}
      fullScreen={phone}
      maxWidth="xl"
      fullWidth
      aria-labelledby={titleId}
      // The same height for every tab, so that nothing jumps under the pointer; the rail's height derives from it.
      slotProps={{ paper: { sx: { height: { sm: 'calc(100% - 64px)' } } } }}
    >
      <Header titleId={titleId} idCli={idCli} customer={customer} aba={place.aba} phone={phone} />
      <DialogContent ref={content} sx={{ '--shell-top': '0px', containerType: 'size' }}>
        {customer && (
          <>
            <Failure answer={answer} />
            <CustomerFacts customer={customer} asked={idCli} />
            <GuardedBody customer={customer} place={place} />
          </>
        )}
        {!customer &&
          (error ? (
            <PanelFailure error={error} onRetry={() => void refetch()} onBack={onClose} />
          ) : (
            <BodySkeleton />
          ))}
      </DialogContent>
    </DialogFrame>
  );
}

/** Switching tabs asks first when the current one holds unsaved input. */
function GuardedBody({ customer, place }: { customer: PanelCustomer; place: PanelPlace }) {
  const leave = useDialogLeave();
  const guarded: PanelPlace = {
    ...place,
    go: (aba, item) => (aba === place.aba ? place.go(aba, item) : leave(() => place.go(aba, item))),
  };
  return <PanelBody customer={customer} place={guarded} />;
}

function usePlace(tab: string | undefined): PanelPlace {
  const [at, setAt] = useState<{ aba: string | undefined; item: number | null }>({ aba: tab, item: null });
  return useMemo(() => ({ ...at, go: (aba, item = null) => setAt({ aba, item }) }), [at]);
}

/** Scrolls to the top on a tab change, since the previous tab's scroll position means nothing for the next one. */
function useTopOfTab(aba: string | undefined) {
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls with the tab
  useEffect(() => {
    if (content.current) content.current.scrollTop = 0;
  }, [aba]);
  return content;
}

interface HeaderProps {
  titleId: string;
  idCli: number;
  customer: PanelCustomer | undefined;
  aba: string | undefined;
  phone: boolean;
}

/** On a phone the close button stays beside the name, and the customer actions move to the line below. */
function Header({ titleId, idCli, customer, aba, phone }: HeaderProps) {
  const actions = customer && (
    <Box sx={{ ...ROW, justifyContent: 'flex-end', flexBasis: phone ? '100%' : 'auto' }}>
      <QuickActions customer={customer} />
    </Box>
  );
  return (
    <Box component="header" sx={{ ...ROW, gap: 2, px: { xs: 4, md: 6 }, py: 2 }}>
      <Box sx={{ ...ROW, gap: 2, flex: '1 1 0', minWidth: phone ? 0 : 'min-content' }}>
        <Typography id={titleId} variant="h2" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {customer ? customer.fant || customer.razSoc : `Cliente ${idCli}`}
        </Typography>
        {customer && (
          <LegendBadges
            codes={customer.legendas.map(({ codigo }) => codigo)}
            blockReason={customer.motivoBloqueio}
          />
        )}
      </Box>
      {!phone && actions}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <IconButton
          aria-label="Abrir a página do cliente"
          component={Link}
          to={`/clientes/${idCli}${aba ? `/${aba}` : ''}`}
          target="_blank"
        >
          <OpenInNewOutlined />
        </IconButton>
        <CloseCross aria-label="Fechar">
          <CloseOutlined />
        </CloseCross>
      </Box>
      {phone && actions}
    </Box>
  );
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const;
