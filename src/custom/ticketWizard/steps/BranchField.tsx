import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { onlyOne } from '../../../../contract/rules/ticketSelection.ts';
import { customerRoutes } from '../../../../contract/sac/customers.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { chooseBranch } from '../state/draftTransitions.ts';
import { useWizard } from '../state/wizardContext.ts';

/** The branch: one that serves the customer, the only one chosen at once; for a consumer without a record, one's own. */
export function BranchField() {
  const { draft, person, change, changeAsking, textAt } = useWizard();
  const { cliente, filial, consumidorFinal } = draft;
  const { data, isLoading } = useRoute(
    customerRoutes.get,
    { params: { idCli: cliente?.id ?? 0 } },
    { enabled: cliente !== null },
  );
  const options = cliente ? (data?.data.filiaisSac ?? []) : consumidorFinal ? person.branches : [];
  const only = onlyOne(options);
  useEffect(() => {
    if (only && !filial) change((now) => (now.filial ? now : chooseBranch(now, only)));
  }, [only, filial, change]);

  if (!cliente && !consumidorFinal) return null;
  const shown =
    filial && !options.some(({ idFil }) => idFil === filial.idFil) ? [filial, ...options] : options;
  return (
    <TextField
      select
      label="Filial"
      required={!consumidorFinal}
      disabled={isLoading || (only !== null && filial !== null)}
      value={filial?.idFil ?? ''}
      onChange={(event) => {
        const next = shown.find(({ idFil }) => idFil === Number(event.target.value)) ?? null;
        changeAsking((now) => chooseBranch(now, next));
      }}
      error={Boolean(textAt('idFil'))}
      helperText={textAt('idFil') ?? (isLoading ? 'Carregando ...' : undefined)}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="">{consumidorFinal ? 'A que atende o consumidor' : 'Escolha…'}</MenuItem>
      {shown.map(({ idFil, razSoc }) => (
        <MenuItem key={idFil} value={idFil}>
          {razSoc}
        </MenuItem>
      ))}
    </TextField>
  );
}
