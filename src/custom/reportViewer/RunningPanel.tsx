import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { secondsText } from './resultText.ts';

interface RunningPanelProps {
  since: number;
  onCancel: () => void;
}

/** While a report is generated: for how long already, and a way out. */
export function RunningPanel({ since, onCancel }: RunningPanelProps) {
  const elapsed = useElapsed(since);
  return (
    <Box
      role="status"
      sx={({ vars: { palette } }) => ({
        p: 4,
        borderRadius: 1,
        border: `1px solid ${palette.components.linha}`,
        backgroundColor: palette.components.superficie,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 3 }}>
        <Typography sx={{ flex: 1, fontWeight: 500 }}>
          Gerando relatório…{' '}
          <Box
            component="span"
            aria-hidden
            sx={{
              color: (t) => t.vars.palette.components.textoSecundario,
              fontWeight: 400,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {secondsText(elapsed)}
          </Box>
        </Typography>
        <Button size="small" variant="outlined" color="inherit" onClick={onCancel}>
          Cancelar
        </Button>
      </Box>
      <LinearProgress aria-label="Gerando relatório" />
    </Box>
  );
}

const TICK = 200;

function useElapsed(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}
