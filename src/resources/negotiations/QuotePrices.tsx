import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Suspense, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type NegotiatedQuoteDetail,
  type NegotiationDetail,
  negotiationRoutes,
} from '#contract/callcenter/quotes/negotiations.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { packText } from '#contract/rules/orders/shownStock.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { OrderStatusChip } from '#src/resources/orders/shared/orderColumns.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { LegendBadges } from '#ui/components/display/Chips.tsx';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { type Decision, rowsFor, useNegotiationRefresh } from './DecisionDialog.tsx';
import { PriceCard } from './PriceCard.tsx';

const RequestPriceDialog = lazyScreen(() => import('./shared/RequestPriceDialog.tsx'), 'RequestPriceDialog');

interface QuotePricesProps {
  idPedido: number;
  /** Id of the opened price, which is listed first. */
  first: number;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

/** The prices of a quote side by side, with the information needed for a decision. */
export function QuotePrices({ idPedido, first, onDecide, onClose }: QuotePricesProps) {
  const titleId = useId();
  const answer = useRoute(negotiationRoutes.details, { params: { idPedido } });
  const [changed, setChanged] = useState<NegotiationDetail | null>(null);
  const quote = answer.data?.data;
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth fullScreen="phone" aria-labelledby={titleId}>
      <DialogTitle
        id={titleId}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, pr: 12 }}
      >
        Preços negociados do orçamento {idPedido}
        {quote && <OrderStatusChip value={quote.status} />}
      </DialogTitle>
      <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 12, right: 12 }}>
        <CloseOutlined fontSize="small" />
      </CloseCross>
      {/* Focusable, because decided prices contain nothing else that would let the keyboard scroll. */}
      <DialogContent
        dividers
        tabIndex={0}
        aria-busy={answer.isPending}
        sx={{ display: 'grid', gap: 4, alignContent: 'start' }}
      >
        <Answered answer={answer} skeleton={<TextSkeleton lines={8} />} missing={<NoSuchQuote />}>
          {({ data }) => (
            <>
              <Facts quote={data} />
              {inFront(data.itens, first).map((price) => (
                <PriceCard
                  key={price.id}
                  price={price}
                  onDecide={onDecide}
                  onChange={() => setChanged(price)}
                />
              ))}
            </>
          )}
        </Answered>
      </DialogContent>
      {quote && <Foot quote={quote} onDecide={onDecide} />}
      <Suspense fallback={null}>
        {changed && <ChangeRequest price={changed} onClose={() => setChanged(null)} />}
      </Suspense>
    </DialogFrame>
  );
}

function ChangeRequest({ price, onClose }: { price: NegotiationDetail; onClose: () => void }) {
  const refresh = useNegotiationRefresh();
  return (
    <RequestPriceDialog
      idOrcamento={price.idPedido}
      item={{
        id: price.idItem,
        descricao: price.produto.descricao,
        precoTabela: price.precoTabela,
        preco: price.precoAtual,
        quantidade: packText(price.quantidade, price.embalagem, price.produto.unidade),
      }}
      waiting={price}
      onClose={onClose}
      onRequested={() => void refresh()}
    />
  );
}

const inFront = <T extends { id: number }>(rows: readonly T[], first: number): T[] => [
  ...rows.filter(({ id }) => id === first),
  ...rows.filter(({ id }) => id !== first),
];

/** An unknown quote and one out of scope show the same message. */
const NoSuchQuote = () => (
  <EmptyState
    title="Orçamento não encontrado"
    text="Ele não existe, ou não está entre os que você pode ver."
  />
);

const Facts = ({ quote }: { quote: NegotiatedQuoteDetail }) => (
  <KeyValueList
    items={[
      {
        label: 'Cliente',
        value: (
          <>
            <CustomerLabel id={quote.cliente.id} tradeName={quote.cliente.fant} />{' '}
            <LegendBadges codes={quote.cliente.legendas.map(({ codigo }) => codigo)} />
          </>
        ),
      },
      { label: 'Filial', value: quote.filial.nome },
      { label: 'Vendedor', value: quote.vendedor.nome },
      { label: 'Condição de pagamento', value: quote.condicao },
      { label: 'Total do orçamento', value: formatMoney(quote.total, 2) },
    ]}
  />
);

function Foot({ quote, onDecide }: { quote: NegotiatedQuoteDetail; onDecide: QuotePricesProps['onDecide'] }) {
  const open = rowsFor('autorizar', quote.itens);
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button component={Link} to={`/orcamentos/${quote.idPedido}`} color="inherit" sx={{ mr: 'auto' }}>
        Abrir orçamento
      </Button>
      {open.length > 1 && (
        <>
          <Button color="error" onClick={() => onDecide({ kind: 'negar', rows: open })}>
            Negar os {open.length}
          </Button>
          <Button variant="contained" onClick={() => onDecide({ kind: 'autorizar', rows: open })}>
            Autorizar os {open.length}
          </Button>
        </>
      )}
    </DialogActions>
  );
}
