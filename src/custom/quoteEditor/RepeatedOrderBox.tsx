import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { RepeatedOrder } from '#contract/callcenter/orders/repeatedOrder.ts';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { repeatedOrderOf } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import { Button } from '#ui/components/Button.tsx';
import { steady } from '#ui/components/steady.tsx';
import { entryOf, PackPrice, standardPack } from './products/ProductRow.tsx';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

type Missing = RepeatedOrder['faltam'][number];

/**
 * What of the repeated order did not come along, with the products that may take its place. Prices that moved stand in 'O que
 * mudou desde a proposta', as for every quote.
 */
export const RepeatedOrderBox = steady(({ editing }: { editing: QuoteEditing }) => {
  const { state } = useLocation();
  const [closed, setClosed] = useState(false);
  const repeated = repeatedOrderOf(state, editing.quote.id);
  if (!repeated || closed) return null;
  const { origem, faltam, ajustes, escolherDeNovo } = repeated;
  const isComplete = faltam.length === 0 && ajustes.length === 0 && escolherDeNovo.length === 0;
  return (
    <Alert
      severity={isComplete ? 'success' : 'info'}
      onClose={() => setClosed(true)}
      data-print="no"
      sx={{ mb: 3, '& .MuiAlert-message': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' } }}
    >
      Repetido do pedido {origem.numero}, de {formatDateTime(origem.em, ownZone())}
      {isComplete ? ', sem faltar nada.' : '.'}
      {escolherDeNovo.length > 0 && <div>Escolha de novo: {escolherDeNovo.join(', ')}.</div>}
      {ajustes.map((text) => (
        <div key={text}>{text}</div>
      ))}
      {faltam.length > 0 && (
        <Box component="ul" aria-label="O que faltou do pedido" sx={LIST}>
          {faltam.map((missing, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may name a product twice
            <MissingLine key={`${missing.idProd}-${at}`} missing={missing} editing={editing} />
          ))}
        </Box>
      )}
    </Alert>
  );
});

function MissingLine({ missing, editing }: { missing: Missing; editing: QuoteEditing }) {
  const { produto, texto, motivo, similares } = missing;
  const [added, setAdded] = useState('');
  const [problem, setProblem] = useState('');
  /** The product that is on its way. */
  const [adding, setAdding] = useState<number | null>(null);
  const add = async (product: QuoteProduct, quantity: Decimal) => {
    setProblem('');
    setAdding(product.id);
    const answer = await editing.enter(entryOf(product, quantity));
    setAdding(null);
    if (answer.situacao === 'INCLUIDA') setAdded(product.descricao);
    else setProblem(answer.problema);
  };
  return (
    <li>
      <strong>{produto}</strong>: {texto}
      {added && ` No lugar dele, ${added}.`}
      {!added &&
        similares.length === 0 &&
        motivo !== 'BONIFICADO' &&
        ' Não há similar cadastrado em estoque.'}
      {!added && similares.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {similares.map(({ produto: similar, qtde }) => (
            <Button
              key={similar.id}
              size="small"
              variant="outlined"
              color="inherit"
              disabled={!editing.quote.editavel || adding !== null}
              loading={adding === similar.id}
              onClick={() => void add(similar, qtde)}
              sx={{ textAlign: 'left', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
            >
              Incluir {formatQuantity(qtde)} × {similar.descricao} ({standardPack(similar)?.emb})
              <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
                <PackPrice product={similar} />
              </Box>
            </Button>
          ))}
        </Box>
      )}
      {problem && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
          {problem}
        </Box>
      )}
    </li>
  );
}

const LIST = { m: 0, mt: 1, pl: 4, '& > li + li': { mt: 2 } } as const;
