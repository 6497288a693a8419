import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';

interface RegistrationHeaderProps {
  titleId: string;
  title?: string;
  /** Who is being registered. */
  name?: string;
  onClose: () => void;
}

/** Title, whose it is, and the way out. */
export function RegistrationHeader({
  titleId,
  title = 'Cadastrar Cliente',
  name,
  onClose,
}: RegistrationHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: { xs: 4, md: 6 }, pr: 3, minHeight: 52 }}
    >
      <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 'none' }}>
        {title}
      </Typography>
      <Typography noWrap sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {name}
      </Typography>
      <IconButton aria-label="Fechar" onClick={onClose}>
        <CloseOutlined />
      </IconButton>
    </Box>
  );
}
