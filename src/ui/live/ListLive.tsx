import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { LiveList } from '../../../contract/realtime.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { type LiveSource, sourceOf, useListLive } from './useListLive.ts';

interface ListLiveProps {
  list: LiveList | LiveSource;
  /** Of what is new: 'ticket novo', 'tickets novos'. */
  words: [one: string, many: string];
}

/** '3 tickets novos · Atualizar' over the list: what comes in never moves the rows under the pointer. */
export function ListLive({ list, words: [one, many] }: ListLiveProps) {
  const { others, show } = useListLive(typeof list === 'string' ? sourceOf(list) : list);
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
          {formatCount(others, one, many)}
          <span aria-hidden>·</span>
          <Button size="small" onClick={show}>
            Atualizar
          </Button>
        </Box>
      )}
    </Box>
  );
}
