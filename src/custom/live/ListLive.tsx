import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListLive } from './useListLive.ts';

/** '3 tickets novos · Atualizar' over the list: what comes in never moves the rows under the pointer. */
export function ListLive() {
  const { others, show } = useListLive();
  return (
    <Box role="status">
      {others > 0 && (
        <Box
          sx={({ vars: { palette } }) => ({
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            mb: 2,
            borderRadius: 1,
            fontSize: '0.8125rem',
            color: palette.actions.primaria.text,
            backgroundColor: palette.actions.primaria.soft,
          })}
        >
          {others === 1 ? '1 ticket novo' : `${others} tickets novos`}
          <span aria-hidden>·</span>
          <Button size="small" onClick={show}>
            Atualizar
          </Button>
        </Box>
      )}
    </Box>
  );
}
