import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { customerOption } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { proposedState } from './proposedTerms.ts';
import { QuoteWorkspace } from './QuoteWorkspace.tsx';

/** /orcamentos/create opens a quote, /orcamentos/:id edits it. */
export function QuoteEditor() {
  const id = useRecordId();
  const { pathname } = useLocation();
  if (id === null) return pathname.endsWith('/create') ? <OpenQuote /> : <UnknownPath />;
  return <LoadedQuote key={id} id={id} />;
}

function LoadedQuote({ id }: { id: number }) {
  // A refetch must not replace the quote while the person is editing it.
  const quote = useRoute(
    quoteEditingRoutes.cart,
    { params: { id } },
    { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0, gcTime: 0 },
  );
  if (quote.data) return <QuoteWorkspace first={quote.data.data} />;
  if (quote.error instanceof CallFailure && quote.error.status === 404) return <UnknownPath />;
  return quote.error ? <Failure answer={quote} /> : <PageSkeleton />;
}

async function customerOptions(q: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const { itens } = await call(customerPanelRoutes.list, { query: { q, take: 10 } }, { signal });
  return itens.map(customerOption);
}

/** Asks for the customer and the selling branch, then opens the quote. Nothing is written before that. */
function OpenQuote() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const requested = Number(query.get('cliente')) || null;
  const [customer, setCustomer] = useState<AsyncOption | null>(null);
  const [branch, setBranch] = useState('');
  const named = useRoute(
    customerPanelRoutes.list,
    { query: { q: String(requested), take: 1 } },
    { enabled: requested !== null },
  ).data?.itens.find(({ id }) => id === requested);
  const chosen = customer ?? (named ? customerOption(named) : null);
  const idCli = chosen ? Number(chosen.value) : requested;
  const open = useRouteCommand(quoteEditingRoutes.create, {
    onSuccess: ({ data }) =>
      navigate(`/orcamentos/${data.id}`, { replace: true, state: proposedState(data) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (idCli)
      open.mutate({ body: { idCli, ...(branch && { idFil: Number(branch) }), proporCondicoes: true } });
  };
  const branches = currentInitialLoad()?.filiais ?? [];
  return (
    <Page title="Novo orçamento" width="form">
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 4, maxWidth: 560 }}>
        {open.error && <Alert severity="error">{errorText(open.error)}</Alert>}
        <AsyncAutocomplete
          label="Cliente"
          hint="Código, Razão Social, CNPJ..."
          minLength={1}
          required
          load={customerOptions}
          value={chosen}
          onChange={setCustomer}
        />
        <ChoiceField
          label="Filial"
          value={branch}
          onChange={(id) => setBranch(id ?? '')}
          helperText="Sem escolher, a primeira das suas que atende o cliente."
          choices={branches.map(({ idFil, fant }) => ({ value: String(idFil), label: fant }))}
          none="A que atende o cliente"
        />
        <Box>
          {/* When coming from the panel, the customer is already set, so only Enter remains to be pressed. */}
          <Button
            type="submit"
            variant="contained"
            autoFocus={requested !== null}
            disabled={!idCli}
            loading={open.isPending}
          >
            Abrir orçamento
          </Button>
        </Box>
      </Box>
    </Page>
  );
}
