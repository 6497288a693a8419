import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Suggestion, suggestionRoutes } from '#contract/callcenter/quotes/suggestions.ts';
import { formatCount } from '#contract/rules/format.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { CustomerField } from '#src/resources/customers/shared/CustomerField.tsx';
import { customerText } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Answered, EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { LOW } from '#ui/theme/windowWidth.ts';
import { ImportedList } from './ImportedList.tsx';
import { type Basket, SuggestionRows, useBasket } from './SuggestionRows.tsx';

/** `/sugestoes?cliente=12&filial=1`: products to offer to a customer, collected into a quote. */
export function SuggestionsPage() {
  return (
    <RequirePermission permission="ORCAMENTO">
      <Suggestions />
    </RequirePermission>
  );
}

function Suggestions() {
  const [address, setAddress] = useSearchParams();
  const idCli = Number(address.get('cliente')) || null;
  const choose = (cliente: string | number | null) =>
    setAddress(cliente === null ? {} : { cliente: `${cliente}` });
  return (
    <Page title="Sugestões de produtos">
      {idCli === null ? (
        <Box sx={{ maxWidth: 560, display: 'grid', gap: 4 }}>
          <CustomerField value={null} onChange={(option) => choose(option?.value ?? null)} />
          <EmptyState
            title="Escolha o cliente"
            text="As sugestões vêm do que ele comprou, e do que clientes parecidos compram."
          />
        </Box>
      ) : (
        <OfCustomer
          key={idCli}
          idCli={idCli}
          branch={Number(address.get('filial')) || null}
          onCustomer={choose}
        />
      )}
    </Page>
  );
}

interface OfCustomerProps {
  idCli: number;
  branch: number | null;
  onCustomer: (id: string | number | null) => void;
}

function OfCustomer({ idCli, branch, onCustomer }: OfCustomerProps) {
  const answer = useRoute(customerRoutes.get, { params: { idCli } });
  const [address, setAddress] = useSearchParams();
  return (
    <Answered answer={answer} skeleton={<PageSkeleton />}>
      {({ data: { fant, razSoc, filiaisSac } }) => {
        const chosen = filiaisSac.find(({ idFil }) => idFil === branch) ?? filiaisSac[0];
        return (
          <>
            <Box
              sx={{
                display: 'grid',
                gap: 3,
                gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(0, 1fr)' },
                mb: 4,
              }}
            >
              <CustomerField
                value={{ value: idCli, label: customerText({ id: idCli, fant, razSoc }) }}
                onChange={(option) => onCustomer(option?.value ?? null)}
              />
              <ChoiceField
                label="Filial"
                value={chosen?.idFil ?? null}
                disabled={filiaisSac.length < 2}
                onChange={(id) => setAddress({ ...Object.fromEntries(address), filial: `${id}` })}
                choices={filiaisSac.map(({ idFil, razSoc: name }) => ({ value: idFil, label: name }))}
              />
            </Box>
            {chosen ? (
              <SuggestionBoard key={chosen.idFil} idCli={idCli} idFil={chosen.idFil} />
            ) : (
              <EmptyState
                title="Nenhuma filial sua atende este cliente"
                text="Peça a um supervisor que inclua a sua filial."
              />
            )}
          </>
        );
      }}
    </Answered>
  );
}

interface Place {
  idCli: number;
  idFil: number;
}

const LIST = 'LISTA';

/** The kinds of suggestions as tabs, with one shared basket. */
function SuggestionBoard(place: Place) {
  const { can } = useCan();
  const menus = useRoute(suggestionRoutes.menus, {});
  const [chosen, setChosen] = useState<string>();
  const basket = useBasket();
  return (
    <Answered answer={menus}>
      {(kinds) => {
        const tab = chosen ?? kinds[0]?.tipo ?? LIST;
        return (
          <>
            <Tabs
              value={tab}
              onChange={(_, value: string) => setChosen(value)}
              aria-label="Tipos de sugestão"
              sx={{ mb: 3 }}
            >
              {kinds.map(({ tipo, nome }) => (
                <Tab key={tipo} value={tipo} label={nome} id={`tab-${tipo}`} aria-controls="sugestoes" />
              ))}
              {can('ORCAMENTO_EDITAR') && (
                <Tab value={LIST} label="Lista do cliente" id={`tab-${LIST}`} aria-controls="sugestoes" />
              )}
            </Tabs>
            <Box role="tabpanel" id="sugestoes" aria-labelledby={`tab-${tab}`} sx={{ pb: 20 }}>
              {tab === LIST ? (
                <ImportedList {...place} basket={basket} />
              ) : (
                <OfKind key={tab} tipo={tab} {...place} basket={basket} />
              )}
            </Box>
            {can('ORCAMENTO_EDITAR') && <Finish {...place} basket={basket} />}
          </>
        );
      }}
    </Answered>
  );
}

function OfKind({ tipo, idCli, idFil, basket }: Place & { tipo: string; basket: Basket }) {
  const answer = useRoute(suggestionRoutes.list, { params: { tipo, idCli, idFil } });
  return (
    <Answered answer={answer} skeleton={<SuggestionRows rows={NONE} loading basket={basket} />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title="Nada a sugerir por aqui"
            text="Falta história de compras para este tipo. Veja os outros, ou envie a lista do cliente."
          />
        ) : (
          <SuggestionRows rows={rows} loading={false} basket={basket} />
        )
      }
    </Answered>
  );
}

const NONE: Suggestion[] = [];

/** The bar at the bottom: the basket, and a button that turns it into a quote. */
function Finish({ idCli, idFil, basket }: Place & { basket: Basket }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const making = useRouteCommand(suggestionRoutes.finish);
  if (basket.chosen.length === 0) return null;
  const count = formatCount(basket.chosen.length, 'produto escolhido', 'produtos escolhidos');
  const finish = async () => {
    try {
      const { data } = await making.mutateAsync({
        params: { idCli, idFil },
        body: { produtos: basket.chosen },
      });
      notify(data.message, { type: 'success' });
      navigate(`/orcamentos/${data.id}`);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  return (
    <Box
      role="region"
      aria-label="Produtos escolhidos"
      sx={({ vars: { palette } }) => ({
        position: 'fixed',
        [LOW]: { position: 'static' },
        insetInline: 0,
        bottom: 0,
        zIndex: 3,
        p: 3,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        alignItems: 'center',
        justifyContent: 'flex-end',
        backgroundColor: palette.components.superficie,
        borderTop: `1px solid ${palette.components.linha}`,
      })}
    >
      <Typography role="status">{count}</Typography>
      <Button onClick={basket.clear} disabled={making.isPending}>
        Limpar
      </Button>
      <Button variant="contained" loading={making.isPending} onClick={finish}>
        Fazer orçamento
      </Button>
    </Box>
  );
}
