import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ticketWording } from '#data/session.ts';
import { CustomerLabel } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { SizeBar } from '#ui/components/files/AddedFiles.tsx';
import { useIsWide } from '#ui/theme/windowWidth.ts';
import { reasonPath, stepSummary, usesItems } from '../state/stepState.ts';
import { useWizard, type Wizard } from '../state/wizardContext.ts';

/** From 1280 px on: what has been collected, the 'Itens' total and the size of the files. */
export function CollectedPanel() {
  const wide = useIsWide(1280);
  const wizard = useWizard();
  if (!wide) return null;
  const { draft, type, openItems, bytes, limits } = wizard;
  const total = draft.notas.length + draft.itens.length + draft.itensAvulsos.length;
  return (
    <Box
      component="aside"
      aria-label={ticketWording('Resumo do ticket')}
      sx={({ vars: { palette } }) => ({
        flex: 'none',
        width: 248,
        overflow: 'auto',
        display: 'flex',
        flexDirection: 'column',
        gap: 4,
        p: 4,
        fontSize: 13,
        borderLeft: `1px solid ${palette.components.linha}`,
      })}
    >
      <Typography variant="h3" component="h3">
        Resumo
      </Typography>
      <KeyValueList items={collected(wizard)} />
      {usesItems(type) && (
        <Button variant="outlined" onClick={openItems} sx={{ justifyContent: 'space-between' }}>
          <span>Ver itens</span> <strong>{total}</strong>
        </Button>
      )}
      <Box sx={{ mt: 'auto' }}>
        <SizeBar bytes={bytes} maxBytes={limits.maxBytes} label="Tamanho de todos os anexos" />
      </Box>
    </Box>
  );
}

/** Only completed answers, so that the panel grows with the ticket. */
function collected({ draft, steps, folded }: Wizard): KeyValue[] {
  const { cliente, consumidorFinal } = draft;
  const rows: KeyValue[] = [
    { label: draft.tipo ? 'Tipo' : 'Natureza', value: draft.tipo?.desc ?? draft.menu?.descricao },
    { label: 'Assunto', value: draft.assunto.trim() },
    { label: 'Motivo', value: reasonPath(draft).join(' › ') },
    { label: 'Origem', value: draft.origem?.descricao },
    {
      label: 'Cliente',
      value: cliente && (
        <CustomerLabel id={cliente.id} tradeName={cliente.fant} legalName={cliente.razSoc} stacked />
      ),
    },
    { label: 'Consumidor final', value: consumidorFinal?.nome },
    { label: 'Filial', value: draft.filial?.razSoc },
    ...[...steps, ...folded]
      .filter(({ value }) => ['PRORROGACAO', 'TRANSPORTADORA'].includes(value))
      .map(({ value }) => ({
        label: value === 'PRORROGACAO' ? 'Prorrogação' : 'Transportadora',
        value: stepSummary(value, draft),
      })),
  ];
  return rows.filter(({ value }) => value);
}
