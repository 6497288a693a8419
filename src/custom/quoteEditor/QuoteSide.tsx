import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { SALE_TAXES, saleTaxes } from '#contract/rules/orders/lineTaxes.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton, Undecided } from '#ui/shell/states/skeletons.tsx';
import { CollapsibleSection } from './CollapsibleSection.tsx';
import { useMix } from './products/MixToggle.tsx';
import { QuoteLights } from './QuoteLights.tsx';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

/** The number of suggestions shown, few enough to take in at a glance. */
const MAX_MIX_SHOWN = 8;

interface SideProps {
  editing: QuoteEditing;
  disabled: boolean;
}

/** The column beside the cart: coupon, campaigns, traffic lights, taxes and the mix. */
export const QuoteSide = steady((props: SideProps) => {
  const { regras } = props.editing.quote;
  return (
    <Box data-in-order sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
      {/* For the seller: a customer who is given the paper must not read margin and credit there. */}
      <div data-in-order data-print="no" style={{ display: 'contents' }}>
        <QuoteLights editing={props.editing} />
        {regras.usaCupom && <Coupon {...props} />}
        {regras.usaCampanhaComercial && <Campaigns {...props} />}
        <Mix {...props} />
      </div>
      <Taxes {...props} />
    </Box>
  );
});

function Coupon({ editing, disabled }: SideProps) {
  const { quote, applyServerQuote, settle } = editing;
  const [code, setCode] = useState('');
  const change = useRouteCommand(quoteEditingRoutes.coupon, {
    onSuccess: ({ data }) => applyServerQuote(data),
  });
  const send = async (codigo: string) => {
    if (await settle()) change.mutate({ params: { idPedido: quote.id }, body: { codigo } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) void send(code.trim());
  };
  return (
    <CollapsibleSection title="Cupom">
      {change.error && <Alert severity="error">{errorText(change.error)}</Alert>}
      {quote.cupom ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
          <span>
            {quote.cupom.codigo}: -{formatMoney(quote.cupom.desconto, 2)}
          </span>
          <Button size="small" disabled={disabled} loading={change.isPending} onClick={() => void send('')}>
            Retirar cupom
          </Button>
        </Box>
      ) : (
        <form onSubmit={submit} style={{ display: 'flex', gap: 8, alignItems: 'flex-end' }}>
          <TextField
            label="Código do cupom"
            size="small"
            disabled={disabled}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={disabled || !code.trim()}
            loading={change.isPending}
          >
            Usar
          </Button>
        </form>
      )}
    </CollapsibleSection>
  );
}

function Campaigns({ editing, disabled }: SideProps) {
  const { quote, applyServerQuote, settle } = editing;
  const params = { idPedido: quote.id };
  const client = useQueryClient();
  const found = useRoute(quoteEditingRoutes.campaigns, { params });
  const accept = useRouteCommand(quoteEditingRoutes.acceptCampaigns, {
    onSuccess: async ({ data }) => {
      applyServerQuote(data);
      await client.invalidateQueries({ queryKey: routeKey(quoteEditingRoutes.campaigns) });
    },
  });
  const rows = found.data ?? [];
  if (found.isLoading) return <Undecided />;
  if (rows.length === 0) return null;
  const toggle = async (id: number, on: boolean) => {
    if (!(await settle())) return;
    const acceptedIds = rows.filter((row) => row.aceita && row.id !== id).map((row) => row.id);
    accept.mutate({ params, body: { campanhas: on ? [...acceptedIds, id] : acceptedIds } });
  };
  return (
    <CollapsibleSection title="Campanhas" description="As que servem aos itens do orçamento.">
      {accept.error && <Alert severity="error">{errorText(accept.error)}</Alert>}
      {rows.map((row) => (
        <FormControlLabel
          key={row.id}
          disabled={disabled || (!row.atende && !row.aceita) || accept.isPending}
          control={<Checkbox checked={row.aceita} onChange={(_, on) => void toggle(row.id, on)} />}
          label={
            <span>
              {row.nome}
              <br />
              <small>
                {row.tipo === 'DESCONTO'
                  ? `${formatQuantity(row.valor)}% de desconto`
                  : `${formatQuantity(row.valor)} pontos por unidade`}
                {!row.atende &&
                  ` · faltam itens: ${formatQuantity(row.quantidade)} de ${formatQuantity(row.quantidadeMinima)}`}
              </small>
            </span>
          }
        />
      ))}
    </CollapsibleSection>
  );
}

function Mix({ editing, disabled }: SideProps) {
  const { quote, applyServerQuote, settle } = editing;
  const mix = useMix(quote);
  const add = useRouteCommand(quoteEditingRoutes.mixToQuote, {
    onSuccess: ({ data }) => applyServerQuote(data),
  });
  const productIds = new Set(quote.itens.map(({ produto }) => produto.id));
  const rows = (mix.data ?? []).filter(({ id }) => !productIds.has(id)).slice(0, MAX_MIX_SHOWN);
  const include = async (id: number) => {
    if (await settle()) add.mutate({ params: { id: quote.id }, body: { produtos: [id] } });
  };
  return (
    <CollapsibleSection
      title="Mix"
      description="O que foi incluído aqui à mão, e o que clientes da mesma atividade compram e este não."
    >
      {add.error && <Alert severity="error">{errorText(add.error)}</Alert>}
      {mix.error && <Alert severity="error">{errorText(mix.error)}</Alert>}
      {mix.isPending && <TextSkeleton lines={4} />}
      {mix.data && rows.length === 0 && <span>Nada a sugerir.</span>}
      {rows.map((row) => (
        <Box key={row.id} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {row.descricao}
            <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
              {row.escolhido
                ? 'Incluído no mix deste cliente'
                : formatCount(row.clientes, 'cliente compra', 'clientes compram')}
            </Box>
          </Box>
          <Button
            size="small"
            disabled={disabled || add.isPending}
            aria-label={`Incluir ${row.descricao} do mix`}
            onClick={() => void include(row.id)}
          >
            Incluir
          </Button>
        </Box>
      ))}
    </CollapsibleSection>
  );
}

/** Refetched after every saved change; the previous figures stay visible until then. */
function Taxes({ editing }: SideProps) {
  const { quote } = editing;
  const params = { pedidoId: quote.id };
  const has = quote.itens.length > 0;
  const taxes = useRoute(
    quoteEditingRoutes.taxes,
    { params },
    { enabled: has, placeholderData: keepPreviousData },
  );
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each version
  useEffect(() => {
    void client.invalidateQueries({ queryKey: routeKey(quoteEditingRoutes.taxes, { params }) });
  }, [quote.versao]);
  const found = taxes.data?.data;
  return (
    <CollapsibleSection title="Impostos">
      {taxes.error && <Alert severity="error">{errorText(taxes.error)}</Alert>}
      {!has && <small>São calculados assim que houver itens.</small>}
      {has && taxes.isPending && <TextSkeleton lines={3} />}
      {has && found && (
        <dl style={{ margin: 0, display: 'grid', gridTemplateColumns: '1fr auto', gap: 4 }}>
          {saleTaxes
            .filter((name) => isPositive(found[name]))
            .map((name) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{SALE_TAXES[name].label + (SALE_TAXES[name].onTop ? '' : ' (já no preço)')}</dt>
                <dd style={{ margin: 0 }}>{formatMoney(found[name], 2)}</dd>
              </div>
            ))}
          <dt>Somam ao total</dt>
          <dd style={{ margin: 0, fontWeight: 600 }}>{formatMoney(found.total, 2)}</dd>
        </dl>
      )}
    </CollapsibleSection>
  );
}
