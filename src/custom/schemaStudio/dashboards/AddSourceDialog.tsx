import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import {
  type BlockSource,
  blockSources,
  SOURCE_KINDS,
  type SourceKind,
  sourcesOf,
} from '#contract/rules/dashboards/blockSources.ts';
import { blockKinds } from '#contract/rules/dashboards/dashboard.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';

interface AddSourceDialogProps {
  onAdd: (block: { tipo: SourceKind; fonte: BlockSource }) => void;
  onClose: () => void;
}

/** What the console knows of the day of whoever looks, to choose one. */
export function AddSourceDialog({ onAdd, onClose }: AddSourceDialogProps) {
  const titleId = useId();
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen="phone"
      confirmsDiscard={false}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Que informação do dia mostrar?</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        {SOURCE_KINDS.map((tipo) => (
          <section key={tipo} aria-label={blockKinds[tipo]}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {blockKinds[tipo]}
            </Typography>
            {sourcesOf(tipo).map((fonte) => (
              <Button
                key={fonte}
                variant="outlined"
                sx={{ mr: 2, mb: 2 }}
                onClick={() => onAdd({ tipo, fonte })}
              >
                {blockSources[fonte].titulo}
              </Button>
            ))}
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <CloseButton>Cancelar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
