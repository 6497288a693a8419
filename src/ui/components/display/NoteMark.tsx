import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';

/** What is to be known of the file behind an invoice ('Cadeia não conferida'); nothing for one without a mark. */
export function NoteMark({ text }: { text: string }) {
  if (!text) return null;
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        fontSize: 12,
        whiteSpace: 'normal',
        color: (t) => t.vars.palette.actions.aviso.text,
      }}
    >
      <WarningAmberOutlined aria-hidden sx={{ fontSize: 16 }} />
      {text}
    </Box>
  );
}
