import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { type PublicPayment, paymentRoutes } from '../../../contract/callcenter/payments.ts';
import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { formatQuantity } from '../../../contract/rules/quantity.ts';
import { DEFAULT_TIME_ZONE } from '../../../contract/rules/zonedTime.ts';
import { PublicPage } from '../../custom/session/PublicPage.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { FormSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { CardForm } from './CardForm.tsx';

/** `/pagamento/{hash}`: whoever holds the link sees what is to be paid, and pays it. Nobody signs in. */
export function PaymentPage() {
  const { hash = '' } = useParams();
  const params = { hashPagamento: hash.padEnd(20, '-') };
  const { data, error, isPending, refetch } = useRoute(paymentRoutes.toPay, { params }, { retry: false });
  useNoReferrer();
  const payment = data?.data;
  return (
    <PublicPage title={payment ? `Pagamento do pedido ${payment.pedido}` : 'Pagamento'}>
      {isPending && <FormSkeleton fields={3} />}
      {error && isUnknown(error) && (
        <EmptyState
          title="Link não encontrado"
          text="Confira o endereço, ou peça um novo link a quem vendeu para você."
        />
      )}
      {error && !isUnknown(error) && <ErrorState error={error} onRetry={() => void refetch()} />}
      {payment && <Payment payment={payment} hash={hash} onPaid={() => void refetch()} />}
    </PublicPage>
  );
}

const isUnknown = (error: { status?: number }) => error.status === 404 || error.status === 400;

interface PaymentProps {
  payment: PublicPayment;
  hash: string;
  onPaid: () => void;
}

function Payment({ payment, hash, onPaid }: PaymentProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <div>
        <Typography variant="body2" color="text.secondary">
          {payment.empresa} · para {payment.cliente}
        </Typography>
        <Typography sx={{ fontSize: '1.75rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(payment.valor, 2)}
        </Typography>
      </div>
      <details>
        <summary>Ver itens do pedido</summary>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, fontSize: 13 }}>
          {payment.itens.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paid order never move
            <Box component="li" key={index} sx={{ display: 'flex', gap: 2, py: 1 }}>
              <span style={{ flex: 1, minWidth: 0 }}>
                {formatQuantity(item.qtd)} × {item.descricao}
              </span>
              <span>{formatMoney(item.vlTot, 2)}</span>
            </Box>
          ))}
        </Box>
      </details>
      <State payment={payment} hash={hash} onPaid={onPaid} />
    </Box>
  );
}

function State({ payment, hash, onPaid }: PaymentProps) {
  if (payment.status === 'PAGO')
    return (
      <Alert severity="success">
        Pagamento recebido{payment.pagoEm && ` em ${formatDateTime(payment.pagoEm, DEFAULT_TIME_ZONE)}`}.
        Obrigado!
      </Alert>
    );
  if (payment.status !== 'AGUARDANDO')
    return (
      <Alert severity="warning">
        {payment.status === 'EXPIRADO'
          ? `Este link venceu em ${formatDateTime(payment.validade, DEFAULT_TIME_ZONE)}. Peça um novo a quem vendeu para você.`
          : 'Este link não vale mais. Peça um novo a quem vendeu para você.'}
      </Alert>
    );
  return (
    <>
      <Typography variant="body2" color="text.secondary">
        Pague com cartão até {formatDateTime(payment.validade, DEFAULT_TIME_ZONE)}.
      </Typography>
      {payment.demonstracao && (
        <Alert severity="info">
          Demonstração: use o cartão de teste 4111 1111 1111 1111, com qualquer validade futura e código 123.
          Nenhum valor é cobrado.
        </Alert>
      )}
      <CardForm hash={hash} amount={payment.valor} onPaid={onPaid} />
    </>
  );
}

/** The address opens the payment: it is told to no other site. */
function useNoReferrer() {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'referrer';
    meta.content = 'no-referrer';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}
