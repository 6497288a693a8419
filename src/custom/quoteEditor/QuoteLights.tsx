import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { type LightName, lightText } from '#contract/rules/orders/trafficLights.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CollapsibleSection } from './CollapsibleSection.tsx';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

const LIGHT_TONES = { VERDE: 'sucesso', AMARELO: 'aviso', VERMELHO: 'perigo', CINZA: 'secundaria' } as const;

/** Green, yellow or red for credit, stock, margin and late titles; a person who leads can override red ones with a reason. */
export function QuoteLights({ editing }: { editing: QuoteEditing }) {
  const { quote } = editing;
  const { can } = useCan();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const params = { id: quote.id };
  const lights = useRoute(quoteEditingRoutes.lights, { params });
  const readAgain = useStableCallback(() =>
    client.invalidateQueries({ queryKey: routeKey(quoteEditingRoutes.lights) }),
  );
  // They follow every change that was saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each version
  useEffect(() => void readAgain(), [quote.versao, readAgain]);
  const release = useRouteCommand(quoteEditingRoutes.releaseLights, {
    onSuccess: async () => {
      setReason('');
      await Promise.all([readAgain(), editing.refresh()]);
    },
  });
  const found = lights.data?.data;
  if (!found) return lights.isLoading ? <Undecided /> : null;
  // Without items there is no margin to warn about.
  if (quote.itens.length === 0)
    return (
      <CollapsibleSection title="Situação da venda">
        <small>Crédito, estoque, lucro e títulos são avaliados assim que houver itens.</small>
      </CollapsibleSection>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await editing.settle()) release.mutate({ params, body: { motivo: reason.trim() } });
  };
  return (
    <CollapsibleSection title="Situação da venda">
      <ul style={{ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 8 }}>
        {found.sinaleiras.map(({ nome, cor, motivo }) => (
          <li key={nome}>
            <Tag tone={LIGHT_TONES[cor]}>{lightText({ nome: nome as LightName, cor })}</Tag>{' '}
            <small>{motivo}</small>
          </li>
        ))}
      </ul>
      {found.liberacao && (
        <p style={{ margin: '8px 0 0' }}>
          <small>
            Liberada por {found.liberacao.por}: {found.liberacao.motivo}
          </small>
        </p>
      )}
      {found.pendentes.length > 0 && can('ORCAMENTO_SINALEIRAS') && (
        <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 8, marginTop: 12 }}>
          {release.error && <Alert severity="error">{errorText(release.error)}</Alert>}
          <TextField
            label="Motivo da liberação"
            size="small"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 255 } }}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={reason.trim().length < 3}
            loading={release.isPending}
          >
            Liberar venda
          </Button>
        </form>
      )}
    </CollapsibleSection>
  );
}
