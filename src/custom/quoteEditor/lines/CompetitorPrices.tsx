import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { productRoutes } from '#contract/callcenter/products.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { RelativeDate, UnitPrice, usePricePlaces } from '#ui/components/display/Texts.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';

interface CompetitorPricesProps {
  idProd: number;
  idCli: number;
  disabled: boolean;
}

/** Competitors' prices for a product, newest first, and a row to add one that the customer just mentioned. */
export function CompetitorPrices({ idProd, idCli, disabled }: CompetitorPricesProps) {
  const prices = useRoute(productRoutes.competitorPrices, { query: { idProd, idCli } });
  return (
    <Answered answer={prices} skeleton={<ListSkeleton rows={3} />}>
      {(rows) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {rows.length === 0 && <span>Nenhum preço de concorrente registrado.</span>}
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {rows.map((row) => (
              <li key={row.id}>
                {row.concorrente.desc}: <UnitPrice value={row.preco} />
                {row.observacao && ` · ${row.observacao}`} · {row.por}, <RelativeDate value={row.em} />
              </li>
            ))}
          </ul>
          {!disabled && <NewPrice idProd={idProd} idCli={idCli} />}
        </Box>
      )}
    </Answered>
  );
}

function NewPrice({ idProd, idCli }: { idProd: number; idCli: number }) {
  const client = useQueryClient();
  const competitors = useRoute(productRoutes.competitors, {});
  const [who, setWho] = useState('');
  const [preco, setPreco] = useState<Decimal | null>(null);
  const [note, setNote] = useState('');
  const places = usePricePlaces();
  const add = useRouteCommand(productRoutes.addCompetitorPrice, {
    onSuccess: async () => {
      setPreco(null);
      setNote('');
      await client.invalidateQueries({ queryKey: routeKey(productRoutes.competitorPrices) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preco === null || who === '') return;
    add.mutate({ body: { idConcorrente: Number(who), idProd, idCli, preco, observacao: note } });
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2 }}
    >
      {add.error && <Alert severity="error">{errorText(add.error)}</Alert>}
      <ChoiceField
        label="Concorrente"
        size="small"
        value={who}
        onChange={setWho}
        sx={{ minWidth: 180 }}
        choices={(competitors.data ?? []).map((one) => ({ value: String(one.id), label: one.desc }))}
      />
      <MoneyField
        label="Preço do concorrente"
        size="small"
        value={preco}
        onChange={setPreco}
        places={places}
        sx={{ width: 170 }}
      />
      <TextField
        label="Observação"
        size="small"
        value={note}
        onChange={(e) => setNote(e.target.value)}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        disabled={preco === null || who === ''}
        loading={add.isPending}
      >
        Registrar preço
      </Button>
    </Box>
  );
}
