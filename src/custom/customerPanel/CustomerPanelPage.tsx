import { useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { LegendBadges } from '../../ui/components/display/Chips.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { CustomerFacts } from './header/CustomerFacts.tsx';
import { QuickActions } from './header/QuickActions.tsx';
import { BodySkeleton, PanelBody } from './PanelBody.tsx';
import type { PanelPlace } from './panelTabs.ts';
import { PanelFailure } from './TabParts.tsx';
import { usePanelCustomer } from './usePanel.ts';

/** `/clientes/12/pedidos?item=345`: the panel as a page; the address identifies the open tab and the open item. */
export function CustomerPanelPage({ idCli }: { idCli: number }) {
  const { data, error, refetch } = usePanelCustomer(idCli);
  const place = useAddress(idCli);
  const customer = data?.data;
  if (!customer)
    return (
      <Page title={`Cliente ${idCli}`}>
        {error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <BodySkeleton />}
      </Page>
    );
  const { fant, razSoc, legendas, motivoBloqueio } = customer;
  return (
    <Page
      title={fant || razSoc}
      aside={<LegendBadges codes={legendas.map(({ codigo }) => codigo)} blockReason={motivoBloqueio} />}
      actions={<QuickActions customer={customer} />}
    >
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
