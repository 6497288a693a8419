import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  type CardField,
  type CardInput,
  cardProblems,
  type PublicPayment,
  paymentRoutes,
} from '#contract/callcenter/orders/payments.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownToday, ownZone } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import type { Mask } from '#ui/components/inputs/masks.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { EmptyState, errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { PublicPage } from '../session/PublicPage.tsx';

/** `/pagamento/{hash}`: whoever has the link sees the amount due and can pay it, without signing in. */
export function PaymentPage() {
  const { hash = '' } = useParams();
  const params = { hashPagamento: hash.padEnd(20, '-') };
  // A page that stays open follows what happens to its link: paid elsewhere, replaced, or past its time.
  const answer = useRoute(
    paymentRoutes.toPay,
    { params },
    {
      retry: false,
      refetchInterval: ({ state }) => (state.data?.data.status === 'AGUARDANDO' ? REREAD_MS : false),
      refetchOnWindowFocus: 'always',
    },
  );
  const { data, error, isPending, refetch } = answer;
  useNoReferrer();
  const payment = data?.data;
  return (
    <PublicPage
      title={payment ? `Pagamento do pedido ${payment.pedido}` : 'Pagamento'}
      {...((payment || isPending) && { brand: payment?.marca ?? null })}
    >
      {isPending && <FormSkeleton fields={3} />}
      {!data && isUnknown(error) ? <NoSuchLink /> : <Failure answer={answer} />}
      {payment && <Payment payment={payment} hash={hash} onPaid={() => void refetch()} />}
    </PublicPage>
  );
}

const REREAD_MS = 20_000;

/** A malformed hash is as unknown as one that nobody was given. */
const isUnknown = (error: { status: number } | null) => error?.status === 404 || error?.status === 400;

const NoSuchLink = () => (
  <EmptyState
    title="Link não encontrado"
    text="Confira o endereço, ou peça um novo link a quem vendeu para você."
  />
);

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
          Para {payment.cliente}
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

const focusIfLost = (node: HTMLElement | null) => {
  if (document.activeElement === document.body) node?.focus();
};

function State({ payment, hash, onPaid }: PaymentProps) {
  if (payment.status === 'PAGO')
    return (
      // The form that was sent had the focus.
      <Alert ref={focusIfLost} tabIndex={-1} severity="success">
        Pagamento recebido{payment.pagoEm && ` em ${formatDateTime(payment.pagoEm, ownZone())}`}. Obrigado!
      </Alert>
    );
  if (payment.status !== 'AGUARDANDO')
    return (
      <Alert severity="warning">
        {payment.status === 'EXPIRADO'
          ? `Este link venceu em ${formatDateTime(payment.validade, ownZone())}. Peça um novo a quem vendeu para você.`
          : 'Este link não vale mais. Peça um novo a quem vendeu para você.'}
      </Alert>
    );
  return (
    <>
      <Typography variant="body2" color="text.secondary">
        Pague com cartão até {formatDateTime(payment.validade, ownZone())}.
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

/** The address gives access to the payment, so it must not be sent to other sites as referrer. */
function useNoReferrer() {
  useEffect(() => {
    const meta = document.createElement('meta');
    meta.name = 'referrer';
    meta.content = 'no-referrer';
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}

const EMPTY: CardInput = { numero: '', nome: '', validade: '', cvv: '' };

interface CardFormProps {
  hash: string;
  amount: string;
  onPaid: () => void;
}

/** The input stays in this form until it is sent: no draft, no storage. */
function CardForm({ hash, amount, onPaid }: CardFormProps) {
  const [card, setCard] = useState(EMPTY);
  const [problems, setProblems] = useState<Partial<Record<CardField, string>>>({});
  const pay = useRouteCommand(paymentRoutes.pay);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = cardProblems(card, ownToday());
    setProblems(found);
    if (Object.keys(found).length > 0 || pay.isPending) return;
    try {
      await pay.mutateAsync({ params: { hashPagamento: hash }, body: card });
      setCard(EMPTY);
      onPaid();
    } catch {
      // The error is shown below the fields.
    }
  };
  const put = (name: CardField) => (text: string) => setCard((before) => ({ ...before, [name]: text }));
  const common = (name: CardField, label: string) => ({
    label,
    name,
    error: Boolean(problems[name]),
    helperText: problems[name],
    required: true,
    fullWidth: true,
  });
  const masked = (name: CardField, label: string, kind: Mask, autoComplete: string) => (
    <MaskedField
      {...common(name, label)}
      kind={kind}
      value={card[name]}
      // The provider expects the month as printed on the card.
      onChange={(text) =>
        put(name)(kind === CARD_MASKS.cardMonth ? text.replace(/^(\d{2})(\d+)$/, '$1/$2') : text)
      }
      slotProps={{ htmlInput: { autoComplete } }}
    />
  );
  return (
    <Box component="form" data-print="no" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
      {masked('numero', 'Número do cartão', CARD_MASKS.card, 'cc-number')}
      <TextField
        {...common('nome', 'Nome no cartão')}
        value={card.nome}
        onChange={(event) => put('nome')(event.target.value)}
        autoComplete="cc-name"
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        {masked('validade', 'Validade (MM/AA)', CARD_MASKS.cardMonth, 'cc-exp')}
        {masked('cvv', 'Código (CVV)', CARD_MASKS.cardCode, 'cc-csc')}
      </Box>
      {pay.error && <Alert severity="error">{errorText(pay.error)}</Alert>}
      <Button type="submit" variant="contained" size="large" loading={pay.isPending}>
        Pagar {formatMoney(amount, 2)}
      </Button>
    </Box>
  );
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Groups of four, and the slash between month and year, as printed on a card. */
const CARD_MASKS = {
  card: {
    format: (plain) => plain.replace(/(.{4})(?=.)/g, '$1 '),
    plain: digitsOf,
    allowed: /^[\d.\-\s]*$/,
    most: 19,
    asks: 'O cartão tem até 19 números',
    placeholder: '',
  },
  cardMonth: {
    format: (plain) => (plain.length > 2 ? `${plain.slice(0, 2)}/${plain.slice(2)}` : plain),
    plain: digitsOf,
    allowed: /^[\d/\s]*$/,
    most: 6,
    asks: 'Informe a validade como MM/AA.',
    whole: (text) => text.replace(/^\s*(\d)(?=\s*\/)/, '0$1'),
    placeholder: 'MM/AA',
  },
  cardCode: {
    format: (plain) => plain,
    plain: digitsOf,
    allowed: /^\d*$/,
    most: 4,
    asks: 'São 3 ou 4 números.',
    placeholder: '',
  },
} satisfies Record<string, Mask>;
