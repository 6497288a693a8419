import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { type CardField, type CardInput, cardProblems } from '../../../contract/rules/payments/cardInput.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { MaskedField } from '../../ui/components/inputs/MaskedField.tsx';
import type { Mask } from '../../ui/components/inputs/masks.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { CARD_MASKS } from './cardMasks.ts';

const EMPTY: CardInput = { numero: '', nome: '', validade: '', cvv: '' };

interface CardFormProps {
  hash: string;
  amount: string;
  onPaid: () => void;
}

/** What is typed here stays in this form until it is sent: no draft, no storage. */
export function CardForm({ hash, amount, onPaid }: CardFormProps) {
  const [card, setCard] = useState(EMPTY);
  const [problems, setProblems] = useState<Partial<Record<CardField, string>>>({});
  const pay = useRouteCommand(paymentRoutes.pay);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = cardProblems(card, localDate(new Date(), DEFAULT_TIME_ZONE));
    setProblems(found);
    if (Object.keys(found).length > 0 || pay.isPending) return;
    try {
      await pay.mutateAsync({ params: { hashPagamento: hash }, body: card });
      setCard(EMPTY);
      onPaid();
    } catch {
      // Said below the fields.
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
      // The provider takes the month as it stands on the card.
      onChange={(text) =>
        put(name)(kind === CARD_MASKS.cardMonth ? text.replace(/^(\d{2})(\d+)$/, '$1/$2') : text)
      }
      slotProps={{ htmlInput: { autoComplete } }}
    />
  );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
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
