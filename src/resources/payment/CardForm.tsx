import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { type CardField, type CardInput, cardProblems } from '../../../contract/rules/payments/cardInput.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { errorText } from '../../custom/layout/errorText.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';

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
  const field = (name: CardField, label: string, autoComplete: string, maxLength: number) => (
    <TextField
      label={label}
      name={name}
      value={card[name]}
      onChange={(event) => setCard((before) => ({ ...before, [name]: shaped(name, event.target.value) }))}
      error={Boolean(problems[name])}
      helperText={problems[name]}
      autoComplete={autoComplete}
      required
      fullWidth
      slotProps={{ htmlInput: { maxLength, inputMode: name === 'nome' ? 'text' : 'numeric' } }}
    />
  );
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
      {field('numero', 'Número do cartão', 'cc-number', 23)}
      {field('nome', 'Nome no cartão', 'cc-name', 60)}
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        {field('validade', 'Validade (MM/AA)', 'cc-exp', 7)}
        {field('cvv', 'Código (CVV)', 'cc-csc', 4)}
      </Box>
      {pay.error && <Alert severity="error">{errorText(pay.error)}</Alert>}
      <Button type="submit" variant="contained" size="large" loading={pay.isPending}>
        Pagar {formatMoney(amount, 2)}
      </Button>
    </Box>
  );
}

/** Groups of four, and the stroke between month and year, as they stand on the card. */
function shaped(name: CardField, text: string): string {
  if (name === 'numero')
    return text
      .replace(/\D/g, '')
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, '$1 ');
  if (name === 'validade') {
    const digits = text.replace(/\D/g, '').slice(0, 4);
    return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
  }
  return name === 'cvv' ? text.replace(/\D/g, '') : text;
}
