import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';

interface CannedOptionProps {
  id: string;
  title: string;
  sector: string | undefined;
  /** Its text, with the data of the ticket. */
  preview: string;
  active: boolean;
  onChoose: () => void;
}

/** One reply of the list, with two lines of what the customer would read. */
export function CannedOption({ id, title, sector, preview, active, onChoose }: CannedOptionProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <Box
      component="li"
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      onClick={onChoose}
      sx={({ vars: { palette } }) => ({
        px: 2,
        py: 1.5,
        borderRadius: 1,
        cursor: 'pointer',
        backgroundColor: active ? palette.components.selecionado : undefined,
        '&:hover': { backgroundColor: palette.components.realce },
      })}
    >
      <Box component="span" sx={{ fontWeight: 500 }}>
        {title}
      </Box>
      {sector && (
        <Box
          component="span"
          sx={{ ml: 2, fontSize: 12, color: (t) => t.vars.palette.components.textoSecundario }}
        >
          {sector}
        </Box>
      )}
      <Box
        sx={{
          fontSize: 13,
          color: (t) => t.vars.palette.components.textoSecundario,
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
        }}
      >
        {preview}
      </Box>
    </Box>
  );
}
