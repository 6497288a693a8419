import type { ProductReason } from '#contract/rules/tickets/ticketType.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import type { LineAnswers } from '../draft/itemTransitions.ts';

interface ReasonFieldProps {
  label: string;
  reasons: readonly ProductReason[];
  value: LineAnswers['motivo'];
  onChange: (reason: LineAnswers['motivo']) => void;
  required?: boolean;
  error?: string | undefined;
  /** Where the reason comes from, when nobody chose it here. */
  note?: string | undefined;
}

/** Why a product is returned. */
export function ReasonField({
  label,
  reasons,
  value,
  onChange,
  required = false,
  error,
  note,
}: ReasonFieldProps) {
  return (
    <ChoiceField
      fullWidth
      label={label}
      required={required}
      value={value?.id ?? null}
      onChange={(chosen) => {
        const found = reasons.find(({ id }) => id === chosen);
        onChange(found ? { id: found.id, descricao: found.descricao } : null);
      }}
      error={Boolean(error)}
      helperText={error ?? note}
      choices={reasons.map(({ id, descricao }) => ({ value: id, label: descricao }))}
      none="Escolha…"
    />
  );
}
