import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { ConsumerForm } from '../../../../contract/rules/tickets/consumerForm.ts';
import { DateField } from '../../../ui/components/inputs/DateField.tsx';
import { MaskedField } from '../../../ui/components/inputs/MaskedField.tsx';
import { useWizard } from '../state/wizardContext.ts';

/** The consumer-final form; a consumer confirms name and e-mail only, the rest stands in their account. */
export function ConsumerFields({ form }: { form: ConsumerForm }) {
  const { person, rules, change, textAt } = useWizard();
  const titleId = useId();
  const set = (part: Partial<ConsumerForm>) =>
    change((now) => ({ ...now, consumidorFinal: { ...(now.consumidorFinal ?? form), ...part } }));
  const field = (name: keyof ConsumerForm) => ({
    required: true,
    error: Boolean(textAt(`consumidorFinal.${name}`)),
    helperText: textAt(`consumidorFinal.${name}`),
  });
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}
    >
      <Typography id={titleId} variant="h3" component="h4" sx={{ gridColumn: '1 / -1' }}>
        Consumidor final
      </Typography>
      {!person.consumer && (
        <MaskedField
          {...field('documento')}
          label="CPF ou CNPJ"
          kind="cpfCnpj"
          value={form.documento}
          onChange={(documento) => set({ documento })}
        />
      )}
      <TextField
        {...field('nome')}
        label="Nome"
        value={form.nome}
        onChange={(event) => set({ nome: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
      />
      <TextField
        {...field('email')}
        label="E-mail"
        type="email"
        value={form.email}
        onChange={(event) => set({ email: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
      />
      {!person.consumer && (
        <>
          <MaskedField
            {...field('telefone')}
            label="Telefone"
            kind="phone"
            value={form.telefone}
            onChange={(telefone) => set({ telefone })}
          />
          <DateField
            {...field('data_nascimento')}
            label="Data de nascimento"
            value={form.data_nascimento || null}
            max={rules.today}
            onChange={(date) => set({ data_nascimento: date ?? '' })}
          />
        </>
      )}
    </Box>
  );
}
