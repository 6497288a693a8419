import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useRef, useState } from 'react';
import type { FreightAnswer, FreightOffer, FreightQuote } from '../../../contract/callcenter/freight.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { CloseCross, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { refusesTyped } from '../../ui/components/inputs/typedGate.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { CarrierDialog } from './CarrierDialog.tsx';
import { ChargedFreight } from './ChargedFreight.tsx';
import type { FreightChoice, FreightQuery } from './freightChoice.ts';
import { freightPrice } from './freightPrice.ts';
import { targetOf } from './freightTarget.ts';
import { ManualFreight } from './ManualFreight.tsx';
import { Offers } from './Offers.tsx';
import { choiceOf, type Offer, offersOf, payableOf } from './offers.ts';
import { RelatedOrders } from './RelatedOrders.tsx';
import { TargetForm } from './TargetForm.tsx';
import { Totals } from './Totals.tsx';
import { useFreightQuotes } from './useFreightQuotes.ts';

interface FreightDialogProps {
  query: FreightQuery;
  /** A carrier was selected: with what it asks and what is payable. */
  onSelect: (choice: FreightChoice) => void;
  /** The place that was asked for is to be the delivery address: only then its offers can be chosen. */
  onDeliverThere: (place: FreightAnswer['destino']) => void;
  onClose: () => void;
}

/** 'Calcular Frete - {tipo}' (document 002 section 2). */
export function FreightDialog({ query, onSelect, onDeliverThere, onClose }: FreightDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)');
  const [target, setTarget] = useState(() => targetOf(query));
  const [shown, setShown] = useState<Offer | null>(null);
  const { quotes, calculate, asked } = useFreightQuotes(query, target);
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
    if (!answer || refusesTyped(content.current)) return;
    const charged = mayCharge ? freightPrice(charge) : null;
    onSelect(choiceOf(answer, query.total, { quote, selo, aMao, charged }));
  };
  const selectOffer = (quote: FreightOffer) => {
    if (quote.selo) select(quote, quote.selo, false);
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
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
        {asked && quotes.isFetching && <ListSkeleton rows={3} />}
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

/** Only where a freight by hand would be taken. */
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
