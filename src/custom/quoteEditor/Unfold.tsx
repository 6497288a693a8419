import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';

interface UnfoldProps {
  /** Of what opens: 'Detalhes', 'Mix'. */
  name: string;
  open: boolean;
  onChange: (open: boolean) => void;
}

/** Opens and closes what stands below it. */
export const Unfold = ({ name, open, onChange }: UnfoldProps) => (
  <Tooltip title={open ? `Fechar ${name}` : name}>
    <IconButton size="small" aria-label={name} aria-expanded={open} onClick={() => onChange(!open)}>
      <ExpandMoreIcon fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
    </IconButton>
  </Tooltip>
);
