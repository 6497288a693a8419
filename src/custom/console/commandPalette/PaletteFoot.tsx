import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { formatCount } from '../../../../contract/rules/format.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { Keys } from '../../../ui/shell/shortcuts/Keys.tsx';

interface PaletteFootProps {
  term: string;
  count: number;
  searching: boolean;
  error: unknown;
  retry: () => void;
}

/** What is going on, for eyes and for screen readers: searching, found, nothing, failed. */
export function PaletteFoot({ term, count, searching, error, retry }: PaletteFootProps) {
  return (
    <Foot>
      <span role="status">{stateText({ term, count, searching, error })}</span>
      {error && !searching ? (
        <Button size="small" onClick={retry}>
          Tentar de novo
        </Button>
      ) : (
        <Hints aria-hidden>
          <Keys keys="arrowup+arrowdown" /> escolher <Keys keys="enter" /> abrir <Keys keys="escape" /> fechar
        </Hints>
      )}
    </Foot>
  );
}

function stateText({ term, count, searching, error }: Omit<PaletteFootProps, 'retry'>): string {
  if (term === '') return '';
  if (searching) return inWords('Buscando tickets e clientes…');
  if (error) return `${inWords('Tickets e clientes')} não vieram. ${errorText(error)}`;
  if (count === 0)
    return `Nada encontrado para “${term}”. Busque por número, nota, CNPJ, nome do cliente ou tela.`;
  return formatCount(count, 'resultado', 'resultados');
}

const Foot = styled('div')(({ theme }) => ({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '8px 16px',
  borderTop: `1px solid ${theme.vars.palette.components.linha}`,
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.components.textoSecundario,
  overflowWrap: 'anywhere',
}));

const Hints = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
