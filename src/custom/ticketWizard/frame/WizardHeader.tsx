import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { inWords } from '../../../dataProvider/inWords.ts';
import { collects } from '../state/collects.ts';
import { useWizard } from '../state/wizardContext.ts';

interface WizardHeaderProps {
  titleId: string;
  onClose: () => void;
}

/** Title, 'Itens' with its total, and the way out. */
export function WizardHeader({ titleId, onClose }: WizardHeaderProps) {
  const { draft, type, openItems } = useWizard();
  const total = draft.notas.length + draft.itens.length + draft.itensAvulsos.length;
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: { xs: 4, md: 6 }, pr: 3, minHeight: 52 }}
    >
      <Typography id={titleId} variant="h2" component="h2">
        {inWords('Abrir novo ticket')}
      </Typography>
      <Typography noWrap sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {draft.tipo?.desc ?? draft.menu?.descricao}
      </Typography>
      {collects(type) && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<Inventory2Outlined />}
          onClick={openItems}
          aria-label={`Itens: ${total}`}
        >
          Itens {total > 0 && `(${total})`}
        </Button>
      )}
      <IconButton aria-label="Fechar" onClick={onClose}>
        <CloseOutlined />
      </IconButton>
    </Box>
  );
}
