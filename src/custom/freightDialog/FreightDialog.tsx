import CloseIcon from '@mui/icons-material/Close';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import {
  type FreightAnswer,
  type FreightOffer,
  type FreightQuote,
  freightRoutes,
} from '#contract/callcenter/orders/freight.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney, formatNumber } from '#contract/rules/format.ts';
import { firstOfList } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { revealInvalidField } from '#ui/components/inputs/typedGate.ts';
import { EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { CarrierDialog, ManualFreight } from './CarrierDialog.tsx';
import {
  type FreightChoice,
  type FreightQuery,
  freightPrice,
  MAX_FREIGHT,
  targetOf,
  useFreightQuotes,
} from './freightChoice.ts';
import { choiceOf, type Offer, OfferCard, offersOf, payableOf } from './OfferCard.tsx';
import { TargetForm } from './TargetForm.tsx';

interface FreightDialogProps {
  query: FreightQuery;
  /** Called when a carrier was selected, with its price and the payable amount. */
  onSelect: (choice: FreightChoice) => void;
  /** Makes the queried place the delivery address; only then can its offers be chosen. */
  onDeliverThere: (place: FreightAnswer['destino']) => void;
  onClose: () => void;
}

/** 'Calcular Frete - {tipo}' (document 002 section 2). */
export function FreightDialog({ query, onSelect, onDeliverThere, onClose }: FreightDialogProps) {
  const titleId = useId();
  const [target, setTarget] = useState(() => targetOf(query));
  const [shown, setShown] = useState<Offer | null>(null);
  const { quotes, calculate, requested } = useFreightQuotes(query, target);
  const answer = quotes.data;
  const failure = quotes.isFetching
    ? undefined
    : quotes.error
      ? errorText(quotes.error)
      : answer?.error?.message;
  const [charge, setCharge] = useState<Decimal | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const mayCharge = answer?.calculo.podeAbonar === true && !answer.calculo.clientePaga;
  const select = (quote: FreightQuote, selo: string, aMao: boolean) => {
    if (!answer || revealInvalidField(content.current)) return;
    const charged = mayCharge ? freightPrice(charge) : null;
    onSelect(choiceOf(answer, query.total, { quote, selo, aMao, charged }));
  };
  const selectOffer = (quote: FreightOffer) => {
    if (quote.selo) select(quote, quote.selo, false);
  };
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth fullScreen="phone" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ pr: 12 }}>
        Calcular Frete - {query.tipoFrete.desc}
        <CloseCross aria-label="Fechar" sx={{ position: 'absolute', right: 12, top: 12 }}>
          <CloseIcon />
        </CloseCross>
      </DialogTitle>
      <DialogContent ref={content} sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Totals query={query} />
        <RelatedOrders idOrcamento={query.idOrcamento} />
        <TargetForm
          value={target}
          onChange={setTarget}
          onCalculate={calculate}
          calculating={quotes.isFetching}
          own={targetOf(query)}
        />
        {failure && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
            {failure}
          </Alert>
        )}
        {requested && quotes.isFetching && <ListSkeleton rows={3} />}
        {answer && !quotes.isFetching && (
          <>
            {answer.consulta && (
              <Alert
                severity="info"
                action={
                  answer.outroDestino && (
                    <Button color="inherit" size="small" onClick={() => onDeliverThere(answer.destino)}>
                      Entregar em {answer.destino.cidade || answer.destino.uf || answer.destino.cep}
                    </Button>
                  )
                }
              >
                {answer.consulta}
              </Alert>
            )}
            {mayCharge && <ChargedFreight value={charge} onChange={setCharge} />}
            {!answer.error && (
              <Offers offers={offersOf(answer, query.total)} onDetails={setShown} onSelect={selectOffer} />
            )}
            <Manual
              answer={answer}
              total={query.total}
              onSelect={(quote, selo) => select(quote, selo, true)}
            />
          </>
        )}
      </DialogContent>
      {shown && <CarrierDialog offer={shown} onSelect={selectOffer} onClose={() => setShown(null)} />}
    </DialogFrame>
  );
}

interface ManualProps {
  answer: FreightAnswer;
  total: string;
  onSelect: (quote: FreightQuote, selo: string) => void;
}

/** Shown only when manually entered freight would be accepted. */
function Manual({ answer, total, onSelect }: ManualProps) {
  const { seloManual } = answer;
  if (seloManual === null) return null;
  return (
    <ManualFreight
      key={answer.numero}
      carriers={answer.transportadoras}
      open={Boolean(answer.error) || answer.cotacoes.length === 0}
      payableOf={(value) => payableOf(answer, total, value)}
      onSelect={(quote) => onSelect(quote, seloManual)}
    />
  );
}

/** The goods to be carried. */
const Totals = ({ query }: { query: FreightQuery }) => (
  <KeyValueList
    pairWidth={120}
    items={[
      { label: 'Valor Total', value: formatMoney(query.total, 2) },
      { label: 'Peso Líquido', value: `${formatNumber(query.pesoLiquido, 2)} kg` },
      { label: 'Peso Bruto', value: `${formatNumber(query.pesoBruto, 2)} kg` },
      { label: 'Volumetria (m³)', value: formatNumber(query.volumetria, 3) },
    ]}
  />
);

interface ChargedFreightProps {
  /** `null` charges the calculated amount. */
  value: Decimal | null;
  onChange: (value: Decimal | null) => void;
}

/** Waived freight, or an amount other than the calculated one, where the branch allows it (`permiteAbonarFrete`). */
const ChargedFreight = ({ value, onChange }: ChargedFreightProps) => (
  <MoneyField
    label="Cobrar do cliente (opcional)"
    value={value}
    onChange={onChange}
    max={MAX_FREIGHT}
    helperText="Em branco, cobra o frete calculado. Com outro valor, 0 por exemplo, o abono fica no registro do cliente."
  />
);

/**
 * Points out pending orders for the same address, whose goods could travel along. Only a hint, so its failure is not shown.
 */
function RelatedOrders({ idOrcamento }: { idOrcamento: number }) {
  const related = useRoute(freightRoutes.related, { params: { orcamentoId: idOrcamento } });
  const orders = related.data ?? [];
  if (orders.length === 0) return null;
  const names = orders.map(({ id, total }) => `#${id} (${formatMoney(total, 2)})`);
  return (
    <Alert severity="info">
      {formatCount(orders.length, 'pedido espera', 'pedidos esperam')} entrega no mesmo endereço:{' '}
      {firstOfList(names, 3)}. Podem viajar juntos.
    </Alert>
  );
}

interface OffersProps {
  offers: readonly Offer[];
  onDetails: (offer: Offer) => void;
  onSelect: (quote: FreightOffer) => void;
}

/** The quotes side by side. */
function Offers({ offers, onDetails, onSelect }: OffersProps) {
  if (offers.length === 0)
    return (
      <EmptyState
        icon={<LocalShippingOutlined />}
        title="Nenhuma cotação de frete disponível"
        text="Nenhuma transportadora tem tabela para este destino, peso e condição. Mude o destino ou a condição, ou informe o frete à mão."
      />
    );
  return (
    <Box component="section" aria-label="Cotações de frete">
      <Typography role="status" variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {formatCount(offers.length, 'cotação', 'cotações')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(250px, 100%), 1fr))',
        }}
      >
        {offers.map((offer) => (
          <OfferCard key={offer.quote.idTransp} offer={offer} onDetails={onDetails} onSelect={onSelect} />
        ))}
      </Box>
    </Box>
  );
}
