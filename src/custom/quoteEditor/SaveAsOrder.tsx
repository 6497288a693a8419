import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { QuoteEditing } from './useQuoteEditing.ts';

const lacksFreight = ({ retira, vlFreteOriginal }: EditedQuote) =>
  !retira && compareDecimals(vlFreteOriginal, '0') === 0;

/** What is typed is saved first; the order is made of what the server holds. */
export function SaveAsOrder({ editing }: { editing: QuoteEditing }) {
  const { quote } = editing;
  const navigate = useNavigate();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const order = useRouteCommand(quoteRoutes.saveAsOrder);
  const confirm = async () => {
    if (!(await editing.settle())) throw new Error('O orçamento ainda não foi salvo. Resolva o aviso acima.');
    const { data } = await order.mutateAsync({ params: { id: quote.id }, body: {} });
    notify(data.message, { type: 'success' });
    navigate(`/pedidos/${quote.id}`);
  };
  return (
    <>
      <Button
        variant="contained"
        disabled={!quote.editavel || quote.itens.length === 0}
        onClick={() => setAsking(true)}
      >
        Salvar como pedido
      </Button>
      <ConfirmDialog
        open={asking}
        title="Salvar como pedido?"
        text={[
          `O orçamento #${quote.id} vira pedido, e o estoque dos itens fica reservado.`,
          ...(lacksFreight(quote) ? ['O frete está zerado: nada será cobrado pela entrega.'] : []),
        ].join(' ')}
        confirmLabel="Salvar como pedido"
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
