import { ticketCatalogRoutes } from '../../../../contract/sac/ticketCatalog.ts';
import { OptionField } from '../../../custom/ticketWizard/steps/OptionField.tsx';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import type { MoveDraft } from './moveDraft.ts';

interface TypeFieldProps {
  /** The type that the ticket has, which is no change. */
  current: number;
  value: MoveDraft['type'];
  onChange: (type: MoveDraft['type']) => void;
  error: string | undefined;
}

export function TypeField({ current, value, onChange, error }: TypeFieldProps) {
  const { data, error: failure } = useRoute(ticketCatalogRoutes.types, {});
  return (
    <OptionField<{ id: number; desc: string }>
      label="Novo tipo"
      required
      options={data?.filter(({ id }) => id !== current)}
      nameOf={({ desc }) => desc}
      value={value}
      onChange={(next) => onChange(next && { id: next.id, desc: next.desc })}
      error={error}
      failure={failure && !data ? errorText(failure) : undefined}
    />
  );
}
