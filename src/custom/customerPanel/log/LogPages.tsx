import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { pageWindow } from '../../../ui/components/PageLinks/pageWindow.ts';

interface LogPagesProps {
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
}

/** Three page links (document 001 section 9); none where there is one page. */
export function LogPages({ page, lastPage, onPage }: LogPagesProps) {
  if (lastPage <= 1) return null;
  return (
    <Box
      component="nav"
      aria-label="Páginas do registro de atividade"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}
    >
      <IconButton
        size="small"
        aria-label="Página anterior"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      {pageWindow(page, lastPage, 3).map((number) => (
        <Button
          key={number}
          size="small"
          color={number === page ? 'primary' : 'inherit'}
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          sx={{ minWidth: 32, px: 1 }}
        >
          {number}
        </Button>
      ))}
      <IconButton
        size="small"
        aria-label="Próxima página"
        disabled={page >= lastPage}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
